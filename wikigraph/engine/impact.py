"""Reverse closure over typed edges, and cycles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

Edge = tuple[str, str, str]  # (from, relation, to): `from` depends on `to`


@dataclass(frozen=True, slots=True)
class Reached:
    """A node that depends on a root, with one shortest chain of edges that leads from it to a root."""

    node: str
    via: tuple[Edge, ...]  # first edge starts at `node`, last ends at a root


def closure(edges: Iterable[Edge], roots: Sequence[str], relations: Iterable[str]) -> tuple[Reached, ...]:
    """Everything that depends on `roots` over `relations`, roots excluded, sorted by node. The answer does not depend
    on the order of `edges`."""
    wanted = frozenset(relations)
    dependants: dict[str, list[Edge]] = {}
    for edge in edges:
        if edge[1] in wanted:
            dependants.setdefault(edge[2], []).append(edge)
    return closure_over(lambda nodes: (edge for node in nodes for edge in dependants.get(node, ())), roots)


def closure_over(dependants: Callable[[Sequence[str]], Iterable[Edge]], roots: Sequence[str]) -> tuple[Reached, ...]:
    """The same where edges are looked up: `dependants` gives those that lead to any of some nodes, in any order.

    Breadth-first search with a visited set, a level at a time, O(V + E). Among shortest chains the one through the
    smallest (node, relation) is kept.
    """
    first_edge: dict[str, Edge] = {}
    visited = set(roots)
    level = sorted(visited)
    while level:
        leading: dict[str, list[Edge]] = {}
        for edge in dependants(level):
            leading.setdefault(edge[2], []).append(edge)
        found: list[str] = []
        for target in level:
            for edge in sorted(leading.get(target, ())):
                if edge[0] not in visited:
                    visited.add(edge[0])
                    first_edge[edge[0]] = edge
                    found.append(edge[0])
        level = found
    return tuple(Reached(node, _chain(node, first_edge)) for node in sorted(first_edge))


def _chain(node: str, first_edge: Mapping[str, Edge]) -> tuple[Edge, ...]:
    chain: list[Edge] = []
    while node in first_edge:
        edge = first_edge[node]
        chain.append(edge)
        node = edge[2]
    return tuple(chain)


def cycles(edges: Iterable[Edge], relation: str = "requires") -> tuple[tuple[str, ...], ...]:
    """The strongly connected components of one relation that hold a cycle (self-loops included), each
    sorted, in order of their first member."""
    follows: dict[str, set[str]] = {}
    for origin, kind, target in edges:
        if kind == relation:
            follows.setdefault(origin, set()).add(target)
    _drop_acyclic(follows)
    if not follows:
        return ()
    import igraph  # only where there is a cycle: it costs more to import than all else here

    nodes = sorted(follows)
    number = {node: at for at, node in enumerate(nodes)}
    arcs = [(number[a], number[b]) for a in nodes for b in sorted(follows[a])]
    components = igraph.Graph(len(nodes), arcs, directed=True).connected_components(mode="strong")
    found = (tuple(sorted(nodes[at] for at in component)) for component in components)
    return tuple(sorted(c for c in found if len(c) > 1 or c[0] in follows[c[0]]))


def _drop_acyclic(follows: dict[str, set[str]]) -> None:
    """Takes away, again and again, what nothing leads out of: what is left holds every cycle."""
    leading: dict[str, set[str]] = {}
    for origin, targets in follows.items():
        for target in targets:
            leading.setdefault(target, set()).add(origin)
    ends = [node for node in leading if node not in follows]
    while ends:
        end = ends.pop()
        for origin in leading.get(end, ()):
            follows[origin].discard(end)
            if not follows[origin]:
                del follows[origin]
                ends.append(origin)
