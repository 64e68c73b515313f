"""Document → Sentences and TextUnits. Pure.

A unit is a run of whole sentences of one section (or of small neighbouring sections), packed up to a size, with an
overlap to the one before it. A heading goes with what follows it.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from wikigraph.model.base import Natural, Value
from wikigraph.model.ids import content_id
from wikigraph.model.text import Block, Chunks, Document, Sentence, TextUnit
from wikigraph.text.lines import LineIndex
from wikigraph.text.pieces import split_long
from wikigraph.text.quoting import Locator, quote
from wikigraph.text.sentences import split_sentences
from wikigraph.text.shorten import shorten
from wikigraph.text.tokens import count_tokens

VERSION = 3


class Params(Value, frozen=True):
    """Sizes in tokens (wikigraph.text.tokens.count_tokens)."""

    size: int = 480  # a unit holds at most this many, a merged tail apart
    overlap: Natural = 80  # the whole sentences repeated from the unit before have at most this many
    small: Natural = 120  # a section or tail below this is packed with its neighbour
    code_lines: int = 10  # of a fence that make one sentence

    def __post_init__(self) -> None:
        if self.overlap >= self.size:
            raise ValueError("overlap must be smaller than size")


def run(document: Document, params: Params) -> Chunks:
    """A document → its sentences in order and the units packed from them."""
    sentences = _sentences(document, params)
    sizes = [count_tokens(sentence.text) for sentence in sentences]
    packing = _Packing(document.blocks, sentences, sizes, params)
    units: list[TextUnit] = []
    repeats: Counter[tuple[tuple[str, ...], str]] = Counter()
    lines = LineIndex(document.text)
    for group in packing.groups():
        for first, last in packing.runs(group):
            n_tokens = sum(sizes[first : last + 1])  # sentences are joined by white space, so that sizes add up
            units.append(_unit(document, sentences, lines, group.heading_path, first, last, n_tokens, repeats))
    return Chunks(document.path, tuple(sentences), tuple(units))


# --- sentences ---


def _sentences(document: Document, params: Params) -> list[Sentence]:
    lines = LineIndex(document.text)
    found: list[Sentence] = []
    for index, block in enumerate(document.blocks):
        if not block.text or _is_only_image(block):
            continue
        locator = Locator(block, document.text)
        for start, end in _spans(block, params):
            low, high = locator.locate(start, end)
            sentence = Sentence(
                ordinal=len(found),
                block=index,
                start=start,
                end=end,
                text=block.text[start:end],
                quote=quote(document.text, low, high),
                span=lines.span(low, high),
            )
            found.append(sentence)
    return found


def _is_only_image(block: Block) -> bool:
    """An image's description alone says nothing that could be cited."""
    return any(m.kind == "image" and m.start == 0 and m.end == len(block.text) for m in block.marks)


_UNSPLIT = ("code", "math", "autolink", "tag")


def _spans(block: Block, params: Params) -> Iterator[tuple[int, int]]:
    """A block → the (start, end) of its sentences; one longer than a unit is cut at words."""
    if block.kind == "code":
        spans = _code_spans(block.text, params.code_lines)
    elif block.kind in ("heading", "table_row", "math"):
        spans = [(0, len(block.text))]
    else:
        spans = split_sentences(block.text, [(m.start, m.end) for m in block.marks if m.kind in _UNSPLIT])
    for start, end in spans:
        # No token is shorter than a third of a character: a cheap bound spares the count.
        if end - start <= params.size or count_tokens(block.text[start:end]) <= params.size:
            yield start, end
        else:
            for low, high in split_long(block.text[start:end], params.size):
                yield start + low, start + high


_LINE = re.compile(r"[^\n]*\n?")


