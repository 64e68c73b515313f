"""Offsets ↔ line numbers, for CRLF, LF and CR line ends, mixed as they come."""

from __future__ import annotations

import re
from bisect import bisect_right

from wikigraph.model.text import Span

LINE_BREAK = re.compile(r"\r\n?|\n")


class LineIndex:
    """The lines of a text. Lines count from 1; a line break belongs to the line it ends.

    A text that ends with a line break has no empty line after it; the empty text has no lines.
    """

    __slots__ = ("_ends", "_starts", "n_lines", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        starts = [0]
        ends: list[int] = []
        for match in LINE_BREAK.finditer(text):
            ends.append(match.start())
            starts.append(match.end())
        if starts[-1] == len(text):
            starts.pop()
        else:
            ends.append(len(text))
        self._starts = starts
        self._ends = ends  # without the line break
        self.n_lines = len(starts)

    def line_of(self, offset: int) -> int:
        """The line that holds a character; offsets past the end are in the last line."""
        return max(1, bisect_right(self._starts, offset))

    def line_span(self, line: int) -> tuple[int, int]:
        """(start, end) of a line without its line break. Raises IndexError for a line that is not there."""
        if line < 1:
            raise IndexError(line)
        return self._starts[line - 1], self._ends[line - 1]

    def span(self, start: int, end: int) -> Span:
        """Half-open offsets → a Span; the last line is that of the last character."""
        return Span(start, end, self.line_of(start), self.line_of(max(start, end - 1)))
