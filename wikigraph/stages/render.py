"""Page → Markdown, as pieces that are put into a file.

Every edge stands twice: front matter keys with quoted wikilinks (Obsidian) and relative Markdown links in the body
(VS Code, GitHub). Every statement carries footnotes, and their definitions link to the lines and quote them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from wikigraph.model.base import Value
from wikigraph.model.claim import Citation, Statement
from wikigraph.model.page import FrontMatterValue, Item, Page, RenderedPage, RenderedSection, Section, Target
from wikigraph.pages.footnotes import footnote, lines_label
from wikigraph.pages.pagehash import FOOTNOTES, OWNED_KEYS
from wikigraph.pages.records import with_records
from wikigraph.text.links import relative, source_label, wikilink_target
from wikigraph.text.markdown import escape, escape_label, in_order, inert_name, one_line, wikilink_text

VERSION = 7


class Params(Value, frozen=True):
    """Nothing to set."""


def run(page: Page, params: Params) -> RenderedPage:
    """The same page gives the same bytes."""
    sections = [RenderedSection(section.slug, _section(section, page)) for section in page.sections]
    footnotes = "\n".join(footnote(citation, page.path) for citation in _citations(page))
    if footnotes:
        sections.append(RenderedSection(FOOTNOTES, footnotes))
    front = with_records(_front_matter(page), sections, page.text)
    return RenderedPage(page.id, page.kind, page.path, front, tuple(sections), page.text)


def _front_matter(page: Page) -> list[FrontMatterValue]:
    community = (page.community,) if page.community else ()
    single = {"id": page.id, "type": page.kind, "title": inert_name(page.title)}
    single["community"] = next(iter(_wikilinks(community)), "")
    lists = {
        "aliases": tuple(map(inert_name, page.aliases)),
        "tags": page.tags,
        "supported_by": _wikilinks(page.supported_by),
        "requires": _wikilinks(page.requires),
        "related": _wikilinks(page.related),
        "supersedes": _wikilinks(page.supersedes),
    }
    found = [
        FrontMatterValue(key, (single[key],), is_list=False)
        if key in single
        else FrontMatterValue(key, lists.get(key, ()), is_list=True)
        for key in OWNED_KEYS
    ]
    return [item for item in found if any(item.values)]


def _wikilinks(targets: tuple[Target, ...]) -> tuple[str, ...]:
    links = ((wikilink_target(target.path), wikilink_text(target.title)) for target in targets)
    return tuple(f"[[{path}|{title}]]" if title else f"[[{path}]]" for path, title in links if path)


def _section(section: Section, page: Page) -> str:
    heading = f"## {_heading(section.heading)}" if section.heading else f"# {_heading(page.title)}"
    pieces = [heading, *(" ".join(map(_statement, paragraph)) for paragraph in section.paragraphs if paragraph)]
    if section.items:
        pieces.append("\n".join(_item(item, page.path) for item in section.items))
    if section.note:
        pieces.append(escape(one_line(in_order(section.note))))
    return "\n\n".join(pieces)


def _heading(text: str) -> str:
    # a run of "#" behind a space would be read as the heading's closing sequence
    return re.sub(r"(?<=\s)(#+)$", r"\\\1", escape(one_line(in_order(text)), at_start=False))


def _statement(statement: Statement) -> str:
    return escape(one_line(statement.text)) + _references(statement.citations)


def _references(citations: tuple[Citation, ...]) -> str:
    return "".join(f"[^{claim_id}]" for claim_id in dict.fromkeys(citation.claim_id for citation in citations))


def _item(item: Item, page: str) -> str:
    relation = f"**{escape(one_line(item.relation))}** " if item.relation else ""
    link = _link(item.target, item.line, page) if item.target else ""
    gap = " " if item.text[:1] == " " else ""
    text = gap + escape(one_line(in_order(item.text)), at_start=not (relation or link))
    return f"{'  ' * item.depth}- {relation}{link}{text}{_references(item.citations)}".rstrip()


def _link(target: Target, line: int, page: str) -> str:
    label, way = escape_label(target.title or source_label(target.path)), relative(target.path, page)
    return f"[{label}, {lines_label(line, line)}]({way}#L{line})" if line else f"[{label}]({way})"


def _citations(page: Page) -> Iterator[Citation]:
    """Every citation once, in the order in which the page's text comes to them."""
    seen: set[str] = set()
    for section in page.sections:
        statements = [statement.citations for paragraph in section.paragraphs for statement in paragraph]
        for citation in (found for held in [*statements, *(i.citations for i in section.items)] for found in held):
            if citation.claim_id not in seen:
                seen.add(citation.claim_id)
                yield citation
