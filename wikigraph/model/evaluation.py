"""Questions with their sources, and how well they find them."""

from __future__ import annotations

from wikigraph.model.base import Value


class EvalQuestion(Value, frozen=True):
    """A question and the sources that answer it."""

    id: str
    question: str
    gold: tuple[str, ...]  # file stems or paths
    type: str = ""
    line: int = 0  # of the file of questions


class Scores(Value, frozen=True):
    """Means over questions, in percent; `by_cut` has one entry for each cut of the ranking."""

    n: int
    by_cut: tuple[tuple[int, float, float], ...]  # (k, recall@k, share of questions with all gold in the top k)
    mrr: float  # of the first 10


class Evaluation(Value, frozen=True):
    """What `eval` gives."""

    scores: Scores
    by_type: tuple[tuple[str, Scores], ...]  # by name
    rankings: tuple[tuple[str, tuple[str, ...]], ...]  # (question id, sources, best first), in the order asked
    unknown_gold: tuple[str, ...] = ()  # ids that no source has
    seconds_per_question: float = 0.0  # median
    notes: tuple[str, ...] = ()
