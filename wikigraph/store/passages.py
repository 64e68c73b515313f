"""What retrieval reads of the index: postings, passages and their sentences."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from wikigraph.model.record import HEADING_SEPARATOR, Passage, PassageSentence
from wikigraph.retrieval.lexical import TermPostings
from wikigraph.store.index import Index


class IndexTerms:
    """An index as retrieval asks it (retrieval.basic.RetrievalIndex)."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._size: tuple[int, float] | None = None

    def size(self) -> tuple[int, float]:
        if self._size is None:
            found = self._index.rows("SELECT count(*), coalesce(sum(n_terms), 0) FROM text_unit")[0]
            self._size = (int(found[0]), int(found[1]) / max(1, int(found[0])))
        return self._size

    def document_frequencies(self, terms: Sequence[str]) -> dict[str, int]:
        found = self._index.columns(
            "SELECT term, count(*) FROM posting JOIN wanted ON term = key GROUP BY term", keys=terms
        )
        return {str(term): int(n) for term, n in zip(*found, strict=True)}

    def postings(self, terms: Sequence[str]) -> TermPostings:
        found = self._index.arrays(
            """WITH asked AS (SELECT unnest($terms::VARCHAR[]) AS term, unnest($places::BIGINT[]) AS place)
            SELECT place, unit::BIGINT AS unit, tf::BIGINT AS tf, n_terms::BIGINT AS n_terms
            FROM posting JOIN asked USING (term) JOIN text_unit ON number = unit""",
            terms=list(terms), places=list(range(len(terms))),
        )  # fmt: skip
        columns = [np.asarray(found[name], np.int64) for name in ("place", "unit", "tf", "n_terms")]
        return TermPostings(*columns)

    def owners(self, keys: Sequence[str]) -> dict[str, list[tuple[str, float]]]:
        columns = self._index.columns(
            "SELECT n.key, path, worth FROM document_name n JOIN wanted USING (key) ORDER BY n.key, path", keys=keys
        )
        held: dict[str, list[tuple[str, float]]] = {}
        for key, path, worth in zip(*columns, strict=True):
            held.setdefault(key, []).append((path, worth))
        return held

    def units_of_documents(self, paths: Sequence[str]) -> dict[str, list[tuple[int, str]]]:
        rows = self._index.rows(
            """SELECT path, number, text FROM text_unit WHERE path IN (SELECT unnest($paths::VARCHAR[]))
            ORDER BY path, first_sentence, number""",
            paths=list(paths),
        )
        held: dict[str, list[tuple[int, str]]] = {path: [] for path in paths}
        for path, number, text in rows:
            held[path].append((number, text))
        return held


def passages(index: Index, units: Sequence[int]) -> list[Passage]:
    """Text units by their numbers, in this order."""
    rows = index.rows(
        """SELECT number, id, u.path, d.title, heading_path, text, n_tokens, start_line, end_line
        FROM text_unit u JOIN document d ON d.path = u.path WHERE number IN (SELECT unnest($units::INTEGER[]))""",
        units=list(units),
    )
    known = {
        number: Passage(number, unit_id, path, title, tuple(above.split(HEADING_SEPARATOR)) if above else (), *rest)
        for number, unit_id, path, title, above, *rest in rows
    }
    return [known[number] for number in units]


def sentences(index: Index, units: Sequence[int]) -> dict[int, tuple[PassageSentence, ...]]:
    """The sentences of text units, by unit number, in reading order."""
    rows = index.rows(
        """SELECT u.number, s.ordinal, s.text, s.quote, s.start_line, s.end_line, s.block, s.block_kind
        FROM text_unit u JOIN sentence s ON s.path = u.path AND s.ordinal BETWEEN u.first_sentence AND u.last_sentence
        WHERE u.number IN (SELECT unnest($units::INTEGER[])) ORDER BY u.number, s.ordinal""",
        units=list(units),
    )
    held: dict[int, list[PassageSentence]] = {number: [] for number in units}
    for row in rows:
        held[row[0]].append(PassageSentence(*row[1:]))
    return {number: tuple(found) for number, found in held.items()}
