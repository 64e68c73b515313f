"""Units by the likeness of their vectors to the question's: exact search.

similarity = 1 - cosine distance = the product of two vectors of length 1. A unit without a vector is never found here.
Cosines of one model lie close together and those of two models cannot be compared, so nothing but their order and
their place between the mean and the best is ever used.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from wikigraph.retrieval.lexical import Floats, Integers, best_places

Vectors = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Likeness:
    """How like each unit is to a question."""

    units: Integers  # numbers, ascending
    similarities: Floats

    def best(self, k: int) -> list[int]:
        """The k nearest units, nearest first; equal ones by number."""
        found: list[int] = self.units[best_places(self.similarities, k)].tolist()
        return found

    def relative(self, unit: int) -> float:
        """0 for a unit as near as the mean or farther, 1 for the nearest."""
        return max(0.0, self.deviation(unit)) / (self._scale[2] or 1.0)

    def deviation(self, unit: int) -> float:
        """By how many standard deviations a unit is nearer than the mean; 0 for one without a vector."""
        place = int(np.searchsorted(self.units, unit))
        if place >= len(self.units) or self.units[place] != unit:
            return 0.0
        mean, spread, _ = self._scale
        return (float(self.similarities[place]) - mean) / (spread or 1.0)

    @cached_property
    def _scale(self) -> tuple[float, float, float]:
        """Mean, standard deviation, and the best in deviations."""
        if not len(self.units):
            return 0.0, 0.0, 0.0
        mean, spread = float(self.similarities.mean()), float(self.similarities.std())
        return mean, spread, (float(self.similarities.max()) - mean) / (spread or 1.0)


def likeness(units: Integers, vectors: Vectors, question: Vectors) -> Likeness:
    """One product over all vectors (n × dimension)."""
    if not len(units) or vectors.shape[1] != len(question):
        return Likeness(np.zeros(0, np.int64), np.zeros(0, np.float64))
    return Likeness(units, (vectors @ question).astype(np.float64))


NOTHING = likeness(np.zeros(0, np.int64), np.zeros((0, 0), np.float32), np.zeros(0, np.float32))
"""The likeness where there are no vectors."""
