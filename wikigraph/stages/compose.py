"""A page's slice → the page: what it says, section by section, each statement with what supports it.

Nothing is worded anew. A page is supported by the sources that its footnotes cite, and by no others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from wikigraph.composition.gather import gather
from wikigraph.model.base import Natural, Value
from wikigraph.model.claim import CommunityReport, DocumentClaims, DocumentDigest, Statement
from wikigraph.model.graph import Graph, Hierarchy, Lexicon
from wikigraph.model.page import Item, Page, PageInput, Section, SiteMap, Target
from wikigraph.pages.pagehash import LEAD, section_slug
from wikigraph.text.agreeing import says_otherwise, wording
from wikigraph.text.centrality import content_tokens, overlap

VERSION = 7


class Params(Value, frozen=True):
    """Settings of this stage."""

    max_definitions: Natural = 1  # an entity's page begins with so many definitions
    max_statements: int = 5  # of an entity's lead, definitions included
    max_overlap: float = 0.7  # of the smaller one's content terms that another statement of the lead has too


def split(
    site: SiteMap,
    lexicon: Lexicon,
    graph: Graph,
    hierarchy: Hierarchy,
    reports: Mapping[str, CommunityReport],
    digests: Mapping[str, DocumentDigest],
    claims: Mapping[str, DocumentClaims],
) -> dict[str, PageInput]:
    """Page id → all that the page is made of."""
    return gather(site, lexicon, graph, hierarchy, reports, digests, claims)


def run(page_input: PageInput, params: Params) -> Page:
    """Never fails."""
    page = page_input.page
    if page.kind == "source":
        return _source(page_input)
    if page.kind == "entity":
        return _entity(page_input, params)
    if page.kind == "community":
        return _community(page_input)
    sections = [_section(group.heading, group.items, note=group.note) for group in page_input.groups]
    return _page(page_input, [Section(LEAD, ""), *sections])


def _source(given: PageInput) -> Page:
    relations = [*_sorted_relations(given.relations), *_support(given.sources, given.source_paths)]
    return _page(
        given,
        [
            Section(LEAD, "", _paragraphs(given.statements)),
            _section("Relations", relations),
            _section("Outline", given.outline),
            _section("Entities", _list(given.links)),
        ],
        supported_by=given.sources,
    )


def _entity(given: PageInput, params: Params) -> Page:
    statements = _choose(given, params)
    relations = _sorted_relations(given.relations)
    # a page that quotes nothing rests on the sources that name its subject
    cited = _cited_sources(given, statements, relations) or given.sources
    note = "One source alone supports this page." if len(cited) == 1 else ""
    return _page(
        given,
        [
            Section(LEAD, "", _paragraphs(statements), note=note),
            _section("Relations", [*relations, *_list(cited, "supported by")]),
            _section("Mentioned in", _list(given.links)),
        ],
        supported_by=cited,
    )


def _community(given: PageInput) -> Page:
    findings = [
        Item(
            relation=finding.title if number == 0 else "",
            text=statement.text,
            citations=statement.citations,
            depth=0 if number == 0 else 1,
        )
        for finding in given.findings
        for number, statement in enumerate(finding.statements)
    ]
    cited = _cited_sources(given, given.statements, findings)
    relations = [*_list(given.broader, "broader"), *_list(given.narrower, "narrower")]
    relations += _list(cited, "supported by")
    return _page(
        given,
        [
            Section(LEAD, "", _paragraphs(given.statements)),
            _section("Members", _list(given.links)),
            _section("Findings", findings),
            _section("Relations", relations),
        ],
        supported_by=cited,
        requires=given.links,
        related=(*given.broader, *given.narrower),
    )


def _page(
    given: PageInput,
    sections: Sequence[Section],
    *,
    supported_by: tuple[Target, ...] = (),
    requires: tuple[Target, ...] = (),
    related: tuple[Target, ...] = (),
) -> Page:
    page = given.page
    return Page(
        id=page.id,
        kind=page.kind,
        path=page.path,
        title=page.title,
        aliases=given.aliases,
        tags=(f"wikigraph/{page.kind}",),
        community=given.community,
        supported_by=tuple(target for target in supported_by if target.path != page.path),
        requires=requires or _targets(given.relations, "requires"),
        related=related or _targets(given.relations, "related", "references"),
        supersedes=_targets(given.relations, "supersedes"),
        text=given.text,
        sections=tuple(s for s in sections if s.slug == LEAD or s.items or s.paragraphs),
    )


def _section(heading: str, items: Iterable[Item], *, note: str = "") -> Section:
    return Section(section_slug(heading), heading, items=tuple(items), note=note)


def _paragraphs(statements: Sequence[Statement]) -> tuple[tuple[Statement, ...], ...]:
    return (tuple(statements),) if statements else ()


def _list(targets: Iterable[Target], relation: str = "") -> list[Item]:
    return [Item(relation, target) for target in targets]


def _support(targets: Sequence[Target], paths: Sequence[str]) -> list[Item]:
    """A source's page names the source itself, also where no wikilink can."""
    return [Item("supported by", Target(path, "")) for _, path in zip(targets, paths, strict=True)]


