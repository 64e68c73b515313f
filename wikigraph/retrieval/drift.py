"""The mode drift: from the question, by way of the reports that are like it, to what it did not name.

GraphRAG's DRIFT search (dynamic reasoning and inference with flexible traversal): a primer of reports, follow-up
questions that are scored, de-duplicated and budgeted, a local search for each, and one reduce over the best of all.
Who answers a step is a protocol: here local search without a model, whose follow-ups are entities that neither the
question names nor an answer so far covers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from wikigraph.model.base import Natural, Value
from wikigraph.model.drift import PrimerReport
from wikigraph.model.evidence import Evidence
from wikigraph.model.report import AnswerStatus, Report
from wikigraph.retrieval.evidence import coverage
from wikigraph.retrieval.global_reduce import MOST, reduce_points
from wikigraph.text.agreeing import turns_the_sense, wording
from wikigraph.text.centrality import content_tokens, overlap
from wikigraph.text.stems import stems


class Params(Value, frozen=True):
    reports: int = 9  # of the primer
    folds: int = 3  # in which they are read
    calls: int = 12  # that a model would make at most: folds, steps, and the reduce
    depth: int = 3  # steps in a row
    answer: Natural = 1200  # tokens of the sentences that the answer is made of
    sentences: int = 10  # of the answer
    per_step: int = 2  # of them from each follow-up
    fade: float = 0.7  # of a follow-up's score counts for those that it leads to
    least: Natural = 25  # score of a follow-up that is worth a step
    alike: float = 0.6  # share of words of two sentences that say the same

    def __post_init__(self) -> None:
        if self.calls < self.folds + 2:
            raise ValueError(f"{self.calls} calls are not enough for {self.folds} folds, a step and the reduce")

    @property
    def steps(self) -> int:
        """The question itself and its follow-ups."""
        return self.calls - self.folds - 1


# --- primer ------------------------------------------------------------------------------------------------------


def primer(
    reports: Sequence[Report],
    content: Sequence[str],
    weight: Mapping[str, float],
    named_in: Mapping[str, float],
    params: Params,
) -> list[PrimerReport]:
    """The reports that are most like the question, dealt out to folds.

    Likeness is half the share of the question's words (by weight) that a report holds, half the share of its entities
    that the community holds (`named_in`, by community id); by words alone where it names none.
    """
    scored: list[tuple[int, Report]] = []
    for report in reports:
        if report.statements:
            text = " ".join((report.title, *(s.text for s in report.statements), *(s.title for s in report.statements)))
            by_words = coverage(stems(text), weight, content) if content else 0.0
            held = named_in.get(report.community_id, 0.0)
            likeness = round(MOST * (0.5 * by_words + 0.5 * held if named_in else by_words))
            if likeness > 0:
                scored.append((likeness, report))
    best = sorted(scored, key=lambda pair: (-pair[0], -pair[1].rating, pair[1].community_id))[: params.reports]
    n_folds = min(params.folds, len(best))
    return [
        PrimerReport(report.label, report.title, likeness, at % n_folds) for at, (likeness, report) in enumerate(best)
    ]


# --- steps -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FollowUp:
    """A question that may be followed."""

    entity_id: str  # "" for the question itself
    title: str
    score: float  # 0 to 100
    why: str
    parent: int = -1  # step that led here
    depth: int = 0


class Said(NamedTuple):
    """A sentence of a step's answer, as a point of the reduce."""

    evidence: Evidence
    score: int  # 0 to 100
    n_tokens: int


@dataclass(frozen=True, slots=True)
class StepAnswer:
    """What a step found."""

    status: AnswerStatus
    said: tuple[Said, ...]
    covered: frozenset[str]  # ids of entities that its sentences name
    leads: tuple[FollowUp, ...] = ()  # what it may go on to


Answerer = Callable[[FollowUp], StepAnswer]
"""Runs local search for a question on the way; a model's answer can stand in."""


@dataclass(frozen=True, slots=True)
class Step:
    """A question on the way and its answer."""

    asked: FollowUp
    answer: StepAnswer


@dataclass(slots=True)
class Walk:
    """All steps, in the order in which they were made."""

    steps: list[Step] = field(default_factory=list)
    n_not_followed: int = 0


def walk(question: FollowUp, leads: Iterable[FollowUp], answer: Answerer, params: Params) -> Walk:
    """Answers the question itself, then the follow-up with the highest score, and so on within the budget.

    A follow-up is left out if its entity was asked about or an answer covers it by the time its turn comes.
    """
    done = Walk()
    first = answer(question)
    done.steps.append(Step(question, first))
    waiting = [*leads, *first.leads]
    asked: set[str] = set()
    covered = set(first.covered)
    while waiting:
        waiting = [lead for lead in waiting if lead.entity_id not in asked and lead.entity_id not in covered]
        waiting = [lead for lead in waiting if lead.score >= params.least and lead.depth <= params.depth]
        waiting.sort(key=lambda lead: (-lead.score, lead.depth, lead.title, lead.entity_id))
        if not waiting:
            break
        if len(done.steps) >= params.steps:
            done.n_not_followed = len({lead.entity_id for lead in waiting})
            break
        lead = waiting.pop(0)
        asked.add(lead.entity_id)
        found = answer(lead)
        number = len(done.steps)
        done.steps.append(Step(lead, found))
        covered |= found.covered
        waiting += [_behind(lead, number, further, params) for further in found.leads]
    return done


def _behind(lead: FollowUp, number: int, further: FollowUp, params: Params) -> FollowUp:
    score = min(further.score, lead.score) * params.fade
    return FollowUp(further.entity_id, further.title, score, further.why, number, lead.depth + 1)


# --- reduce ------------------------------------------------------------------------------------------------------


class Reduction(NamedTuple):
    """What the answer is made of."""

    chosen: tuple[tuple[int, Evidence], ...]  # number of the step, sentence; steps in order
    n_remaining: int  # tokens
    status: AnswerStatus


def reduce_walk(done: Walk, params: Params) -> Reduction:
    """The best sentences of all steps within the budget: first what the question itself found, nothing twice.

    Where the question itself finds nothing, neither does anything that it led to: no data.
    """
    if done.steps[0].answer.status == "no_data":
        return Reduction((), params.answer, "no_data")
    pool: list[tuple[int, Said]] = []
    told: list[tuple[str, frozenset[str]]] = []
    for number, step in enumerate(done.steps):
        most = params.sentences if number == 0 else params.per_step
        for said in sorted(step.answer.said, key=lambda said: -said.score)[:most]:
            if not _is_told(said.evidence.text, told, params.alike):
                told.append((said.evidence.text, frozenset(content_tokens(said.evidence.text))))
                pool.append((number, said))
    pool = sorted(pool, key=lambda held: (held[0] != 0, -held[1].score))[: params.sentences]
    reduced = reduce_points([said for _, said in pool], params.answer)
    order = {id(said): at for step in done.steps for at, said in enumerate(step.answer.said)}
    chosen = sorted((pool[at] for at in reduced.selected), key=lambda held: (held[0], order[id(held[1])]))
    return Reduction(tuple((n, said.evidence) for n, said in chosen), reduced.remaining, reduced.status)


def _is_told(text: str, told: Sequence[tuple[str, frozenset[str]]], alike: float) -> bool:
    here = frozenset(content_tokens(text))
    return any(
        wording(text) == wording(other) or (overlap(here, words) > alike and not turns_the_sense(text, other))
        for other, words in told
    )
