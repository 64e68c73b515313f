"""Rankings and gold → recall, all-gold and reciprocal rank (Manning, Raghavan & Schütze, chapter 8)."""

from __future__ import annotations

from collections.abc import Sequence

from wikigraph.model.evaluation import Scores

CUTS = (1, 2, 5, 10, 20)
MRR_CUT = 10


def score(rankings: Sequence[Sequence[str]], gold: Sequence[frozenset[str]]) -> Scores:
    """Means in percent. A question without a ranking counts as 0."""
    n = len(gold)
    pairs = list(zip(rankings, gold, strict=True))
    cuts = []
    for k in CUTS:
        recall = sum(len(wanted & set(found[:k])) / len(wanted) for found, wanted in pairs)
        complete = sum(wanted <= set(found[:k]) for found, wanted in pairs)
        cuts.append((k, _percent(recall, n), _percent(complete, n)))
    return Scores(n, tuple(cuts), _percent(sum(reciprocal(found, wanted) for found, wanted in pairs), n))


def reciprocal(found: Sequence[str], wanted: frozenset[str]) -> float:
    """1 / rank of the first gold item, 0 where none is among the first."""
    return next((1.0 / rank for rank, item in enumerate(found[:MRR_CUT], 1) if item in wanted), 0.0)


def _percent(total: float, n: int) -> float:
    return round(100.0 * total / n, 2) if n else 0.0
