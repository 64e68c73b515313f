"""The text units of a local context: what entry entities bring, in local order, and what only retrieval found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wikigraph.model.base import Value
from wikigraph.model.context import ContextUnit
from wikigraph.model.evidence import Evidence
from wikigraph.model.record import Passage
from wikigraph.retrieval.budget import divide
from wikigraph.retrieval.entry import Entry
from wikigraph.retrieval.local_order import Edge, OrderedUnit, local_order
from wikigraph.retrieval.pack import Sized, pack
from wikigraph.retrieval.surroundings import RankedEdge, Surroundings
from wikigraph.text.tokens import count_tokens

_MOST_FLOOR = 20  # units of retrieval that are looked at


class Params(Value, frozen=True):
    per_entry: int = 6  # text units of an entry entity: those that suit the question best
    floor: float = 0.5  # of their tokens: kept for what retrieval finds without the graph
    lift: float = 0.0  # share by which the score of a unit grows that names all named entities


@dataclass(frozen=True, slots=True)
class Units:
    """Text units within their budget."""

    shown: tuple[ContextUnit, ...]
    numbers: tuple[int, ...]  # theirs in the index
    n_left_out: int
    lifts: Mapping[int, float]  # share by which the score of a unit grows, by number


def choose_units(
    index: Surroundings,
    entries: Sequence[Entry],
    retrieved: Sequence[int],
    ranked: Sequence[RankedEdge],
    citing: Mapping[str, Sequence[tuple[int, Evidence]]],
    n_allowed: int,
    params: Params,
) -> Units:
    """`retrieved`: units that retrieval without the graph found, best first."""
    ids = [entry.entity_id for entry in entries]
    rank = {unit: at for at, unit in enumerate(retrieved)}
    edges = [Edge(e.edge.source_entity_id, e.edge.target_entity_id, [unit for unit, _ in citing.get(e.edge.id, ())])
             for e in ranked]  # fmt: skip
    cited = {unit for edge in edges for unit in edge.units}
    held = {entity_id: frozenset(units) for entity_id, units in index.units_of(ids).items()}
    best = {
        entity_id: sorted(units, key=lambda u: (rank.get(u, len(rank)), u not in cited, u))[: params.per_entry]
        for entity_id, units in held.items()
    }
    known = retrieved[:_MOST_FLOOR]
    looked_at = dict.fromkeys((*known, *(unit for units in best.values() for unit in units)))
    passages = {passage.number: passage for passage in index.passages(list(looked_at))}
    floor = _floor([passages[unit] for unit in known], n_allowed, params)
    for unit in floor:  # a unit that both found stands where the graph puts it
        owner = next((entity_id for entity_id in ids if unit in held[entity_id]), None)
        if owner is not None and unit not in best[owner]:
            best[owner].append(unit)
    places = {int(place.unit): place for place in local_order(ids, best, edges)}
    wanted = [*places, *(unit for unit in floor if unit not in places)]
    shown = {unit: _shown(passages[unit], places.get(unit)) for unit in wanted}
    reserved = sum(shown[unit].n_tokens for unit in floor)
    packed = pack([Sized(u, shown[u].n_tokens) for u in wanted if u not in floor], n_allowed - reserved)
    numbers = tuple(unit for unit in wanted if unit in floor or unit in packed.blocks)
    lifts = _lifts(entries, (*numbers, *retrieved), held, params)
    return Units(tuple(shown[unit] for unit in numbers), numbers, packed.n_left_out, lifts)


def _floor(passages: Sequence[Passage], n_allowed: int, params: Params) -> tuple[int, ...]:
    """The first units of retrieval that fit into their share."""
    share, _ = divide(n_allowed, params.floor)
    return pack([Sized(p.number, _shown(p, None).n_tokens) for p in passages], share).blocks


def _shown(passage: Passage, place: OrderedUnit | None) -> ContextUnit:
    head = f"{passage.path}:{passage.start_line}-{passage.end_line} {' › '.join(passage.heading_path)}"
    return ContextUnit(
        passage.id, passage.path, passage.heading_path, passage.start_line, passage.end_line,
        passage.n_tokens + count_tokens(head), -1 if place is None else place.entity_rank,
        0 if place is None else place.edge_count, passage.text,
    )  # fmt: skip


def _lifts(
    entries: Sequence[Entry], units: Sequence[int], held: Mapping[str, frozenset[int]], params: Params
) -> dict[int, float]:
    """For each unit by the share (by rarity) of the named entities that it names.

    A share of the score, because an answer looks at how far apart scores are. Off by default: on question sets of two
    to three languages neither 0.1 nor 0.2 changed recall in the first 5 by words, a constant in place of the share cost
    7 points of gold passages shown, and fused scores of words and vectors lie so close that 0.1 turns their order over.
    """
    named = [entry for entry in entries if entry.way != "description"]
    total = sum(entry.rarity for entry in named) or 1.0
    return {
        unit: params.lift * sum(entry.rarity for entry in named if unit in held[entry.entity_id]) / total
        for unit in units
    }
