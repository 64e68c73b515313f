"""markdown-it's inline parser with two additions: every token knows where it stands, and notes' own syntax.

Positions: `token.meta["at"]` is the offset of the token's first character in the inline content,
`token.meta["end"]` that of the character after its last. They are recorded while the rules run, because finding a
token's text afterwards by search goes wrong as soon as a word also occurs in a link's destination.
"""

from __future__ import annotations

import re

from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

_WIKILINK = re.compile(r"\[\[([^\[\]|\n]*[^\[\]|\s][^\[\]|\n]*?)(?:\\?\|([^\[\]\n]*))?\]\]")
_COMMENT = re.compile(r"%%.*?%%", re.DOTALL)
_SHORTCODE = re.compile(r"\{\{[<%#].*?\}\}|\{%.*?%\}", re.DOTALL)
_SHORTCODE_TEXT = re.compile(r"""\stext=(?:"([^"\n]*)"|'([^'\n]*)')""")
_TEMPLATE = re.compile(r"<%.*?%>", re.DOTALL)
_TAG = re.compile(r"#((?:[^\W_]|[-_/])+)")
_HAS_LETTER = re.compile(r"[^\W\d_]")
_HIDDEN = re.compile(
    r"<(script|style|template|datetime|noscript|textarea)\b[^<>]*>.*?</\1\s*>"
    r"|<([a-z][a-z0-9]*)\b[^<>]*?\s(?:hidden\b|class=[\"']?hidden\b|style=[\"'][^\"'<>]*display:\s*none)[^<>]*>.*?</\2\s*>",
    re.DOTALL | re.IGNORECASE,
)
_MAX_LOOKAHEAD = 2000  # a comment or shortcode inside a paragraph is not longer; keeps hostile input linear


class PositionedInline(ParserInline):
    """ParserInline that records `at` and `end` of every token, and knows wikilinks, embeds, tags, comments."""

    def __init__(self) -> None:
        super().__init__()
        self.ruler.before("link", "wikilink", wikilink)
        self.ruler.before("image", "embed", embed)
        self.ruler.before("emphasis", "tag", tag)
        self.ruler.before("emphasis", "hidden", hidden)
        # Joining would keep the last piece's position and is not needed here.
        self.ruler2.disable("fragments_join")

    def tokenize(self, state: StateInline) -> None:
        """As in the parent class; each iteration notes where the tokens that it pushed come from."""
        rules = self.ruler.getRules("")
        end = state.posMax
        nesting_limit = state.md.options["maxNesting"]
        pending_at = state.pos
        while state.pos < end:
            pos = state.pos
            n_before = len(state.tokens)
            had_pending = bool(state.pending)
            if not had_pending:
                pending_at = pos
            ok = False
            if state.level < nesting_limit:
                for rule in rules:
                    ok = rule(state, False)
                    if ok:
                        if state.pos <= pos:
                            raise RuntimeError("inline rule didn't increment state.pos")
                        break
            if not ok:
                state.pending += state.src[state.pos]
                state.pos += 1
            elif len(state.tokens) > n_before:
                _note_positions(state.tokens, n_before, pending_at if had_pending else -1, pos, state.pos)
                if state.pos >= end:
                    break
        if state.pending:
            token = state.pushPending()
            token.meta = {"at": pending_at, "end": pending_at + len(token.content)}


def _note_positions(tokens: list[Token], first: int, pending_at: int, start: int, end: int) -> None:
    """Tokens pushed by one run of a rule over [start, end) → their positions. The first may be the text that was
    pending; a run of delimiters ("***") is pushed one text token each."""
    index = first
    if pending_at >= 0 and tokens[index].type == "text":
        token = tokens[index]
        token.meta = {"at": pending_at, "end": pending_at + len(token.content)}
        index += 1
    at = start
    for token in tokens[index:]:
        if "at" in token.meta:
            continue
        if token.type == "text":
            token.meta = {"at": at, "end": at + len(token.content)}
            at += len(token.content)
            continue
        if token.type == "link_open":
            at += 1  # an autolink: its text stands behind the "<"
            token.meta = {**token.meta, "at": start, "end": at}
        else:
            token.meta = {**token.meta, "at": start, "end": end}


def wikilink(state: StateInline, silent: bool) -> bool:
    """[[target]], [[target|alias]], [[target#anchor]] → a "wikilink" token; [[]] and [[ ]] stay text."""
    return _double_bracket(state, silent, state.pos, "wikilink")


def embed(state: StateInline, silent: bool) -> bool:
    """![[target]] → an "embed" token."""
    if state.src[state.pos] != "!":
        return False
    return _double_bracket(state, silent, state.pos + 1, "embed")


def _double_bracket(state: StateInline, silent: bool, pos: int, kind: str) -> bool:
    if not state.src.startswith("[[", pos):
        return False
    match = _WIKILINK.match(state.src, pos, min(state.posMax, pos + _MAX_LOOKAHEAD))
    if match is None:
        return False
    if not silent:
        token = state.push(kind, "", 0)
        target = match[1].strip()
        shown = 2 if (match[2] or "").strip() else 1
        shown_start, shown_end = match.span(shown)
        if shown == 1 and target.startswith("#"):
            shown_start = state.src.index("#", shown_start) + 1
        token.info = target
        token.content = state.src[shown_start:shown_end]
        token.meta = {"shown": shown_start}
        token.meta["at"], token.meta["end"] = state.pos, match.end()
    state.pos = match.end()
    return True


def tag(state: StateInline, silent: bool) -> bool:
    """#tag and #nested/tag at the start of a word → a "tag" token; #12 and C# stay text."""
    pos = state.pos
    if state.src[pos] != "#" or (pos and not state.src[pos - 1].isspace()):
        return False
    match = _TAG.match(state.src, pos, state.posMax)
    if match is None or not _HAS_LETTER.search(match[1]):
        return False
    if not silent:
        token = state.push("tag", "", 0)
        token.content = match[0]
        token.info = match[1]
    state.pos = match.end()
    return True


def hidden(state: StateInline, silent: bool) -> bool:
    """What no reader sees → a "hidden" token: %%comments%%, shortcodes, <% templates %>, hidden HTML elements.

    A shortcode with a text="…" parameter shows that text, so it is kept as the token's content.
    """
    pos = state.pos
    limit = min(state.posMax, pos + _MAX_LOOKAHEAD)
    ch = state.src[pos]
    match = None
    if ch == "%":
        match = _COMMENT.match(state.src, pos, limit)
    elif ch == "{":
        match = _SHORTCODE.match(state.src, pos, limit)
    elif ch == "<":
        match = _TEMPLATE.match(state.src, pos, limit) or _HIDDEN.match(state.src, pos, limit)
    if match is None:
        return False
    if not silent:
        token = state.push("hidden", "", 0)
        shown = _SHORTCODE_TEXT.search(match[0]) if ch == "{" else None
        if shown is not None:
            group = 1 if shown[1] is not None else 2
            token.content = shown[group]
            token.meta = {"shown": pos + shown.start(group), "at": pos, "end": match.end()}
    state.pos = match.end()
    return True
