"""Plain text → Blocks: paragraphs at blank lines, lone short lines as headings; nothing else is markup."""

from __future__ import annotations

import re
from dataclasses import dataclass

from wikigraph.model.text import Block, BlockKind
from wikigraph.text.flow import Flow
from wikigraph.text.lines import LineIndex
from wikigraph.text.scripts import CJK
from wikigraph.text.webvtt import cues, is_webvtt, said

_MAX_HEADING_WORDS = 8
_MAX_HEADING_CJK = 20
_MAX_HEADING_CHARACTERS = 100
_FINAL = ".。．!！?？;；:：,，、…”\"'’)）]】」』|"
_BULLET = re.compile(r"[-*•·>]")
_CJK = re.compile(rf"[{CJK}]")
_CODE_SYMBOLS = re.compile(r"[{}\[\]<>=;$#\\|&*+^~`@_]|[A-Za-z]\(|::|//")
_INLINE_MATHS = re.compile(r"\$[^$\n]{1,200}\$")
_CODE_SHARE = 0.06  # extraction recipe, step 1
_MAX_WRAP = 160  # columns; a text with longer lines is not wrapped by hand, so that its line breaks are meant
_WRAP_SHARE = 0.75  # a wrapped line leaves no more room than this for the next line's first word
_ITEM = re.compile(r"\s*(?:[•·‣▪●○◦*+–—-]\s|\(?\d{1,3}[.)、]\s?\D)")
_INDENTED = re.compile(r"(?: {2}|\t)[ \t]*\S")
_RULE = re.compile(r"[\W_]+")


@dataclass(slots=True)
class _Paragraph:
    first: int  # line numbers, inclusive
    last: int
    is_code: bool = False


def plain_blocks(lines: LineIndex, start: int = 0, *, with_kinds: bool = True) -> list[Block]:
    """lines.text[start:] → its blocks in order: paragraphs at blank lines and at line breaks that are no wraps.

    `with_kinds` off, there are only paragraphs at blank lines.
    """
    if not start and is_webvtt(lines.text):
        return _spoken(lines)
    blocks: list[Block] = []
    heading: tuple[str, ...] = ()
    paragraphs = _paragraphs(lines, lines.line_of(start) if start else 1)
    if with_kinds:
        _find_code(lines, paragraphs)
        paragraphs = _split_at_meant_breaks(lines, paragraphs)
    for position, paragraph in enumerate(paragraphs):
        is_last = position == len(paragraphs) - 1
        kind: BlockKind = "paragraph"
        if with_kinds and not is_last and _stands_alone(lines, paragraph) and _is_heading(lines, paragraph):
            kind = "heading"
        elif paragraph.is_code:
            kind = "code"
        block = _block(lines, paragraph, kind, () if kind == "heading" else heading)
        if block is not None:
            blocks.append(block)
            if kind == "heading":
                heading = (block.text,)
    return blocks


def _spoken(lines: LineIndex) -> list[Block]:
    """Subtitles → a paragraph for each cue."""
    found: list[Block] = []
    for first, last in cues(lines):
        flow = Flow()
        for number in range(first, last + 1):
            start, end = lines.line_span(number)
            flow.add_gap(" ")
            for text, at in said(lines.text[start:end].rstrip()):
                if at < 0:
                    flow.add_gap(text)
                else:
                    flow.add_verbatim(text, start + at)
        text, segments, marks = flow.finish()
        if text:
            span = lines.span(lines.line_span(first)[0], lines.line_span(last)[1])
            found.append(Block("paragraph", text, span, (), segments, marks))
    return found


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


def _split_at_meant_breaks(lines: LineIndex, paragraphs: list[_Paragraph]) -> list[_Paragraph]:
    """Lists and verses without blank lines → a paragraph a line; what was wrapped at a width stays together.

    Code is left whole. The width is the document's: what nine of ten lines keep within.
    """
    widths = {
        number: _width(lines, number) for p in paragraphs if p.first < p.last for number in range(p.first, p.last + 1)
    }
    if not widths:
        return paragraphs
    ordered = sorted(widths.values())
    wrap = ordered[len(ordered) * 9 // 10]
    found: list[_Paragraph] = []
    for paragraph in paragraphs:
        found.append(_Paragraph(paragraph.first, paragraph.first, paragraph.is_code))
        for number in range(paragraph.first + 1, paragraph.last + 1):
            needed = widths[number - 1] + _first_word_width(lines, number)
            is_wrap = wrap <= _MAX_WRAP and needed > _WRAP_SHARE * wrap and not _is_item(lines, number)
            if found[-1].is_code or is_wrap:
                found[-1].last = number
            else:
                found.append(_Paragraph(number, number))
    return found


def _is_item(lines: LineIndex, number: int) -> bool:
    start, end = lines.line_span(number)
    return _ITEM.match(lines.text, start, end) is not None


def _width(lines: LineIndex, number: int) -> int:
    start, end = lines.line_span(number)
    return end - start + len(_CJK.findall(lines.text, start, end))


def _first_word_width(lines: LineIndex, number: int) -> int:
    start, end = lines.line_span(number)
    words = lines.text[start:end].split(maxsplit=1)
    word = words[0] if words else ""
    return 3 if _CJK.match(word) else 1 + len(word)


def _stands_alone(lines: LineIndex, paragraph: _Paragraph) -> bool:
    """Is there a blank line, or the text's edge, on both sides?"""
    for number in (paragraph.first - 1, paragraph.last + 1):
        if 1 <= number <= lines.n_lines:
            start, end = lines.line_span(number)
            if lines.text[start:end].strip():
                return False
    return True


def _is_heading(lines: LineIndex, paragraph: _Paragraph) -> bool:
    """A lone line without final punctuation, of at most 8 words or 20 CJK characters."""
    if paragraph.first != paragraph.last:
        return False
    start, end = lines.line_span(paragraph.first)
    line = lines.text[start:end].strip()
    if len(line) > _MAX_HEADING_CHARACTERS or line[-1] in _FINAL or _RULE.fullmatch(line):
        return False
    if paragraph.is_code or _INDENTED.match(lines.text, start, end) or _BULLET.match(line):
        return False
    return len(_CJK.findall(line)) <= _MAX_HEADING_CJK and len(line.split()) <= _MAX_HEADING_WORDS


def _find_code(lines: LineIndex, paragraphs: list[_Paragraph]) -> None:
    """Sets `is_code`: over 6% code symbols; a third of that where a third of the lines is indented; also what is
    indented throughout right after code, in a text that is mostly not."""
    indented = [_indented_share(lines, paragraph) for paragraph in paragraphs]
    indent_tells = sum(share == 1.0 for share in indented) * 2 < len(indented)
    was_code = False
    for paragraph, indent in zip(paragraphs, indented, strict=True):
        text = lines.text[lines.line_span(paragraph.first)[0] : lines.line_span(paragraph.last)[1]].strip()
        share = len(_CODE_SYMBOLS.findall(_INLINE_MATHS.sub("", text))) / (len(text) + len(_CJK.findall(text)))
        paragraph.is_code = (share > _CODE_SHARE and len(text) >= 20) or (
            indent_tells
            and ((indent > 1 / 3 and share > _CODE_SHARE / 3) or (indent == 1.0 and was_code))
        )
        was_code = paragraph.is_code


def _indented_share(lines: LineIndex, paragraph: _Paragraph) -> float:
    numbers = range(paragraph.first, paragraph.last + 1)
    return sum(_INDENTED.match(lines.text, *lines.line_span(number)) is not None for number in numbers) / len(numbers)


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
