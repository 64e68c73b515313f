"""How near the vertices of a graph are to a few of them: personalised PageRank by local push.

Residual mass lies on the seeds; each round, every vertex that holds enough of it keeps a share and passes the rest on
along its edges (Andersen, Chung & Lang, Local graph partitioning using PageRank vectors, FOCS 2006, with all vertices
of a round pushed at once). The work depends on how far the mass gets, not on the size of the graph.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from wikigraph.graph.pairs import Floats, Ints

_MOST_ROUNDS = 60


@dataclass(frozen=True, slots=True)
class Edges:
    """Directed edges by where they start: those of vertex v are target[start[v] : start[v + 1]]."""

    start: Ints
    target: Ints
    weight: Floats  # of each vertex they add up to 1

    def of(self, vertices: Ints) -> tuple[Ints, Ints]:
        """(for each edge of these vertices the place of its vertex among them, the place of the edge)."""
        first, n = self.start[vertices], self.start[vertices + 1] - self.start[vertices]
        owner = np.repeat(np.arange(len(vertices)), n)
        within = np.arange(len(owner)) - np.repeat(np.cumsum(n) - n, n)
        return owner, first[owner] + within


def edges(n: int, source: Ints, target: Ints, weight: Floats) -> Edges:
    """Edges between vertices 0 … n-1, parallel ones added up, weights made to add up to 1 at each vertex."""
    key = source * n + target
    order = np.argsort(key, kind="stable")
    key, weight = key[order], weight[order]
    first = np.flatnonzero(np.r_[True, key[1:] != key[:-1]]) if len(key) else np.zeros(0, np.int64)
    total = np.add.reduceat(weight, first) if len(key) else weight
    source, target = key[first] // max(n, 1), key[first] % max(n, 1)
    out = np.bincount(source, weights=total, minlength=n)
    start = np.r_[0, np.cumsum(np.bincount(source, minlength=n))].astype(np.int64)
    return Edges(start, target, total / out[source] if len(total) else total)


def personalised_pagerank(graph: Edges, seeds: Mapping[int, float], damping: float, least: float) -> Floats:
    """The share of each vertex, for seeds with weights over 0; what is below `least` is not passed on."""
    n = len(graph.start) - 1
    kept, residual = np.zeros(n), np.zeros(n)
    for vertex, weight in seeds.items():
        residual[vertex] += weight
    residual /= residual.sum() or 1.0
    active = np.flatnonzero(residual)
    for _ in range(_MOST_ROUNDS):
        if not len(active):
            break
        mass = residual[active]
        kept[active] += (1.0 - damping) * mass
        residual[active] = 0.0
        owner, at = graph.of(active)
        reached = graph.target[at]
        np.add.at(residual, reached, damping * mass[owner] * graph.weight[at])
        reached = np.unique(reached)
        active = reached[residual[reached] >= least]
    return kept
