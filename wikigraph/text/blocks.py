"""Markdown body → Blocks whose segments point into the source."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from markdown_it.token import Token

from wikigraph.model.diagnostic import Diagnostic
from wikigraph.model.text import Block, BlockKind, Mark, MarkKind
from wikigraph.text.commonmark import MAX_NESTING, parse_tokens
from wikigraph.text.flow import Flow
from wikigraph.text.lines import LINE_BREAK, LineIndex
from wikigraph.text.placement import Placement, place_cell, place_lines
from wikigraph.text.shorten import shorten

CELL_SEPARATOR = " | "
_TOC = re.compile(r"\[\[?_?toc_?\]?\]|\{:?\s*toc\s*\}", re.IGNORECASE)
_HEADING_ATTRIBUTES = re.compile(r"\s*\{:?\s*[#.][^{}]*\}\s*$")
_BLOCK_ID = re.compile(r"(?:^|\s)\^[A-Za-z0-9-]+\s*$")
_TASK = re.compile(r"\[[ xX]\]\s+")
_CALLOUT = re.compile(r"\[![\w-]+\][+-]?\s*")
_CONFLICT = re.compile(r"^<{7} .*\n(?:.*\n)*?={7}\n(?:.*\n)*?>{7} ", re.MULTILINE)
_BLANK_LINE = re.compile(r"^[^\S\n]*[^\S\n \t][^\S\n]*$", re.MULTILINE)
_IMG = re.compile(r"<img\b[^<>]{0,500}?\ssrc\s*=\s*[\"']([^\"'<>]{1,500})[\"']", re.IGNORECASE)
_BR = re.compile(r"<(?:br|hr|wbr|p|/p|li|/li|td|/td)\b", re.IGNORECASE)
_SPAN_MARKS: dict[str, MarkKind] = {"strong": "strong", "em": "em", "s": "strike", "link": "link"}


class TooDeepError(Exception):
    """Nesting beyond what the parser follows: its result would miss text."""


@dataclass(slots=True)
class _Body:
    """What is known while walking the tokens."""

    lines: LineIndex
    first_line: int  # source line of the parser's line 0
    blocks: list[Block] = field(default_factory=list)
    headings: list[tuple[int, str]] = field(default_factory=list)  # (level, text) above the current block
    containers: list[str] = field(default_factory=list)
    footnote: str = ""
    diagnostics: list[tuple[str, str, int]] = field(default_factory=list)  # (code, message, line)


def markdown_blocks(path: str, lines: LineIndex, start: int) -> tuple[list[Block], list[Diagnostic]]:
    """source.text[start:] → its blocks in order. `start` is the start of a line. Raises TooDeepError."""
    text = lines.text[start:]
    first_line = lines.line_of(start) if text else 1
    if "\r" in text:
        text = LINE_BREAK.sub("\n", text)
    # A line of no-break or ideographic spaces looks blank and is meant so.
    tokens = parse_tokens(_BLANK_LINE.sub(lambda match: " " * len(match[0]), text))
    if any(token.level >= MAX_NESTING - 1 for token in tokens):
        raise TooDeepError
    body = _Body(lines, first_line)
    if (conflict := _CONFLICT.search(text)) is not None:
        message = "holds git conflict marks: resolve them"
        body.diagnostics.append(("conflict-marks", message, first_line + text.count("\n", 0, conflict.start())))
    _walk(tokens, body)
    return body.blocks, [
        Diagnostic(code, "warning", message, path, line) for code, message, line in body.diagnostics
    ]


def _walk(tokens: list[Token], body: _Body) -> None:
    index = 0
    while index < len(tokens):
        token = tokens[index]
        kind = token.type
        if kind == "heading_open":
            _heading(token, tokens[index + 1], body)
        elif kind == "paragraph_open":
            _paragraph(token, tokens[index + 1], body)
        elif kind == "tr_open":
            index = _row(tokens, index, body)
        elif kind in ("fence", "code_block", "math_block", "math_block_label"):
            _verbatim(token, body)
        elif kind in ("blockquote_open", "list_item_open"):
            body.containers.append(kind)
        elif kind in ("blockquote_close", "list_item_close"):
            body.containers.pop()
        elif kind == "footnote_reference_open":
            body.footnote = token.meta["label"]
        elif kind == "footnote_reference_close":
            body.footnote = ""
        elif kind == "html_block":
            _html(token, body)
        index += 1


def _line_range(token: Token, body: _Body) -> tuple[int, int]:
    """Source lines of a block token, inclusive, blank lines at its end left out."""
    first, after = token.map or [0, 1]
    first, last = first + body.first_line, max(first + 1, after) - 1 + body.first_line
    last = min(last, body.lines.n_lines)
    while last > first:
        start, end = body.lines.line_span(last)
        if body.lines.text[start:end].strip():
            break
        last -= 1
    return first, last


def _add(body: _Body, token: Token, kind: BlockKind, flow: Flow, cut: tuple[int, int | None] = (0, None), *,
         level: int = 0, info: str = "") -> Block | None:  # fmt: skip
    text, segments, marks = flow.finish(*cut)
    if not text and not marks:
        return None
    first, last = _line_range(token, body)
    start, end = body.lines.line_span(first)[0], body.lines.line_span(last)[1]
    block = Block(
        kind=kind,
        text=text,
        span=body.lines.span(start, end),
        heading_path=tuple(title for _, title in body.headings),
        segments=segments,
        marks=tuple(Mark(m.kind, m.start, m.end, m.target) for m in marks),
        level=level,
        info=info,
        is_quote="blockquote_open" in body.containers,
        footnote=body.footnote,
    )
    body.blocks.append(block)
    return block


def _heading(token: Token, inline: Token, body: _Body) -> None:
    flow = _flow(inline, body)
    level = int(token.tag[1])
    attributes = _HEADING_ATTRIBUTES.search("".join(flow.parts))
    if not body.containers:
        while body.headings and body.headings[-1][0] >= level:
            body.headings.pop()
    block = _add(body, token, "heading", flow, (0, attributes.start() if attributes else None), level=level)
    if block is not None and block.text and not body.containers:
        body.headings.append((level, shorten(block.text)))


def _paragraph(token: Token, inline: Token, body: _Body) -> None:
    flow = _flow(inline, body)
    text = "".join(flow.parts).strip()
    if _TOC.fullmatch(text):
        return
    start, end, title_end = 0, None, 0
    innermost = body.containers[-1] if body.containers else ""
    opening = {"list_item_open": _TASK, "blockquote_open": _CALLOUT}.get(innermost)
    if opening is not None and (match := opening.match(text)) is not None:
        start = match.end()
        title_end = max(start, flow.first_break) if opening is _CALLOUT else 0
    if (match := _BLOCK_ID.search("".join(flow.parts))) is not None:
        end = match.start()
    depth = body.containers.count("list_item_open")
    kind: BlockKind = "list_item" if depth else "paragraph"
    if title_end:  # a callout's title is not the beginning of its first sentence
        _add(body, token, kind, flow, (start, title_end), level=depth)
        start = title_end
    _add(body, token, kind, flow, (start, end), level=depth)


def _row(tokens: list[Token], index: int, body: _Body) -> int:
    """The tokens of a table row → one block, cells joined; returns the index of tr_close."""
    opening = tokens[index]
    first, _ = _line_range(opening, body)
    start, end = body.lines.line_span(first)
    cursor = start
    flow = Flow()
    is_head = False
    n_cells = 0
    while tokens[index].type != "tr_close":
        token = tokens[index]
        is_head = is_head or token.type == "th_open"
        if token.type == "inline":
            if n_cells:
                flow.add_gap(CELL_SEPARATOR)
            n_cells += 1
            placement, cursor = place_cell(token.content, start, end, cursor, body.lines.text)
            _fill(flow, token, placement)
        index += 1
    if any(part.strip() and part != CELL_SEPARATOR for part in flow.parts) or flow.marks:
        _add(body, opening, "table_row", flow, info="head" if is_head else "")
    return index


def _verbatim(token: Token, body: _Body) -> None:
    """A fence, indented code or block of maths → one block; each line stands at the end of its source line."""
    is_code = token.type in ("fence", "code_block")
    content = token.content.removesuffix("\n") if is_code else token.content.strip("\n")
    if not content.strip():
        return
    first, last = _line_range(token, body)
    number = first + 1 if token.type == "fence" else first
    flow = Flow()
    cut_lead = 0
    if not is_code:
        while number <= last and not _ends_with(body, number, content.split("\n")[0]):
            number += 1
    for position, line in enumerate(content.split("\n")):
        if position:
            flow.parts.append("\n")
            flow.length += 1
        flow._ends_in_space = False
        if line and number + position <= body.lines.n_lines:
            start, end = body.lines.line_span(number + position)
            raw = body.lines.text[start:end]
            place = len(raw) - len(line) if raw.endswith(line) else (raw.find(line) if not is_code else -1)
            if place >= 0:
                flow.add_verbatim(line, start + place)
            else:
                _add_tabbed(flow, line, raw, start)
        elif line:
            flow.add_gap(line)
    info = token.info.strip().split(maxsplit=1)[0].strip("{}.") if is_code and token.info.strip() else ""
    _add(body, token, "code" if is_code else "math", flow, (cut_lead, None), info=info)


def _ends_with(body: _Body, number: int, line: str) -> bool:
    start, end = body.lines.line_span(number)
    return line.strip() in body.lines.text[start:end]


def _add_tabbed(flow: Flow, line: str, raw: str, start: int) -> None:
    """A code line whose leading tabs markdown-it has expanded: the indentation is a gap, the rest verbatim."""
    rest = line.lstrip()
    lead = line[: len(line) - len(rest)]
    flow.parts.append(lead)
    flow.length += len(lead)
    if raw.endswith(rest):
        flow.add_verbatim(rest, start + len(raw) - len(rest))
    else:
        flow.add_gap(rest)


def _html(token: Token, body: _Body) -> None:
    first, _ = _line_range(token, body)
    if token.content.lstrip().startswith("<!--") and "-->" not in token.content:
        message = "an HTML comment is opened and never closed: nothing after it is read"
        body.diagnostics.append(("comment-unclosed", message, first))
    elif not token.content.lstrip().startswith("<!--"):
        flow = Flow()
        _mark_images(flow, token.content)
        _add(body, token, "paragraph", flow)


def _mark_images(flow: Flow, html: str) -> None:
    """HTML is no text, but the images that it shows are known."""
    for match in _IMG.finditer(html):
        flow.mark("image", flow.length, flow.length, match[1])


def _flow(inline: Token, body: _Body) -> Flow:
    flow = Flow()
    first, last = _line_range(inline, body)
    if inline.meta.get("too_costly"):
        message = "this paragraph holds too much markup to be worth following: it is read as plain text"
        body.diagnostics.append(("too-costly", message, first))
    _fill(flow, inline, place_lines(inline.content, first, last, body.lines))
    return flow


def _fill(flow: Flow, inline: Token, placement: Placement, shift: int = 0) -> None:
    """An inline token's children → the end of the flow. `shift` is where their content begins in the placed one."""
    opened: list[tuple[str, int, str]] = []
    for token in inline.children or ():
        kind = token.type
        if kind == "text":
            _add_placed(flow, token.content, token.meta["at"] + shift, placement)
        elif kind in ("softbreak", "hardbreak"):
            flow.add_line_break()
        elif token.nesting == 1:
            opened.append((kind.removesuffix("_open"), flow.length, _target(token, "href")))
        elif token.nesting == -1:
            if opened:
                name, start, target = opened.pop()
                mark = _SPAN_MARKS.get(name)
                if mark is not None:
                    is_auto = name == "link" and token.info == "auto"
                    flow.mark("autolink" if is_auto else mark, start, flow.length, target)
        else:
            _add_leaf(flow, token, placement, shift)


