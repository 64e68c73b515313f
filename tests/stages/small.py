"""Small documents by hand: text with blank lines between blocks → Document, Chunks, DocumentMentions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from wikigraph.model.graph import DocumentMentions, Entity, EntityMention, Lexicon, Name
from wikigraph.model.ids import content_id
from wikigraph.model.text import (
    Block,
    Chunks,
    Document,
    FrontMatter,
    LinkField,
    Mark,
    Segment,
    Sentence,
    Span,
    TextUnit,
)
from wikigraph.text.lines import LineIndex
from wikigraph.text.sentences import split_sentences
from wikigraph.text.tokens import count_tokens

_LINK = re.compile(r"\[([^\]]+)\]\(([^)]+)\)|\[\[([^\]]+)\]\]")


def ent(name: str) -> str:
    return content_id("ent", name)


def read(
    text: str, path: str = "raw/a.md", *, links: Sequence[LinkField] = (), per_unit: int = 6
) -> tuple[Document, Chunks]:
    """`# heading`, "```" code, "- " items, "|" rows and paragraphs; links in paragraphs; no other markup."""
    lines = LineIndex(text)
    blocks: list[Block] = []
    sentences: list[Sentence] = []
    path_of: list[str] = []
    title, title_span = path.rsplit("/", 1)[-1].rsplit(".", 1)[0], None
    for found in re.finditer(r"(?:[^\n]+\n?)+", text):
        raw = found[0].rstrip("\n")
        start = found.start()
        block, offset = _block(raw, start, tuple(path_of), lines)
        if block.kind == "heading":
            del path_of[block.level - 1 :]
            block = _with_path(block, tuple(path_of))
            path_of.append(block.text)
            if title_span is None:
                title, title_span = block.text, block.span
        for a, b in [(0, len(block.text))] if block.kind in ("heading", "code") else split_sentences(block.text):
            place = lines.span(start + offset + a, start + offset + b)
            quote = block.text[a:b].replace("\n", " ")
            sentences.append(Sentence(len(sentences), len(blocks), a, b, block.text[a:b], quote, place))
        blocks.append(block)
    document = Document(path, title, title_span, FrontMatter(links=tuple(links)), tuple(blocks), lines.n_lines)
    return document, Chunks(path, tuple(sentences), _units(path, sentences, per_unit))


def _block(raw: str, start: int, above: tuple[str, ...], lines: LineIndex) -> tuple[Block, int]:
    span = lines.span(start, start + len(raw))
    if heading := re.match(r"(#+) ", raw):
        body, offset = raw[heading.end() :], heading.end()
        kind, level = "heading", len(heading[1])
    elif raw.startswith("```"):
        body, offset, kind, level = raw.strip("`\n"), 4, "code", 0
    elif raw.startswith("- "):
        body, offset, kind, level = raw[2:], 2, "list_item", 1
    elif raw.startswith("|"):
        body, offset, kind, level = raw.strip("| "), 2, "table_row", 0
    else:
        body, offset, kind, level = raw, 0, "paragraph", 0
    marks: list[Mark] = []
    while found := _LINK.search(body):
        shown = found[1] or found[3]
        kind_of = "link" if found[1] else "wikilink"
        marks.append(Mark(kind_of, found.start(), found.start() + len(shown), found[2] or found[3]))
        body = body[: found.start()] + shown + body[found.end() :]
    segments = (Segment(0, start + offset, len(body)),)
    return Block(kind, body.replace("\n", " "), span, above, segments, tuple(marks), level), offset


def _with_path(block: Block, above: tuple[str, ...]) -> Block:
    return Block(block.kind, block.text, block.span, above, block.segments, block.marks, block.level)


def _units(path: str, sentences: Sequence[Sentence], per_unit: int) -> tuple[TextUnit, ...]:
    """Runs of `per_unit` sentences that share one sentence with the run before."""
    units: list[TextUnit] = []
    first = 0
    while first < len(sentences):
        here = sentences[first : first + per_unit]
        text = " ".join(sentence.text for sentence in here)
        units.append(
            TextUnit(
                content_id("tu", path, text, str(first), n_hex=16), path, (), here[0].ordinal, here[-1].ordinal,
                text, count_tokens(text), Span(here[0].span.start, here[-1].span.end, 1, 1),
            )
        )
        if first + per_unit >= len(sentences):
            break
        first += per_unit - 1
    return tuple(units)


def mention(chunks: Chunks, names: Mapping[str, str] | Sequence[str]) -> DocumentMentions:
    """names: spelling → entity's name, or just names; longest first, no overlaps."""
    table = dict(names) if isinstance(names, Mapping) else {name: name for name in names}
    found: list[EntityMention] = []
    pattern = re.compile("|".join(re.escape(name) for name in sorted(table, key=lambda n: (-len(n), n))))
    for sentence in chunks.sentences:
        found.extend(
            EntityMention(ent(table[hit[0]]), sentence.ordinal, hit.start(), hit.end())
            for hit in pattern.finditer(sentence.text)
        )
    return DocumentMentions(chunks.path, tuple(found))


def lexicon(names: Sequence[str]) -> Lexicon:
    entities = sorted(
        (
            Entity(ent(name), name, name.casefold(), "", (), "", 1.0, True, 3, 2, 1, ())
            for name in dict.fromkeys(names)
        ),
        key=lambda entity: entity.id,
    )
    return Lexicon(tuple(entities), tuple(Name(name, ent(name)) for name in sorted(set(names))))
