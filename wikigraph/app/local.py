"""Question + index → what the mode local builds and how it ranks text units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from wikigraph.model.context import Context, ContextPart, ContextUnit
from wikigraph.model.record import Passage
from wikigraph.retrieval import local_
from wikigraph.retrieval.basic import Found
from wikigraph.retrieval.budget import divide
from wikigraph.retrieval.entry import Entry, entries, from_history, like_descriptions, named_entries
from wikigraph.retrieval.evidence import weights
from wikigraph.retrieval.history import Turn, newest
from wikigraph.retrieval.question import Question
from wikigraph.store.surroundings import IndexSurroundings

_NEAR = 20  # best units of retrieval: what they state something about may be like the question
_DESCRIBED_BY = 10  # statements that describe an entity when it is compared with the question


@dataclass(frozen=True, slots=True)
class Beginning:
    """What is known before anything is retrieved."""

    named: tuple[Entry, ...] = ()  # entities that the question names, or the history
    turns: tuple[Turn, ...] = ()  # of the history that fit
    history: ContextPart = field(default_factory=lambda: ContextPart("history", 0, 0, 0, 0))


def begin(surroundings: IndexSurroundings, query: str, history: Sequence[Turn], params: local_.Params) -> Beginning:
    """Finds the entities that the question names; where it names none, those of the newest question that did."""
    n_allowed, _ = divide(params.tokens, params.history)
    turns, n_tokens = newest(history, n_allowed)
    named = named_entries(surroundings, query) or from_history(surroundings, turns)
    part = ContextPart("history", n_allowed, n_tokens, len(turns), len(history) - len(turns))
    return Beginning(tuple(named[: params.entries]), turns, part)


def with_recalled(query: str, named: Sequence[Entry]) -> str:
    """The question with the names that only the history holds: "How do I stop it?" → "… (Docker Compose)"."""
    recalled = dict.fromkeys(entry.matched for entry in named if entry.way == "history")
    return f"{query} ({', '.join(recalled)})" if recalled else query


def surround(
    surroundings: IndexSurroundings, question: Question, beginning: Beginning, found: Found, params: local_.Params
) -> local_.Local | None:
    """The context of a question; None where it enters the graph nowhere."""
    weight = weights(question, found.idf)
    claims = surroundings.claims_near(found.units[:_NEAR], _DESCRIBED_BY)
    described = like_descriptions(claims, question.content, weight, params.description)
    chosen = entries(beginning.named, [described], params.entries)
    if not chosen:
        return None
    asked = local_.Asked(question, weight, chosen, found.units)
    return local_.build(surroundings, asked, beginning.history, params)


def rerank(found: Found, local: local_.Local, n: int) -> Found:
    """The n best units of retrieval and those of the context, by their score in retrieval: what it is above the lowest
    one (sums of reciprocal ranks lie close together) the graph lifts. What only the graph found comes last."""
    low = min(found.scores, default=0.0)
    known = {
        unit: score + (score - low) * local.units.lifts.get(unit, 0.0)
        for unit, score in zip(found.units, found.scores, strict=True)
    }
    pool = dict.fromkeys((*found.units[:n], *local.units.numbers))
    scores = {unit: known.get(unit, 0.0) for unit in pool}
    best = sorted(pool, key=lambda unit: -scores[unit])
    before = dict(zip(found.units, found.scores, strict=True))
    parts = {unit: (*found.parts.get(unit, ()), ("local", scores[unit] - before.get(unit, 0.0))) for unit in best}
    parts = {unit: tuple(part for part in held if part[1]) for unit, held in parts.items()}
    return Found(tuple(best), tuple(scores[unit] for unit in best), found.idf, found.by_words[:n], parts)


def basic_context(read: Sequence[Passage], history: ContextPart) -> Context:
    """What the mode basic looks at, as a context: text units alone, without a budget."""
    units = tuple(
        ContextUnit(p.id, p.path, p.heading_path, p.start_line, p.end_line, p.n_tokens, -1, 0, p.text) for p in read
    )
    n_tokens = sum(unit.n_tokens for unit in units)
    return Context((history, ContextPart("text_units", n_tokens, n_tokens, len(units), 0)), (), (), (), (), units)
