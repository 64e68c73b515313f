"""Globs over paths with forward slashes, the same on every system."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

_PIECE = re.compile(r"\*\*/|\*\*|\*|\?|\[!?\]?[^\]]*\]|.", re.DOTALL)


@lru_cache(maxsize=512)
def glob_pattern(glob: str) -> re.Pattern[str]:
    """A glob → the expression that a whole path matches.

    `*` and `?` stay within a folder, `**` crosses folders, `[ab]`, `[a-z]` and `[!a]` are sets. What matches a
    folder matches all in it, so "drafts" and "drafts/" both mean "drafts/**". Composed and decomposed accents match.
    """
    parts = []
    for piece in _PIECE.findall(unicodedata.normalize("NFC", glob.strip("/") or "**")):
        if piece == "**/":
            parts.append("(?:.*/)?")
        elif piece == "**":
            parts.append(".*")
        elif piece == "*":
            parts.append("[^/]*")
        elif piece == "?":
            parts.append("[^/]")
        elif len(piece) > 2 and piece[0] == "[":
            inside = piece[1:-1].replace("\\", "\\\\").replace("[", "\\[")
            parts.append(f"[^/{inside[1:]}]" if inside[0] == "!" else f"[{inside}]")
        else:
            parts.append(re.escape(piece))
    try:
        return re.compile("".join(parts) + "(?:/.*)?", re.DOTALL)
    except re.error:  # a set such as [z-a]
        return re.compile(re.escape(glob))


def matches_any(path: str, globs: Iterable[str]) -> bool:
    """Does the path match one of the globs?"""
    path = unicodedata.normalize("NFC", path)
    return any(glob_pattern(glob).fullmatch(path) for glob in globs)
