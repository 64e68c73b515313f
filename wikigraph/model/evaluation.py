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


class Difference(Value, frozen=True):
    """A measure of two rankings of the same questions, in percent."""

    measure: str  # "recall@5"
    one: float
    other: float
    difference: float  # other - one
    low: float  # interval of 95 % of the difference
    high: float
    p: float  # chance of such a difference if the two were the same


class Exchange(Value, frozen=True):
    """Gold that one of two rankings has among the first k and the other has not."""

    k: int
    gold: int  # in all
    rescued: int  # by the second ranking
    lost: int


class Comparison(Value, frozen=True):
    """Two rankings of the same questions."""

    n: int
    measures: tuple[Difference, ...]
    exchange: Exchange


class ChannelWorth(Value, frozen=True):
    """What retrieval is with a channel, and without it."""

    channel: str
    comparison: Comparison  # from without to with


class TemplateQuestion(Value, frozen=True):
    """A question of a kind of user with a task, filled with names of the vault."""

    id: str
    user: str
    task: str
    question: str
    gold: tuple[str, ...]  # sources that speak of what is asked, by path
    type: str  # "user/task"
