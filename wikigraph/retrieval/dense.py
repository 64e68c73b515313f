"""Units by the likeness of their vectors to the question's: exact search.

similarity = 1 - cosine distance = the product of two vectors of length 1. A unit without a vector is never found here.
All vectors of a model share a direction, and those of one language another one. A part of the corpus's mean is taken
off every vector and off the question before they are compared (after Mu & Viswanath, All-but-the-Top, ICLR 2018):
measured, that helps questions in another language a lot and harms none. Cosines of two models cannot be compared, so
nothing but their order and their place between the mean and the best is ever used.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from wikigraph.model.base import Value
from wikigraph.retrieval.lexical import Floats, Integers, best_places
from wikigraph.retrieval.scope import Scope

Vectors = npt.NDArray[np.float32]


class Params(Value, frozen=True):
    centre: float = 0.5  # part of the corpus's mean vector that is taken off; 0 compares vectors as they are


@dataclass(frozen=True)
class Likeness:
    """How like each unit is to a question."""

    units: Integers  # numbers, ascending
    similarities: Floats
    whole: tuple[float, float] | None = None  # mean and standard deviation, where these are some units of many

    def within(self, scope: Scope | None) -> Likeness:
        """The units of a scope; how near the others are stays the measure."""
        if scope is None:
            return self
        mask = scope.holds(self.units)
        return Likeness(self.units[mask], self.similarities[mask], self.whole or self._scale[:2])

    def best(self, k: int) -> list[int]:
        """The k nearest units, nearest first; equal ones by number."""
        found: list[int] = self.units[best_places(self.similarities, k)].tolist()
        return found

    def relative(self, unit: int) -> float:
        """0 for a unit as near as the mean or farther, 1 for the nearest."""
        return max(0.0, self.deviation(unit)) / (self._scale[2] or 1.0)

    @cached_property
    def relatives(self) -> Floats:
        """`relative` of all units."""
        mean, spread, best = self._scale
        return np.maximum(0.0, (self.similarities - mean) / (spread or 1.0)) / (best or 1.0)

    def deviation(self, unit: int) -> float:
        """By how many standard deviations a unit is nearer than the mean; 0 for one without a vector."""
        place = int(np.searchsorted(self.units, unit))
        if place >= len(self.units) or self.units[place] != unit:
            return 0.0
        mean, spread, _ = self._scale
        return (float(self.similarities[place]) - mean) / (spread or 1.0)

    def gap(self, rank: int = 10) -> float:
        """By how many standard deviations the nearest unit leads the one of this rank."""
        best = self.best(rank)
        return self.deviation(best[0]) - self.deviation(best[-1]) if best else 0.0

    @cached_property
    def _scale(self) -> tuple[float, float, float]:
        """Mean, standard deviation, and the best in deviations."""
        if not len(self.units):
            return 0.0, 0.0, 0.0
        mean, spread = self.whole or (float(self.similarities.mean()), float(self.similarities.std()))
        return mean, spread, (float(self.similarities.max()) - mean) / (spread or 1.0)


NOTHING = Likeness(np.zeros(0, np.int64), np.zeros(0, np.float64))
"""The likeness where there are no vectors."""


class Space:
    """The vectors of a corpus (n × dimension, each of length 1), ready to be compared with questions."""

    def __init__(self, units: Integers, vectors: Vectors, params: Params | None = None) -> None:
        self._units, self._vectors = units, vectors
        part = (params or Params()).centre
        mean = vectors.mean(axis=0) if len(units) else np.zeros(vectors.shape[1])
        self._offset: Vectors = (part * mean).astype(np.float32)
        along = vectors @ self._offset
        self._lengths = np.sqrt(np.maximum(1.0 - 2.0 * along + float(self._offset @ self._offset), 1e-6))

    def likeness(self, question: Vectors) -> Likeness:
        """One product over all vectors: the cosine of what is left of each after the offset."""
        if not len(self._units) or self._vectors.shape[1] != len(question):
            return NOTHING
        moved = question - self._offset
        products = (self._vectors @ moved - self._offset @ moved) / self._lengths
        return Likeness(self._units, products.astype(np.float64) / (float(np.linalg.norm(moved)) or 1.0))
