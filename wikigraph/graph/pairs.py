"""Groups of things named together → weighted pairs, as numpy arrays, in time linear in the pairs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Occurrences:
    """One row for each pair in each group: members[low] and members[high] stand in group[place]."""

    low: Ints
    high: Ints
    place: Ints


def expand_pairs(groups: Ints, members: Ints, fresh: Ints) -> Occurrences:
    """All pairs inside each group.

    Rows (group, member, fresh) are sorted by (group, member) and distinct; a pair of two members that are not
    fresh in a group is left out. Groups of one size are expanded at once, so there is no loop over rows.
    """
    if len(groups) == 0:
        empty = np.zeros(0, dtype=np.int64)
        return Occurrences(empty, empty, empty)
    starts = np.flatnonzero(np.r_[True, groups[1:] != groups[:-1]])
    sizes = np.diff(np.r_[starts, len(groups)])
    lows: list[Ints] = []
    highs: list[Ints] = []
    places: list[Ints] = []
    for size in np.unique(sizes):
        if size < 2:
            continue
        first = starts[sizes == size]
        rows = first[:, None] + np.arange(size)
        i, j = np.triu_indices(int(size), k=1)
        a, b = rows[:, i].ravel(), rows[:, j].ravel()
        keep = (fresh[a] | fresh[b]) > 0
        lows.append(members[a[keep]])
        highs.append(members[b[keep]])
        places.append(groups[a[keep]])
    if not lows:
        return expand_pairs(groups[:0], members[:0], fresh[:0])
    return Occurrences(np.concatenate(lows), np.concatenate(highs), np.concatenate(places))


@dataclass(frozen=True, slots=True)
class Grouped:
    """Occurrences gathered by pair: pair k's places are place[start[k] : start[k + 1]], ascending."""

    key: Ints  # low * n + high, ascending, distinct
    start: Ints  # one longer than key
    place: Ints


def gather(occurrences: Occurrences, n: int) -> Grouped:
    """Rows → one entry per pair of numbers below `n`; repeated rows count once."""
    key = occurrences.low * n + occurrences.high
    order = np.lexsort((occurrences.place, key))
    key, place = key[order], occurrences.place[order]
    if len(key):
        distinct = np.r_[True, (key[1:] != key[:-1]) | (place[1:] != place[:-1])]
        key, place = key[distinct], place[distinct]
    first = np.flatnonzero(np.r_[True, key[1:] != key[:-1]]) if len(key) else np.zeros(0, dtype=np.int64)
    return Grouped(key[first], np.r_[first, len(key)].astype(np.int64), place)


def normalised_mutual_information(n_both: Floats, n_low: Floats, n_high: Floats, n_total: int) -> Floats:
    """Pointwise mutual information of two things in `n_total` units, divided by its maximum (Bouma 2009).

    One unit that names neither is added, so that two things that stand in every unit are not told to be
    independent: in a vault of one unit all pairs get 1. Values lie in (-1, 1].
    """
    total = n_total + 1.0
    return np.asarray(np.log(n_both * total / (n_low * n_high)) / np.log(total / n_both))


def sum_by_key(key: Ints, weight: Ints) -> tuple[Ints, Ints]:
    """(distinct keys ascending, the sum of the weights of each)."""
    if len(key) == 0:
        return key, weight
    order = np.argsort(key, kind="stable")
    key, weight = key[order], weight[order]
    first = np.flatnonzero(np.r_[True, key[1:] != key[:-1]])
    return key[first], np.add.reduceat(weight, first)
