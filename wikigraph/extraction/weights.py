"""Figures that compare a form with its corpus: IDF, residual IDF, NPMI."""

from __future__ import annotations

import math


def idf(n_units: int, n_with: int) -> float:
    """ln(N / df) over text units; 0.0 where there is none that holds the form."""
    if n_units <= 0 or n_with <= 0:
        return 0.0
    return math.log(n_units / min(n_with, n_units))


def residual_idf(n: int, n_with: int, n_units: int) -> float:
    """log2(expected / observed units): how much more a form clusters than chance would have it (Church and Gale
    1995). 0 for a form spread evenly, 1 where it stands in half as many units as chance expects."""
    if n <= 0 or n_with <= 0 or n_units <= 1:
        return 0.0
    expected = -n_units * math.expm1(n * math.log1p(-1.0 / n_units))
    return max(0.0, math.log2(expected / n_with)) if expected > 0 else 0.0


def npmi(n: int, part_counts: tuple[int, ...], total: int) -> float:
    """Normalised pointwise mutual information of a term and its words, −1 … 1 (Bouma 2009), over `total` words."""
    if n <= 0 or total <= 1 or n >= total or len(part_counts) < 2 or 0 in part_counts:
        return 0.0
    log_joint = math.log(n / total)
    log_parts = sum(math.log(count / total) for count in part_counts)
    return (log_joint - log_parts) / (-log_joint * (len(part_counts) - 1))


def log2_1p(count: float) -> float:
    """log2(1 + count): diminishing returns of repetition."""
    return math.log2(1.0 + count)
