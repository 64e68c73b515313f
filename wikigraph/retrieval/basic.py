"""The mode basic: BM25 and vectors, and documents that the question names or that those name.

Where there are vectors, the ranking by words and the one by meaning are fused by reciprocal ranks; where there are
none, it is BM25. Words that the corpus does not have (a question in another language) cannot rank: the ranking by words
counts as much as it knows of the question.

A question that names a document ("Who founded the maker of X?") is answered there, or in a document that X's
text names. So the best unit of such documents is lifted above what shares common words only. Weights are those of a
measured recipe; without a strong name in the question names change nothing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from wikigraph.model.base import Value
from wikigraph.retrieval import dense, lexical
from wikigraph.retrieval.dense import NOTHING, Likeness
from wikigraph.retrieval.fuse import K, fuse
from wikigraph.retrieval.lexical import Scorer, TermIndex, best_places
from wikigraph.retrieval.names import Word, candidate_keys, find, words_of
from wikigraph.retrieval.question import Question


class Params(Value, frozen=True):
    bm25: float = 1.5  # of the score divided by the best one
    rest: float = 1.5  # of the same for the words outside names
    named: float = 6.0  # of a document that the question names
    linked: float = 4.5  # of a document that such a document names
    gate: float = 0.5  # a name must tell so much, or names do not count
    pool: int = 50  # best units by BM25 that are ranked
    rest_pool: int = 10
    max_owners: int = 8  # a title of more documents names none of them
    max_named: int = 4  # documents whose text is looked at for further names
    max_units: int = 8  # of each of them
    near: float = 3.0  # of the likeness of vectors, where a name counts
    rank_constant: int = K  # of the fusion by reciprocal ranks
    fused: int = 100  # best units of each ranking that are fused
    known_share: float = 0.5  # of the question's words, by weight: a corpus with fewer counts less for words
    vectors: dense.Params = dense.Params()
    lexical: lexical.Params = lexical.Params()


class RetrievalIndex(TermIndex, Protocol):
    """What the mode needs of an index."""

    def owners(self, keys: Sequence[str]) -> dict[str, list[tuple[str, float]]]:
        """(path, worth) of the documents that each name means; names that mean none may be left out."""

    def units_of_documents(self, paths: Sequence[str]) -> dict[str, list[tuple[int, str]]]:
        """(unit number, text) of each document, in reading order."""


@dataclass(frozen=True, slots=True)
class Found:
    """Units by falling score."""

    units: tuple[int, ...]
    scores: tuple[float, ...]
    idf: Mapping[str, float]
    by_words: tuple[int, ...] = ()  # the best units if there were no vectors; () where there are none


def retrieve(
    index: RetrievalIndex,
    question: Question,
    k: int,
    params: Params | None = None,
    likeness: Likeness | None = None,
) -> Found:
    """The k best units for a question; by words alone if there is no `likeness`."""
    params = params or Params()
    scorer = Scorer(index, question.terms, params.lexical, question.light)
    likeness = likeness.within(index.scope) if likeness is not None else None
    names = _Names(index, scorer, params)
    words = words_of(question.text)[: params.lexical.max_terms]
    named = names.documents(words)
    if max(named.values(), default=0.0) < params.gate:
        return by_likeness(scorer, likeness, k, params)
    return _lifted(index, scorer, names, words, named, k, params, likeness)


def by_likeness(scorer: Scorer, likeness: Likeness | None, k: int, params: Params) -> Found:
    """The k best units by words and meaning, whatever the question names."""
    units, scores = scorer.scores()
    likeness = likeness.within(scorer.scope) if likeness is not None else None
    if likeness is None or not len(likeness.units):
        best = best_places(scores, k)
        return Found(tuple(units[best].tolist()), tuple(scores[best].tolist()), scorer.idf)
    n = max(k, params.fused)
    by_words: list[int] = units[best_places(scores, n)].tolist()
    weight = min(1.0, known_share(scorer) / params.known_share)
    fused = fuse([by_words, likeness.best(n)], [weight, 1.0], params.rank_constant)[:k]
    return Found(tuple(u for u, _ in fused), tuple(score for _, score in fused), scorer.idf, tuple(by_words[:k]))


def known_share(scorer: Scorer) -> float:
    """The share of the question's words that stand anywhere in the corpus, by how much they tell."""
    total = sum(scorer.idf.values())
    return sum(scorer.idf[term] for term, n in scorer.frequencies.items() if n) / total if total else 0.0


