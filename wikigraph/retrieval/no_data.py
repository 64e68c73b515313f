"""Does the corpus answer at all? Measured features of how well the question's words are covered."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from wikigraph.model.base import Value
from wikigraph.retrieval.evidence import Reading, coverage
from wikigraph.retrieval.question import Question, contains, is_unspaced_text
from wikigraph.text.scripts import script_of


class Params(Value, frozen=True):
    """Below the threshold the sum refuses; fitted on questions asked of corpora that cannot answer them."""

    sentence: float = 3.2  # weight of the best coverage by one title and sentence
    pair: float = 3.4  # of the best coverage by two passages together
    name: float = 1.9  # of the weakest name
    threshold: float = 3.4
    partial_name: float = 0.7  # a name whose words are there, but not as one phrase
    foreign: float = 0.75  # factor for coverage by sources in another language: words that look alike there
    topic: float = 1.6  # is taken away if no word of "Y" in "the X of Y" stands anywhere
    number: float = 1.2  # is taken away if a year or number stands in no passage that covers the rest as well as any


def support(question: Question, readings: Sequence[Reading], weight: Mapping[str, float], params: Params) -> float:
    """How well the passages cover what is asked; at least `threshold` for an answer."""
    if not readings or not question.content:
        return 0.0
    trust = [params.foreign if reading.is_foreign_to(question.language) else 1.0 for reading in readings]
    sentence = max(
        (
            share * coverage({*reading.title, *words}, weight, question.content)
            for reading, share in zip(readings, trust, strict=True) for words in reading.sentences
        ),
        default=0.0,
    )  # fmt: skip
    second = readings[1].vocabulary if len(readings) > 1 else frozenset()
    pair = max(
        share * coverage(reading.vocabulary | second, weight, question.content)
        for reading, share in zip(readings, trust, strict=True)
    )
    name = _weakest_name(question, readings, weight, params) * max(trust)
    missing = params.topic * _lacks_topic(question, readings)
    missing += params.number * _number_apart(question, readings, weight)
    return params.sentence * sentence + params.pair * pair + params.name * name - missing


def _lacks_topic(question: Question, readings: Sequence[Reading]) -> bool:
    return bool(question.topic) and not any(
        word in reading.vocabulary for reading in readings for word in question.topic
    )


def _number_apart(question: Question, readings: Sequence[Reading], weight: Mapping[str, float]) -> bool:
    """"1998" stands in some passage that has nothing else of the question, or in none."""
    numbers = [word for word in question.content if word.isdigit()]
    others = [word for word in question.content if not word.isdigit()]
    if not numbers or not others:
        return False
    best = max(coverage(reading.vocabulary, weight, others) for reading in readings)
    return not any(
        number in reading.vocabulary and coverage(reading.vocabulary, weight, others) > best / 2
        for number in numbers for reading in readings
    )  # fmt: skip


def is_in_another_script(question: Question, readings: Sequence[Reading]) -> bool:
    """Whether the question is written in a script that the passages are not: its words then cover nothing, whatever
    they answer."""
    text = " ".join(sentence.text for reading in readings[:3] for sentence in reading.candidate.sentences)
    return "" not in (asked := main_script(question.text), found := main_script(text)) and asked != found


def main_script(text: str) -> str:
    """The script that most of a text's letters are in ("latin", "hangul", …), "unspaced" for Chinese and Japanese; ""
    where there is no letter."""
    if is_unspaced_text(text):
        return "unspaced"
    found = Counter(map(script_of, text))
    del found["common"]
    return max(found, key=lambda script: (found[script], script), default="")


def uncovered(question: Question, readings: Sequence[Reading]) -> tuple[str, ...]:
    """Content words of the question (as stems) that none of the passages holds."""
    held = frozenset[str]().union(*(reading.vocabulary for reading in readings))
    covered = {word for word in question.content if word in held}
    ends, starts = {word[-1:] for word in covered}, {word[:1] for word in covered}
    return tuple(
        word for word in question.content
        if word not in held
        # A pair of characters where two covered words meet is no word.
        and not (question.is_unspaced and len(word) == 2 and word[0] in ends and word[1] in starts)
        and not (question.is_unspaced and word[1:] in starts and _counts(question.text, word))
    )  # fmt: skip


_NUMERALS = "几幾数两兩一二三四五六七八九十百千万每各这這那哪某何0-9０-９"


def _counts(text: str, pair: str) -> bool:
    """Whether a pair is a measure word and what it counts (份记 in 几份记录): no word either."""
    return len(pair) == 2 and re.search(rf"[{_NUMERALS}]{re.escape(pair)}", text) is not None


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
