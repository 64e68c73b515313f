"""Question → answer: the sentences of the sources that answer it, each with its lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wikigraph.app.local import Beginning, basic_context, begin, rerank, surround, with_recalled
from wikigraph.app.meaning import Meaning
from wikigraph.app.scope import nothing_selected
from wikigraph.app.search import hits
from wikigraph.errors import UsageError
from wikigraph.model.answer import Answer, AnswerStatus, Hit, RelatedEntity, TokenCount
from wikigraph.model.context import Context
from wikigraph.model.evidence import Evidence
from wikigraph.model.record import Passage, PassageSentence
from wikigraph.retrieval import local_
from wikigraph.retrieval.answer import Chosen, Extract, Params, Sense, extract
from wikigraph.retrieval.basic import Found, retrieve
from wikigraph.retrieval.dense import Likeness
from wikigraph.retrieval.evidence import Candidate
from wikigraph.retrieval.history import Turn
from wikigraph.retrieval.no_data_text import no_data_text, weak_text
from wikigraph.retrieval.question import Question, analyse
from wikigraph.retrieval.route import Route, route
from wikigraph.retrieval.scope import Scope
from wikigraph.store.hit_details import entities_of_sentences, entities_of_units, relationships_of_units
from wikigraph.store.index import Index
from wikigraph.store.passages import passages, sentences
from wikigraph.store.surroundings import IndexSurroundings
from wikigraph.store.terms import IndexTerms, terms_of
from wikigraph.text.scripts import is_unspaced
from wikigraph.text.stems import stems
from wikigraph.text.tokens import count_tokens

MODES = ("auto", "local", "basic")
PLANNED_MODES = ("global", "drift")
NO_ENTITY = "no entity of the graph fits the question: answered by basic retrieval"
NOT_VERIFIED = "not verified: the question is in another script than the sources, so only nearness in meaning counts"
_N_ENTITIES = 10
_N_PER_HIT = 5  # entities and relationships that are told of a hit
_POOL = 100  # units of retrieval that local search knows of


@dataclass(frozen=True, slots=True)
class _Search:
    """What was found, and how."""

    question: Question
    route: Route
    found: Found
    context: Context | None
    beginning: Beginning
    likeness: Likeness | None = None
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
    scope: Scope | None = None,
) -> Answer:
    """Answers a question from the sources, or those in `scope`, without a model. `k` text units are ranked and looked
    at.

    Raises UsageError for a mode that is not there, SettingsError for a budget of local search that cannot be.
    """
    check_mode(mode)
    params = params or Params()
    local = local or local_.Params()
    local_.check(local)
    if scope is not None and not scope.paths:
        return nothing_selected(query, mode, notes)
    terms = terms_of(index).within(scope)
    search = _search(index, terms, query, mode, k, params, local, history, meaning)
    known = _candidates(index, search.found, search.likeness)
    candidates = [known[unit] for unit in search.found.units]
    by_words = [known[unit] for unit in search.found.by_words]
    sense = _sense(meaning, search.likeness, search.question.text)
    result = extract(search.question, candidates, search.found.idf, params, sense, by_words)
    told = (*notes, *search.notes) if result.is_verified else (*notes, *search.notes, NOT_VERIFIED)
    cited = [(c.passage.path, c.sentence.ordinal) for c in result.chosen]
    related = tuple(entities_of_sentences(index, [c.passage.number for c in result.chosen], cited, _N_ENTITIES))
    read = [candidate.passage for candidate in candidates]
    shown = _surrounded(index, read[:k], hits(read, search.found.scores)[:k])
    return _answer(query, search, result, related, shown, read[: params.passages], told)


def _candidates(index: Index, found: Found, near: Likeness | None) -> dict[int, Candidate]:
    """What was found, with its sentences, by unit number."""
    units = tuple(dict.fromkeys((*found.units, *found.by_words)))
    held = sentences(index, units)
    scores = dict(zip(found.units, found.scores, strict=True))
    return {
        unit: Candidate(passage, held[unit], scores.get(unit, 0.0), near.deviation(unit) if near is not None else None)
        for unit, passage in zip(units, passages(index, units), strict=True)
    }


def _sense(meaning: Meaning | None, likeness: Likeness | None, query: str) -> Sense | None:
    if meaning is None or likeness is None or not len(likeness.units):
        return None
    asked = meaning.question(query)

    def nearness(texts: Sequence[str]) -> list[float]:
        found: list[float] = (meaning.passages(list(texts)) @ asked).tolist()
        return found

    return nearness


def check_mode(mode: str) -> None:
    if mode in MODES:
        return
    known = ", ".join(MODES)
    if mode in PLANNED_MODES:
        raise UsageError("mode-not-there", f"the mode {mode} is not there yet", hint=f"use one of: {known}")
    raise UsageError("unknown-mode", f"there is no mode {mode!r}", hint=f"use one of: {known}")


def _search(
    index: Index,
    terms: IndexTerms,
    query: str,
    mode: str,
    k: int,
    params: Params,
    local: local_.Params,
    history: Sequence[Turn],
    meaning: Meaning | None,
) -> _Search:
    """Retrieval by the mode that was asked for, or by the one that the question calls for."""
    terms.read_ahead(stems(query))
    surroundings = IndexSurroundings(index, terms)
    beginning = Beginning() if mode == "basic" else begin(surroundings, query, history, local)
    names = list(dict.fromkeys(entry.matched for entry in beginning.named))
    chosen = route(names, is_recalled=_is_recalled(beginning)) if mode == "auto" else Route(mode, "asked for")
    question = analyse(with_recalled(query, beginning.named))
    n = max(k, params.looked_at(question))
    n_wanted = n if chosen.mode == "basic" else max(n, _POOL)
    likeness = meaning.likeness(question.text) if meaning is not None and question.terms else None
    found = retrieve(terms, question, n_wanted, params.retrieval, likeness)
    around = surround(surroundings, question, beginning, found, local) if chosen.mode == "local" else None
    if around is not None:
        return _Search(question, chosen, rerank(found, around, n), around.context, beginning, likeness)
    notes = (NO_ENTITY,) if chosen.mode == "local" else ()
    basic = Found(found.units[:n], found.scores[:n], found.idf, found.by_words[:n])
    return _Search(question, Route("basic", chosen.reason), basic, None, beginning, likeness, notes)


def _is_recalled(beginning: Beginning) -> bool:
    return any(entry.way == "history" for entry in beginning.named)


def _surrounded(index: Index, read: Sequence[Passage], found: Sequence[Hit]) -> tuple[Hit, ...]:
    """Hits with the entities that they name and the relationships that they hold."""
    entities = entities_of_units(index, [passage.number for passage in read], _N_PER_HIT)
    relationships = relationships_of_units(index, [passage.id for passage in read], _N_PER_HIT)
    return tuple(
        Hit(h.path, h.heading_path, h.start_line, h.end_line, h.score, h.text, h.unit_id,
            tuple(entities.get(passage.number, ())), tuple(relationships.get(passage.id, ())))
        for passage, h in zip(read, found, strict=True)
    )  # fmt: skip


def _answer(
    query: str,
    search: _Search,
    result: Extract,
    entities: tuple[RelatedEntity, ...],
    found: tuple[Hit, ...],
    read: Sequence[Passage],
    notes: tuple[str, ...],
) -> Answer:
    text = answer_text(result.chosen) if result.has_answer else no_data_text(search.question, result.uncovered)
    context = search.context or basic_context(read, search.beginning.history)
    tokens = (
        TokenCount("question", count_tokens(query)),
        TokenCount("history", search.beginning.history.n_built),
        TokenCount("passages", sum(passage.n_tokens for passage in read)),
        TokenCount("context", sum(part.n_built for part in context.parts if part.part != "history")),
        TokenCount("answer", count_tokens(text)),
    )
    citations = tuple(
        Evidence(c.passage.path, c.sentence.start_line, c.sentence.end_line, c.sentence.quote, readable(c.sentence))
        for c in result.chosen
    )
    if result.has_answer and result.uncovered:
        notes = (*notes, weak_text(search.question, result.uncovered))
    status: AnswerStatus = "ready" if result.has_answer else "no_data"
    mode, reason = search.route
    return Answer(
        query, mode, status, text, citations, entities, found, tokens, 0, result.uncovered, notes, reason, context
    )


def answer_text(chosen: Sequence[Chosen]) -> str:
    """The sentences as one text: those of one block follow each other, others stand on lines of their own."""
    text = ""
    for at, now in enumerate(chosen):
        if at:
            before = chosen[at - 1]
            same_block = (before.passage.path, before.sentence.block) == (now.passage.path, now.sentence.block)
            is_prose = now.sentence.kind in ("paragraph", "list_item")
            space = "" if text.endswith(("。", "！", "？")) or is_unspaced(text[-1:]) else " "
            text += space if same_block and is_prose else "\n"
        text += readable(now.sentence)
    return text


def readable(sentence: PassageSentence) -> str:
    """A sentence without markup and without the line breaks of its source; code keeps its lines."""
    return sentence.text if sentence.kind == "code" else " ".join(sentence.text.split())
