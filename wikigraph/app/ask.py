"""Question → answer: the sentences of the sources that answer it, each with its lines."""

from __future__ import annotations

from collections.abc import Sequence

from wikigraph.app.meaning import Meaning
from wikigraph.app.search import NO_INDEX, hits
from wikigraph.errors import UsageError
from wikigraph.model.answer import Answer, AnswerStatus, Evidence, Hit, RelatedEntity, TokenCount
from wikigraph.model.record import Passage, PassageSentence
from wikigraph.retrieval.answer import Chosen, Extract, Params, Sense, extract
from wikigraph.retrieval.basic import retrieve
from wikigraph.retrieval.dense import Likeness
from wikigraph.retrieval.evidence import Candidate
from wikigraph.retrieval.no_data_text import no_data_text, weak_text
from wikigraph.retrieval.question import Question, analyse
from wikigraph.store.index import Index
from wikigraph.store.passages import IndexTerms, passages, sentences
from wikigraph.text.scripts import is_unspaced
from wikigraph.text.tokens import count_tokens

MODES = ("auto", "basic")
PLANNED_MODES = ("local", "global", "drift")
NOT_VERIFIED = "not verified: the question is in another script than the sources, so only nearness in meaning counts"
_N_ENTITIES = 10


def ask(
    index: Index | None,
    query: str,
    *,
    mode: str = "auto",
    k: int = 10,
    notes: tuple[str, ...] = (),
    params: Params | None = None,
    meaning: Meaning | None = None,
) -> Answer:
    """Answers a question from the sources, without a model. `k` text units are ranked and looked at.

    Raises UsageError for a mode that is not there.
    """
    mode = _mode(mode)
    params = params or Params()
    question = analyse(query)
    if index is None:
        nothing = Extract((), 0.0, False, question.words)
        return _answer(query, question, mode, nothing, (), (), (), (*notes, NO_INDEX))
    likeness = meaning.likeness(query) if meaning is not None and question.terms else None
    found = retrieve(IndexTerms(index), question, max(k, params.looked_at(question)), params.retrieval, likeness)
    units = tuple(dict.fromkeys((*found.units, *found.by_words)))
    read = dict(zip(units, passages(index, units), strict=True))
    held = sentences(index, units)
    scores = dict(zip(found.units, found.scores, strict=True))
    known = {
        unit: Candidate(
            read[unit], held[unit], scores.get(unit, 0.0), likeness.deviation(unit) if likeness is not None else None
        )
        for unit in units
    }
    candidates = [known[unit] for unit in found.units]
    sense = _sense(meaning, likeness, query)
    result = extract(question, candidates, found.idf, params, sense, [known[unit] for unit in found.by_words])
    if not result.is_verified:
        notes = (*notes, NOT_VERIFIED)
    entities = index.entities_in(((c.passage.path, c.sentence.ordinal) for c in result.chosen), _N_ENTITIES)
    related = tuple(RelatedEntity(e.id, e.title, e.page) for e in entities)
    return _answer(
        query, question, mode, result, related, hits([c.passage for c in candidates], found.scores)[:k],
        [c.passage for c in candidates[: params.passages]], notes,
    )  # fmt: skip


def _sense(meaning: Meaning | None, likeness: Likeness | None, query: str) -> Sense | None:
    if meaning is None or likeness is None or not len(likeness.units):
        return None
    asked = meaning.question(query)

    def nearness(texts: Sequence[str]) -> list[float]:
        found: list[float] = (meaning.passages(list(texts)) @ asked).tolist()
        return found

    return nearness


def _mode(mode: str) -> str:
    if mode in MODES:
        return "basic"
    known = ", ".join(MODES)
    if mode in PLANNED_MODES:
        raise UsageError("mode-not-there", f"the mode {mode} is not there yet", hint=f"use one of: {known}")
    raise UsageError("unknown-mode", f"there is no mode {mode!r}", hint=f"use one of: {known}")


def _answer(
    query: str,
    question: Question,
    mode: str,
    result: Extract,
    entities: tuple[RelatedEntity, ...],
    found: tuple[Hit, ...],
    read: Sequence[Passage],
    notes: tuple[str, ...],
) -> Answer:
    text = answer_text(result.chosen) if result.has_answer else no_data_text(question, result.uncovered)
    tokens = (
        TokenCount("question", count_tokens(query)),
        TokenCount("passages", sum(passage.n_tokens for passage in read)),
        TokenCount("answer", count_tokens(text)),
    )
    citations = tuple(
        Evidence(c.passage.path, c.sentence.start_line, c.sentence.end_line, c.sentence.quote, readable(c.sentence))
        for c in result.chosen
    )
    if result.has_answer and result.uncovered:
        notes = (*notes, weak_text(question, result.uncovered))
    status: AnswerStatus = "ready" if result.has_answer else "no_data"
    return Answer(query, mode, status, text, citations, entities, found, tokens, 0, result.uncovered, notes)


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
