"""A block's text as it is put together: pieces, where each stands in the source, and the markup over them."""

from __future__ import annotations

from dataclasses import dataclass, field

from wikigraph.model.text import Mark, MarkKind, Segment


@dataclass(slots=True)
class Flow:
    """Grows at its end. `segments` are (start, source_start, length); positions are characters."""

    parts: list[str] = field(default_factory=list)
    length: int = 0
    segments: list[tuple[int, int, int]] = field(default_factory=list)
    marks: list[tuple[MarkKind, int, int, str]] = field(default_factory=list)
    first_break: int = -1  # where the first line ends, -1 where there is only one
    _ends_in_space: bool = True  # true at the start too, so that leading space is never added

    def add_verbatim(self, text: str, source_start: int) -> None:
        """Text that stands in the source at `source_start`."""
        if self._ends_in_space:
            stripped = text.lstrip(" \t")
            source_start += len(text) - len(stripped)
            text = stripped
        if not text:
            return
        if self.segments:
            start, source, length = self.segments[-1]
            if start + length == self.length and source + length == source_start:
                self.segments[-1] = (start, source, length + len(text))
            else:
                self.segments.append((self.length, source_start, len(text)))
        else:
            self.segments.append((self.length, source_start, len(text)))
        self._append(text)

    def add_gap(self, text: str) -> None:
        """Text that the source does not hold as such: a line break's space, an entity's character."""
        if text == " " and self._ends_in_space:
            return
        if text:
            self._append(text)

    def add_line_break(self) -> None:
        """A soft or hard line break: one space."""
        if self.first_break < 0:
            self.first_break = self.length
        self.add_gap(" ")

    def _append(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)
        self._ends_in_space = text[-1] in " \t"

    def mark(self, kind: MarkKind, start: int, end: int, target: str = "") -> None:
        """Markup over text[start:end]; an empty one marks a place (an embed, a footnote reference)."""
        self.marks.append((kind, start, end, target))

    def finish(self, start: int = 0, end: int | None = None) -> tuple[str, tuple[Segment, ...], tuple[Mark, ...]]:
        """What was put together, cut to [start, end) and trimmed of white space at both ends."""
        text = "".join(self.parts)
        end = len(text) if end is None else end
        cut_start, cut_end = start, end
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1].isspace():
            end -= 1
        segments = []
        for at, source, length in self.segments:
            low, high = max(at, start), min(at + length, end)
            if low < high:
                segments.append(Segment(low - start, source + low - at, high - low))
        marks = []
        for kind, low, high, target in dict.fromkeys(self.marks):
            if low > cut_end or high < cut_start or (low < high and (low == cut_end or high == cut_start)):
                continue  # belongs to what was cut off
            low, high = min(max(low, start), end), min(max(high, start), end)
            marks.append(Mark(kind, low - start, high - start, target))
        marks.sort(key=lambda m: (m.start, m.start < m.end, -m.end, m.kind))
        return text[start:end], tuple(segments), tuple(marks)
