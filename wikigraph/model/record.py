"""What the index keeps and gives back, as values."""

from __future__ import annotations

from wikigraph.model.base import Value
from wikigraph.model.claim import DocumentClaims
from wikigraph.model.graph import DocumentMentions
from wikigraph.model.text import BlockKind, Chunks, Document


class FileState(Value, frozen=True):
    """A file as a compile saw it."""

    path: str  # from the vault's root
    size: int  # bytes
    mtime_ns: int
    sha256: str  # of its bytes, hex
    ctime_ns: int = 0  # when its name, place or content last changed: a swapped file keeps size and mtime
    inode: int = 0

    @property
    def looks(self) -> tuple[int, int, int, int]:
        """What can be seen of a file without reading it."""
        return (self.size, self.mtime_ns, self.ctime_ns, self.inode)


class DocumentInfo(Value, frozen=True):
    """What search and answers need to know of a document beside its text."""

    path: str
    title: str
    date: str
    tags: tuple[str, ...]
    n_lines: int
    block_kinds: tuple[BlockKind, ...]  # by block

    @classmethod
    def of(cls, document: Document) -> DocumentInfo:
        kinds = tuple(block.kind for block in document.blocks)
        matter = document.front_matter
        return cls(document.path, document.title, matter.date, matter.tags, document.n_lines, kinds)


class DocumentRows(Value, frozen=True):
    """Everything that the index keeps of one document."""

    info: DocumentInfo
    chunks: Chunks
    mentions: DocumentMentions
    claims: DocumentClaims


class PageRow(Value, frozen=True):
    """A page of wiki/."""

    path: str
    id: str  # "" for a page without one
    kind: str  # a PageKind, "" for a page of a person
    title: str
    is_human: bool  # made or edited by a person


class LinkRow(Value, frozen=True):
    """A link that stands on a page."""

    origin: str  # path of the page
    relation: str  # "" for a plain link
    target: str  # path of the file
    line: int = 0
    kind: str = "link"  # front_matter, item, link, wikilink, footnote


class Counts(Value, frozen=True):
    """How much the index holds."""

    documents: int
    text_units: int
    sentences: int
    entities: int
    relationships: int
    claims: int
    communities: int
    reports: int
    pages: int
    vectors: int


class EntityRow(Value, frozen=True):
    """An entity without its provenance."""

    id: str
    title: str
    type: str
    is_page_worthy: bool
    n_mentions: int
    n_documents: int
    page: str = ""  # path of its page, "" if it has none


class PassageSentence(Value, frozen=True):
    """A sentence of a passage."""

    ordinal: int  # in its document
    text: str
    quote: str
    start_line: int
    end_line: int
    block: int
    kind: str  # of its block


class Passage(Value, frozen=True):
    """A text unit as retrieval sees it."""

    number: int  # its number in the index
    id: str
    path: str
    title: str  # of its document
    heading_path: tuple[str, ...]
    text: str
    n_tokens: int
    start_line: int
    end_line: int
