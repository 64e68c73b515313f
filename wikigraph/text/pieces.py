"""A text too long to stay whole → pieces, cut at spaces where there are any, else between graphemes."""

from __future__ import annotations

import unicodedata

from wikigraph.text.tokens import fit_tokens

_JOINERS = "\u200d\ufe0e\ufe0f"
_SOFT_STOPS = "，、；：,;:）)」』”]"


def split_long(text: str, max_tokens: int) -> list[tuple[int, int]]:
    """Text → trimmed (start, end) pieces of at most `max_tokens` each (by tokens.count_tokens), in order.

    A cut is made at the last space that fits, failing that behind the last comma-like mark, failing that at the
    last place that is not inside a grapheme (a base with its combining marks, joined emoji, flag pairs). A single
    grapheme is never cut, however long.
    """
    pieces: list[tuple[int, int]] = []
    start = 0
    while start < len(text):
        if text[start].isspace():
            start += 1
            continue
        end = _cut_before(text, start, max(start + 1, fit_tokens(text, start, max_tokens)))
        stop = end
        while stop > start and text[stop - 1].isspace():
            stop -= 1
        pieces.append((start, stop))
        start = end
    return pieces


def _cut_before(text: str, start: int, limit: int) -> int:
    if limit >= len(text) or text[limit].isspace():
        return limit
    earliest = start + max(1, (limit - start) // 2)
    for position in range(limit, earliest, -1):
        if text[position - 1].isspace():
            return position
    for position in range(limit, earliest, -1):
        if text[position - 1] in _SOFT_STOPS:
            return position
    position = limit
    while position > start + 1 and _is_inside_grapheme(text, start, position):
        position -= 1
    if position > start + 1 or not _is_inside_grapheme(text, start, position):
        return position
    position = limit
    while position < len(text) and _is_inside_grapheme(text, start, position):
        position += 1
    return position


def _is_inside_grapheme(text: str, start: int, position: int) -> bool:
    """Would a cut before text[position] tear a grapheme? (Unicode annex 29, the rules that matter here.) `start` is
    a place between graphemes."""
    before, after = text[position - 1], text[position]
    if after in _JOINERS or before == "\u200d" or unicodedata.category(after) in ("Mn", "Mc", "Me"):
        return True
    if "\U0001f3fb" <= after <= "\U0001f3ff":  # skin tones
        return True
    if "\u1160" <= after <= "\u11ff" and "\u1100" <= before <= "\u11ff":  # hangul written as letters
        return True
    if "\U0001f1e6" <= after <= "\U0001f1ff" and "\U0001f1e6" <= before <= "\U0001f1ff":
        run = 0
        while run < position - start and "\U0001f1e6" <= text[position - 1 - run] <= "\U0001f1ff":
            run += 1
        return run % 2 == 1
    return before == "\r" and after == "\n"
