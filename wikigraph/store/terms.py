"""Words and titles of an index, as retrieval asks for them."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from wikigraph.retrieval.lexical import TermPostings
from wikigraph.retrieval.scope import Scope
from wikigraph.store.index import Index
from wikigraph.store.network import IndexNetwork, network_of
from wikigraph.store.passages import passages

Integers = npt.NDArray[np.int64]
_READ_AT_ONCE = 64  # terms; of more only the frequencies are counted
_COUNTS = 3  # after so many looks at the whole table to count some terms, all are counted: that costs as two of them
_MOST_HELD = 8_000_000  # postings held by a process (16 bytes each)


class IndexTerms:
    """An index as retrieval asks it (retrieval.basic.RetrievalIndex).

    A generation never changes. So postings that a question read are held for the next one, by term; made by `terms_of`,
    there is one of these for an open index.
    """

    def __init__(self, index: Index) -> None:
        self._index = index
        self.scope: Scope | None = None
        self._size: tuple[int, float] | None = None
        self._lengths: Integers | None = None  # terms in the unit of each number, 0 where there is none
        self._held: dict[str, tuple[Integers, Integers]] = {}  # units, frequencies
        self._n_held = 0
        self._n_counts = 0
        self._all_frequencies: dict[str, int] | None = None

    def within(self, scope: Scope | None) -> IndexTerms:
        """The same words, for ranking a part of the units: what was read is read for both."""
        if scope is None:
            return self
        self.size()
        limited = copy.copy(self)
        limited.scope = scope
        return limited

    def size(self) -> tuple[int, float]:
        if self._size is None:
            n_units, n_terms = self._index.rows("SELECT count(*), sum(n_terms) FROM text_unit")[0]
            self._size = (n_units, int(n_terms or 0) / max(1, n_units))
        return self._size

    def read_ahead(self, terms: Sequence[str]) -> None:
        """Reads the postings of a question's terms at once: one look at the table instead of several."""
        if len(terms) <= _READ_AT_ONCE:
            self._read(terms)

    def document_frequencies(self, terms: Sequence[str]) -> dict[str, int]:
        known = {term: len(self._held[term][0]) for term in terms if term in self._held}
        unknown = [term for term in dict.fromkeys(terms) if term not in known]
        if unknown and self._all_frequencies is None:
            self._n_counts += 1
            if self._n_counts > _COUNTS:
                self._all_frequencies = dict(self._index.rows("SELECT term, count(*) FROM posting GROUP BY term"))
        if self._all_frequencies is not None:
            known.update((term, self._all_frequencies.get(term, 0)) for term in unknown)
        elif unknown:
            rows = self._index.rows(
                """WITH asked AS (SELECT unnest($terms::VARCHAR[]) AS term)
                SELECT term, count(*) FROM posting JOIN asked USING (term) GROUP BY term""",
                terms=unknown,
            )  # fmt: skip
            known.update(rows)
        return {term: n for term, n in known.items() if n}

    def postings(self, terms: Sequence[str]) -> TermPostings:
        held = self._read(terms)
        units = np.concatenate([held[term][0] for term in terms]) if terms else np.zeros(0, np.int64)
        frequencies = np.concatenate([held[term][1] for term in terms]) if terms else units
        places = np.repeat(np.arange(len(terms)), [len(held[term][0]) for term in terms])
        return TermPostings(places, units, frequencies, self._unit_lengths()[units])

    def owners(self, keys: Sequence[str]) -> dict[str, list[tuple[str, float]]]:
        rows = self._index.rows(
            "SELECT key, path, worth FROM document_name WHERE list_contains($keys::VARCHAR[], key) ORDER BY key, path",
            keys=list(keys),
        )
        held: dict[str, list[tuple[str, float]]] = {}
        for key, path, worth in rows:
            if self.scope is None or path in self.scope.paths:
                held.setdefault(key, []).append((path, worth))
        return held

    def units_of_documents(self, paths: Sequence[str]) -> dict[str, list[tuple[int, str]]]:
        rows = self._index.rows(
            """SELECT path, number, text FROM text_unit WHERE list_contains($paths::VARCHAR[], path)
            ORDER BY path, first_sentence, number""",
            paths=list(paths),
        ) if paths else []  # fmt: skip
        held: dict[str, list[tuple[int, str]]] = {path: [] for path in paths}
        for path, number, text in rows:
            held[path].append((number, text))
        return held

    def network(self) -> IndexNetwork:
        return network_of(self._index)

    def texts(self, numbers: Sequence[int]) -> list[str]:
        return [passage.text for passage in passages(self._index, numbers)]

    def titles_named(self, numbers: Sequence[int]) -> dict[int, list[str]]:
        rows = self._index.rows(
            """WITH named AS MATERIALIZED (SELECT DISTINCT unit, entity_id FROM entity_mention
                WHERE list_contains($numbers::INTEGER[], unit))
            SELECT unit, title FROM named JOIN entity ON id = entity_id ORDER BY ALL""",
            numbers=list(numbers),
        )
        held: dict[int, list[str]] = {}
        for unit, title in rows:
            held.setdefault(unit, []).append(title)
        return held

    def _read(self, terms: Sequence[str]) -> dict[str, tuple[Integers, Integers]]:
        """Postings of all these terms, by term; those that are not held yet are read in one go."""
        found = {term: self._held[term] for term in terms if term in self._held}
        unknown = [term for term in dict.fromkeys(terms) if term not in found]
        if not unknown:
            return found
        columns = self._index.arrays(
            """WITH asked AS (SELECT unnest($terms::VARCHAR[]) AS term, unnest($places::BIGINT[]) AS place)
            SELECT place, unit::BIGINT AS unit, tf::BIGINT AS tf FROM posting JOIN asked USING (term)""",
            terms=unknown, places=list(range(len(unknown))),
        )  # fmt: skip
        places, units, frequencies = (np.asarray(columns[name], np.int64) for name in ("place", "unit", "tf"))
        order = np.lexsort((units, places))
        cuts = np.searchsorted(places[order], np.arange(1, len(unknown)))
        pieces = zip(np.split(units[order], cuts), np.split(frequencies[order], cuts), strict=True)
        fresh = dict(zip(unknown, pieces, strict=True))
        if self._n_held + len(order) > _MOST_HELD:
            self._held, self._n_held = {}, 0
        if len(order) <= _MOST_HELD:
            self._held.update(fresh)
            self._n_held += len(order)
        return {**found, **fresh}

    def _unit_lengths(self) -> Integers:
        if self._lengths is None:
            found = self._index.arrays("SELECT number::BIGINT AS number, n_terms::BIGINT AS n_terms FROM text_unit")
            numbers, lengths = (np.asarray(found[name], np.int64) for name in ("number", "n_terms"))
            self._lengths = np.zeros(numbers.max(initial=-1) + 1, np.int64)
            self._lengths[numbers] = lengths
        return self._lengths


_OF: WeakKeyDictionary[Index, IndexTerms] = WeakKeyDictionary()


def terms_of(index: Index) -> IndexTerms:
    """The words of an open index: the same object for every question, so that what was read is not read again."""
    if index not in _OF:
        _OF[index] = IndexTerms(index)
    return _OF[index]
