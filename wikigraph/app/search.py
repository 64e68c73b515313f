"""Query → hits: text units ranked by words and by meaning."""

from __future__ import annotations

from collections.abc import Sequence

from wikigraph.app.meaning import Meaning
from wikigraph.errors import UsageError
from wikigraph.model.answer import Hit, SearchResult
from wikigraph.model.record import Passage
from wikigraph.retrieval.basic import Found, Params, by_likeness
from wikigraph.retrieval.lexical import Scorer
from wikigraph.retrieval.scope import Scope
from wikigraph.store.index import Index
from wikigraph.store.passages import passages
from wikigraph.store.terms import terms_of
from wikigraph.text.stems import stems

BY_MEANING = "no word of this stands in the sources: what follows is near in meaning, if at all"
_SCORE_DIGITS = 4


def check_question(text: str) -> None:
    """Raises UsageError ("question-empty") for a text without anything that could be looked for."""
    if not stems(text):
        raise UsageError(
            "question-empty", "the question holds no word", hint='write it in quotes: wikigraph ask "What is X?"'
        )


def search(
    index: Index,
    query: str,
    *,
    k: int = 10,
    notes: tuple[str, ...] = (),
    meaning: Meaning | None = None,
    params: Params | None = None,
    scope: Scope | None = None,
) -> SearchResult:
    """The k text units (of `scope`) that match the query best, best first. Without `meaning` by words alone, and none
    where no word matches."""
    params = params or Params()
    terms = stems(query)
    scorer = Scorer(terms_of(index).within(scope), terms, params.lexical)
    found = by_likeness(scorer, meaning.likeness(query) if meaning is not None and terms else None, k, params)
    if found.units and not any(scorer.frequencies.values()):
        notes = (*notes, BY_MEANING)
    return SearchResult(query, hits(passages(index, found.units), found), notes)


def hits(read: Sequence[Passage], found: Found) -> tuple[Hit, ...]:
    """The first passages of what was found, as a person is shown them."""
    return tuple(
        Hit(
            p.path, p.heading_path, p.start_line, p.end_line, round(score, _SCORE_DIGITS), p.text, p.id,
            parts=tuple((name, round(value, _SCORE_DIGITS)) for name, value in found.parts.get(p.number, ())),
        )
        for p, score in zip(read, found.scores, strict=False)
    )  # fmt: skip
