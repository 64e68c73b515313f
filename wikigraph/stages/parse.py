"""Source → Document: front matter, blocks with spans, a title. Pure; never fails, says what is odd."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from wikigraph.model.base import Value
from wikigraph.model.diagnostic import Diagnostic
from wikigraph.model.text import Block, Document, FrontMatter, Source, Span
from wikigraph.text import frontmatter
from wikigraph.text.blocks import TooDeepError, markdown_blocks
from wikigraph.text.lines import LineIndex
from wikigraph.text.plain import plain_blocks
from wikigraph.text.shorten import N_LABEL, shorten

VERSION = 3


class Params(Value, frozen=True):
    """What the settings may change."""

    max_reference_definitions: int = 2_000  # [label]: destination lines in one paragraph's row
    max_characters: int = 2_000_000  # of Markdown; a longer file is read as plain paragraphs


_NESTED_LINE = re.compile(r"^(?:[ \t]*>){60,}|^[ \t]{400,}[-*+\d]", re.MULTILINE)
_DEFINITION = re.compile(r"^ {0,3}\[[^\]\n\r]+\]:", re.MULTILINE)
# One paragraph, list or table of so many lines is data, not text.
_MAX_RUN = 40_000
_BLANK = re.compile(r"(?:\r\n|\r(?!\n)|\n)[^\S\r\n]*(?=[\r\n])")


def run(source: Source, params: Params) -> Document:
    """A source → its document. Every offset and line of the result is one of `source.text`."""
    lines = LineIndex(source.text)
    front = FrontMatter()
    notes: tuple[Diagnostic, ...] = ()
    if source.markup == "markdown":
        front, notes = frontmatter.read(source.text, source.path)
    blocks, more = _blocks(source, lines, front.end, params)
    title, title_span = _title(source, lines, front, blocks)
    return Document(
        path=source.path,
        title=title,
        title_span=title_span,
        front_matter=front,
        blocks=tuple(blocks),
        n_lines=lines.n_lines,
        diagnostics=(*notes, *more),
        text=source.text,
    )


def _blocks(
    source: Source, lines: LineIndex, start: int, params: Params
) -> tuple[list[Block], list[Diagnostic]]:
    if source.markup == "plain":
        return plain_blocks(lines), []
    reason = _too_costly(source.text, start, params)
    if not reason:
        try:
            return markdown_blocks(source.path, lines, start)
        except TooDeepError:
            reason = "lists or quotes are nested too deep"
    message = f"{reason}: the file is read as plain paragraphs, its markup is not followed"
    return plain_blocks(lines, start, with_kinds=False), [
        Diagnostic("too-costly", "warning", message, source.path)
    ]


def _too_costly(text: str, start: int, params: Params) -> str:
    """Why a body cannot be parsed in reasonable time, "" where it can: linear scans, done before the parse."""
    if len(text) > params.max_characters:
        return f"the file has over {params.max_characters:,} characters"
    if _NESTED_LINE.search(text, start):
        return "lists or quotes are nested too deep"
    if text.count("\n", start) + text.count("\r", start) > _MAX_RUN:
        for run_of_lines in _BLANK.split(text[start:]):
            if run_of_lines.count("\n") > _MAX_RUN or run_of_lines.count("\r") > _MAX_RUN:
                return f"over {_MAX_RUN:,} lines stand without a blank line"
    definitions = sum(1 for _ in _DEFINITION.finditer(text, start))
    if definitions > params.max_reference_definitions:
        return f"the file has over {params.max_reference_definitions:,} reference definitions"
    return ""


def _title(
    source: Source, lines: LineIndex, front: FrontMatter, blocks: list[Block]
) -> tuple[str, Span | None]:
    if front.title:
        return shorten(front.title), _title_line(lines, front)
    headings = [b for b in blocks if b.kind == "heading" and b.text]
    chosen = next((b for b in headings if b.level == 1), headings[0] if headings else None)
    if source.markup == "plain" and blocks:
        chosen = blocks[0]
    if chosen is None:
        chosen = next((b for b in blocks if b.text and b.kind != "code"), None)
    if chosen is None:
        return PurePosixPath(source.path).stem, None
    if chosen.kind == "heading" and len(chosen.text) <= N_LABEL:
        return chosen.text, chosen.span
    return _first_line(source, lines, chosen)


def _first_line(source: Source, lines: LineIndex, block: Block) -> tuple[str, Span | None]:
    """The part of a block that stands in its first line, cut at a word if it is long."""
    _, end = lines.line_span(block.span.start_line)
    taken = 0
    for segment in block.segments:
        if segment.source_start >= end:
            break
        taken = segment.start + min(segment.length, end - segment.source_start)
    text = block.text[: taken or N_LABEL].strip()
    text = shorten(text)
    if not text:
        return PurePosixPath(source.path).stem, None
    start, _ = lines.line_span(block.span.start_line)
    return text, lines.span(start, end)


def _title_line(lines: LineIndex, front: FrontMatter) -> Span | None:
    """Where the front matter says its title."""
    for number in range(1, lines.line_of(max(0, front.end - 1)) + 1):
        start, end = lines.line_span(number)
        if re.match(r"\s*[\"']?title[\"']?\s*[:=]", lines.text[start:end], re.IGNORECASE):
            return lines.span(start, end)
    return None
