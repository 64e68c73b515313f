"""Two states of a page as data → whether it states something else, and what else differs.

What a page states: its sentences with what supports them, the quotes that support its relations, and its notes on
support. Line numbers are no part of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import msgspec

from wikigraph.model.claim import Citation
from wikigraph.model.page import Page, Section

Stated = tuple[str, str, tuple[tuple[str, str], ...]]  # section, text of a paragraph or item, (source, quote)s


def statements_of(page: Page | None) -> Counter[Stated]:
    """All that a page states, () for no page."""
    return Counter(_stated(page)) if page is not None else Counter()


def citations_of(page: Page | None) -> Iterator[Citation]:
    """Everything that a page cites, in order."""
    for section in page.sections if page is not None else ():
        for paragraph in section.paragraphs:
            for statement in paragraph:
                yield from statement.citations
        for item in section.items:
            yield from item.citations


def with_sources_at(page: Page, paths: Mapping[str, str]) -> Page:
    """The page as it would cite sources that have other paths now, by the former ones."""
    return msgspec.structs.replace(page, sections=tuple(_section_at(section, paths) for section in page.sections))


def differences(before: Page, after: Page) -> tuple[str, ...]:
    """What differs beside statements: any of "names", "community", "outline", "links", "footnotes" (their order or
    ids), "index". () where nothing but line numbers differ."""
    if after.kind == "index":
        return ("index",) if _links(before) != _links(after) else ()
    found = []
    if (before.title, before.aliases) != (after.title, after.aliases):
        found.append("names")
    if before.community != after.community:  # another one, another title, or another place
        found.append("community")
    if _outline(before) != _outline(after):
        found.append("outline")
    if _links(before) != _links(after):
        found.append("community" if after.kind == "community" else "links")
    if [c.claim_id for c in citations_of(before)] != [c.claim_id for c in citations_of(after)]:
        found.append("footnotes")
    return tuple(dict.fromkeys(found))


def _stated(page: Page) -> Iterator[Stated]:
    for section in page.sections:
        for paragraph in section.paragraphs:
            texts = " ".join(statement.text for statement in paragraph)  # in another order it reads otherwise
            yield section.slug, texts, tuple(q for statement in paragraph for q in _quotes(statement.citations))
        for item in section.items:
            if item.citations or (item.text and page.kind != "index"):
                yield section.slug, item.text, _quotes(item.citations)
        if section.note and page.kind != "index":
            yield section.slug, section.note, ()


def _quotes(citations: tuple[Citation, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((citation.path, citation.quote) for citation in citations)


def _outline(page: Page) -> list[tuple[str, int]]:
    return [
        (item.target.title if item.target else "", item.depth)
        for section in page.sections if section.slug == "outline" for item in section.items
    ]  # fmt: skip


def _section_at(section: Section, paths: Mapping[str, str]) -> Section:
    paragraphs = tuple(
        tuple(msgspec.structs.replace(s, citations=_citations_at(s.citations, paths)) for s in paragraph)
        for paragraph in section.paragraphs
    )
    items = tuple(msgspec.structs.replace(i, citations=_citations_at(i.citations, paths)) for i in section.items)
    return msgspec.structs.replace(section, paragraphs=paragraphs, items=items)


def _citations_at(citations: tuple[Citation, ...], paths: Mapping[str, str]) -> tuple[Citation, ...]:
    return tuple(msgspec.structs.replace(c, path=paths.get(c.path, c.path)) for c in citations)


def _links(page: Page) -> list[object]:
    """Every list but the outline, and the typed links of the front matter."""
    lists = [_items(section) for section in page.sections if section.slug != "outline"]
    typed = (page.supported_by, page.requires, page.related, page.supersedes, page.tags)
    return [*lists, *typed]


def _items(section: Section) -> tuple[object, ...]:
    bare = tuple(msgspec.structs.replace(item, citations=(), line=0) for item in section.items)
    return section.slug, section.heading, section.note, bare
