"""Everything → for each page the little that it is made of.

A page runs again only if its slice changes, so a slice holds no counter or rank that moves with edits elsewhere:
what is shown is chosen by things that belong to the page's own subject, and is listed by name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from wikigraph.composition.index import index_groups
from wikigraph.model.claim import (
    Citation,
    Claim,
    CommunityReport,
    DocumentClaims,
    DocumentDigest,
    OutlineItem,
    Statement,
)
from wikigraph.model.graph import Community, Graph, Hierarchy, Lexicon, Relationship
from wikigraph.model.page import Item, PageInput, SiteMap, SitePage, Target
from wikigraph.pages.deadlinks import FOLLOWED
from wikigraph.text.links import Files, resolve_wikilink, source_label, wikilink_target
from wikigraph.text.names import name_key

MAX_STATEMENTS = 12  # of an entity's slice; compose shows fewer
MAX_NAMING = 2  # statements about others that name it, where there is none about it
MAX_RELATIONS = 12
MIN_NAMING = 0.4  # score of such a statement
LONG_QUOTE = 300  # characters; a shorter sentence is the better footnote
USES = ("lead", "naming", "evidence")
MAX_UNCITED = 4  # relations that no one sentence says, where fewer are said
MAX_LINKS = 24
MAX_MEMBERS = 200  # above the largest community
MAX_OUTLINE = 60


def gather(
    site: SiteMap,
    lexicon: Lexicon,
    graph: Graph,
    hierarchy: Hierarchy,
    reports: Mapping[str, CommunityReport],
    digests: Mapping[str, DocumentDigest],
    claims: Mapping[str, DocumentClaims],
) -> dict[str, PageInput]:
    """Page id → its slice."""
    shelf = _Shelf(site, hierarchy, claims)
    entities = {entity.id: entity for entity in lexicon.entities}
    communities = {community.id: community for community in hierarchy.communities}
    relationships = _by_end(graph, shelf.targets)
    sources = _Sources(site, digests)
    found: dict[str, PageInput] = {}
    for page in site.pages:
        if page.kind == "source":
            found[page.id] = shelf.source(page, digests[page.subject], sources)
        elif page.kind == "entity":
            aliases = entities[page.subject].aliases
            found[page.id] = shelf.entity(page, aliases, relationships.get(page.subject, []), sources)
        elif page.kind == "community":
            community = communities[page.subject]
            found[page.id] = shelf.community(page, community, reports[page.subject], sources)
        else:
            found[page.id] = PageInput(page, groups=index_groups(site, hierarchy))
    return found


def statement_of(claim: Claim) -> Statement:
    return Statement(claim.statement, (citation_of(claim),))


def citation_of(claim: Claim) -> Citation:
    return Citation(claim.id, claim.path, claim.span.start_line, claim.span.end_line, claim.quote)


class _Sources:
    """How pages link to sources, and what sources' own links mean."""

    def __init__(self, site: SiteMap, digests: Mapping[str, DocumentDigest]) -> None:
        self.pages = {page.subject: page for page in site.pages if page.kind == "source"}
        self._files = Files([*digests, *(page.path for page in site.pages), *(page.path for page in site.people)])
        self._by_title: dict[str, list[str]] = {}
        for path in sorted(digests):
            self._by_title.setdefault(name_key(digests[path].title), []).append(path)
        self._titles = {page.path: page.title for page in site.pages} | {
            page.path: page.title for page in site.people
        }

    def cited(self, paths: Iterable[str]) -> tuple[tuple[Target, ...], tuple[str, ...]]:
        """The sources as targets; one that no wikilink can name is stood for by its page."""
        ordered = tuple(sorted(set(paths)))
        return tuple(map(self._target, ordered)), ordered

    def page(self, path: str) -> Target | None:
        page = self.pages.get(path)
        return Target(page.path, page.title) if page else None

    def titled(self, names: Iterable[str]) -> Counter[str]:
        """The sources whose title is one of the names: what bears them is their subject."""
        return Counter(path for key in sorted(set(map(name_key, names))) for path in self._by_title.get(key, ()))

    def typed(self, digest: DocumentDigest, own: str) -> tuple[Item, ...]:
        """The links of a source's front matter whose targets exist; a source is linked to by its page."""
        items = []
        for link in digest.links:
            if link.relation in FOLLOWED:
                path = resolve_wikilink(link.target, digest.path, self._files).path
                target = self.page(path) or (Target(path, self._titles.get(path, "")) if path else None)
                if target is not None and target.path != own:
                    items.append(Item(link.relation, target))
        return tuple(dict.fromkeys(items))

    def _target(self, path: str) -> Target:
        page = self.pages.get(path)
        if page is None or wikilink_target(path):
            return Target(path, source_label(path))
        return Target(page.path, page.title)


