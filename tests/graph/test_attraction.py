"""Hub attraction against a plain reading of its rules, and what the rules promise."""

from __future__ import annotations

from collections import defaultdict
from math import sqrt

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from wikigraph.graph.attraction import MIN_TIE, Weighted, attract, components
from wikigraph.graph.pairs import expand_pairs, gather, normalised_mutual_information

Edges = dict[tuple[int, int], int]


def plain(n: int, edges: Edges, hashes: list[int], caps: tuple[int, ...], min_size: int) -> list[set[int]]:
    """The rules, word by word, on sets."""
    degree = [0] * n
    for (a, b), w in edges.items():
        degree[a] += w
        degree[b] += w
    clusters = [{v} for v in range(n)]
    for number, cap in enumerate(caps):
        clusters = attract_once(clusters, edges, degree, hashes, cap)
        if number > 0:
            clusters = absorb(clusters, edges, degree, hashes, min_size, cap)
    return clusters


def between(clusters: list[set[int]], edges: Edges) -> dict[int, dict[int, int]]:
    home = {v: k for k, cluster in enumerate(clusters) for v in cluster}
    ties: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for (a, b), w in edges.items():
        if home[a] != home[b]:
            ties[home[a]][home[b]] += w
            ties[home[b]][home[a]] += w
    return ties


def attract_once(
    clusters: list[set[int]], edges: Edges, degree: list[int], hashes: list[int], cap: int
) -> list[set[int]]:
    d = [sum(degree[v] for v in cluster) for cluster in clusters]
    h = [max(hashes[v] for v in cluster) for cluster in clusters]
    ties = between(clusters, edges)
    pointer: dict[int, tuple[int, float]] = {}
    for i, others in ties.items():
        scores = {j: w / (sqrt(d[i]) * sqrt(d[j])) for j, w in others.items()}
        higher = [j for j in scores if (d[j], h[j]) > (d[i], h[i])]
        if higher:
            j = max(higher, key=lambda k: (scores[k], h[k]))
            if scores[j] >= MIN_TIE * max(scores.values()):
                pointer[i] = (j, scores[j])
    trees = union(len(clusters), [(i, j) for i, (j, _) in pointer.items()])
    made: list[set[int]] = []
    for tree in trees:
        if sum(len(clusters[k]) for k in tree) <= cap:
            made.append(set().union(*(clusters[k] for k in tree)))
            continue
        parts = {k: {k} for k in tree}
        for i in sorted((i for i in tree if i in pointer), key=lambda i: (-pointer[i][1], h[i])):
            one, other = parts[i], parts[pointer[i][0]]
            if one is not other and sum(len(clusters[k]) for k in one | other) <= cap:
                both = one | other
                for k in both:
                    parts[k] = both
        distinct = {id(part): part for part in parts.values()}
        made.extend(set().union(*(clusters[k] for k in part)) for part in distinct.values())
    return made


def absorb(
    clusters: list[set[int]], edges: Edges, degree: list[int], hashes: list[int], min_size: int, cap: int
) -> list[set[int]]:
    d = [sum(degree[v] for v in cluster) for cluster in clusters]
    h = [max(hashes[v] for v in cluster) for cluster in clusters]
    joins = []
    for i, others in between(clusters, edges).items():
        if len(clusters[i]) < min_size:
            fits = [j for j in others if min_size <= len(clusters[j]) < cap]
            if fits:
                joins.append((i, max(fits, key=lambda j: (others[j] / sqrt(d[j]), h[j]))))
    return [set().union(*(clusters[k] for k in tree)) for tree in union(len(clusters), joins)]


def union(n: int, pairs: list[tuple[int, int]]) -> list[set[int]]:
    home = {k: {k} for k in range(n)}
    for a, b in pairs:
        both = home[a] | home[b]
        for k in both:
            home[k] = both
    return list({id(part): part for part in home.values()}.values())


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, Edges, list[int]]:
    n = draw(st.integers(1, 30))
    pairs = draw(st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1), st.integers(1, 6)), max_size=70))
    edges = {(min(a, b), max(a, b)): w for a, b, w in pairs if a != b}
    return n, edges, draw(st.permutations(range(n)))


def as_arrays(n: int, edges: Edges, hashes: list[int]) -> Weighted:
    ends = np.array(sorted(edges), dtype=np.int64).reshape(-1, 2)
    weight = np.array([edges[pair] for pair in sorted(edges)], dtype=np.int64)
    return Weighted(n, ends[:, 0], ends[:, 1], weight, np.array(hashes, dtype=np.int64))


@settings(max_examples=150, deadline=None)
@given(graphs(), st.sampled_from([(4, 4, 8), (50, 50, 150), (2, 3, 5)]))
def test_equal_to_a_plain_reading(given_graph: tuple[int, Edges, list[int]], caps: tuple[int, ...]) -> None:
    n, edges, hashes = given_graph
    labels = attract(as_arrays(n, edges, hashes), caps, 3).tolist()
    found: dict[int, set[int]] = defaultdict(set)
    for vertex, label in enumerate(labels):
        found[label].add(vertex)
    expected = plain(n, edges, hashes, caps, 3)
    assert {frozenset(group) for group in found.values()} == {frozenset(group) for group in expected}


@settings(max_examples=50, deadline=None)
@given(graphs())
def test_vertices_may_be_numbered_in_any_way(given_graph: tuple[int, Edges, list[int]]) -> None:
    n, edges, hashes = given_graph
    turned = {(min(n - 1 - a, n - 1 - b), max(n - 1 - a, n - 1 - b)): w for (a, b), w in edges.items()}
    one = attract(as_arrays(n, edges, hashes), (4, 4, 8), 3).tolist()
    other = attract(as_arrays(n, turned, hashes[::-1]), (4, 4, 8), 3).tolist()[::-1]
    pairs = set(zip(one, other, strict=True))
    assert len(pairs) == len(set(one)) == len(set(other))


def test_components_of_nothing() -> None:
    empty = np.zeros(0, dtype=np.int64)
    assert components(3, empty, empty).tolist() == [0, 1, 2]
    assert attract(as_arrays(2, {}, [1, 2]), (50, 50, 150), 3).tolist() == [0, 1]


def test_pairs_of_groups() -> None:
    groups = np.array([0, 0, 0, 1, 2, 2])
    members = np.array([1, 4, 7, 1, 1, 4])
    fresh = np.array([1, 0, 0, 1, 1, 1])
    found = gather(expand_pairs(groups, members, fresh), 10)
    pairs = [(int(k) // 10, int(k) % 10) for k in found.key]
    assert pairs == [(1, 4), (1, 7)]  # 4 and 7 stood together in the unit before
    assert [found.place[a:b].tolist() for a, b in zip(found.start[:-1], found.start[1:], strict=True)] == [[0, 2], [0]]


def test_mutual_information_is_one_for_what_always_stands_together() -> None:
    ones = np.array([1.0])
    assert normalised_mutual_information(ones, ones, ones, 1)[0] == 1.0
    assert normalised_mutual_information(ones, ones, ones, 1000)[0] == 1.0
    assert normalised_mutual_information(ones, np.array([50.0]), np.array([50.0]), 100)[0] < 0
