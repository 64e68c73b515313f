"""What answers read of the index: text units and their sentences."""

from __future__ import annotations

from collections.abc import Sequence

from wikigraph.model.record import HEADING_SEPARATOR, Passage, PassageSentence
from wikigraph.store.index import Index


def passages(index: Index, units: Sequence[int]) -> list[Passage]:
    """Text units by their numbers, in this order."""
    rows = index.rows(
        """SELECT number, id, path, heading_path, text, n_tokens, start_line, end_line
        FROM text_unit WHERE list_contains($units::INTEGER[], number)""",
        units=list(units),
    ) if units else []  # fmt: skip
    titles = index.titles({row[2] for row in rows})
    known = {
        number: Passage(
            number, unit_id, path, titles[path], tuple(above.split(HEADING_SEPARATOR)) if above else (), *rest
        )
        for number, unit_id, path, above, *rest in rows
    }
    return [known[number] for number in units]


def sentences(index: Index, units: Sequence[int]) -> dict[int, tuple[PassageSentence, ...]]:
    """The sentences of text units, by unit number, in reading order."""
    held = sentence_ranges(index, units)
    rows = index.rows(
        """SELECT path, ordinal, text, quote, start_line, end_line, block, block_kind FROM sentence
        WHERE list_contains($paths::VARCHAR[], path) AND list_contains($ordinals::INTEGER[], ordinal)""",
        paths=sorted({path for path, _, _ in held.values()}),
        ordinals=sorted({at for _, first, last in held.values() for at in range(first, last + 1)}),
    ) if held else []  # fmt: skip
    known = {(row[0], row[1]): PassageSentence(*row[1:]) for row in rows}
    return {
        unit: tuple(known[path, at] for at in range(first, last + 1) if (path, at) in known)
        for unit, (path, first, last) in ((unit, held[unit]) for unit in units)
    }


def sentence_ranges(index: Index, units: Sequence[int]) -> dict[int, tuple[str, int, int]]:
    """(document, its first and last sentence) of text units, by number."""
    rows = index.rows(
        """SELECT number, path, first_sentence, last_sentence FROM text_unit
        WHERE list_contains($units::INTEGER[], number)""",
        units=list(units),
    ) if units else []  # fmt: skip
    return {number: (path, first, last) for number, path, first, last in rows}
