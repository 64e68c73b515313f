"""Strings → YAML that every reader reads back as the same strings, and back for what was written so.

Every string is double-quoted with the escapes that JSON and YAML share, so the output is both.
Lone surrogates, which no file can hold, become U+FFFD.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

# what YAML does not take raw, or takes for a line break or a byte order mark
_ESCAPED = re.compile('["\\\\\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]')
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_OWN_VALUE = re.compile(r'(?:"(?:[^"\\]|\\.)*"|\[(?:"(?:[^"\\]|\\.)*"(?:, "(?:[^"\\]|\\.)*")*)?\])')


def quoted(text: str) -> str:
    """`a "b"` → `"a \\"b\\""`."""
    return '"' + _ESCAPED.sub(_escape, text) + '"'


def quoted_list(texts: Sequence[str]) -> str:
    """A flow sequence on one line."""
    return "[" + ", ".join(map(quoted, texts)) + "]"


def read_own(value: str) -> str | tuple[str, ...] | None:
    """The value of `quoted` or `quoted_list`; None for any other YAML."""
    if not _OWN_VALUE.fullmatch(value):
        return None
    try:
        found = json.loads(value)
    except ValueError:
        return None
    return found if isinstance(found, str) else tuple(found)


def _escape(found: re.Match[str]) -> str:
    char = found[0]
    if "\ud800" <= char <= "\udfff":
        return "\ufffd"
    return _SHORT.get(char) or f"\\u{ord(char):04x}"