def _add_leaf(flow: Flow, token: Token, placement: Placement, shift: int) -> None:
    kind, start, at = token.type, flow.length, token.meta["at"] + shift
    if kind == "text_special":
        if token.info == "escape" and len(token.content) == 1:
            _add_placed(flow, token.content, at + 1, placement)
        elif token.content == token.markup:
            _add_placed(flow, token.content, at, placement)
        else:
            flow.add_gap(token.content)
    elif kind == "code_inline":
        _add_code(flow, token, at, placement)
        flow.mark("code", start, flow.length)
    elif kind in ("math_inline", "math_inline_double", "math_single"):
        _add_placed(flow, token.content, at + len(token.markup), placement)
        flow.mark("math", start, flow.length)
    elif kind == "image":
        _fill(flow, token, placement, at + 2)
        flow.mark("image", start, flow.length, _target(token, "src"))
    elif kind == "wikilink":
        _add_placed(flow, token.content, token.meta["shown"] + shift, placement)
        flow.mark("wikilink", start, flow.length, token.info)
    elif kind == "embed":
        flow.mark("embed", start, start, token.info)
    elif kind == "tag":
        _add_placed(flow, token.content, at, placement)
        flow.mark("tag", start, flow.length, token.info)
    elif kind == "footnote_ref":
        flow.mark("footnote_ref", start, start, str(token.meta.get("label", "")))
    elif kind == "hidden" and token.content:
        _add_placed(flow, token.content, token.meta["shown"] + shift, placement)
    elif kind == "html_inline":
        _mark_images(flow, token.content)
        if _BR.match(token.content):
            flow.add_gap(" ")


def _add_code(flow: Flow, token: Token, at: int, placement: Placement) -> None:
    padding = token.meta["end"] - token.meta["at"] - 2 * len(token.markup) - len(token.content)
    _add_placed(flow, token.content, at + len(token.markup) + (1 if padding == 2 else 0), placement)


def _target(token: Token, attribute: str) -> str:
    value = str(token.attrGet(attribute) or "")
    return "data:" if value[:5].lower() == "data:" else value


def _add_placed(flow: Flow, text: str, at: int, placement: Placement) -> None:
    """text, which is content[at:at+len(text)] but for line breaks shown as spaces → its verbatim runs and gaps."""
    done = at
    for content_start, source_start, length in placement.pieces(at, at + len(text)):
        if content_start > done:
            flow.add_gap(text[done - at : content_start - at])
        low = content_start - at
        flow.add_verbatim(text[low : low + length], source_start)
        done = content_start + length
    if done < at + len(text):
        flow.add_gap(text[done - at :])
