"""Plain text → Blocks: paragraphs at blank lines, lone short lines as headings; nothing else is markup."""

from __future__ import annotations

import re
from dataclasses import dataclass

from wikigraph.model.text import Block, BlockKind
from wikigraph.text.flow import Flow
from wikigraph.text.lines import LineIndex
from wikigraph.text.scripts import CJK

_MAX_HEADING_WORDS = 8
_MAX_HEADING_CJK = 20
_MAX_HEADING_CHARACTERS = 100
_FINAL = ".。．!！?？;；:：,，、…”\"'’)）]】」』|"
_HEADING_NUMBER = re.compile(r"(?:\d+[.)]?)+\s")
_CJK = re.compile(rf"[{CJK}]")
_CODE_SYMBOLS = re.compile(r"[{}<>=;$#\\|&*+^~`@]|\(\)|->|::|//")
_CODE_SHARE = 0.06  # extraction recipe, step 1
_RULE = re.compile(r"[\W_]+")


@dataclass(slots=True)
class _Paragraph:
    first: int  # line numbers, inclusive
    last: int


def plain_blocks(lines: LineIndex, start: int = 0, *, with_kinds: bool = True) -> list[Block]:
    """lines.text[start:] → its blocks in order; `with_kinds` off, all of them are paragraphs."""
    blocks: list[Block] = []
    heading: tuple[str, ...] = ()
    paragraphs = _paragraphs(lines, lines.line_of(start) if start else 1)
    for position, paragraph in enumerate(paragraphs):
        is_last = position == len(paragraphs) - 1
        kind: BlockKind = "paragraph"
        if with_kinds and not is_last and _is_heading(lines, paragraph):
            kind = "heading"
        elif with_kinds and _is_code(lines, paragraph):
            kind = "code"
        block = _block(lines, paragraph, kind, () if kind == "heading" else heading)
        if block is not None:
            blocks.append(block)
            if kind == "heading":
                heading = (block.text,)
    return blocks


def _paragraphs(lines: LineIndex, first_line: int) -> list[_Paragraph]:
    found: list[_Paragraph] = []
    is_open = False
    for number in range(first_line, lines.n_lines + 1):
        start, end = lines.line_span(number)
        if not lines.text[start:end].strip():
            is_open = False
        elif is_open:
            found[-1].last = number
        else:
            found.append(_Paragraph(number, number))
            is_open = True
    return found


def _is_heading(lines: LineIndex, paragraph: _Paragraph) -> bool:
    """A lone line without final punctuation, of at most 8 words or 20 CJK characters."""
    if paragraph.first != paragraph.last:
        return False
    start, end = lines.line_span(paragraph.first)
    line = lines.text[start:end].strip()
    if len(line) > _MAX_HEADING_CHARACTERS or line[-1] in _FINAL or _RULE.fullmatch(line):
        return False
    if line[0] in "-*•·>":
        return False
    return len(_CJK.findall(line)) <= _MAX_HEADING_CJK and len(line.split()) <= _MAX_HEADING_WORDS


def _is_code(lines: LineIndex, paragraph: _Paragraph) -> bool:
    text = lines.text[lines.line_span(paragraph.first)[0] : lines.line_span(paragraph.last)[1]]
    return len(text) >= 20 and len(_CODE_SYMBOLS.findall(text)) > _CODE_SHARE * len(text)


def _block(lines: LineIndex, paragraph: _Paragraph, kind: BlockKind, heading: tuple[str, ...]) -> Block | None:
    flow = Flow()
    for number in range(paragraph.first, paragraph.last + 1):
        start, end = lines.line_span(number)
        line = lines.text[start:end]
        lead = 0 if kind == "code" else len(line) - len(line.lstrip())
        if number > paragraph.first:
            flow.add_gap("\n" if kind == "code" else " ")
        flow.add_verbatim(line[lead:].rstrip(), start + lead)
    text, segments, marks = flow.finish()
    if not text:
        return None
    start, end = lines.line_span(paragraph.first)[0], lines.line_span(paragraph.last)[1]
    return Block(kind, text, lines.span(start, end), heading, segments, marks, level=1 if kind == "heading" else 0)
