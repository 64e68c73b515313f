"""Plain text → Markdown that shows it and does nothing, and back.

The escape is a backslash before ASCII punctuation (CommonMark 0.31, section 2.4), only where the character would act in
CommonMark, GFM, Obsidian (wikilinks, tags, highlights, comments, math, block ids, Dataview fields) or a template
engine (`{{`, `{%`, `<%`). The text is one line: what holds line breaks is given through `one_line` first.
"""

from __future__ import annotations

import re

_UNESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_ACTS = re.compile(
    r"""[\\`\[$]"""  # always
    r"""|\*(?!(?<=\s\*)\s)"""  # emphasis, unless it stands between spaces
    r"""|(?<![^\W_])_|_(?![^\W_])"""  # emphasis, unless inside a word; runs are settled below
    r"""|(?<=_)_|_(?=_)"""
    r"""|(?<=\])[(:]"""  # the destination of a link, for readers that know no escapes
    r"""|<(?=[A-Za-z/!?%<])"""
    r"""|(?<=<)%|(?<=%)%|(?<==)=|(?<=\S)~|(?<=\{)[{%#]"""  # doubled, the second is escaped so that no pair is left
    r"""|(?<!\w)\#(?=\S)"""
    r"""|&(?=\#?\w{1,40};)"""
    r"""|(?<!\S)\^(?=\w)|[!^]\Z"""  # a block id; at the end, where the bracket of a footnote may follow
    r"""|(?<=:):(?=\s|$)""",
    re.VERBOSE,
)
_MAY_ACT = re.compile(r"[\\`\[\]$*_<%=~{#&^]|!\Z|::")  # whatever `_ACTS` finds holds one of these
_STARTS = re.compile(r"(\s*)(?:([-+>#~=|:*])|(\d{1,9})([.)])(?=\s|$))")
_BREAKS = re.compile(r"[^\S\r\n]*(?:\r\n|\r|\n)[^\S\r\n]*")
_PAIRS = re.compile(r"\[(?=\[)|\{(?=[{%#])|<(?=%)|%(?=%)")
_WIKILINK_TEXT = str.maketrans({"[": "(", "]": ")", "|": "/", "\n": " ", "\r": " ", "\t": " "})
_TURNS = re.compile(r"[\u202a-\u202e\u2066-\u2069]")


def escape(text: str, *, at_start: bool = True) -> str:
    """`text` as inline Markdown. `at_start`: it opens a block, so list, heading and quote markers are escaped too."""
    escaped = _ACTS.sub(r"\\\g<0>", text) if _MAY_ACT.search(text) else text
    if not at_start:
        return escaped
    found = _STARTS.match(text)
    if found is None:
        return escaped
    if found[3] is not None:
        at = found.end(3)
        return text[:at] + "\\" + escaped[at:]
    at = found.start(2)
    return escaped if escaped[at] == "\\" else escaped[:at] + "\\" + escaped[at:]


def unescape(text: str) -> str:
    """unescape(escape(x)) == x for every x."""
    return _UNESCAPE.sub(r"\1", text)


def escape_label(text: str) -> str:
    """`text` between the brackets of a link, where a closing bracket would end it."""
    return re.sub(r"(?<!\\)((?:\\\\)*)\]", r"\1\\]", escape(one_line(in_order(text)), at_start=False))


def one_line(text: str) -> str:
    """Line breaks, with the spaces around them, become one space."""
    return _BREAKS.sub(" ", text).strip()


def in_order(text: str) -> str:
    """A name without the controls that turn the order of what is shown, up to behind its end (the override U+202E)."""
    return text if text.isascii() else _TURNS.sub("", text)


def wikilink_text(text: str) -> str:
    """What may stand behind the `|` of a wikilink: brackets and bars, which would end it, become others."""
    return inert_name(text.translate(_WIKILINK_TEXT))


def inert_name(text: str) -> str:
    """A name in a front matter, where nothing can be escaped: the pairs that open a link or template are parted."""
    return _PAIRS.sub(r"\g<0> ", one_line(in_order(text)))
