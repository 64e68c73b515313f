"""Weighted undirected graph → communities that hold still, by hub attraction.

Every decision looks only at a vertex and its neighbours: no modularity, total weight, seed or iteration to
convergence enters, so an edit in one place moves the communities near it and no others, where Leiden on the
whole graph moves most of them. The result is a function of the graph alone, whatever the order of its vertices
and edges.

Each vertex points at the higher-ranked neighbour that it is most strongly tied to, w / (sqrt(d_i) * sqrt(d_j)),
if that tie is at least half as strong as its strongest; the trees of pointers are the clusters. Three rounds,
each on the clusters of the one before, with a cap on their size.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from wikigraph.graph.pairs import Floats, Ints, sum_by_key

MIN_TIE = 0.5  # of a vertex's strongest tie, for a pointer


@dataclass(frozen=True, slots=True)
class Weighted:
    """An undirected graph without self-loops: every edge once, weights positive integers.

    `rank_hash` tells vertices of equal degree apart: a number from the vertex's name, not its position.
    """

    n: int
    source: Ints
    target: Ints
    weight: Ints
    rank_hash: Ints

    def degrees(self) -> Ints:
        """Sum of the weights at each vertex."""
        degree = np.bincount(self.source, weights=self.weight, minlength=self.n)
        return np.asarray(degree + np.bincount(self.target, weights=self.weight, minlength=self.n)).astype(np.int64)


def components(n: int, source: Ints, target: Ints) -> Ints:
    """A number for the connected component of each vertex."""
    ones = np.ones(len(source), dtype=np.int8)
    from scipy.sparse import coo_array  # only here: it is slow to import, and a compile with nothing to do needs none
    from scipy.sparse.csgraph import connected_components

    _, labels = connected_components(coo_array((ones, (source, target)), shape=(n, n)), directed=False)
    return np.asarray(labels, dtype=np.int64)


def attract(graph: Weighted, caps: tuple[int, ...], min_size: int) -> Ints:
    """A cluster number for each vertex; numbers mean nothing. Vertices without edges stay alone.

    caps: vertices per cluster, for each round. After the second and later rounds a cluster of fewer than
    `min_size` vertices joins a neighbouring one.
    """
    degree, size = graph.degrees(), np.ones(graph.n, dtype=np.int64)
    level = _Clusters(graph.source, graph.target, graph.weight, degree, graph.rank_hash, size)
    labels = np.arange(graph.n, dtype=np.int64)
    for number, cap in enumerate(caps):
        merged = _round(level, cap)
        labels, level = merged[labels], level.merge(merged)
        if number > 0:
            merged = _absorb(level, min_size, cap)
            labels, level = merged[labels], level.merge(merged)
    return labels


@dataclass(frozen=True, slots=True)
class _Clusters:
    """The graph of one round. Degrees are sums over members in the whole graph, hashes their maximum."""

    source: Ints
    target: Ints
    weight: Ints
    degree: Ints
    rank_hash: Ints
    size: Ints

    def both_ways(self) -> tuple[Ints, Ints, Ints]:
        """(from, to, weight) with every edge in both directions, by from."""
        n = max(1, len(self.degree))
        source = np.r_[self.source, self.target]
        target = np.r_[self.target, self.source]
        order = np.argsort(source * n + target, kind="stable")
        return source[order], target[order], np.r_[self.weight, self.weight][order]

    def merge(self, labels: Ints) -> _Clusters:
        """The graph between the groups that `labels` (0 … k-1) makes of these clusters."""
        n = int(labels.max()) + 1 if len(labels) else 0
        ends = np.sort(np.stack([labels[self.source], labels[self.target]]), axis=0)
        between = ends[0] != ends[1]
        key, weight = sum_by_key((ends[0] * n + ends[1])[between], self.weight[between])
        degree, size = np.zeros(n, dtype=np.int64), np.zeros(n, dtype=np.int64)
        rank_hash = np.full(n, np.iinfo(np.int64).min, dtype=np.int64)
        np.add.at(degree, labels, self.degree)
        np.add.at(size, labels, self.size)
        np.maximum.at(rank_hash, labels, self.rank_hash)
        return _Clusters(key // max(n, 1), key % max(n, 1), weight, degree, rank_hash, size)


def _round(level: _Clusters, cap: int) -> Ints:
    """Labels of the clusters that the pointers make, none over the cap (unless it was before)."""
    n = len(level.degree)
    if n == 0 or len(level.source) == 0:
        return np.arange(n, dtype=np.int64)
    pointer, tie = _pointers(level)
    pointing = np.flatnonzero(pointer >= 0)
    labels = components(n, pointing, pointer[pointing])
    size = np.bincount(labels, weights=level.size)
    too_large = size[labels] > cap
    if not too_large.any():
        return labels
    return _rebuild(level, pointer, tie, too_large, cap)


def _pointers(level: _Clusters) -> tuple[Ints, Floats]:
    """For each cluster the one it points at (-1 for a root) and how strong that tie is."""
    n = len(level.degree)
    source, target, weight = level.both_ways()
    root = np.sqrt(level.degree.astype(np.float64))
    tie = weight / (root[source] * root[target])
    best = np.zeros(n)
    np.maximum.at(best, source, tie)
    rank = np.empty(n, dtype=np.int64)
    rank[np.lexsort((level.rank_hash, level.degree))] = np.arange(n)
    upward = rank[target] > rank[source]
    source, target, tie = source[upward], target[upward], tie[upward]
    order = np.lexsort((level.rank_hash[target], tie, source))  # the last of each source is its choice
    source, target, tie = source[order], target[order], tie[order]
    last = np.flatnonzero(np.r_[source[1:] != source[:-1], True]) if len(source) else np.zeros(0, dtype=np.int64)
    last = last[tie[last] >= MIN_TIE * best[source[last]]]
    pointer, strength = np.full(n, -1, dtype=np.int64), np.zeros(n)
    pointer[source[last]], strength[source[last]] = target[last], tie[last]
    return pointer, strength


def _rebuild(level: _Clusters, pointer: Ints, tie: Floats, too_large: npt.NDArray[np.bool_], cap: int) -> Ints:
    """Trees over the cap again by Kruskal over their own pointers, strongest first, refusing unions over the cap."""
    n = len(pointer)
    parent = list(range(n))
    size = level.size.tolist()

    def find(vertex: int) -> int:
        while parent[vertex] != vertex:
            parent[vertex] = parent[parent[vertex]]
            vertex = parent[vertex]
        return vertex

    pointing = np.flatnonzero(pointer >= 0)
    order = np.lexsort((level.rank_hash[pointing], -tie[pointing]))
    for vertex in pointing[order].tolist():
        a, b = find(vertex), find(int(pointer[vertex]))
        if a != b and (not too_large[vertex] or size[a] + size[b] <= cap):
            parent[a] = b
            size[b] += size[a]
    roots = np.array([find(vertex) for vertex in range(n)], dtype=np.int64)
    return np.unique(roots, return_inverse=True)[1].astype(np.int64)


def _absorb(level: _Clusters, min_size: int, cap: int) -> Ints:
    """Labels after each cluster below `min_size` joined the neighbour (not small, below the cap) it is most tied to."""
    n = len(level.degree)
    source, target, weight = level.both_ways()
    fits = (level.size[source] < min_size) & (level.size[target] >= min_size) & (level.size[target] < cap)
    source, target, weight = source[fits], target[fits], weight[fits]
    pull = weight / np.sqrt(level.degree[target].astype(np.float64))
    order = np.lexsort((level.rank_hash[target], pull, source))
    source, target = source[order], target[order]
    last = np.flatnonzero(np.r_[source[1:] != source[:-1], True]) if len(source) else np.zeros(0, dtype=np.int64)
    joined = np.arange(n, dtype=np.int64)
    joined[source[last]] = target[last]
    return np.unique(joined, return_inverse=True)[1].astype(np.int64)
