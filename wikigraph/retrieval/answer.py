"""Ranked passages → the sentences that answer, or the finding that nothing does. No model.

Measured recipe: sentences are scored relative to their own passage, four slots are shared out among the best
passages, and a question whose words are too badly covered is refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

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


def extract(
    question: Question, candidates: Sequence[Candidate], idf: Mapping[str, float], params: Params
) -> Extract:
    """Takes the best sentences out of the candidates (best first)."""
    readings = [Reading.of(candidate) for candidate in candidates[: params.passages]]
    weight = weights(question, idf)
    support = no_data.support(question, readings, weight, params.no_data)
    missing = frozenset(no_data.uncovered(question, readings))
    uncovered = _joined([word for word in question.words if stem(word) in missing ])
    if support < params.no_data.threshold:
        return Extract((), support, False, uncovered)
    if question.subject:  # what defines the thing comes first
        readings.sort(key=lambda reading: not any(defining(question, s.text) for s in reading.candidate.sentences))
    near = readings[: params.slots.passages]
    scores = [
        sentence_score.score_sentences(
            question, reading, [other for other in near if other is not reading], weight, params.sentences
        )
        for reading in readings
    ]
    chosen = tuple(
        Chosen(readings[p.passage].candidate.passage, readings[p.passage].candidate.sentences[p.sentence])
        for p in slots.choose(question, readings, scores, params.slots)
    )
    return Extract(chosen, support, bool(chosen), uncovered)


def _joined(words: Sequence[str]) -> tuple[str, ...]:
    """Words, with overlapping pairs of characters put together again (烤面, 面包 → 烤面包)."""
    joined: list[str] = []
    for word in words:
        if joined and len(word) == 2 and not word.isascii() and joined[-1][-1] == word[0]:
            joined[-1] += word[1]
        else:
            joined.append(word)
    return tuple(joined)
