"""Ranked passages → the sentences that answer, or the finding that nothing does. No model.

Measured recipe: sentences are scored relative to their own passage, four slots are shared out among the best
passages, and a question whose words are too badly covered is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from wikigraph.model.base import Natural, Value
from wikigraph.model.record import Passage, PassageSentence
from wikigraph.retrieval import basic, no_data, sentence_score, slots
from wikigraph.retrieval.evidence import Candidate, Reading, definition, weights
from wikigraph.retrieval.language import LANGUAGE_SAMPLE, language_of_text
from wikigraph.retrieval.question import Question
from wikigraph.retrieval.slots import pertinent
from wikigraph.text.stems import stem
from wikigraph.text.tokens import search_tokens

_WORD = re.compile(r"\w+")


class Params(Value, frozen=True):
    retrieval: basic.Params = basic.Params()
    sentences: sentence_score.Params = sentence_score.Params()
    slots: slots.Params = slots.Params()
    no_data: no_data.Params = no_data.Params()
    passages: int = 10  # looked at
    embedded: Natural = 3  # sentences of each passage that may give some, whose vectors are compared; 0 for none
    embedded_by_meaning: int = 12  # the same where the question is in another script than the sources
    pool: int = 120  # among which those are looked for that define what is asked about
    tells: float = 1.0  # of how plainly a passage defines that; the best passage's score is 1
    foreign: float = 0.85  # factor for passages in another language than the question

    def looked_at(self, question: Question) -> int:
        """How many passages to retrieve for it."""
        return self.pool if question.subject else self.passages


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
    is_verified: bool = True  # False if the words could not be looked for: all of it is in another script


Sense = Callable[[Sequence[str]], Sequence[float]]
"""Texts → how near each is to the question, in any one unit; made of vectors."""


def extract(
    question: Question,
    candidates: Sequence[Candidate],
    idf: Mapping[str, float],
    params: Params,
    sense: Sense | None = None,
    witnesses: Sequence[Candidate] = (),
) -> Extract:
    """Takes the best sentences out of the candidates (best first); by words alone without `sense`.

    Whether the corpus answers at all is judged by the `witnesses` if there are any: what words alone found. What is
    merely near in meaning holds some word of nearly every question.
    """
    readings = _readings(question, candidates, params)
    heard = _readings(question, witnesses, params) if witnesses else readings
    weight = weights(question, idf)
    support = no_data.support(question, heard, weight, params.no_data)
    missing = frozenset(no_data.uncovered(question, readings))
    uncovered = as_asked(question.text, _joined([word for word in question.words if stem(word) in missing]))
    is_covered = support >= params.no_data.threshold
    is_verified = sense is None or is_covered or not no_data.is_in_another_script(question, readings)
    if not is_covered and is_verified:
        return Extract((), support, False, uncovered)
    near = readings[: params.slots.passages]
    scores = _scores(question, readings, weight, params, {})
    if sense is not None and params.embedded:
        nearness = _nearness(near, scores, sense, params.embedded if is_verified else params.embedded_by_meaning)
        scores = _scores(question, readings, weight, params, nearness)
    if is_verified:
        scores = slots.without_weak(question, readings, scores, weight, params.slots)
    places = slots.choose(question, readings, scores, params.slots)
    chosen = tuple(
        Chosen(readings[p.passage].candidate.passage, readings[p.passage].candidate.sentences[p.sentence])
        for p in pertinent(question, readings, places, weight, params.slots)
    )
    script = no_data.main_script(question.text)
    is_in_script = any(no_data.main_script(c.sentence.text) == script for c in chosen)
    return Extract(chosen, support, bool(chosen), uncovered, is_verified or is_in_script)


def _readings(question: Question, candidates: Sequence[Candidate], params: Params) -> list[Reading]:
    readings = [Reading.of(candidate) for candidate in _nearest(question, candidates, params)]
    for reading in readings:
        reading.adopt(question.content)
    return readings


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
            nearness.get(rank),
        )
        for rank, reading in enumerate(readings)
    ]  # fmt: skip


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
    found = np.asarray(sense(texts), np.float64)
    held: dict[int, dict[int, float]] = {}
    for (rank, at), value in zip(places, (found / (found.std() or 1.0)).tolist(), strict=True):
        held.setdefault(rank, {})[at] = value
    return held


def _nearest(question: Question, candidates: Sequence[Candidate], params: Params) -> list[Candidate]:
    """The candidates to look at, best first: those that define what is asked about before others, those in the
    question's own language before others that rank as high."""
    language = question.language
    top = max((candidate.score for candidate in candidates), default=1.0) or 1.0

    def rank(place: int) -> tuple[float, int]:
        candidate = candidates[place]
        tells = definition(question, candidate) if question.subject else 0.0
        foreign = language != "" and place < 2 * params.passages and _is_foreign(candidate, language)
        return -(candidate.score / top) * (params.foreign if foreign else 1.0) - params.tells * tells, place

    ordered = sorted(range(len(candidates)), key=rank)
    return [candidates[place] for place in ordered[: params.passages]]


def _is_foreign(candidate: Candidate, language: str) -> bool:
    other = language_of_text(candidate.passage.text[:LANGUAGE_SAMPLE])
    return other not in ("", language)


def as_asked(text: str, words: Sequence[str]) -> tuple[str, ...]:
    """Search terms → how the question writes them ("gross" → "groß", "duckdb" → "DuckDB")."""
    written: dict[str, str] = {}
    for match in _WORD.finditer(text):
        found = search_tokens(match[0])
        for token in found:
            written.setdefault(token, match[0] if len(found) == 1 else token)
    return tuple(written.get(word, word) for word in words)


def _joined(words: Sequence[str]) -> tuple[str, ...]:
    """Words, with overlapping pairs of characters put together again (烤面, 面包 → 烤面包)."""
    joined: list[str] = []
    for word in words:
        if joined and len(word) == 2 and not word.isascii() and joined[-1][-1] == word[0]:
            joined[-1] += word[1]
        else:
            joined.append(word)
    return tuple(joined)
