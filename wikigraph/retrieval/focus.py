"""A question about many sources, or about how things are related → what it is about beside that."""

from __future__ import annotations

import re
from dataclasses import replace

from wikigraph.retrieval.question import Question, analyse, is_unspaced_text, only_grammar
from wikigraph.retrieval.route import without_broad_words
from wikigraph.retrieval.routing_rules import RELATING
from wikigraph.text.stems import stem
from wikigraph.text.stopwords import ALL_STOP_WORDS

_RELATING = re.compile(RELATING, re.IGNORECASE)


def related_in(text: str) -> Question:
    """The question with the words of the things alone that it relates: "relate", "difference" are not looked for."""
    whole = analyse(text)
    things = _looked_for(" ".join(_RELATING.sub(" ", whole.text).split()))
    if things is None:
        return whole
    return replace(
        whole, words=things.words, terms=things.terms, content=things.content, rest=things.rest, light=things.light
    )


def focus_of(text: str) -> Question | None:
    """The question without the words that only say how broad it is; None where nothing is left to look for."""
    return _looked_for(without_broad_words(text))


def _looked_for(text: str) -> Question | None:
    """A question taken apart; None where it holds nothing to look for."""
    question = analyse(text)
    if is_unspaced_text(question.text):
        return None if only_grammar(question.text) else question
    told = {stem(word) for word in question.words if word not in ALL_STOP_WORDS}
    return question if told.intersection(question.content) else None
