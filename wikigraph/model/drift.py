"""Which way the mode drift went."""

from __future__ import annotations

from wikigraph.model.base import Value
from wikigraph.model.evidence import Evidence
from wikigraph.model.report import AnswerStatus


class PrimerReport(Value, frozen=True):
    """A report that is like the question."""

    label: str  # c_<level>_<number>
    title: str
    likeness: int  # 0 to 100
    fold: int  # from 0: reports of one fold are read together


class DriftStep(Value, frozen=True):
    """A question on the way, with its own answer."""

    number: int  # from 0: the question itself
    parent: int  # number of the step that led here, -1 for the question itself
    depth: int  # 0 the question itself
    query: str
    entity_id: str  # that it follows, "" for the question itself
    title: str  # of that entity
    why: str  # what led here
    score: int  # 0 to 100: how much the question calls for it
    status: AnswerStatus
    sentences: tuple[Evidence, ...]  # its answer
    n_selected: int  # of them, how many went into the answer


class DriftSearch(Value, frozen=True):
    """The primer, the steps, and what a model would have been asked."""

    primer: tuple[PrimerReport, ...]
    n_folds: int
    steps: tuple[DriftStep, ...]
    n_not_followed: int  # follow-ups that the budget left out
    model_calls: int  # that a model would make: a fold each, a step each, and the reduce
    n_remaining: int  # tokens of the answer's budget that are left