class _Shelf:
    """What several pages need, computed once."""

    def __init__(self, site: SiteMap, hierarchy: Hierarchy, claims: Mapping[str, DocumentClaims]) -> None:
        self.targets = {page.subject: Target(page.path, page.title) for page in site.pages if page.kind == "entity"}
        self._pages = {page.subject: Target(page.path, page.title) for page in site.pages if page.kind == "community"}
        self._community: dict[str, str] = {}  # entity → its finest community that has a page
        self._parents = {community.id: community.parent_id for community in hierarchy.communities}
        self._children: dict[str, list[str]] = {}
        for community in hierarchy.communities:
            self._children.setdefault(community.parent_id, []).append(community.id)
            if community.id in self._pages:
                self._community.update(dict.fromkeys(community.entity_ids, community.id))
        self._about: dict[str, list[Claim]] = {}
        self._naming: dict[str, list[Claim]] = {}  # as an object
        self._in_document: dict[str, Counter[str]] = {}
        self._by_sentence: dict[tuple[str, int], Claim] = {}
        self._evidence_at: dict[tuple[str, int], Citation] = {}
        for path in sorted(claims):
            self._read(claims[path])

    def source(self, page: SitePage, digest: DocumentDigest, sources: _Sources) -> PageInput:
        outline = tuple(
            Item(target=Target(digest.path, heading.text), line=heading.line, depth=depth)
            for heading, depth in _depths(digest)
        )
        named = self._in_document.get(digest.path, Counter())
        best = sorted(named, key=lambda entity_id: (-named[entity_id], entity_id))[:MAX_LINKS]
        targets, paths = sources.cited([digest.path])
        return PageInput(
            page,
            statements=digest.summary,
            relations=sources.typed(digest, page.path),
            outline=outline,
            links=_by_title(self.targets[entity_id] for entity_id in best),
            sources=targets,
            source_paths=paths,
            text=digest.text,
        )

    def entity(
        self, page: SitePage, aliases: tuple[str, ...], edges: list[Relationship], sources: _Sources
    ) -> PageInput:
        about = sorted(self._for(page.subject, self._about, "lead"), key=_merit)[:MAX_STATEMENTS]
        n_definitions = sum(claim.type == "definition" for claim in about)
        if not about:  # what is said of others and names it tells at least where it belongs
            naming = self._for(page.subject, self._about, "naming")
            naming += self._for(page.subject, self._naming, "lead", "naming")
            naming = [claim for claim in naming if claim.score >= MIN_NAMING]
            about = sorted(naming, key=lambda c: (c.subject_entity_id != page.subject, _merit(c)))[:MAX_NAMING]
        relations = self._relations(page.subject, edges)
        naming = [*self._about.get(page.subject, ()), *self._naming.get(page.subject, ())]
        if not about:  # one sentence that needs its surroundings, whose lines are told, is better than none
            short = [claim for claim in naming if len(claim.quote) <= LONG_QUOTE]
            about = sorted(short, key=lambda claim: _fitness(claim, (page.subject, page.subject)))[:1]
        counts = Counter(claim.path for claim in naming) or Counter(
            path for edge in edges for path, _ in edge.evidence
        )
        counts = counts or sources.titled((page.title, *aliases))  # a title or alias that no sentence names
        best = sorted(counts, key=lambda path: (-counts[path], path))[:MAX_LINKS]
        cited = {claim.path for claim in about} | {c.path for item in relations for c in item.citations}
        targets, paths = sources.cited(cited or best)
        community = self._community.get(page.subject)
        return PageInput(
            page,
            aliases=aliases,
            community=self._pages[community] if community else None,
            statements=tuple(map(statement_of, about)),
            n_definitions=n_definitions,
            relations=relations,
            links=_by_title(target for path in best if (target := sources.page(path))),
            sources=targets,
            source_paths=paths,
        )

    def _for(self, entity_id: str, held: Mapping[str, list[Claim]], *uses: str) -> list[Claim]:
        return [claim for claim in held.get(entity_id, ()) if claim.use in uses]

    def community(
        self, page: SitePage, community: Community, report: CommunityReport, sources: _Sources
    ) -> PageInput:
        members = [self.targets[member] for member in community.entity_ids if member in self.targets]
        statements = [*report.summary, *(s for finding in report.findings for s in finding.statements)]
        targets, paths = sources.cited(c.path for statement in statements for c in statement.citations)
        return PageInput(
            page,
            statements=report.summary,
            findings=report.findings,
            links=_hubs_first(community.hub_ids, self.targets, members[:MAX_MEMBERS]),
            broader=self._nearest(self._parents.get(community.id, "")),
            narrower=_by_title(self._below(community.id)),
            sources=targets,
            source_paths=paths,
        )

    def _read(self, held: DocumentClaims) -> None:
        named = self._in_document.setdefault(held.path, Counter())
        self._evidence_at.update(((held.path, ordinal), citation) for ordinal, citation in held.evidence)
        for claim in held.claims:
            self._by_sentence.setdefault((held.path, claim.sentence), claim)
            self._about.setdefault(claim.subject_entity_id, []).append(claim)
            for object_id in claim.object_entity_ids:
                self._naming.setdefault(object_id, []).append(claim)
            named.update(
                entity_id
                for entity_id in dict.fromkeys((claim.subject_entity_id, *claim.object_entity_ids))
                if entity_id in self.targets
            )

    def _relations(self, entity_id: str, edges: list[Relationship]) -> tuple[Item, ...]:
        """For each other page one line, "related" only where nothing closer is said: first what a sentence says,
        then what is said often."""
        drafts: list[tuple[bool, bool, int, tuple[str, str], str, Item]] = []
        for edge in edges:
            is_outward = edge.source_entity_id == entity_id
            if is_outward or edge.type == "related":
                other = edge.target_entity_id if is_outward else edge.source_entity_id
                citation = self._evidence(edge)
                item = Item(edge.type, self.targets[other], citations=citation)
                drafts.append((not citation, edge.type == "related", -edge.weight, _title_key(item), other, item))
        typed = {other for _, is_related, _, _, other, _ in drafts if not is_related}
        drafts = sorted(d for d in drafts if not d[1] or d[4] not in typed)
        said = [draft for draft in drafts if not draft[0]][:MAX_RELATIONS]
        kept = said + [draft for draft in drafts if draft[0]][: max(0, MAX_UNCITED - len(said))]
        return tuple(draft[5] for draft in kept)

    def _evidence(self, edge: Relationship) -> tuple[Citation, ...]:
        """The sentence that says it best: about one of the two and whole, else the first that holds both."""
        ends = (edge.source_entity_id, edge.target_entity_id)
        claims = (self._by_sentence.get(place) for place in edge.evidence)
        best = min((claim for claim in claims if claim), key=lambda claim: _fitness(claim, ends), default=None)
        if best is not None and best.use != "evidence":
            return (citation_of(best),)
        held = [self._evidence_at[place] for place in edge.evidence if place in self._evidence_at]
        if best is not None:
            held.append(citation_of(best))
        first = min(held, key=_handiness, default=None)
        return (first,) if first else ()

    def _nearest(self, community_id: str) -> tuple[Target, ...]:
        while community_id and community_id not in self._pages:
            community_id = self._parents.get(community_id, "")
        return (self._pages[community_id],) if community_id else ()

    def _below(self, community_id: str) -> list[Target]:
        """The nearest pages below a community."""
        found: list[Target] = []
        waiting = list(self._children.get(community_id, ()))
        while waiting:
            child = waiting.pop()
            if child in self._pages:
                found.append(self._pages[child])
            else:
                waiting += self._children.get(child, ())
        return found


