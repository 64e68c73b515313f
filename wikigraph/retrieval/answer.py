"""Ranked passages → the sentences that answer, or the finding that nothing does. No model.

Measured recipe: sentences are scored relative to their own passage, four slots are shared out among the best
passages, and a question whose words are too badly covered is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from wikigraph.model.base import Value
from wikigraph.model.record import Passage, PassageSentence
from wikigraph.retrieval import basic, no_data, sentence_score, slots
from wikigraph.retrieval.evidence import Candidate, Reading, defining, weights
from wikigraph.retrieval.question import Question
from wikigraph.text.stems import stem


class Params(Value, frozen=True):
    retrieval: basic.Params = basic.Params()
    sentences: sentence_score.Params = sentence_score.Params()
    slots: slots.Params = slots.Params()
    no_data: no_data.Params = no_data.Params()
    passages: int = 10  # looked at
    embedded: int = 4  # sentences of each passage that may give some, whose vectors are compared; 0 for none
    embedded_by_meaning: int = 12  # the same where the sources have less than half of the question's words


@dataclass(frozen=True, slots=True)
class Chosen:
    """A sentence of the answer."""

    passage: Passage
    sentence: PassageSentence


@dataclass(frozen=True, slots=True)
class Extract:
    """What the passages say to the question."""

    chosen: tuple[Chosen, ...]  # in reading order; () if the corpus does not answer
    support: float
    has_answer: bool
    uncovered: tuple[str, ...]  # terms of the question that no passage covers, as asked


@dataclass(frozen=True, slots=True)
class Sense:
    """What vectors tell of a question."""

    gap: float  # by how many deviations the nearest unit leads the tenth
    nearness: Callable[[Sequence[str]], Sequence[float]]  # texts → how near each is, in any one unit


def extract(
    question: Question,
    candidates: Sequence[Candidate],
    idf: Mapping[str, float],
    params: Params,
    sense: Sense | None = None,
) -> Extract:
    """Takes the best sentences out of the candidates (best first)."""
    readings = [Reading.of(candidate) for candidate in candidates[: params.passages]]
    weight = weights(question, idf)
    support = no_data.support(question, readings, weight, params.no_data, None if sense is None else sense.gap)
    missing = frozenset(no_data.uncovered(question, readings))
    uncovered = _joined([word for word in question.words if stem(word) in missing ])
    if support < 0:
        return Extract((), support, False, uncovered)
    if question.subject:  # what defines the thing comes first
        readings.sort(key=lambda reading: not any(defining(question, s.text) for s in reading.candidate.sentences))
    near = readings[: params.slots.passages]
    scores = _scores(question, readings, weight, params, {})
    if sense is not None and params.embedded:
        nearness = _nearness(near, scores, sense, _n_embedded(question, weight, params))
        scores = _scores(question, readings, weight, params, nearness)
    chosen = tuple(
        Chosen(readings[p.passage].candidate.passage, readings[p.passage].candidate.sentences[p.sentence])
        for p in slots.choose(question, readings, scores, params.slots)
    )
    return Extract(chosen, support, bool(chosen), uncovered)


def _scores(
    question: Question,
    readings: Sequence[Reading],
    weight: Mapping[str, float],
    params: Params,
    nearness: Mapping[int, Mapping[int, float]],
) -> list[list[float]]:
    """By rank of the passage: a score for each of its sentences."""
    near = readings[: params.slots.passages]
    return [
        sentence_score.score_sentences(
            question, reading, [other for other in near if other is not reading], weight, params.sentences,
            nearness.get(rank, {}),
        )
        for rank, reading in enumerate(readings)
    ]  # fmt: skip


def _n_embedded(question: Question, weight: Mapping[str, float], params: Params) -> int:
    """Sentences of a passage that are embedded: more where words tell nothing, as in another language."""
    most = max(weight.values(), default=0.0)
    unknown = sum(weight.get(word, most) == most for word in question.content)
    return params.embedded_by_meaning if 2 * unknown > len(question.content) else params.embedded


def _nearness(
    readings: Sequence[Reading], scores: Sequence[Sequence[float]], sense: Sense, n: int
) -> dict[int, dict[int, float]]:
    """By rank of the passage: how near each of its n best sentences is to the question, in standard deviations over
    all of them. What is embedded is title and sentence."""
    places = [
        (rank, at)
        for rank in range(len(readings))
        for at in sorted(sorted(range(len(scores[rank])), key=lambda at: (-scores[rank][at], at))[:n])
    ]
    if not places:
        return {}
    candidates = [readings[rank].candidate for rank, _ in places]
    texts = [f"{c.passage.title}. {c.sentences[at].text}" for c, (_, at) in zip(candidates, places, strict=True)]
    found = np.asarray(sense.nearness(texts), np.float64)
    held: dict[int, dict[int, float]] = {}
    for (rank, at), value in zip(places, (found / (found.std() or 1.0)).tolist(), strict=True):
        held.setdefault(rank, {})[at] = value
    return held


def _joined(words: Sequence[str]) -> tuple[str, ...]:
    """Words, with overlapping pairs of characters put together again (烤面, 面包 → 烤面包)."""
    joined: list[str] = []
    for word in words:
        if joined and len(word) == 2 and not word.isascii() and joined[-1][-1] == word[0]:
            joined[-1] += word[1]
        else:
            joined.append(word)
    return tuple(joined)
