"""Names → a matcher that finds them in texts: longest first, whole words, in the right case."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import ahocorasick

from wikigraph.extraction.patterns import SPACELESS
from wikigraph.model.graph import Name
from wikigraph.text.names import lower_same_length

_GLUE_BEHIND = frozenset(".-_/@")
_GLUE_BEFORE = frozenset(".@_/\\$#")


class Matcher:
    """Finds names. Lower-casing keeps lengths, so that positions are exact in the text as given."""

    def __init__(self, names: tuple[Name, ...]) -> None:
        self._by_lower: defaultdict[str, list[Name]] = defaultdict(list)
        for name in names:
            self._by_lower[lower_same_length(name.surface)].append(name)
        self._automaton = ahocorasick.Automaton()
        for lowered in sorted(self._by_lower):
            # a name of one document wins over one of all, an exact one over one in any case
            self._by_lower[lowered].sort(key=lambda name: (not name.path, not name.is_case_sensitive, name.entity_id))
            self._automaton.add_word(lowered, lowered)
        if self._by_lower:
            self._automaton.make_automaton()

    def find(self, text: str) -> list[tuple[int, int, str]]:
        """(start, end, entity id), left to right, no overlaps; of two that overlap the earlier, then the longer."""
        if not self._by_lower:
            return []
        hits = sorted(self._hits(text), key=lambda hit: (hit[0], -hit[1]))
        chosen: list[tuple[int, int, str]] = []
        position = 0
        for start, end, entity_id in hits:
            if start >= position:
                chosen.append((start, end, entity_id))
                position = end
        return chosen

    def _hits(self, text: str) -> Iterator[tuple[int, int, str]]:
        for last, lowered in self._automaton.iter(lower_same_length(text)):
            start, end = last + 1 - len(lowered), last + 1
            if not is_whole(text, start, end):
                continue
            written = text[start:end]
            for name in self._by_lower[lowered]:
                if not name.is_case_sensitive or name.surface == written:
                    yield start, end, name.entity_id
                    break


def is_whole(text: str, start: int, end: int) -> bool:
    """text[start:end] is not a piece of a longer word, version, path or address."""
    if start > 0:
        before = text[start - 1]
        if _is_spaced(before) and _is_spaced(text[start]):
            return False
        if before in _GLUE_BEFORE and ((start > 1 and text[start - 2].isalnum()) or before in "@$\\_"):
            return False
    if end < len(text):
        after = text[end]
        if _is_spaced(after) and _is_spaced(text[end - 1]):
            return False
        if after in "+#" and text[end - 1].isalnum():
            return False
        if after in _GLUE_BEHIND and end + 1 < len(text):
            beyond = text[end + 1]
            if after in "._@" and beyond.isalnum() and not _is_spaceless(beyond):
                return False
            return not (after == "-" and beyond.isdigit())
    return True


def _is_spaced(char: str) -> bool:
    return (char.isalnum() or char == "_") and not _is_spaceless(char)


_SPACELESS_RANGES = tuple(
    (ord(SPACELESS[i]), ord(SPACELESS[i + 2])) for i in range(len(SPACELESS) - 2) if SPACELESS[i + 1] == "-"
)


def _is_spaceless(char: str) -> bool:
    point = ord(char)
    return point >= 0xE00 and (char in "々〇ー" or any(low <= point <= high for low, high in _SPACELESS_RANGES))
