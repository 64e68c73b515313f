"""A community → its report: what it is about, readable without a question, in its sources' own sentences.

`split` chooses what goes in (GraphRAG, Edge et al. 2024, section 3.1.4): edges by combined degree, each adding
its two ends, what is claimed of them, and the sentences that say the edge, until the limit. A community whose
elements do not all fit takes, for its largest sub-communities, only what their own reports are made of. Degrees
are counted inside the community, and no counter of the vault goes in, so an edit elsewhere renews nothing.

`run` writes it without a model: the title joins its hubs' names; the summary is its most central claims; each
finding is a strong relationship with the sentences that say it. Nothing is worded anew.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from wikigraph.model.base import Natural, Value
from wikigraph.model.claim import (
    Citation,
    Claim,
    CommunityContext,
    CommunityReport,
    ContextClaim,
    ContextEdge,
    ContextEntity,
    DocumentClaims,
    Finding,
    Statement,
)
from wikigraph.model.graph import Community, Graph, Hierarchy, Lexicon, Relationship
from wikigraph.text.centrality import centrality, content_tokens, overlap, pick
from wikigraph.text.tokens import count_tokens

VERSION = 2

MAX_TOKENS = 8000  # of a context: the claims and names in it
MAX_EDGES = 24  # of a context; a report shows a third of them
LEAD_EDGES = 6  # of a sub-community whose elements do not fit
CLAIMS_PER_ENTITY = 2
CLAIMS_PER_EDGE = 2


class Params(Value, frozen=True):
    """Settings of this stage."""

    summary_statements: int = 4
    findings: Natural = 8
    finding_statements: int = 2
    max_overlap: float = 0.6  # shared terms of two statements of a report


# ---------------------------------------------------------------------------------------------- what goes in


def split(
    hierarchy: Hierarchy, graph: Graph, lexicon: Lexicon, claims: Mapping[str, DocumentClaims]
) -> dict[str, CommunityContext]:
    """Community id → its context."""
    shelf = _Shelf(hierarchy, graph, lexicon, claims)
    children: dict[str, list[str]] = {}
    for community in hierarchy.communities:
        if community.parent_id:
            children.setdefault(community.parent_id, []).append(community.id)
    leads: dict[str, list[_Element]] = {}
    contexts: dict[str, CommunityContext] = {}
    for community in reversed(hierarchy.communities):  # finest first
        below = {child: leads[child] for child in children.get(community.id, ())}
        chosen = _choose(shelf, community, below)
        leads[community.id] = chosen[:LEAD_EDGES]
        contexts[community.id] = _context(shelf, community, chosen)
    return {community_id: contexts[community_id] for community_id in sorted(contexts)}


class _Element(NamedTuple):
    """An edge with the claims it brings along: of its ends, and its own."""

    edge: Relationship
    claims: tuple[Claim, ...]
    said: tuple[Claim, ...]  # those that say the edge
    n_tokens: int


class _Shelf:
    """Everything of the vault that reports may need, looked up by id."""

    def __init__(
        self, hierarchy: Hierarchy, graph: Graph, lexicon: Lexicon, claims: Mapping[str, DocumentClaims]
    ) -> None:
        self.titles = {entity.id: entity.title for entity in lexicon.entities}
        self.at: dict[tuple[str, int], Claim] = {}
        self.of_subject: dict[str, list[Claim]] = {}
        for path in sorted(claims):
            for claim in claims[path].claims:
                if claim.use == "evidence":
                    continue
                self.at[claim.path, claim.sentence] = claim
                self.of_subject.setdefault(claim.subject_entity_id, []).append(claim)
        for own in self.of_subject.values():
            own.sort(key=_best_first)
        self.edges = _edges_inside(hierarchy, graph)
        self._tokens: dict[str, int] = {}
        self._elements: dict[str, _Element] = {}

    def claims_of(self, entity_id: str) -> list[Claim]:
        """The few best claims about an entity."""
        return self.of_subject.get(entity_id, [])[:CLAIMS_PER_ENTITY]

    def element(self, edge: Relationship) -> _Element:
        """An edge with its claims; made once, since an edge stands at several levels."""
        known = self._elements.get(edge.id)
        if known is None:
            ends_ids = (edge.source_entity_id, edge.target_entity_id)
            found = [self.at[place] for place in edge.evidence if place in self.at]
            found.sort(key=lambda claim: (-_worth(claim, ends_ids), claim.path, claim.sentence))
            said = tuple(found[:CLAIMS_PER_EDGE])
            ends = self.claims_of(edge.source_entity_id) + self.claims_of(edge.target_entity_id)
            every = tuple(dict.fromkeys([*said, *ends]))
            n_tokens = sum(self._n_tokens(claim) for claim in every)
            known = self._elements[edge.id] = _Element(edge, every, said, n_tokens)
        return known

    def _n_tokens(self, claim: Claim) -> int:
        if claim.id not in self._tokens:
            self._tokens[claim.id] = count_tokens(claim.statement)
        return self._tokens[claim.id]


def _worth(claim: Claim, ends: tuple[str, str]) -> float:
    """How well a claim says the relationship of two entities: better where it is about one of them."""
    return claim.score + (0.2 if claim.subject_entity_id in ends else 0.0)


def _strength(element: _Element) -> float:
    """How strong a finding an edge makes: its mentions count less and less, a sentence that stands alone more."""
    ends = (element.edge.source_entity_id, element.edge.target_entity_id)
    best = max((_worth(claim, ends) for claim in element.said), default=0.0)
    return math.log1p(element.edge.weight) * best * best


def _best_first(claim: Claim) -> tuple[bool, float, str, int]:
    return (claim.use != "lead", -claim.score, claim.path, claim.sentence)


def _edges_inside(hierarchy: Hierarchy, graph: Graph) -> dict[str, list[Relationship]]:
    """Community id → relationships with both ends inside."""
    homes: list[dict[str, str]] = [{} for _ in range(hierarchy.n_levels)]
    for community in hierarchy.communities:
        homes[community.level].update((entity_id, community.id) for entity_id in community.entity_ids)
    inside: dict[str, list[Relationship]] = {}
    for edge in graph.relationships:
        for home in homes:
            here = home.get(edge.source_entity_id)
            if here is None or here != home.get(edge.target_entity_id):
                break  # levels are nested: apart here, apart below
            inside.setdefault(here, []).append(edge)
    return inside


def _choose(shelf: _Shelf, community: Community, below: Mapping[str, list[_Element]]) -> list[_Element]:
    """The community's elements by combined degree, as many as fit."""
    edges = shelf.edges.get(community.id, [])
    degree: dict[str, int] = {}
    for edge in edges:
        for end in (edge.source_entity_id, edge.target_entity_id):
            degree[end] = degree.get(end, 0) + 1
    ranked = sorted(edges, key=lambda e: (-degree[e.source_entity_id] - degree[e.target_entity_id], e.id))
    if len(below) > 1 and not _fits(shelf, ranked):
        ranked = _with_leads(shelf, ranked, below)
    chosen: list[_Element] = []
    n_tokens = 0
    for edge in ranked:
        if len(chosen) == MAX_EDGES:
            break
        element = shelf.element(edge)
        if n_tokens + element.n_tokens > MAX_TOKENS:
            break
        if element.said or len(edges) <= MAX_EDGES:
            chosen.append(element)
            n_tokens += element.n_tokens
    return chosen


