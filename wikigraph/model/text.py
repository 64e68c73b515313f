"""Source → Document (blocks with spans) → Sentences and TextUnits.

All offsets count characters (Python string indices), half-open; all lines are 1-based and inclusive and
a line ends with CRLF, LF or CR. `Source.text` is the file's text without its byte order mark, line endings kept,
so every span points into the original file.
"""

from __future__ import annotations

from typing import Literal

from wikigraph.model.base import Value
from wikigraph.model.diagnostic import Diagnostic

Markup = Literal["markdown", "plain"]
BlockKind = Literal["heading", "paragraph", "list_item", "table_row", "code", "math"]
MarkKind = Literal[
    "code", "strong", "em", "link", "image", "autolink", "wikilink", "embed", "tag", "math", "strike", "html",
    "footnote_ref",
]


class Source(Value, frozen=True):
    """One file of raw/, decoded and nothing else."""

    path: str  # from the vault's root with forward slashes, spelled as on disk: "raw/a/readme.md"
    sha256: str  # of the file's bytes, hex
    encoding: str  # "utf-8", "utf-16-le", …
    markup: Markup
    text: str


class Span(Value, frozen=True):
    """A piece of a source."""

    start: int
    end: int
    start_line: int
    end_line: int


class Segment(Value, frozen=True):
    """A run of a block's text that stands verbatim in the source:
    block.text[start : start+length] == source.text[source_start : source_start+length]."""

    start: int
    source_start: int
    length: int


class Mark(Value, frozen=True):
    """Markup over block.text[start:end]."""

    kind: MarkKind
    start: int
    end: int
    target: str = ""  # link, image, wikilink, embed: the destination as written (references resolved, not unquoted)


class Block(Value, frozen=True):
    """A leaf of the document's structure, in source order.

    A paragraph inside a list item is "list_item" and a table row "table_row" (cells joined by " | ").
    `text` is what a reader sees: inline markup removed, soft line breaks as one space, HTML and comments gone,
    footnote references gone. For code it is the code, lines joined by "\\n".
    """

    kind: BlockKind
    text: str
    span: Span  # the lines of the block, markup included
    heading_path: tuple[str, ...]  # texts of the headings above it, a heading's own text excluded
    segments: tuple[Segment, ...]  # ascending; gaps are characters that the source does not hold verbatim
    marks: tuple[Mark, ...]
    level: int = 0  # heading 1–6; list_item: depth from 1; else 0
    info: str = ""  # code: the language of the fence; table_row: "head" for the header row
    is_quote: bool = False  # inside a block quote
    footnote: str = ""  # inside the definition of this footnote


class LinkField(Value, frozen=True):
    """A link in a front matter list: `requires: ["[[raw/source-v1|v1]]"]`."""

    relation: str  # the key: "requires", "supported_by", "related", "supersedes"
    target: str  # without brackets, alias and anchor
    line: int


class FrontMatter(Value, frozen=True):
    """What the product understands of a front matter; everything else is left alone."""

    title: str = ""
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    date: str = ""  # ISO date or date-time, "" where absent or impossible
    links: tuple[LinkField, ...] = ()
    keys: tuple[str, ...] = ()  # every top-level key, in order
    end: int = 0  # offset at which the body starts


class Document(Value, frozen=True):
    """A parsed source. Never fails: what is odd stands in `diagnostics`."""

    path: str
    title: str  # front matter title, else first level-1 heading, else first heading, else first line, else stem
    title_span: Span | None  # where it stands, None where it is the file's stem
    front_matter: FrontMatter
    blocks: tuple[Block, ...]
    n_lines: int
    diagnostics: tuple[Diagnostic, ...] = ()
    text: str = ""  # Source.text, so that a span can be quoted


class Sentence(Value, frozen=True):
    """The smallest piece that can be cited: a sentence, a heading, a table row, a line of code.

    `text` is a piece of its block's text; `quote` is the source's own characters over `span` with each line
    break as one space, so that a reader can find it.
    """

    ordinal: int  # position in the document, from 0
    block: int  # index into Document.blocks
    start: int  # text == block.text[start:end]
    end: int
    text: str
    quote: str
    span: Span


class TextUnit(Value, frozen=True):
    """A run of whole sentences of one document, packed up to a size: what retrieval ranks.

    Its id comes from path, heading path, normalised text and which repeat it is.
    """

    id: str  # "tu-" + 16 hex digits
    path: str
    heading_path: tuple[str, ...]
    first_sentence: int  # ordinals, inclusive
    last_sentence: int
    text: str  # the sentences' texts, a newline between blocks, a space inside
    n_tokens: int  # by wikigraph.text.tokens.count_tokens
    span: Span


class Chunks(Value, frozen=True):
    """What the chunk stage gives for a document."""

    path: str
    sentences: tuple[Sentence, ...]
    units: tuple[TextUnit, ...]
