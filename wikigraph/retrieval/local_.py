"""The mode local: the surroundings of the question's entities, packed into one context.

GraphRAG's local search (Edge et al., From Local to Global, 2024, and its reference implementation), with these
differences: shares are exact, a report that alone exceeds its share is cut at a finding, relationships have tokens of
their own, an entity brings only its text units that suit the question best, and a share of the text units is kept for
what retrieval without the graph finds: nothing is reachable by that and not here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from wikigraph.model.base import Natural, Value
from wikigraph.model.context import (
    Context,
    ContextClaim,
    ContextPart,
    ContextRelationship,
    ContextReport,
    EntityCard,
    EntityClaim,
    EntryEntity,
)
from wikigraph.model.evidence import Evidence
from wikigraph.retrieval import local_units
from wikigraph.retrieval.budget import context_budget, divide
from wikigraph.retrieval.entry import Entry
from wikigraph.retrieval.evidence import coverage
from wikigraph.retrieval.local_text import claim_text, entity_text, relationship_text
from wikigraph.retrieval.local_units import Units, choose_units
from wikigraph.retrieval.pack import Packed, Sized, pack
from wikigraph.retrieval.question import Question
from wikigraph.retrieval.surroundings import RankedEdge, Surroundings, rank_communities, rank_edges
from wikigraph.text.stems import stems
from wikigraph.text.tokens import count_tokens

T = TypeVar("T")
_MOST_SENTENCES = 20  # of a relationship that are looked at
_MOST_CLAIMS = 60  # of an entry entity that are looked at


class Params(Value, frozen=True):
    """Shares are of `tokens` after the history; those of entities and relationships are of what reports and text
    units leave, and claims get the rest of it."""

    tokens: Natural = 8000
    history: float = 0.5  # at most; older turns go first
    reports: float = 0.15
    text_units: float = 0.5
    entities: float = 0.3
    relationships: float = 0.4
    entries: int = 10  # entry entities
    description: float = 0.3  # share of the question, by weight, that an entity's statements must cover
    edges_per_entry: int = 10  # relationships that lead outside
    claims_per_entry: int = 5
    level: Natural = 9  # finest level of communities whose reports are read
    statements: int = 2  # of an entity's description
    evidence: int = 2  # sentences shown of a relationship
    units: local_units.Params = local_units.Params()


def check(params: Params) -> None:
    """Raises SettingsError ("context-shares") for shares that cannot be. Counts are checked where they are read."""
    context_budget(params.tokens, params.reports, params.text_units)
    divide(params.tokens, params.entities, params.relationships)
    divide(params.tokens, params.history)
    divide(params.tokens, params.units.floor)


@dataclass(frozen=True, slots=True)
class Local:
    """A context, and its text units by number."""

    context: Context
    units: Units


@dataclass(frozen=True, slots=True)
class Asked:
    """What the context is built for."""

    question: Question
    weight: Mapping[str, float]  # of the question's content words
    entries: Sequence[Entry]
    retrieved: Sequence[int]  # units that retrieval without the graph found, best first


def build(index: Surroundings, asked: Asked, history: ContextPart, params: Params) -> Local:
    """Gathers, ranks and packs. Raises SettingsError ("context-shares")."""
    budget = context_budget(params.tokens - history.n_built, params.reports, params.text_units)
    ids = [entry.entity_id for entry in asked.entries]
    claims = _by_entity(index.claims_of(ids, _MOST_CLAIMS), asked)
    edges = index.edges(ids)
    ends = {end for edge in edges for end in (edge.source_entity_id, edge.target_entity_id)}
    cards = index.cards(sorted(ends.union(ids)))
    degrees = {entity_id: card.degree for entity_id, card in cards.items()}
    ranked = rank_edges(ids, edges, degrees, params.edges_per_entry)
    citing = index.citing_units([held.edge.id for held in ranked])

    n_entities, n_relationships, n_claims = divide(
        budget.entity_relationship, params.entities, params.relationships
    )
    described = [_entry(entry, cards[entry.entity_id], claims, params) for entry in asked.entries]
    entities = _packed(described, entity_text, n_entities)
    relationships = _packed(
        _relationships(index, ranked, citing, cards, asked, params), relationship_text, n_relationships
    )
    told = {evidence for entity in entities.blocks for evidence in entity.description}
    claimed = _packed(_claims(ids, claims, cards, told, params), claim_text, n_claims)
    reports = _reports(index, ids, budget.community, params)
    units = choose_units(index, asked.entries, asked.retrieved, ranked, citing, budget.text_unit, params.units)
    parts = (
        history,
        _part("reports", budget.community, reports),
        _part("entities", n_entities, entities),
        _part("relationships", n_relationships, relationships),
        _part("claims", n_claims, claimed),
        ContextPart(
            "text_units", budget.text_unit, sum(u.n_tokens for u in units.shown), len(units.shown), units.n_left_out
        ),
    )
    context = Context(parts, entities.blocks, relationships.blocks, reports.blocks, claimed.blocks, units.shown)
    return Local(context, units)


# --- entities, claims, relationships -----------------------------------------------------------------------------


def _by_entity(claims: Sequence[EntityClaim], asked: Asked) -> dict[str, list[EntityClaim]]:
    """Claims of each entity: what covers the question first, then what stands best alone."""
    scored = [(-coverage(stems(claim.statement), asked.weight, asked.question.content), claim) for claim in claims]
    held: dict[str, list[EntityClaim]] = {}
    for _, claim in sorted(scored, key=lambda pair: (pair[0], -pair[1].score, pair[1].id)):
        held.setdefault(claim.entity_id, []).append(claim)
    return held


def _entry(
    entry: Entry, card: EntityCard, claims: Mapping[str, Sequence[EntityClaim]], params: Params
) -> EntryEntity:
    """Its description: definitions, then the statements that stand best alone."""
    best = sorted(claims.get(card.id, ()), key=lambda claim: (claim.type != "definition", -claim.score, claim.id))
    description = tuple(claim.evidence for claim in best[: params.statements])
    return EntryEntity(card.id, card.title, card.type, card.page, entry.way, entry.matched, description)


def _claims(
    ids: Sequence[str],
    claims: Mapping[str, Sequence[EntityClaim]],
    cards: Mapping[str, EntityCard],
    told: set[Evidence],
    params: Params,
) -> list[ContextClaim]:
    """Of each entry entity a few, those apart that its description holds."""
    return [
        ContextClaim(claim.id, claim.entity_id, cards[claim.entity_id].title, claim.type, claim.time, claim.evidence)
        for entity_id in ids
        for claim in [c for c in claims.get(entity_id, ()) if c.evidence not in told][: params.claims_per_entry]
    ]


def _relationships(
    index: Surroundings,
    ranked: Sequence[RankedEdge],
    citing: Mapping[str, Sequence[tuple[int, Evidence]]],
    cards: Mapping[str, EntityCard],
    asked: Asked,
    params: Params,
) -> list[ContextRelationship]:
    sentences = index.evidence([held.edge.id for held in ranked], _MOST_SENTENCES)
    shown: list[ContextRelationship] = []
    for edge, is_inside, degree in ranked:
        told = sorted(  # prose that speaks of the question first
            sentences.get(edge.id, ()),
            key=lambda s: (s.kind == "code", -coverage(stems(s.text), asked.weight, asked.question.content)),
        )
        evidence = [sentence.evidence for sentence in told] or [place for _, place in citing.get(edge.id, ())]
        source, target = cards[edge.source_entity_id], cards[edge.target_entity_id]
        shown.append(ContextRelationship(
            edge.id, source.id, source.title, target.id, target.title, edge.type, edge.weight, is_inside, degree,
            tuple(evidence[: params.evidence]),
        ))  # fmt: skip
    return shown


# --- reports -----------------------------------------------------------------------------------------------------


def _reports(index: Surroundings, ids: Sequence[str], n_allowed: int, params: Params) -> Packed[ContextReport]:
    ranked = rank_communities(index.communities_of(ids, params.level))
    texts = index.reports([community.id for community in ranked])
    blocks: list[Sized[ContextReport]] = []
    for community in ranked:
        pieces = texts[community.id].pieces if community.id in texts else ()
        kept = cut_at_finding(community.title, pieces, n_allowed) if not blocks else pieces
        report = ContextReport(
            community.id, f"c_{community.level}_{community.number}", community.title, community.rating,
            len(community.entity_ids), "\n".join(kept), len(kept) < len(pieces),
        )  # fmt: skip
        blocks.append(Sized(report, _report_tokens(community.title, kept)))
    return pack(blocks, n_allowed)


def cut_at_finding(title: str, pieces: Sequence[str], n_allowed: int) -> tuple[str, ...]:
    """The summary and as many findings as fit; all of them if not even the summary does."""
    for n in range(len(pieces), 0, -1):
        if _report_tokens(title, pieces[:n]) <= n_allowed:
            return tuple(pieces[:n])
    return tuple(pieces)


def _report_tokens(title: str, pieces: Sequence[str]) -> int:
    return count_tokens("\n".join((title, *pieces)))


# --- packing -----------------------------------------------------------------------------------------------------


def _packed(blocks: Sequence[T], text: Callable[[T], str], n_allowed: int) -> Packed[T]:
    return pack([Sized(block, count_tokens(text(block))) for block in blocks], n_allowed)


def _part(name: str, n_allowed: int, packed: Packed[T]) -> ContextPart:
    return ContextPart(name, n_allowed, packed.n_tokens, len(packed.blocks), packed.n_left_out)
