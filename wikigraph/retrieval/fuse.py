"""Rankings → one ranking, by reciprocal ranks (Cormack, Clarke & Büttcher, SIGIR 2009).

    score(unit) = sum over rankings of weight / (k + rank)    rank 1 is the best; what is not ranked adds nothing
"""

from __future__ import annotations

from collections.abc import Sequence

K = 60


def fuse(
    rankings: Sequence[Sequence[int]], weights: Sequence[float] | None = None, k: int = K
) -> list[tuple[int, float]]:
    """(unit, score) by falling score; equal ones in the order in which the rankings name them, the first first."""
    scores: dict[int, float] = {}
    for ranking, weight in zip(rankings, weights or [1.0] * len(rankings), strict=True):
        for rank, unit in enumerate(dict.fromkeys(ranking), 1):
            scores[unit] = scores.get(unit, 0.0) + weight / (k + rank)
    return sorted(scores.items(), key=lambda item: -item[1])
