"""Leiden (Traag, Waltman, van Eck 2019) by leidenalg, made a function of the graph alone."""

from __future__ import annotations

from collections.abc import Sequence


def leiden(n: int, edges: Sequence[tuple[int, int]], weights: Sequence[int], seed: int) -> list[list[int]]:
    """The partition of vertices 0 … n-1 that maximises modularity: groups sorted inside and by their first vertex.

    The caller numbers vertices by something that does not move (an id), since the result depends on the order.
    """
    if not edges:
        return [[vertex] for vertex in range(n)]
    order = sorted(range(len(edges)), key=lambda k: edges[k])
    import igraph  # only here: a compile with nothing to do needs none
    import leidenalg

    graph = igraph.Graph(n=n, edges=[edges[k] for k in order])
    partition = leidenalg.find_partition(
        graph,
        leidenalg.ModularityVertexPartition,
        weights=[weights[k] for k in order],
        n_iterations=-1,
        seed=seed,
    )
    return sorted(sorted(group) for group in partition if group)


def modularity(n: int, edges: Sequence[tuple[int, int]], weights: Sequence[int], labels: Sequence[int]) -> float:
    """Newman's modularity of a partition, 0.0 where there are no edges."""
    if not edges:
        return 0.0
    import igraph

    graph = igraph.Graph(n=n, edges=list(edges))
    return float(graph.modularity(list(labels), weights=list(weights)))
