"""Entry entities and their text units → the units in the order of a local context.

Key: (rank of the first entity that owns the unit, −number of that entity's relationships that cite it), stable.
(GraphRAG's local search, where the same unit would stand there once for each entity.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

Unit = str | int


class Edge(NamedTuple):
    """A relationship as the order sees it."""

    source: str
    target: str
    units: Sequence[Unit]  # that cite it


class OrderedUnit(NamedTuple):
    """A text unit with its place."""

    unit: Unit
    entity_rank: int  # of its first owner, from 0
    edge_count: int  # relationships of that owner that cite the unit


def local_order(
    entities: Sequence[str], entity_units: Mapping[str, Sequence[Unit]], relationships: Sequence[Edge]
) -> list[OrderedUnit]:
    """Each unit once, under its first entity. Raises ValueError where an entity stands twice among the entries."""
    if len(set(entities)) < len(entities):
        twice = next(entity for entity, n in Counter(entities).items() if n > 1)
        raise ValueError(f"the entry entity {twice} stands there twice")
    n_edges: Counter[tuple[str, Unit]] = Counter()
    for edge in relationships:
        for entity in dict.fromkeys((edge.source, edge.target)):
            n_edges.update((entity, unit) for unit in dict.fromkeys(edge.units))
    seen: dict[Unit, OrderedUnit] = {}
    for rank, entity in enumerate(entities):
        for unit in entity_units.get(entity, ()):
            seen.setdefault(unit, OrderedUnit(unit, rank, n_edges[entity, unit]))
    return sorted(seen.values(), key=lambda held: (held.entity_rank, -held.edge_count))
