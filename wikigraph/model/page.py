"""What stands in wiki/, before it is text."""

from __future__ import annotations

from typing import Literal

from wikigraph.model.base import Value
from wikigraph.model.claim import Citation, Statement

PageKind = Literal["source", "entity", "community", "answer", "index", "log", "review"]


class Target(Value, frozen=True):
    """A file that a page links to."""

    path: str  # from the vault's root, with its extension
    title: str


class Item(Value, frozen=True):
    """A line of a list in a section: `- **relation** [title](path)detail[^footnotes]`; parts may be absent."""

    relation: str = ""
    target: Target | None = None
    text: str = ""  # plain text behind the link
    citations: tuple[Citation, ...] = ()
    line: int = 0  # opens the target at this line
    depth: int = 0  # nesting


class Section(Value, frozen=True):
    """A generated part of a page: paragraphs of statements, then a list, in order."""

    slug: str  # names it in `generated`: "lead", "relations", …
    heading: str  # "" for the lead, which stands under the page's H1
    paragraphs: tuple[tuple[Statement, ...], ...] = ()
    items: tuple[Item, ...] = ()
    note: str = ""  # plain text, last: "1 source supports this page."


class Page(Value, frozen=True):
    """A generated page as data; stages.render turns it into Markdown."""

    id: str
    kind: PageKind
    path: str  # "wiki/entities/docker-compose.md"
    title: str
    aliases: tuple[str, ...]
    tags: tuple[str, ...]
    community: Target | None
    supported_by: tuple[Target, ...]  # the sources its footnotes cite, sorted by path
    requires: tuple[Target, ...]
    related: tuple[Target, ...]
    sections: tuple[Section, ...]


class RenderedSection(Value, frozen=True):
    """A section as Markdown: heading line included, no blank line at either end, "\\n" line ends."""

    slug: str
    text: str


class FrontMatterValue(Value, frozen=True):
    """A key that the compiler owns; a list where `is_list`."""

    key: str
    values: tuple[str, ...]
    is_list: bool


class RenderedPage(Value, frozen=True):
    """A page as the pieces that are put into a file, so that what people added can stay where it is."""

    id: str
    kind: PageKind
    path: str
    front_matter: tuple[FrontMatterValue, ...]
    sections: tuple[RenderedSection, ...]  # the lead (with the H1) first, the footnote definitions last
