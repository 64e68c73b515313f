"""Question → answer: the sentences of the sources that answer it, each with its lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from wikigraph.app.drift import answer_by_drift
from wikigraph.app.global_ import answer_globally
from wikigraph.app.local import Beginning, basic_context, begin, rerank, surround, with_recalled
from wikigraph.app.meaning import Meaning
from wikigraph.app.scope import nothing_selected
from wikigraph.app.search import hits
from wikigraph.app.shelf import Read, Shelf, answer_text, readable
from wikigraph.errors import UsageError
from wikigraph.model.answer import Answer, TokenCount
from wikigraph.model.context import Context
from wikigraph.model.evidence import Evidence
from wikigraph.model.report import AnswerStatus
from wikigraph.model.routing import Routing
from wikigraph.retrieval import drift, global_, local_
from wikigraph.retrieval.answer import Params
from wikigraph.retrieval.basic import Found
from wikigraph.retrieval.global_levels import check_level
from wikigraph.retrieval.history import Turn
from wikigraph.retrieval.no_data_text import no_data_text, weak_text
from wikigraph.retrieval.question import Question, analyse
from wikigraph.retrieval.route import Route, route
from wikigraph.retrieval.scope import Scope
from wikigraph.store.hit_details import entities_of_sentences
from wikigraph.store.index import Index
from wikigraph.store.reports import reports_of
from wikigraph.store.surroundings import IndexSurroundings
from wikigraph.store.terms import terms_of
from wikigraph.text.stems import stems
from wikigraph.text.tokens import count_tokens

MODES = ("auto", "local", "global", "drift", "basic")
NO_ENTITY = "no entity of the graph fits the question: answered by basic retrieval"
NO_REPORT = "no report says anything to the question: answered without reports"
LEVEL_UNUSED = "--level and --dynamic count for the mode global alone"
NOT_VERIFIED = "not verified: the question is in another script than the sources, so only nearness in meaning counts"
_N_ENTITIES = 10
_POOL = 100  # units of retrieval that local search knows of


@dataclass(frozen=True, slots=True)
class Wide:
    """How questions find their mode, and how those are answered that go beyond their own words."""

    routing: Routing | None = None
    global_: global_.Params | None = None
    drift: drift.Params | None = None
    level: int | None = None  # of the reports of the mode global; None: the broadest that will do; or DYNAMIC


@dataclass(frozen=True, slots=True)
class _Search:
    """What was found, and how."""

    question: Question
    route: Route
    found: Found
    context: Context | None
    read: Read
    beginning: Beginning
    notes: tuple[str, ...] = ()


def ask(
    index: Index,
    query: str,
    *,
    mode: str = "auto",
    k: int = 10,
    notes: tuple[str, ...] = (),
    params: Params | None = None,
    local: local_.Params | None = None,
    history: Sequence[Turn] = (),
    meaning: Meaning | None = None,
    wide: Wide | None = None,
    scope: Scope | None = None,
) -> Answer:
    """Answers a question from the sources, or those in `scope`, without a model. `k` text units are ranked and looked
    at.

    Raises UsageError for a mode or a level that is not there, SettingsError for a budget of local search that cannot
    be.
    """
    check_mode(mode)
    wide = wide or Wide()
    local = local or local_.Params()
    local_.check(local)
    if wide.level is not None:
        check_level(wide.level, reports_of(index))
    if scope is not None and not scope.paths:
        return nothing_selected(query, mode, notes)
    terms = terms_of(index).within(scope)
    terms.read_ahead(stems(query))
    shelf = Shelf(index, terms, IndexSurroundings(index, terms), meaning, params or Params())
    beginning = Beginning() if mode == "basic" else begin(shelf.surroundings, query, history, local)
    chosen = _route(query, mode, beginning, wide.routing)
    if wide.level is not None and chosen.mode != "global":
        notes = (*notes, LEVEL_UNUSED)
    if chosen.mode in ("global", "drift"):
        answer = (
            answer_globally(shelf, query, beginning, chosen, k, notes, wide.level, wide.global_ or global_.Params())
            if chosen.mode == "global"
            else answer_by_drift(shelf, query, beginning, chosen, k, notes, local, wide.drift or drift.Params())
        )
        if answer is not None:
            return answer
        notes = (*notes, NO_REPORT)
        chosen = Route("local" if beginning.named else "basic", chosen.reason)
    return _answer(shelf, query, _search(shelf, query, chosen, beginning, k, local), k, notes)


def check_mode(mode: str) -> None:
    """Raises UsageError ("unknown-mode")."""
    if mode not in MODES:
        raise UsageError("unknown-mode", f"there is no mode {mode!r}", hint=f"use one of: {', '.join(MODES)}")


def _route(query: str, mode: str, beginning: Beginning, routing: Routing | None) -> Route:
    """The mode that was asked for, or the one that the question calls for: local search has to enter the graph."""
    if mode != "auto":
        return Route(mode, "asked for")
    names = list(dict.fromkeys(entry.matched for entry in beginning.named))
    is_recalled = any(entry.way == "history" for entry in beginning.named)
    chosen = route(query, names, is_recalled=is_recalled, routing=routing)
    return Route("basic", "the question names no entity") if chosen.mode == "local" and not names else chosen


def _search(
    shelf: Shelf, query: str, chosen: Route, beginning: Beginning, k: int, local: local_.Params
) -> _Search:
    """Retrieval by the mode local or basic."""
    question = analyse(with_recalled(query, beginning.named))
    n = max(k, shelf.params.looked_at(question))
    likeness = shelf.likeness(question)
    found = shelf.find(question, n if chosen.mode == "basic" else max(n, _POOL), likeness)
    around = surround(shelf.surroundings, question, beginning, found, local) if chosen.mode == "local" else None
    if around is not None:
        found = rerank(found, around, n)
        return _Search(question, chosen, found, around.context, shelf.read(question, found, likeness), beginning)
    notes = (NO_ENTITY,) if chosen.mode == "local" else ()
    found = replace(found, units=found.units[:n], scores=found.scores[:n], by_words=found.by_words[:n])
    read = shelf.read(question, found, likeness)
    return _Search(question, Route("basic", chosen.reason), found, None, read, beginning, notes)


def _answer(shelf: Shelf, query: str, search: _Search, k: int, notes: tuple[str, ...]) -> Answer:
    result = search.read.extract
    read = [candidate.passage for candidate in search.read.candidates]
    looked_at = read[: shelf.params.passages]
    text = answer_text(result.chosen) if result.has_answer else no_data_text(search.question, result.uncovered)
    context = search.context or basic_context(looked_at, search.beginning.history)
    notes = (*notes, *search.notes, *(() if result.is_verified else (NOT_VERIFIED,)))
    if result.has_answer and result.uncovered:
        notes = (*notes, weak_text(search.question, result.uncovered))
    status: AnswerStatus = "ready" if result.has_answer else "no_data"
    cited = [(c.passage.path, c.sentence.ordinal) for c in result.chosen]
    return Answer(
        query=query,
        mode=search.route.mode,
        status=status,
        answer=text,
        citations=tuple(
            Evidence(c.passage.path, c.sentence.start_line, c.sentence.end_line, c.sentence.quote, readable(c.sentence))
            for c in result.chosen
        ),
        entities=tuple(
            entities_of_sentences(shelf.index, [c.passage.number for c in result.chosen], cited, _N_ENTITIES)
        ),
        hits=shelf.surrounded(read[:k], hits(read, search.found)[:k]),
        tokens=(
            TokenCount("question", count_tokens(query)),
            TokenCount("history", search.beginning.history.n_built),
            TokenCount("passages", sum(passage.n_tokens for passage in looked_at)),
            TokenCount("context", sum(part.n_built for part in context.parts if part.part != "history")),
            TokenCount("answer", count_tokens(text)),
        ),
        llm_calls=0,
        uncovered=result.uncovered,
        notes=notes,
        reason=search.route.reason,
        context=context,
    )
