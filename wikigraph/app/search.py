"""Query → hits: text units ranked by BM25."""

from __future__ import annotations

from collections.abc import Sequence

from wikigraph.model.answer import Hit, SearchResult
from wikigraph.model.record import Passage
from wikigraph.retrieval.lexical import rank
from wikigraph.store.index import Index
from wikigraph.store.passages import IndexTerms, passages
from wikigraph.text.stems import stems

NO_INDEX = "there is no index yet: run `wikigraph compile`"
_SCORE_DIGITS = 4


def search(index: Index | None, query: str, *, k: int = 10, notes: tuple[str, ...] = ()) -> SearchResult:
    """The k text units that match the query best, best first; none where nothing matches."""
    if index is None:
        return SearchResult(query, (), (*notes, NO_INDEX))
    found = rank(IndexTerms(index), stems(query), k)
    return SearchResult(query, hits(passages(index, found.units), found.scores), notes)


def hits(found: Sequence[Passage], scores: Sequence[float]) -> tuple[Hit, ...]:
    """Passages with their scores, as a person is shown them."""
    return tuple(
        Hit(p.path, p.heading_path, p.start_line, p.end_line, round(score, _SCORE_DIGITS), p.text, p.id)
        for p, score in zip(found, scores, strict=True)
    )
