"""What answers read of the index: text units and their sentences."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from wikigraph.model.record import HEADING_SEPARATOR, Passage, PassageSentence
from wikigraph.retrieval.scope import Scope
from wikigraph.store.index import Index

_MOST_HELD = 5000  # text units


class UnitRow(NamedTuple):
    """A text unit, and which sentences of its document it holds."""

    passage: Passage
    first_sentence: int
    last_sentence: int

    @property
    def places(self) -> list[tuple[str, int]]:
        """(document, ordinal) of each sentence."""
        return [(self.passage.path, at) for at in range(self.first_sentence, self.last_sentence + 1)]


_HELD: WeakKeyDictionary[Index, dict[int, UnitRow]] = WeakKeyDictionary()
"""Text units by number, of each open index: the steps of one question look at the same ones."""


def units(index: Index, numbers: Sequence[int]) -> dict[int, UnitRow]:
    """Text units by number; those that are not there are left out."""
    held = _HELD.setdefault(index, {})
    unknown = [number for number in dict.fromkeys(numbers) if number not in held]
    if unknown:
        if len(held) + len(unknown) > _MOST_HELD:
            held.clear()
            unknown = list(dict.fromkeys(numbers))
        held.update(_read(index, unknown))
    return {number: held[number] for number in numbers if number in held}


def passages(index: Index, numbers: Sequence[int]) -> list[Passage]:
    """Text units by their numbers, in this order."""
    held = units(index, numbers)
    return [held[number].passage for number in numbers]


def sentences(index: Index, numbers: Sequence[int]) -> dict[int, tuple[PassageSentence, ...]]:
    """The sentences of text units, by unit number, in reading order."""
    held = units(index, numbers)
    places = {place for unit in held.values() for place in unit.places}
    rows = sentence_rows(index, "text, quote, start_line, end_line, block, block_kind", places)
    known = {(row[0], row[1]): PassageSentence(*row[1:]) for row in rows}
    return {
        number: tuple(known[place] for place in unit.places if place in known) for number, unit in held.items()
    }


def beginnings(
    index: Index, without: Set[str], n: int, n_sentences: int, scope: Scope | None = None
) -> list[tuple[str, str, tuple[PassageSentence, ...]]]:
    """(path, title, first sentences) of the first n documents by path (of a scope) that are not among those
    `without`."""
    rows = index.rows("SELECT path, title FROM document ORDER BY path")
    titles = [row for row in rows if row[0] not in without and (scope is None or row[0] in scope.paths)][:n]
    rows = sentence_rows(
        index, "text, quote, start_line, end_line, block, block_kind",
        {(path, at) for path, _ in titles for at in range(n_sentences)},
    )  # fmt: skip
    held: dict[str, list[PassageSentence]] = {}
    for path, *row in sorted(rows):
        held.setdefault(path, []).append(PassageSentence(*row))
    return [(path, title, tuple(held.get(path, ()))) for path, title in titles]


def sentence_rows(index: Index, columns: str, places: Set[tuple[str, int]]) -> list[tuple[Any, ...]]:
    """(path, ordinal, …columns) of the sentences in these places, in any order; perhaps of some others of the same
    documents. (Two conditions on one table would keep DuckDB from using the index.)"""
    if not places:
        return []
    return index.rows(
        f"""WITH held AS MATERIALIZED (
            SELECT path, ordinal, {columns} FROM sentence WHERE list_contains($paths::VARCHAR[], path))
        SELECT * FROM held WHERE list_contains($ordinals::INTEGER[], ordinal)""",
        paths=sorted({path for path, _ in places}),
        ordinals=sorted({ordinal for _, ordinal in places}),
    )


def _read(index: Index, numbers: Sequence[int]) -> dict[int, UnitRow]:
    rows = index.rows(
        """SELECT number, id, path, heading_path, text, n_tokens, start_line, end_line, first_sentence, last_sentence
        FROM text_unit WHERE list_contains($numbers::INTEGER[], number)""",
        numbers=list(numbers),
    )
    titles = index.titles({row[2] for row in rows})
    return {
        number: UnitRow(
            Passage(
                number, unit_id, path, titles[path], tuple(above.split(HEADING_SEPARATOR)) if above else (), text,
                n_tokens, start, end,
            ),
            first, last,
        )
        for number, unit_id, path, above, text, n_tokens, start, end, first, last in rows
    }  # fmt: skip
