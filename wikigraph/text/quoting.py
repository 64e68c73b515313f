"""A piece of a block's text → the piece of the source that shows it, whole markup included."""

from __future__ import annotations

from bisect import bisect_right

from wikigraph.model.text import Block, Mark, Segment
from wikigraph.text.lines import LINE_BREAK

_EMPHASIS = {"strong": "*_", "em": "*_", "strike": "~", "code": "`", "math": "$", "html": ""}


def quote(source: str, start: int, end: int) -> str:
    """source[start:end] with each line break (CRLF, CR, LF) as exactly one space, everything else verbatim."""
    return LINE_BREAK.sub(" ", source[start:end])


class Locator:
    """One block's text offsets → source offsets."""

    __slots__ = ("_block", "_by_end", "_by_start", "_source", "_starts")

    def __init__(self, block: Block, source: str) -> None:
        self._block = block
        self._source = source
        self._starts = [segment.start for segment in block.segments]
        self._by_start: dict[int, list[Mark]] = {}
        self._by_end: dict[int, list[Mark]] = {}
        for mark in block.marks:
            if mark.start < mark.end:
                self._by_start.setdefault(mark.start, []).append(mark)
                self._by_end.setdefault(mark.end, []).append(mark)

    def locate(self, start: int, end: int) -> tuple[int, int]:
        """block.text[start:end] → (start, end) in the source.

        Markup that begins exactly at `start` (or ends exactly at `end`) and lies within is taken along, so that
        "**Bold** words" keeps its asterisks. Text without a place of its own takes in what stands around it.
        """
        low, floor = self._start_of(start)
        high, ceiling = self._end_of(end)
        for mark in sorted(self._by_start.get(start, ()), key=lambda m: m.end):
            if mark.end <= end:
                low = self._before(mark, low, floor)
        for mark in sorted(self._by_end.get(end, ()), key=lambda m: -m.start):
            if mark.start >= start:
                high = self._after(mark, high, ceiling)
        return low, max(low, high)

    def _start_of(self, offset: int) -> tuple[int, int]:
        """→ where the character at `offset` stands, and the end of what stands before it in the block."""
        segments, span = self._block.segments, self._block.span
        index = bisect_right(self._starts, offset) - 1
        floor = span.start
        if index >= 0:
            segment = segments[index]
            inside = offset - segment.start
            if inside < segment.length:
                at = segment.source_start + inside
                if inside:
                    return at, at
                floor = _end(segments[index - 1]) if index else span.start
                is_escaped = at > floor and self._source[at - 1] == "\\"
                return at - is_escaped, floor
            at = floor = _end(segment)
            while at < span.end and self._source[at].isspace():
                at += 1
            return at, floor
        if not segments:
            return span.start, floor
        at = segments[0].source_start
        while at > floor and not self._source[at - 1].isspace():  # an entity before the first run
            at -= 1
        return at, floor

    def _end_of(self, offset: int) -> tuple[int, int]:
        """→ the end of the character before `offset`, and the start of what stands after it in the block."""
        segments, span = self._block.segments, self._block.span
        index = bisect_right(self._starts, offset - 1) - 1
        ceiling = segments[index + 1].source_start if index + 1 < len(segments) else span.end
        floor = span.start
        if index >= 0:
            segment = segments[index]
            inside = offset - segment.start
            if inside < segment.length:
                at = segment.source_start + inside
                return at, at
            if inside == segment.length:
                return segment.source_start + inside, ceiling
            floor = _end(segment)
        at = ceiling  # an entity: up to what follows it
        while at > floor and self._source[at - 1].isspace():
            at -= 1
        return at, ceiling

    def _before(self, mark: Mark, at: int, floor: int) -> int:
        """The offset of the markup that opens `mark` right before `at`, or `at`."""
        source = self._source
        if mark.kind in _EMPHASIS:
            begin = at - 1 if mark.kind == "code" and at > floor and source[at - 1] == " " else at
            signs = _EMPHASIS[mark.kind]
            found = begin
            limit = {"strong": 2, "em": 1}.get(mark.kind, 99)
            while found > floor and source[found - 1] in signs and begin - found < limit:
                found -= 1
            return found if found < begin else at
        if mark.kind in ("link", "autolink"):
            return at - 1 if at > floor and source[at - 1] in "[<" else at
        opening = {"wikilink": "[[", "image": "![", "embed": "![["}.get(mark.kind)
        if opening is None:
            return at
        found = source.rfind(opening, floor, at)
        return found if found >= 0 else at

    def _after(self, mark: Mark, at: int, ceiling: int) -> int:
        """The offset behind the markup that closes `mark` right after `at`, or `at`."""
        source = self._source
        if mark.kind in _EMPHASIS:
            begin = at + 1 if mark.kind == "code" and source[at : at + 1] == " " else at
            signs = _EMPHASIS[mark.kind]
            found = begin
            limit = {"strong": 2, "em": 1}.get(mark.kind, 99)
            while found < ceiling and source[found] in signs and found - begin < limit:
                found += 1
            return found if found > begin else at
        if mark.kind == "autolink":
            return at + 1 if source[at : at + 1] == ">" else at
        if mark.kind == "wikilink":
            found = source.find("]]", at, ceiling)
            return found + 2 if found >= 0 else at
        if mark.kind in ("link", "image") and source[at : at + 1] == "]":
            return _link_end(source, at + 1, ceiling)
        return at


def _end(segment: Segment) -> int:
    return segment.source_start + segment.length


def _link_end(source: str, at: int, ceiling: int) -> int:
    """Behind "](destination)" or "][label]": `at` is behind the first bracket."""
    if source[at : at + 1] == "[":
        found = source.find("]", at, ceiling)
        return found + 1 if found >= 0 else at
    if source[at : at + 1] != "(":
        return at
    depth = 0
    for position in range(at, min(ceiling, at + 2000)):
        if source[position] == "(":
            depth += 1
        elif source[position] == ")":
            depth -= 1
            if depth == 0:
                return position + 1
    return at
