"""Where the characters of an inline token's content stand in the source.

markdown-it strips quote marks, list indentation and white space from each line of a paragraph, so a line of content
is always the end of its source line; a table cell is a piece of its row in which `\\|` has become `|`.
"""

from __future__ import annotations

from bisect import bisect_right

from wikigraph.text.lines import LineIndex


class Placement:
    """Runs (content_start, source_start, length) in content order. A character in no run has no exact place."""

    __slots__ = ("_runs", "_starts")

    def __init__(self, runs: list[tuple[int, int, int]]) -> None:
        self._runs = runs
        self._starts = [run[0] for run in runs]

    def pieces(self, start: int, end: int) -> list[tuple[int, int, int]]:
        """content[start:end] → its runs (content_start, source_start, length), cut to it."""
        found = []
        index = max(0, bisect_right(self._starts, start) - 1)
        for position in range(index, len(self._runs)):
            content_start, source_start, length = self._runs[position]
            if content_start >= end:
                break
            low, high = max(start, content_start), min(end, content_start + length)
            if low < high:
                found.append((low, source_start + low - content_start, high - low))
        return found


def place_lines(content: str, first_line: int, last_line: int, lines: LineIndex) -> Placement:
    """Content of a paragraph or heading that stands in these lines (from 1, inclusive) → its places.

    Lines of exotic white space at its beginning are in the token's lines but not in its content.
    """
    runs = []
    at = 0
    pieces = content.split("\n")
    first_piece = pieces[0].strip()
    while first_line < last_line and not _stands_in(first_piece, first_line, lines):
        first_line += 1
    for number, piece in enumerate(pieces, first_line):
        stripped = piece.strip()
        if stripped and number <= lines.n_lines:
            start, end = lines.line_span(number)
            raw = lines.text[start:end]
            lead = len(piece) - len(piece.lstrip())
            found = _find_at_end(raw, stripped)
            if found >= 0:
                runs.append((at + lead, start + found, len(stripped)))
        at += len(piece) + 1
    return Placement(runs)


def _stands_in(piece: str, line: int, lines: LineIndex) -> bool:
    start, end = lines.line_span(line)
    return piece in lines.text[start:end]


def _find_at_end(raw: str, piece: str) -> int:
    """Where a line's content stands in it: at its end, but for the closing hashes of a heading."""
    trimmed = raw.rstrip()
    if trimmed.endswith(piece):
        return len(trimmed) - len(piece)
    return raw.rfind(piece)


def place_cell(content: str, row_start: int, row_end: int, cursor: int, text: str) -> tuple[Placement, int]:
    """A table cell's content, searched in the row from `cursor` → its places and where the next cell may begin."""
    found = text.find(content, cursor, row_end) if content else -1
    if "|" not in content and found >= 0:
        return Placement([(0, found, len(content))]), found + len(content)
    runs = []
    at, place = 0, cursor
    for index, piece in enumerate(content.split("|")):
        if index:
            place = max(place, text.find("|", place, row_end))
            runs.append((at, place, 1))
            at += 1
            place += 1
        if piece:
            hit = text.find(piece, place, row_end)
            if hit < 0:
                break
            runs.append((at, hit, len(piece)))
            place = hit + len(piece)
        at += len(piece)
    return Placement(runs), max(place, cursor, row_start)
