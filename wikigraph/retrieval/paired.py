"""Two rankings of the same questions → whether they differ, beyond chance.

The interval is a paired bootstrap (Efron & Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13): questions
are drawn with replacement, both rankings on the same ones. p is that of a paired randomisation test (Fisher; Smucker,
Allan & Carterette, CIKM 2007): the share of random swaps of the two within questions that differ as much. Seeded: the
same runs give the same figures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np
import numpy.typing as npt

from wikigraph.model.evaluation import Difference, Exchange
from wikigraph.retrieval.metrics import CUTS, MRR_CUT, reciprocal

Floats = npt.NDArray[np.float64]
Rankings = Sequence[Sequence[str]]
Gold = Sequence[frozenset[str]]
Measure = Callable[[Sequence[str], frozenset[str]], float]
N_DRAWS = 10_000
_SEED = 0
_AT_ONCE = 2_000_000  # draws × questions held in memory
_INTERVAL = (2.5, 97.5)
_SLACK = 1e-12


def differences(one: Rankings, other: Rankings, gold: Gold) -> tuple[Difference, ...]:
    """Every measure of both, in percent, with what the other has more. Rankings of the same questions, in one order."""
    return tuple(
        _difference(name, *(np.array([measure(f, w) for f, w in zip(run, gold, strict=True)]) for run in (one, other)))
        for name, measure in _measures()
    )


def _measures() -> Iterator[tuple[str, Measure]]:
    for k in CUTS:
        yield f"recall@{k}", partial(_recall, k)
        yield f"all@{k}", partial(_complete, k)
    yield f"mrr@{MRR_CUT}", reciprocal


def _recall(k: int, found: Sequence[str], wanted: frozenset[str]) -> float:
    return len(wanted & set(found[:k])) / len(wanted)


def _complete(k: int, found: Sequence[str], wanted: frozenset[str]) -> float:
    return float(wanted <= set(found[:k]))


def exchanged(one: Rankings, other: Rankings, gold: Gold, k: int) -> Exchange:
    """Gold among the first k of the other and not of the one, and the other way round."""
    rescued = lost = 0
    for first, second, wanted in zip(one, other, gold, strict=True):
        before, after = wanted & set(first[:k]), wanted & set(second[:k])
        rescued += len(after - before)
        lost += len(before - after)
    return Exchange(k, sum(map(len, gold)), rescued, lost)


def _difference(name: str, one: Floats, other: Floats) -> Difference:
    gained = other - one
    mean = float(gained.mean()) if len(gained) else 0.0
    means, swapped = _draws(gained)
    low, high = np.percentile(means, _INTERVAL) if len(gained) else (0.0, 0.0)
    # the runs as they are count as one of the swaps, so that p is never 0
    as_much = int((np.abs(swapped) >= abs(mean) - _SLACK).sum())
    values = (float(one.mean()), float(other.mean())) if len(gained) else (0.0, 0.0)
    one_mean, other_mean, more, least, most = (
        round(100.0 * float(value), 2) for value in (*values, mean, low, high)
    )
    return Difference(name, one_mean, other_mean, more, least, most, round((as_much + 1) / (len(swapped) + 1), 4))


def _draws(gained: Floats) -> tuple[Floats, Floats]:
    """(means of draws with replacement, means with random signs), N_DRAWS of each."""
    random = np.random.default_rng(_SEED)
    n = len(gained)
    if not n:
        return np.zeros(N_DRAWS), np.zeros(N_DRAWS)
    means, swapped = np.zeros(N_DRAWS), np.zeros(N_DRAWS)
    step = max(1, _AT_ONCE // n)
    for at in range(0, N_DRAWS, step):
        size = (min(step, N_DRAWS - at), n)
        means[at : at + step] = gained[random.integers(0, n, size)].mean(axis=1)
        swapped[at : at + step] = (gained * random.choice((-1.0, 1.0), size)).mean(axis=1)
    return means, swapped
