"""The one Markdown parser: CommonMark with tables, footnotes, maths, strikethrough and the syntax of notes.

Nothing is linkified, typographed or sanitised: what a destination is good for is decided where links are used.
"""

from __future__ import annotations

import re
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

from wikigraph.text.inline import PositionedInline

MAX_NESTING = 100
MAX_INLINE = 2_000_000  # characters of one paragraph whose inline markup is looked at
_COMMENT_LINE = re.compile(r"%%")
# Every construct that can make the inline rules look ahead, and how many of them one paragraph may hold.
_COSTLY = re.compile(r"[\[\]`*_~$<]|!\[")
_MAX_COSTLY = 20_000


@cache
def _parser() -> MarkdownIt:
    md = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING})
    md.inline = PositionedInline()
    md.enable("table")
    md.inline.ruler.disable("linkify")
    footnote_plugin(md, inline=False, move_to_end=False, always_match_refs=False)
    dollarmath_plugin(md, allow_space=False, allow_digits=False, double_inline=True)
    md.block.ruler.before("fence", "comment_block", _comment_block, {"alt": ["paragraph"]})
    md.core.ruler.disable("text_join")
    md.core.ruler.at("inline", _inline_within_budget)
    md.normalizeLink = _as_written  # type: ignore[method-assign,assignment]
    md.normalizeLinkText = _as_written  # type: ignore[method-assign]
    md.validateLink = lambda url: True  # type: ignore[method-assign]
    return md


def _as_written(link: str) -> str:
    return link


def parse_tokens(text: str) -> list[Token]:
    """Text with "\\n" line ends → markdown-it's tokens; `token.map` counts its lines from 0.

    An inline token whose content is over budget has `meta["too_costly"]` and one text child per line.
    """
    return _parser().parse(text, {})


def _comment_block(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Lines from one that begins with %% to one that ends with %% → nothing at all."""
    start = state.bMarks[start_line] + state.tShift[start_line]
    if not state.src.startswith("%%", start) or state.is_code_block(start_line):
        return False
    if state.src.find("%%", start + 2, state.eMarks[start_line]) >= 0:
        return False  # opens and closes in a line: the inline rule's
    for line in range(start_line + 1, end_line):
        if state.sCount[line] < state.blkIndent and not state.isEmpty(line):
            return False
        if _COMMENT_LINE.search(state.src, state.bMarks[line], state.eMarks[line]):
            if not silent:
                state.line = line + 1
                token = state.push("comment_block", "", 0)
                token.map = [start_line, line + 1]
            return True
    return False


def _inline_within_budget(state: StateCore) -> None:
    """The core rule "inline", but for paragraphs that would cost too much."""
    for token in state.tokens:
        if token.type != "inline":
            continue
        children: list[Token] = []
        if _is_too_costly(token.content):
            token.meta = {"too_costly": True}
            children = _as_lines(token.content)
        else:
            state.md.inline.parse(token.content, state.md, state.env, children)
        token.children = children


def _is_too_costly(content: str) -> bool:
    if len(content) > MAX_INLINE:
        return True
    return len(content) > _MAX_COSTLY and len(_COSTLY.findall(content)) > _MAX_COSTLY


def _as_lines(content: str) -> list[Token]:
    tokens: list[Token] = []
    at = 0
    for line in content.split("\n"):
        if tokens:
            tokens.append(Token("softbreak", "br", 0, meta={"at": at - 1, "end": at}))
        tokens.append(Token("text", "", 0, content=line, meta={"at": at, "end": at + len(line)}))
        at += len(line) + 1
    return tokens
