"""BM25 over postings (Robertson & Zaragoza, The Probabilistic Relevance Framework, 2009, section 3).

    score(unit) = sum over terms of idf · tf · (k1 + 1) / (tf + k1 · (1 - b + b · length / average length))
    idf = ln(1 + (N - df + 0.5) / (df + 0.5))      never negative

Only the postings of the question's terms are read.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from wikigraph.model.base import Value
from wikigraph.retrieval.scope import Scope

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


class Params(Value, frozen=True):
    k1: float = 1.5  # how slowly a term's repetitions saturate
    b: float = 0.75  # how much a unit's length counts
    max_terms: int = 256  # of a longer question only the rarest terms count
    light: float = 0.4  # factor for terms that are said to count little


@dataclass(frozen=True, slots=True)
class TermPostings:
    """Where terms stand, column by column; rows by term, then by unit: sums in a settled order give settled digits."""

    terms: Integers  # index into the terms that were asked for
    units: Integers  # unit numbers
    frequencies: Integers
    lengths: Integers  # terms in the unit


class TermIndex(Protocol):
    """What BM25 needs of an index."""

    @property
    def scope(self) -> Scope | None:
        """The part of the index whose units are ranked; None for all of it. What follows tells of the whole index."""

    def size(self) -> tuple[int, float]:
        """(number of units, their average length in terms)."""

    def document_frequencies(self, terms: Sequence[str]) -> dict[str, int]:
        """In how many units each term stands; terms that stand nowhere may be left out."""

    def postings(self, terms: Sequence[str]) -> TermPostings:
        """All postings of these terms."""


_EMPTY = np.zeros(0, np.int64)
_NOTHING = TermPostings(_EMPTY, _EMPTY, _EMPTY, _EMPTY)


@dataclass(frozen=True, slots=True)
class Ranking:
    """Units by falling score; equal scores by unit number."""

    units: tuple[int, ...]
    scores: tuple[float, ...]
    idf: dict[str, float]  # of the terms that were looked for
    n_matching: int  # units that hold any of the terms


def idf(n_units: int, frequency: int) -> float:
    """How much a term tells; the most for one that stands nowhere."""
    return math.log(1.0 + (n_units - frequency + 0.5) / (frequency + 0.5))


class Scorer:
    """The postings of a question's terms, read once; scores by all of them or by some."""

    def __init__(
        self, index: TermIndex, terms: Sequence[str], params: Params | None = None, light: Sequence[str] = ()
    ) -> None:
        self._params = params or Params()
        self.scope = index.scope
        self.n_units, self._average = index.size()
        wanted = list(dict.fromkeys(terms))
        if len(wanted) > self._params.max_terms:
            wanted = _rarest(index, wanted, self._params.max_terms)
        self._places = {term: place for place, term in enumerate(wanted)}
        self._found = found = index.postings(wanted) if wanted and self.n_units else _NOTHING
        frequencies = np.bincount(found.terms, minlength=len(wanted))
        self._weights = np.array([idf(self.n_units, int(df)) for df in frequencies], np.float64)
        little = frozenset(light)
        factors = np.array([self._params.light if term in little else 1.0 for term in wanted], np.float64)
        self._gained = _gains(self._found, self._weights * factors, self._average, self._params)
        self.idf: dict[str, float] = dict(zip(wanted, self._weights.tolist(), strict=True))
        self.frequencies: dict[str, int] = dict(zip(wanted, frequencies.tolist(), strict=True))

    def scores(self, terms: Sequence[str] | None = None) -> tuple[Integers, Floats]:
        """(units of the scope that hold any of the terms, ascending; their scores)."""
        units, gained = self._found.units, self._gained
        if terms is not None:
            places = [self._places[term] for term in terms if term in self._places]
            mask = np.isin(self._found.terms, places)
            units, gained = units[mask], gained[mask]
        if self.scope is not None:
            mask = self.scope.holds(units)
            units, gained = units[mask], gained[mask]
        # By number of the unit: those that hold a term gained something.
        sums: Floats = np.bincount(units, weights=gained).astype(np.float64)
        held = np.flatnonzero(sums).astype(np.int64)
        return held, sums[held]


def rank(index: TermIndex, terms: Sequence[str], k: int, params: Params | None = None) -> Ranking:
    """The k best units for these terms (repetitions count once)."""
    scorer = Scorer(index, terms, params)
    units, scores = scorer.scores()
    best = best_places(scores, k)
    return Ranking(tuple(units[best].tolist()), tuple(scores[best].tolist()), scorer.idf, len(units))


def _gains(found: TermPostings, weights: Floats, average: float, params: Params) -> Floats:
    tf = found.frequencies.astype(np.float64)
    norm = params.k1 * (1.0 - params.b + params.b * found.lengths / (average or 1.0))
    gains: Floats = weights[found.terms] * tf * (params.k1 + 1.0) / (tf + norm)
    return gains


def best_places(scores: Floats, k: int) -> Integers:
    """Places of the k highest scores, best first; among equal ones the first places."""
    if k < len(scores):
        bound = np.partition(scores, len(scores) - k)[len(scores) - k]
        candidates = np.flatnonzero(scores >= bound)
    else:
        candidates = np.arange(len(scores))
    ordered: Integers = candidates[np.argsort(-scores[candidates], kind="stable")][:k]
    return ordered


def _rarest(index: TermIndex, terms: Sequence[str], n: int) -> list[str]:
    known = index.document_frequencies(terms)
    rare = sorted((df, place, term) for place, term in enumerate(terms) if (df := known.get(term, 0)))[:n]
    return [term for _, _, term in sorted(rare, key=lambda item: item[1])]
