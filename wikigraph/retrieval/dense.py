"""Units by the likeness of their vectors to the question's: exact search.

similarity = 1 - cosine distance = the product of two vectors of length 1. A unit without a vector is never found here.
Cosines of one model lie close together and those of two models cannot be compared, so nothing but their order and
their place between the mean and the best is ever used.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from wikigraph.retrieval.lexical import Floats, Integers, best_places

Vectors = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Likeness:
    """How like each unit is to a question."""

    units: Integers  # numbers, ascending
    similarities: Floats

    def best(self, k: int) -> list[int]:
        """The k nearest units, nearest first; equal ones by number."""
        found: list[int] = self.units[best_places(self.similarities, k)].tolist()
        return found

    def relative(self) -> Floats:
        """0 for the mean and below, 1 for the best."""
        if not len(self.units):
            return self.similarities
        mean, top = float(self.similarities.mean()), float(self.similarities.max())
        scaled: Floats = np.maximum(self.similarities - mean, 0.0) / ((top - mean) or 1.0)
        return scaled


def likeness(units: Integers, vectors: Vectors, question: Vectors) -> Likeness:
    """One product over all vectors (n × dimension)."""
    if not len(units) or vectors.shape[1] != len(question):
        return Likeness(np.zeros(0, np.int64), np.zeros(0, np.float64))
    return Likeness(units, (vectors @ question).astype(np.float64))
