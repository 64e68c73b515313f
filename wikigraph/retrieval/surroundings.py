"""What local search asks of an index, and the pure choices it makes among what it gets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from wikigraph.model.context import (
    CommunityCard,
    EdgeSentence,
    EntityCard,
    EntityClaim,
    EntityEdge,
    KnownName,
    ReportText,
)
from wikigraph.model.evidence import Evidence
from wikigraph.model.record import Passage


class Surroundings(Protocol):
    """The graph around entities. Every question is asked for a few entities, never for all."""

    def n_units(self) -> int:
        """Text units in all."""

    def document_frequencies(self, terms: Sequence[str]) -> dict[str, int]:
        """In how many text units each stem stands."""

    def passages(self, units: Sequence[int]) -> list[Passage]:
        """Text units by number, in this order."""

    def names(self, keys: Sequence[str]) -> dict[str, list[KnownName]]:
        """What each key means, most often named first."""

    def cards(self, entity_ids: Sequence[str]) -> dict[str, EntityCard]:
        """Entities by id; those that are not there are left out."""

    def edges(self, entity_ids: Sequence[str]) -> list[EntityEdge]:
        """Every relationship of these entities, once, by id."""

    def evidence(self, relationship_ids: Sequence[str], limit: int) -> dict[str, list[EdgeSentence]]:
        """Sentences that name both ends, in reading order; at most `limit` of each."""

    def citing_units(self, relationship_ids: Sequence[str]) -> dict[str, list[tuple[int, Evidence]]]:
        """(number, lines) of the text units that hold each relationship."""

    def units_of(self, entity_ids: Sequence[str]) -> dict[str, list[int]]:
        """Numbers of the text units that name each entity."""

    def claims_of(self, entity_ids: Sequence[str], limit: int) -> list[EntityClaim]:
        """Claims about these entities, definitions first, then the best; at most `limit` of each."""

    def claims_near(self, units: Sequence[int], limit: int) -> list[EntityClaim]:
        """The same of the entities about which text units state something."""

    def communities_of(self, entity_ids: Sequence[str], level: int) -> list[CommunityCard]:
        """The finest community of each entity down to a level."""

    def reports(self, community_ids: Sequence[str]) -> dict[str, ReportText]:
        """Reports by community."""


class RankedEdge(NamedTuple):
    """A relationship that the context takes."""

    edge: EntityEdge
    is_inside: bool
    combined_degree: int


def rank_edges(
    entries: Sequence[str], edges: Sequence[EntityEdge], degrees: Mapping[str, int], per_entry: int
) -> list[RankedEdge]:
    """Edges between two entries by combined degree; then those that lead outside, by how many edges join the outer
    end to entries, then by combined degree. Of these at most `per_entry` for each entry, so that hubs do not flood."""
    inside_ids = frozenset(entries)
    n_links = Counter(outer for edge in edges for outer in _outer(edge, inside_ids))
    ranked = [
        RankedEdge(edge, not _outer(edge, inside_ids), _degree(edge, degrees)) for edge in edges
    ]  # fmt: skip
    inside = sorted((r for r in ranked if r.is_inside), key=lambda r: (-r.combined_degree, r.edge.id))
    outside = sorted(
        (r for r in ranked if not r.is_inside),
        key=lambda r: (-max(n_links[outer] for outer in _outer(r.edge, inside_ids)), -r.combined_degree, r.edge.id),
    )
    taken: Counter[str] = Counter()
    kept: list[RankedEdge] = []
    for held in outside:
        [entry] = [end for end in dict.fromkeys(_ends(held.edge)) if end in inside_ids]
        if taken[entry] < per_entry:
            taken[entry] += 1
            kept.append(held)
    return [*inside, *kept]


def rank_communities(communities: Sequence[CommunityCard]) -> list[CommunityCard]:
    """By (entries inside, rating), both falling."""
    return sorted(communities, key=lambda c: (-len(c.entity_ids), -c.rating, c.id))


def _ends(edge: EntityEdge) -> tuple[str, str]:
    return edge.source_entity_id, edge.target_entity_id


def _outer(edge: EntityEdge, inside: frozenset[str]) -> list[str]:
    return [end for end in dict.fromkeys(_ends(edge)) if end not in inside]


def _degree(edge: EntityEdge, degrees: Mapping[str, int]) -> int:
    return sum(degrees.get(end, 0) for end in dict.fromkeys(_ends(edge)))