def _fits(shelf: _Shelf, ranked: list[Relationship]) -> bool:
    return len(ranked) <= MAX_EDGES and sum(shelf.element(edge).n_tokens for edge in ranked) <= MAX_TOKENS


def _with_leads(
    shelf: _Shelf, ranked: list[Relationship], below: Mapping[str, list[_Element]]
) -> list[Relationship]:
    """Edges of the sub-communities with the most elements replaced by what leads their reports, one sub-community
    after the other, until the rest fits. The leads come first, a round at a time, the largest first."""
    home = {edge.id: child for child in below for edge in shelf.edges.get(child, ())}
    by_size = sorted(below, key=lambda child: (-len(shelf.edges.get(child, ())), child))
    rest, leads = ranked, list[list[Relationship]]()
    for child in by_size:
        if len(rest) + len(leads) <= MAX_EDGES:
            break
        rest = [edge for edge in rest if home.get(edge.id) != child]
        leads.append([element.edge for element in below[child]])
    rounds = [lead[k] for k in range(LEAD_EDGES) for lead in leads if k < len(lead)]
    return rounds + rest


def _context(shelf: _Shelf, community: Community, chosen: list[_Element]) -> CommunityContext:
    members = set(community.entity_ids)
    claims = {claim.id: claim for element in chosen for claim in element.claims}
    for entity_id in (*community.hub_ids, *(community.entity_ids if not chosen else ())):
        claims.update((claim.id, claim) for claim in shelf.claims_of(entity_id))
        if len(claims) > 2 * MAX_EDGES and not chosen:
            break
    ordered = sorted(claims.values(), key=lambda claim: (claim.path, claim.sentence))
    position = {claim.id: number for number, claim in enumerate(ordered)}
    shown = {end for element in chosen for end in (element.edge.source_entity_id, element.edge.target_entity_id)}
    shown |= {claim.subject_entity_id for claim in ordered} & members | set(community.hub_ids)
    strongest = sorted(chosen, key=lambda element: (-_strength(element), element.edge.id))
    return CommunityContext(
        community_id=community.id,
        hub_ids=community.hub_ids,
        entities=tuple(ContextEntity(entity_id, shelf.titles[entity_id]) for entity_id in sorted(shown)),
        claims=tuple(_context_claim(claim, shown) for claim in ordered),
        edges=tuple(
            ContextEdge(
                element.edge.source_entity_id,
                element.edge.target_entity_id,
                element.edge.type,
                tuple(position[claim.id] for claim in element.said),
            )
            for element in strongest
        ),
    )