def _by_end(graph: Graph, targets: Mapping[str, Target]) -> dict[str, list[Relationship]]:
    """Relationships between two entities with pages, by each of their ends."""
    found: dict[str, list[Relationship]] = {}
    for edge in graph.relationships:
        ends = {edge.source_entity_id, edge.target_entity_id}
        if len(ends) == 2 and ends <= targets.keys():
            for end in sorted(ends):
                found.setdefault(end, []).append(edge)
    return found


def _merit(claim: Claim) -> tuple[bool, float, str, int, str]:
    return claim.type != "definition", -claim.score, claim.path, claim.sentence, claim.id


def _fitness(claim: Claim, ends: tuple[str, str]) -> tuple[int, bool, bool, float, str, int, str]:
    return USES.index(claim.use), claim.subject_entity_id not in ends, *_merit(claim)


def _handiness(citation: Citation) -> tuple[bool, bool, str, int, str]:
    """Prose before rows of tables, short before long, then by place."""
    quote = citation.quote
    return "|" in quote, len(quote) > LONG_QUOTE, citation.path, citation.start_line, citation.claim_id


def _depths(digest: DocumentDigest) -> Iterable[tuple[OutlineItem, int]]:
    """Headings with their depth, the title's own left out; of a long document only the upper levels."""
    headings = [item for item in digest.outline if item.text != digest.title or item.level != 1]
    for limit in (6, 3, 2, 1):
        kept = [item for item in headings if item.level <= limit]
        if len(kept) <= MAX_OUTLINE:
            break
    kept = kept[:MAX_OUTLINE]
    open_levels: list[int] = []
    for item in kept:
        while open_levels and open_levels[-1] >= item.level:
            open_levels.pop()
        yield item, len(open_levels)
        open_levels.append(item.level)


def _by_title(targets: Iterable[Target]) -> tuple[Target, ...]:
    return tuple(sorted(set(targets), key=lambda target: (target.title.casefold(), target.path)))


def _hubs_first(hub_ids: Sequence[str], targets: Mapping[str, Target], members: Iterable[Target]) -> tuple[Target, ...]:
    hubs = tuple(targets[hub] for hub in hub_ids if hub in targets)
    return (*hubs, *(member for member in _by_title(members) if member not in hubs))


def _title_key(item: Item) -> tuple[str, str]:
    return (item.target.title.casefold(), item.target.path) if item.target else ("", "")
