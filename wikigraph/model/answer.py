"""Query → Hit → Answer."""

from __future__ import annotations

from typing import Literal

from wikigraph.model.base import Value
from wikigraph.model.context import Context
from wikigraph.model.drift import DriftSearch
from wikigraph.model.evidence import Evidence
from wikigraph.model.report import AnswerStatus, GlobalSearch, Theme


class RelatedEntity(Value, frozen=True):
    """An entity that sentences name."""

    id: str
    title: str
    page: str  # path of its page, "" if it has none


class HitRelationship(Value, frozen=True):
    """A relationship that a text unit holds."""

    id: str
    source_title: str
    target_title: str
    type: str
    weight: int  # a count of repetitions over the whole corpus


class Hit(Value, frozen=True):
    """A text unit that a search found."""

    path: str
    heading_path: tuple[str, ...]
    start_line: int
    end_line: int
    score: float
    text: str
    unit_id: str
    entities: tuple[RelatedEntity, ...] = ()  # that it names, most often named first
    relationships: tuple[HitRelationship, ...] = ()  # that it holds, strongest first
    parts: tuple[tuple[str, float], ...] = ()  # what the score is made of: (channel, what it adds), the largest first


class SearchResult(Value, frozen=True):
    """What `search` gives, best first."""

    query: str
    hits: tuple[Hit, ...]
    notes: tuple[str, ...] = ()  # what the reader should know: "sources changed since the last compile"


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
    reason: str = ""  # why this mode
    context: Context | None = None  # what local search gathered
    themes: tuple[Theme, ...] = ()  # under which the sentences of the modes global and drift stand
    global_search: GlobalSearch | None = None  # what the mode global read
    drift_search: DriftSearch | None = None  # which way the mode drift went


class SavedAnswer(Value, frozen=True):
    """The page that an answer was saved on."""

    path: str
    id: str
    change: Literal["created", "updated", "unchanged"]
