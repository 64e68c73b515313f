"""An answer that somebody saved → a page; and such a page, as it stands → what is to stand there now.

Nothing but the page itself says what was asked and answered. So a compile keeps its sentences, renews their lines,
marks those that no source says any more, and renews its links.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from wikigraph.model.claim import Statement
from wikigraph.model.ids import content_id
from wikigraph.model.page import Item, Page, PageFile, Section, Target
from wikigraph.pages.footnotes import Standing, cited_in, definition_id, is_marked, place_of, renewed
from wikigraph.pages.pagefile import values_of
from wikigraph.pages.pagehash import FOOTNOTES, LEAD, item_hashes, with_lf
from wikigraph.pages.records import generated_front
from wikigraph.text.quotes import quote_key
from wikigraph.text.shorten import shorten

FOLDER = "wiki/answers"
PREFIX = "ans-"
RELATIONS = "relations"


@dataclass(frozen=True, slots=True)
class Neighbours:
    """What an answer's page links to."""

    entities: Mapping[str, Target] = field(default_factory=dict)  # path of an entity's page, also a former one → now
    source: Callable[[str], Target] = lambda path: Target(path, "")  # path in raw/ → how it is linked to


def answer_id(question: str, which: int = 0) -> str:
    """The id of the page of a question; `which` counts further pages of the same one."""
    return content_id("ans", quote_key(question), *([str(which)] if which else []))


def new_page(
    id_: str,
    path: str,
    titles: tuple[str, str],
    paragraphs: Sequence[tuple[Statement, ...]],
    entities: Sequence[Target],
    neighbours: Neighbours,
    note: str,
) -> Page:
    """`titles` are the page's title and the question, `entities` the pages of those that the answer names."""
    title, question = (shorten(_printable(text)) for text in titles)
    cited = {citation.path for paragraph in paragraphs for statement in paragraph for citation in statement.citations}
    lead = Section(LEAD, "", tuple(paragraphs), note=note)
    aliases = (question,) if question != title else ()
    return _page(id_, path, title, aliases, (lead,), sorted(cited), entities, neighbours)


def kept_page(existing: PageFile, neighbours: Neighbours, standing: Standing) -> tuple[Page, bool]:
    """The page with the links that it is to have, without its lead; and whether any source still says any of it."""
    body = [part.text for part in existing.parts if part.slug != FOOTNOTES]
    block = next((with_lf(part.text) for part in existing.parts if part.slug == FOOTNOTES), "")
    cited, _ = cited_in(body)
    lines = [renewed(line, existing.path, standing) for line in block.split("\n") if definition_id(line) in cited]
    sources = sorted({path for line in lines if not is_marked(line) and (path := place_of(line, existing.path))})
    related = (f"{link.target}.md" for link in existing.links if link.relation == "related")
    known = neighbours.entities
    entities = dict.fromkeys(known[path] for path in related if path in known)
    page = _page(existing.id, existing.path, existing.title, _generated(existing, "aliases"), (), sources,
                 tuple(entities), neighbours)  # fmt: skip
    return page, bool(sources) or not lines


def _page(
    id_: str,
    path: str,
    title: str,
    aliases: tuple[str, ...],
    sections: tuple[Section, ...],
    sources: Sequence[str],
    entities: Sequence[Target],
    neighbours: Neighbours,
) -> Page:
    supported_by = tuple(neighbours.source(source) for source in sources)
    related = tuple(sorted(set(entities), key=lambda target: target.path))
    items = (*_items("related", related), *_items("supported by", supported_by))
    if items:
        sections = (*sections, Section(RELATIONS, "Relations", items=items))
    return Page(id_, "answer", path, title, aliases, ("wikigraph/answer",), None, supported_by, (), related, sections)


def _printable(text: str) -> str:
    """What was typed, on one line, without control characters."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def _items(relation: str, targets: Iterable[Target]) -> tuple[Item, ...]:
    return tuple(Item(relation, target) for target in targets)


def _generated(existing: PageFile, key: str) -> tuple[str, ...]:
    """The items of a list that nobody added by hand."""
    held = dict(values_of(existing))
    base = set((generated_front(existing, tuple(held.items())) or {}).get(key, ()))
    return tuple(value for value in held.get(key, ()) if set(item_hashes((value,))) & base)
