"""Does the corpus answer at all? Measured features of how well the question's words are covered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wikigraph.model.base import Value
from wikigraph.retrieval.evidence import Reading, coverage
from wikigraph.retrieval.question import Question, contains


class Params(Value, frozen=True):
    """Below the threshold the sum refuses; fitted on questions asked of corpora that cannot answer them."""

    sentence: float = 3.2  # weight of the best coverage by one title and sentence
    pair: float = 3.4  # of the best coverage by two passages together
    name: float = 1.9  # of the weakest name
    threshold: float = 3.4
    gap_beside: float = 1.2  # where there are vectors: of the nearest one's lead over the tenth, in deviations
    sentence_beside: float = 2.0
    pair_beside: float = 2.6
    threshold_beside: float = 3.8
    most_gap: float = 4.0
    partial_name: float = 0.7  # a name whose words are there, but not as one phrase


def support(
    question: Question,
    readings: Sequence[Reading],
    weight: Mapping[str, float],
    params: Params,
    gap: float | None = None,
) -> float:
    """How well the passages cover what is asked; above 0 for an answer. `gap` is by how much the nearest vector leads,
    None where there are no vectors."""
    if not readings or not question.content:
        return -params.threshold
    sentence = max(
        (
            coverage({*reading.title, *words}, weight, question.content)
            for reading in readings for words in reading.sentences
        ),
        default=0.0,
    )  # fmt: skip
    second = readings[1].vocabulary if len(readings) > 1 else frozenset()
    pair = max(coverage(reading.vocabulary | second, weight, question.content) for reading in readings)
    name = _weakest_name(question, readings, weight, params)
    if gap is None:
        return params.sentence * sentence + params.pair * pair + params.name * name - params.threshold
    covered = params.sentence_beside * sentence + params.pair_beside * pair + params.name * name
    return params.gap_beside * min(gap, params.most_gap) + covered - params.threshold_beside


def uncovered(question: Question, readings: Sequence[Reading]) -> tuple[str, ...]:
    """Content words of the question (as stems) that none of the passages holds."""
    held = frozenset[str]().union(*(reading.vocabulary for reading in readings))
    return tuple(word for word in question.content if word not in held)


def _weakest_name(
    question: Question, readings: Sequence[Reading], weight: Mapping[str, float], params: Params
) -> float:
    if not question.names:
        return max(coverage(reading.vocabulary, weight, question.content) for reading in readings)
    return min(_found(name, readings, params) for name in question.names)


def _found(name: tuple[str, ...], readings: Sequence[Reading], params: Params) -> float:
    if any(contains(reading.words, name) for reading in readings):
        return 1.0
    share = max(sum(word in reading.vocabulary for word in name) for reading in readings) / len(name)
    return params.partial_name * share
