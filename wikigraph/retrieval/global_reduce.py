"""Scored points → those that the answer is made of. Points may come from words, from vectors or from a model.

GraphRAG's global search (Edge et al., From Local to Global, 2024, section 3.1.6): points of score 0 are dropped, the
others go by falling score until the budget is full.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from wikigraph.model.report import AnswerStatus

MOST = 100  # the highest score


class Point(Protocol):
    """Something that a report says to a question."""

    @property
    def score(self) -> float:
        """0 says nothing to the question, 100 answers it."""

    @property
    def n_tokens(self) -> int:
        """As it is wrapped for the answer, 1 at least."""


class Reduced(NamedTuple):
    """Which points are taken."""

    selected: tuple[int, ...]  # their places, best first
    remaining: int  # tokens that are left
    status: AnswerStatus


def reduce_points(points: Sequence[Point], budget: int) -> Reduced:
    """The longest run of the best points that fits; ties keep their order, and the first that does not fit ends it.

    Without a positive point there is nothing to put together: "no_data". Raises ValueError for points or a budget
    that cannot be; a model's scores go through here too.
    """
    if type(budget) is not int:
        raise ValueError("budget is not an integer")
    if budget < 0:
        raise ValueError("budget is negative")
    for point in points:
        _check(point)
    ranked = sorted((at for at, point in enumerate(points) if point.score > 0), key=lambda at: -points[at].score)
    if not ranked:
        return Reduced((), budget, "no_data")
    selected: list[int] = []
    remaining = budget
    for at in ranked:
        if points[at].n_tokens > remaining:
            break
        selected.append(at)
        remaining -= points[at].n_tokens
    return Reduced(tuple(selected), remaining, "ready" if selected else "budget_exhausted")


def _check(point: Point) -> None:
    score, n_tokens = point.score, point.n_tokens
    if isinstance(score, bool) or not isinstance(score, int | float) or not math.isfinite(score):
        raise ValueError("score is not a finite number")
    if not 0 <= score <= MOST:
        raise ValueError("score outside 0..100")
    if type(n_tokens) is not int:
        raise ValueError("tokens is not an integer")
    if n_tokens < 1:
        raise ValueError("tokens below 1")