def _code_spans(text: str, max_lines: int) -> list[tuple[int, int]]:
    """Code → groups of at most `max_lines` lines, cut at blank lines where one is in the second half."""
    spans: list[tuple[int, int]] = []
    group: list[tuple[int, int]] = []

    def close(n_lines: int) -> None:
        start, end = group[0][0], group[n_lines - 1][1]
        del group[:n_lines]
        piece = text[start:end]
        if piece.strip():
            lead = len(piece) - len(piece.lstrip("\n"))
            spans.append((start + lead, start + len(piece.rstrip())))

    for match in _LINE.finditer(text):
        if match.start() == match.end():
            continue
        group.append(match.span())
        if len(group) == max_lines:
            blank = [i for i, (low, high) in enumerate(group) if i >= max_lines // 2 and not text[low:high].strip()]
            close(blank[-1] + 1 if blank else max_lines)
    if group:
        close(len(group))
    return spans


# --- units ---


@dataclass(slots=True)
class _Group:
    """Sentences first..last of one section or of small neighbours."""

    first: int
    last: int
    n_tokens: int
    heading_path: tuple[str, ...]
    is_heading_only: bool


@dataclass(slots=True)
class _Packing:
    blocks: tuple[Block, ...]
    sentences: list[Sentence]
    sizes: list[int]
    params: Params

    def groups(self) -> list[_Group]:
        """Sections, small neighbours joined as long as they fit into one unit."""
        groups: list[_Group] = []
        for section in _with_followers(self._sections()):
            if groups and self._belong_together(groups[-1], section):
                previous = groups[-1]
                previous.last = section.last
                previous.n_tokens += section.n_tokens
                if not section.is_heading_only:
                    previous.heading_path = _common(previous.heading_path, section.heading_path)
            else:
                groups.append(section)
        return groups

    def _belong_together(self, before: _Group, section: _Group) -> bool:
        if section.is_heading_only:
            return True  # the document's last heading, with nothing after it
        is_small = min(before.n_tokens, section.n_tokens) < self.params.small
        return is_small and before.n_tokens + section.n_tokens <= self.params.size

    def _sections(self) -> list[_Group]:
        """A heading with all up to the next heading; what stands before the first heading is one too."""
        sections: list[_Group] = []
        for ordinal, sentence in enumerate(self.sentences):
            block = self.blocks[sentence.block]
            is_heading = block.kind == "heading" and not block.is_quote
            if not sections or (is_heading and sentence.start == 0):
                path = (*block.heading_path, shorten(block.text)) if is_heading else block.heading_path
                sections.append(_Group(ordinal, ordinal, self.sizes[ordinal], path, is_heading))
            else:
                section = sections[-1]
                section.last = ordinal
                section.n_tokens += self.sizes[ordinal]
                section.is_heading_only = section.is_heading_only and is_heading
        return sections

    def runs(self, group: _Group) -> list[tuple[int, int]]:
        """A group → the (first, last) sentences of its units."""
        runs: list[tuple[int, int]] = []
        first = group.first
        while first <= group.last:
            last = self._fill(first, group.last)
            runs.append((first, last))
            if last == group.last:
                break
            first = self._overlap_start(first, last)
        return self._merge_tail(runs)

    def _fill(self, first: int, limit: int) -> int:
        """The last sentence of a unit that begins with `first`: whole blocks while they fit, sentences of the
        next block only if the unit would otherwise stay less than half full."""
        total = self.sizes[first]
        last = first
        block_end, block_total = first, total
        while last < limit and total + self.sizes[last + 1] <= self.params.size:
            last += 1
            total += self.sizes[last]
            if last == limit or self.sentences[last + 1].block != self.sentences[last].block:
                block_end, block_total = last, total
        if last == limit:
            return limit
        if block_total * 2 >= self.params.size:
            last = block_end
        while last > first and self.blocks[self.sentences[last].block].kind == "heading":
            last -= 1
        return last

    def _overlap_start(self, first: int, last: int) -> int:
        """The first sentence of the next unit: the longest tail of this one within the overlap."""
        start, total = last + 1, 0
        room = self.params.size - self.sizes[last + 1]
        while start - 1 > first:
            total += self.sizes[start - 1]
            if total > self.params.overlap or total > room:
                break
            start -= 1
        return start

    def _merge_tail(self, runs: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """A last unit that brings little joins the one before it, a quarter over the size at most."""
        if len(runs) < 2:
            return runs
        (first, before), (_, last) = runs[-2], runs[-1]
        new = sum(self.sizes[before + 1 : last + 1])
        if new < self.params.small and sum(self.sizes[first : last + 1]) <= self.params.size * 5 // 4:
            return [*runs[:-2], (first, last)]
        return runs


def _with_followers(sections: list[_Group]) -> list[_Group]:
    """A section that is a heading and nothing else goes with the section after it."""
    joined: list[_Group] = []
    for section in sections:
        if joined and joined[-1].is_heading_only:
            heading = joined[-1]
            heading.last = section.last
            heading.n_tokens += section.n_tokens
            heading.heading_path = section.heading_path
            heading.is_heading_only = section.is_heading_only
        else:
            joined.append(section)
    return joined


def _common(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    n = 0
    while n < min(len(one), len(other)) and one[n] == other[n]:
        n += 1
    return one[:n]


def _unit(
    document: Document,
    sentences: list[Sentence],
    lines: LineIndex,
    heading_path: tuple[str, ...],
    first: int,
    last: int,
    n_tokens: int,
    repeats: Counter[tuple[tuple[str, ...], str]],
) -> TextUnit:
    parts = [sentences[first].text]
    for ordinal in range(first + 1, last + 1):
        sentence = sentences[ordinal]
        is_same_block = sentence.block == sentences[ordinal - 1].block
        is_code = document.blocks[sentence.block].kind == "code"
        parts.append(" " if is_same_block and not is_code else "\n")
        parts.append(sentence.text)
    text = "".join(parts)
    normal = " ".join(unicodedata.normalize("NFC", text).split())
    repeat = repeats[heading_path, normal]
    repeats[heading_path, normal] += 1
    key = (document.path, str(len(heading_path)), *heading_path, normal, str(repeat))
    return TextUnit(
        id=content_id("tu", *key, n_hex=16),
        path=document.path,
        heading_path=heading_path,
        first_sentence=first,
        last_sentence=last,
        text=text,
        n_tokens=n_tokens,
        span=lines.span(sentences[first].span.start, sentences[last].span.end),
    )