def _lifted(
    index: RetrievalIndex,
    scorer: Scorer,
    names: _Names,
    words: Sequence[Word],
    named: Mapping[str, float],
    k: int,
    params: Params,
    likeness: Likeness | None,
) -> Found:
    whole = _Relative(*scorer.scores())
    rest = _Relative(*scorer.scores(names.outside(words)))
    units = index.units_of_documents(sorted(named))
    linked: dict[str, float] = {}
    for path in sorted(named, key=lambda path: (-named[path], path))[: params.max_named]:
        text = " ".join(text for _, text in units[path][: params.max_units])
        for other, worth in names.documents(words_of(text), besides=path).items():
            linked[other] = max(linked.get(other, 0.0), named[path] * worth)
    units |= index.units_of_documents(sorted(set(linked) - set(units)))
    near = likeness or NOTHING
    scores = dict.fromkeys((*whole.best(params.pool), *rest.best(params.rest_pool), *near.best(params.pool)), 0.0)
    lift: dict[int, float] = {}
    for path, held in units.items():
        unit = max(
            (number for number, _ in held), key=lambda n: (whole[n] + rest[n] + near.relative(n), -n), default=None
        )
        if unit is not None:
            lift[unit] = params.named * named.get(path, 0.0) + params.linked * linked.get(path, 0.0)
    for unit in {**scores, **lift}:
        words_and_meaning = params.bm25 * whole[unit] + params.rest * rest[unit] + params.near * near.relative(unit)
        scores[unit] = words_and_meaning + lift.get(unit, 0.0)
    best = sorted(scores, key=lambda unit: (-scores[unit], unit))[:k]
    plain = {unit: score - params.near * near.relative(unit) for unit, score in scores.items()}
    by_words = sorted(plain, key=lambda unit: (-plain[unit], unit))[:k] if likeness is not None else ()
    return Found(tuple(best), tuple(scores[unit] for unit in best), scorer.idf, tuple(by_words))


class _Relative:
    """Scores divided by the best one; 0 for units that have none."""

    def __init__(self, units: lexical.Integers, scores: lexical.Floats) -> None:
        self._units, self._raw = units, scores
        top = float(scores.max()) if len(scores) else 1.0
        self._scores: dict[int, float] = dict(zip(units.tolist(), (scores / top).tolist(), strict=True))

    def __getitem__(self, unit: int) -> float:
        return self._scores.get(unit, 0.0)

    def best(self, k: int) -> list[int]:
        found: list[int] = self._units[best_places(self._raw, k)].tolist()
        return found


class _Names:
    """Names of documents in texts, weighed by how rare they are."""

    def __init__(self, index: RetrievalIndex, scorer: Scorer, params: Params) -> None:
        self._index = index
        self._n_units = scorer.n_units
        self._frequencies = dict(scorer.frequencies)
        self._max_owners = params.max_owners
        self._owners: dict[str, list[tuple[str, float]]] = {}
        self._asked: set[str] = set()

    def documents(self, words: Sequence[Word], besides: str = "") -> dict[str, float]:
        """Documents that a text names, each with how much the name tells (0 to 1)."""
        self._look_up(candidate_keys(words))
        found = [name.key for name in find(words, self._owners)]
        self._count([word for key in found for word in key.split(" ")])
        worth: dict[str, float] = {}
        for key in found:
            owners = [(path, share) for path, share in self._owners[key] if path != besides]
            for path, share in owners:
                value = share * self._rarity(key) / math.sqrt(len(owners))
                worth[path] = max(worth.get(path, 0.0), value)
        return worth

    def outside(self, words: Sequence[Word]) -> list[str]:
        """Stems of the words that belong to no name; all of them if every word does."""
        inside = {at for name in find(words, self._owners) for at in range(name.start, name.end)}
        return [word.stem for at, word in enumerate(words) if at not in inside] or [word.stem for word in words]

    def _look_up(self, keys: Sequence[str]) -> None:
        unknown = [key for key in keys if key not in self._asked]
        self._asked.update(unknown)
        if unknown:
            owners = self._index.owners(unknown)
            self._owners.update({key: held for key, held in owners.items() if len(held) <= self._max_owners})

    def _count(self, terms: Sequence[str]) -> None:
        unknown = [term for term in dict.fromkeys(terms) if term not in self._frequencies]
        if unknown:
            self._frequencies.update(dict.fromkeys(unknown, 0))
            self._frequencies.update(self._index.document_frequencies(unknown))

    def _rarity(self, key: str) -> float:
        """1 for a name that stands nowhere, 0 for one that stands everywhere; a name is at most as frequent as its
        rarest word."""
        frequency = min(self._frequencies[term] for term in key.split(" "))
        return math.log(1 + self._n_units / (1 + frequency)) / math.log(1 + self._n_units)