def _context_claim(claim: Claim, shown: set[str]) -> ContextClaim:
    citation = Citation(claim.id, claim.path, claim.span.start_line, claim.span.end_line, claim.quote)
    return ContextClaim(
        claim.subject_entity_id,
        tuple(entity_id for entity_id in claim.object_entity_ids if entity_id in shown),
        claim.type,
        claim.score,
        Statement(claim.statement, (citation,)),
    )


# ---------------------------------------------------------------------------------------------- the report


def run(context: CommunityContext, params: Params) -> CommunityReport:
    """Never fails; a community of which nothing is claimed has a title and no statements."""
    titles = {entity.id: entity.title for entity in context.entities}
    tokens = [content_tokens(claim.statement.text) for claim in context.claims]
    summary = _summary(context, tokens, params)
    findings = _findings(context, titles, tokens, summary, params)
    rating, reason = _rating(context)
    return CommunityReport(
        community_id=context.community_id,
        title=", ".join(titles[entity_id] for entity_id in context.hub_ids),
        summary=tuple(context.claims[number].statement for number in summary),
        findings=findings,
        rating=rating,
        rating_reason=reason,
    )


def _summary(context: CommunityContext, tokens: list[list[str]], params: Params) -> list[int]:
    """The most central claims; those about the first hub first, then in the order of the sources."""
    if not context.claims:
        return []
    hub_rank = {entity_id: rank for rank, entity_id in enumerate(context.hub_ids)}
    scores = [
        central
        * (0.2 + claim.score)
        * (1.3 if claim.subject_entity_id in hub_rank else 1.0)
        * (1.2 if claim.type == "definition" else 1.0)
        for claim, central in zip(context.claims, centrality(tokens), strict=True)
    ]
    chosen = pick(scores, tokens, params.summary_statements, params.max_overlap)
    last = len(hub_rank)
    return sorted(chosen, key=lambda number: (hub_rank.get(context.claims[number].subject_entity_id, last), number))


def _findings(
    context: CommunityContext,
    titles: Mapping[str, str],
    tokens: list[list[str]],
    summary: list[int],
    params: Params,
) -> tuple[Finding, ...]:
    """The strongest relationships with sentences that say them and that the report has not used yet."""
    used = [frozenset(tokens[number]) for number in summary]
    findings: list[Finding] = []
    for edge in context.edges:
        said: list[Statement] = []
        for number in edge.claims:
            terms = frozenset(tokens[number])
            is_new = all(overlap(terms, other) <= params.max_overlap for other in used)
            if is_new and len(said) < params.finding_statements:
                used.append(terms)
                said.append(context.claims[number].statement)
        if said:
            ends = f"{titles[edge.source_entity_id]} · {titles[edge.target_entity_id]}"
            findings.append(Finding(ends, tuple(said)))
        if len(findings) == params.findings:
            break
    return tuple(findings)


def _rating(context: CommunityContext) -> tuple[float, str]:
    """How much there is to it, 0–10: 4 points for claims (all of them at 80), 3 for relationships that a sentence
    says (at a full context), 3 for sources (at 32, each doubling counts the same)."""
    n_claims = len(context.claims)
    n_sources = len({citation.path for claim in context.claims for citation in claim.statement.citations})
    n_said = sum(1 for edge in context.edges if edge.claims)
    rating = 4 * min(1.0, n_claims / 80) + 3 * min(1.0, n_said / MAX_EDGES) + 3 * min(1.0, math.log2(1 + n_sources) / 5)
    return round(rating, 1), f"{n_claims} claims from {n_sources} sources, {n_said} stated relationships"
