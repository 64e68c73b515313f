"""The part of an index that a question is put to.

Retrieval ranks the text units of a scope and no others, so the k best are k of these. How rare a word or a name is, and
how long units are, is a matter of the whole index: what counts much does not depend on what is looked at.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Scope:
    """Some documents, and all their text units."""

    paths: frozenset[str]
    units: Integers  # numbers, ascending

    def holds(self, units: Integers) -> npt.NDArray[np.bool_]:
        """For each unit whether it belongs to the scope."""
        places = np.searchsorted(self.units, units)
        inside = places < len(self.units)
        inside[inside] = self.units[places[inside]] == units[inside]
        return inside

    def only(self, units: Iterable[int]) -> list[int]:
        """Those of these units that belong to the scope, in their order."""
        numbers = np.fromiter(units, np.int64)
        kept: list[int] = numbers[self.holds(numbers)].tolist()
        return kept
