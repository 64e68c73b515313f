"""What stands in wiki/, before it is text."""

from __future__ import annotations

from typing import Literal

from wikigraph.model.base import Value
from wikigraph.model.claim import Citation, Finding, Statement
from wikigraph.model.diagnostic import Diagnostic
from wikigraph.model.text import LinkField

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
    supersedes: tuple[Target, ...] = ()  # a source page: what its source replaces
    text: str = ""  # a source page: stands for its source's text


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
    text: str = ""  # a source page: stands for its source's text

    def value(self, key: str) -> tuple[str, ...]:
        """The values of an owned key, () where it is absent."""
        return next((item.values for item in self.front_matter if item.key == key), ())


class SitePage(Value, frozen=True):
    """A page that there is to be."""

    id: str
    kind: PageKind
    path: str  # from the vault's root, with ".md"
    title: str
    subject: str  # source: path in raw/; entity, community: its id; index: ""


class Followed(Value, frozen=True):
    """A page that stands and whose subject has another id now: it is the page of that one."""

    id: str  # the one that it gets
    old_id: str
    old_path: str
    subject: str = ""  # of a source page: the source
    old_subject: str = ""  # of a source page: where the source was, "" where nobody knows


class SiteMap(Value, frozen=True):
    """Which generated pages there are and where, sorted by id."""

    pages: tuple[SitePage, ...]
    people: tuple[Target, ...] = ()  # pages that people made, by path; the index lists them
    kept_away: tuple[str, ...] = ()  # ids of pages that there would be if nobody had deleted them, sorted
    followed: tuple[Followed, ...] = ()  # by id
    joined: tuple[tuple[str, str], ...] = ()  # (id of a page whose entity is part of another one now, id of that one)
    away_moved: tuple[Followed, ...] = ()  # pages that people deleted and that would have another id now, by id
    answers: tuple[Target, ...] = ()  # pages of saved answers, by path; the index lists them


class KnownPage(Value, frozen=True):
    """A page that stands in wiki/ and keeps its place."""

    id: str
    path: str
    title: str = ""  # of an entity's page: by it an entity is known again whose id is another now
    text: str = ""  # of a source's page that may have to be known again: stands for its source's text
    source: str = ""  # of the same: the path that its source had


class LostPage(Value, frozen=True):
    """A file of wiki/ that most likely is a compiled page, and has not the id of one."""

    path: str
    made_with: str = ""  # hash of the id that it was made with; "" where its front matter is gone


class KnownPages(Value, frozen=True):
    """What place must know of wiki/: generated pages by id, and every other path that is taken. Both sorted."""

    pages: tuple[KnownPage, ...] = ()
    taken: tuple[str, ...] = ()  # files that wikigraph did not make
    people: tuple[Target, ...] = ()  # pages that people made, for the index
    kept_away: tuple[str, ...] = ()  # ids of pages that people deleted, sorted
    away: tuple[KnownPage, ...] = ()  # what is known of deleted pages whose subject may have another id now, by id
    lost: tuple[LostPage, ...] = ()  # those of the files above that may be pages, by path
    answers: tuple[Target, ...] = ()  # pages of saved answers, by path


class IndexGroup(Value, frozen=True):
    """A section of the index."""

    heading: str
    items: tuple[Item, ...]
    note: str = ""  # what was left out


class PageInput(Value, frozen=True):
    """All that compose needs for one page: it runs again only if something in here changes."""

    page: SitePage
    aliases: tuple[str, ...] = ()
    community: Target | None = None
    statements: tuple[Statement, ...] = ()  # in order of merit (entity) or of reading (source, community)
    n_definitions: int = 0  # how many of `statements`, from its start, define the subject
    findings: tuple[Finding, ...] = ()
    relations: tuple[Item, ...] = ()  # typed links with their evidence; relation as in front matter: "related"
    outline: tuple[Item, ...] = ()
    links: tuple[Target, ...] = ()  # entity: pages of the sources that name it; source, community: their entities
    broader: tuple[Target, ...] = ()
    narrower: tuple[Target, ...] = ()
    sources: tuple[Target, ...] = ()  # how each source that may be cited is linked to, sorted by path
    source_paths: tuple[str, ...] = ()  # the same sources' paths in raw/
    text: str = ""  # a source: stands for its text
    groups: tuple[IndexGroup, ...] = ()


class PagePart(Value, frozen=True):
    """A piece of a page's body; the parts of a page, joined, are the body byte for byte."""

    slug: str  # of its heading; "lead", "footnotes"; "" where it has none
    text: str


class FrontMatterSlice(Value, frozen=True):
    """The lines of one key, or lines that belong to none (key "")."""

    key: str
    text: str


class PageFile(Value, frozen=True):
    """A file of wiki/, taken apart without loss: bom + opening + slices + closing + parts == its text."""

    path: str
    id: str  # "" for a page that wikigraph did not make
    kind: str  # front matter `type`, "" where there is none
    title: str
    status: str  # "unsupported" or ""
    generated: tuple[tuple[str, str], ...]  # (slug, hash) as recorded, of sections
    front: tuple[tuple[str, tuple[str, ...]], ...]  # (key, hashes of its items) as recorded, of front matter keys
    kept: tuple[tuple[str, tuple[str, ...]], ...]  # (what, hashes) that a person looked at and left as it is
    text: str  # as recorded, of a source page: stands for its source's text
    opening: str  # byte order mark and "---" line; "" without a front matter
    slices: tuple[FrontMatterSlice, ...]
    closing: str  # the second "---" line
    parts: tuple[PagePart, ...]
    links: tuple[LinkField, ...]  # typed links of its front matter
    diagnostics: tuple[Diagnostic, ...] = ()


EditKind = Literal["edited", "deleted", "page-unsupported", "footnote-unsupported"]
Verdict = Literal["accept", "keep"]
Verdicts = tuple[tuple[str, Verdict], ...]  # (part of a page, what a person decided about it)


class PageEdit(Value, frozen=True):
    """A place of a compiled page where a person's text stands instead of what is generated, or without support."""

    kind: EditKind
    part: str  # slug of a section, "front.title", "page", or a claim id
    line: int  # on the page as it was read, 0 where there is none
    stands: str  # what stands there now, "" where it was deleted
    generated: str  # what the compiler would write there, "" for nothing
    sources: tuple[str, ...]  # the lines that the generated text rests on: "raw/a.md:3-5"
    is_open: bool  # it waits for a decision: the generator says something new since the edit, or support is gone


WriteKind = Literal["unchanged", "create", "update", "remove", "left-alone"]


class PageWrite(Value, frozen=True):
    """What is to happen to one file of wiki/."""

    kind: WriteKind
    path: str
    id: str
    text: str  # the whole new text; "" unless created or updated
    is_only_lines: bool = False  # nothing that it says differs: line numbers, and what stands for a source's text
    diagnostics: tuple[Diagnostic, ...] = ()
    edits: tuple[PageEdit, ...] = ()
    origin: str = ""  # where the page stands, if it moves