def _sorted_relations(relations: Sequence[Item]) -> list[Item]:
    """By type, each type in the order given."""
    order = {"requires": 0, "supersedes": 1, "references": 2, "related": 3}
    return sorted(relations, key=lambda item: (order.get(item.relation, 4), item.relation))


def _targets(relations: Iterable[Item], *types: str) -> tuple[Target, ...]:
    return tuple(dict.fromkeys(item.target for item in relations if item.relation in types and item.target))


def _cited_sources(
    given: PageInput, statements: Iterable[Statement], items: Iterable[Item]
) -> tuple[Target, ...]:
    cited = {citation.path for statement in statements for citation in statement.citations}
    cited |= {citation.path for item in items for citation in item.citations}
    pairs = zip(given.sources, given.source_paths, strict=True)
    return tuple(target for target, path in pairs if path in cited)


def _choose(given: PageInput, params: Params) -> list[Statement]:
    """The best definition, then further statements. Among these a source that has not spoken yet comes before one that
    has; and what says otherwise with nearly the same words stands right behind: the reader sees that sources differ.
    """
    merged = _merge(given.statements)
    definitions = [statement for position, statement in merged if position < given.n_definitions]
    chosen: list[Statement] = []
    waiting = [statement for _, statement in merged]
    for statement in definitions[: params.max_definitions]:
        _take(statement, waiting, chosen, params)
    while waiting and len(chosen) < params.max_statements:
        heard = {citation.path for statement in chosen for citation in statement.citations}
        fresh = (s for s in waiting if {citation.path for citation in s.citations} - heard)
        best = next(fresh, waiting[0])
        if any(_is_near(best, other, params) for other in chosen):
            waiting.remove(best)  # it repeats one, or it is one more of those that differ
        else:
            _take(best, waiting, chosen, params)
    return chosen


def _take(statement: Statement, waiting: list[Statement], chosen: list[Statement], params: Params) -> None:
    """The statement and, behind it, the first from another source that says otherwise."""
    waiting.remove(statement)
    chosen.append(statement)
    paths = {citation.path for citation in statement.citations}
    rival = next(
        (other for other in waiting if _is_near(statement, other, params)
         and {citation.path for citation in other.citations} - paths and says_otherwise(statement.text, other.text)),
        None,
    )  # fmt: skip
    if rival is not None and len(chosen) < params.max_statements:
        waiting.remove(rival)
        chosen.append(rival)


def _is_near(one: Statement, other: Statement, params: Params) -> bool:
    ours, theirs = frozenset(content_tokens(one.text)), frozenset(content_tokens(other.text))
    return overlap(ours, theirs) > params.max_overlap


def _merge(statements: Sequence[Statement]) -> list[tuple[int, Statement]]:
    """(position of the first, statement with the citations of all that say it word for word). Nothing less is support:
    a sentence cites only what says it."""
    merged: dict[str, tuple[int, Statement]] = {}
    for position, statement in enumerate(statements):
        key = wording(statement.text)
        first, held = merged.get(key, (position, Statement(statement.text, ())))
        merged[key] = first, Statement(held.text, tuple(dict.fromkeys((*held.citations, *statement.citations))))
    return list(merged.values())
