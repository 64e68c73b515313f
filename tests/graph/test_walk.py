"""Nearness by a walk: local push against the definition."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from wikigraph.graph.walk import edges, personalised_pagerank

_N = 8
_EDGES = st.lists(st.tuples(st.integers(0, _N - 1), st.integers(0, _N - 1), st.floats(0.1, 2.0)), max_size=20)


def _walked(found: list[tuple[int, int, float]], seeds: dict[int, float], least: float) -> list[float]:
    columns = list(zip(*found, strict=True)) or [(), (), ()]
    source, target = np.array(columns[0], np.int64), np.array(columns[1], np.int64)
    graph = edges(_N, source, target, np.array(columns[2], np.float64))
    shares: list[float] = personalised_pagerank(graph, seeds, 0.5, least).tolist()
    return shares


def _defined(found: list[tuple[int, int, float]], seeds: dict[int, float]) -> list[float]:
    """x = (1 - d) s + d Pᵀ x by a dense matrix."""
    weights = np.zeros((_N, _N))
    for source, target, weight in found:
        weights[source, target] += weight
    out = weights.sum(axis=1, keepdims=True)
    step = np.divide(weights, out, out=np.zeros_like(weights), where=out > 0)
    begin = np.array([seeds.get(vertex, 0.0) for vertex in range(_N)])
    begin /= begin.sum()
    shares: list[float] = np.linalg.solve(np.eye(_N) - 0.5 * step.T, 0.5 * begin).tolist()
    return shares


@given(_EDGES, st.dictionaries(st.integers(0, _N - 1), st.floats(0.1, 1.0), min_size=1, max_size=3))
def test_equal_to_the_definition(found: list[tuple[int, int, float]], seeds: dict[int, float]) -> None:
    assert np.allclose(_walked(found, seeds, 1e-9), _defined(found, seeds), atol=1e-6)


@given(_EDGES)
def test_the_order_of_edges_is_no_matter(found: list[tuple[int, int, float]]) -> None:
    shuffled = sorted(found, key=lambda edge: (edge[2], edge[1], edge[0]))
    assert np.allclose(_walked(found, {0: 1.0}, 1e-9), _walked(shuffled, {0: 1.0}, 1e-9), atol=1e-9)


def test_far_vertices_are_not_visited() -> None:
    line = [(at, at + 1, 1.0) for at in range(_N - 1)]
    shares = _walked(line, {0: 1.0}, 0.1)
    assert shares[:4] == [0.5, 0.25, 0.125, 0.0625] and not any(shares[4:])  # what is left is below the least


def test_nothing_to_walk_from() -> None:
    assert not any(_walked([], {}, 1e-9))
