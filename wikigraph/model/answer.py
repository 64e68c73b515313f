"""Query → Hit → Answer."""

from __future__ import annotations

from typing import Literal

from wikigraph.model.base import Value

AnswerStatus = Literal["ready", "budget_exhausted", "no_data"]


class Hit(Value, frozen=True):
    """A text unit that a search found."""

    path: str
    heading_path: tuple[str, ...]
    start_line: int
    end_line: int
    score: float
    text: str
    unit_id: str


class SearchResult(Value, frozen=True):
    """What `search` gives, best first."""

    query: str
    hits: tuple[Hit, ...]
    notes: tuple[str, ...] = ()  # what the reader should know: "sources changed since the last compile"


class Evidence(Value, frozen=True):
    """A sentence of an answer with its lines; the quote is verbatim, each line break as one space."""

    path: str
    start_line: int
    end_line: int
    quote: str
    text: str = ""  # the sentence as it is read, without markup


class RelatedEntity(Value, frozen=True):
    """An entity that the answer's sentences name."""

    id: str
    title: str
    page: str  # path of its page, "" if it has none


class TokenCount(Value, frozen=True):
    """Tokens that a part of the work took."""

    part: str
    n_tokens: int


class Answer(Value, frozen=True):
    """What `ask` gives."""

    query: str
    mode: str
    status: AnswerStatus
    answer: str  # plain text in the language of the sources; with "no_data" says so in plain words
    citations: tuple[Evidence, ...]  # in the order of the answer's sentences
    entities: tuple[RelatedEntity, ...]
    hits: tuple[Hit, ...]
    tokens: tuple[TokenCount, ...]
    llm_calls: int
    uncovered: tuple[str, ...] = ()  # words of the question that nothing found covers
    notes: tuple[str, ...] = ()
