"""Question + index → the answer of local search, and what lies on the way from its entities to others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from wikigraph.app.local import Beginning, basic_context, rerank, surround, with_recalled
from wikigraph.app.search import hits
from wikigraph.app.shelf import Read, Shelf, readable
from wikigraph.app.themed import NO_ROOM, themed_text
from wikigraph.model.answer import Answer, TokenCount
from wikigraph.model.context import Context, EntityCard
from wikigraph.model.drift import DriftSearch, DriftStep, PrimerReport
from wikigraph.model.evidence import Evidence
from wikigraph.model.report import Report, Theme
from wikigraph.retrieval import drift, local_
from wikigraph.retrieval.basic import Found
from wikigraph.retrieval.drift import FollowUp, Reduction, Said, StepAnswer, Walk
from wikigraph.retrieval.entry import Entry
from wikigraph.retrieval.evidence import coverage, weights
from wikigraph.retrieval.focus import related_in
from wikigraph.retrieval.global_levels import at_level
from wikigraph.retrieval.global_reduce import MOST
from wikigraph.retrieval.no_data_text import no_data_text, weak_text
from wikigraph.retrieval.question import Question, contains, title_stems
from wikigraph.retrieval.route import Route
from wikigraph.retrieval.showable import stands_alone
from wikigraph.store.hit_details import entities_in_lines
from wikigraph.store.reports import homes, members, reports_of
from wikigraph.text.stems import stems
from wikigraph.text.tokens import count_tokens

_POOL = 100  # units of retrieval that local search knows of
_MEMBERS = 8  # entities of each report of the primer that may be followed
_LEADS = 5  # entities beside a followed one that may be followed next
_BOTH = 2  # sentences that name two things of the question, at the head of the answer
_N_ENTITIES = 10
_LONGEST = 1000  # characters of the question that follow-ups repeat
_MOST_COVERED = 50  # entities of the sentences of one step


@dataclass(frozen=True, slots=True)
class _Local:
    """A local search on the way."""

    question: Question
    found: Found
    context: Context | None  # None where it enters the graph nowhere
    read: Read


def answer_by_drift(
    shelf: Shelf,
    query: str,
    beginning: Beginning,
    chosen: Route,
    k: int,
    notes: tuple[str, ...],
    local: local_.Params,
    params: drift.Params,
) -> Answer | None:
    """None where no report is like the question: there is nothing to start from."""
    reports = reports_of(shelf.index, shelf.terms.scope)
    finest = at_level(reports, max((report.level for report in reports), default=0)).reports
    text = with_recalled(query, beginning.named)
    first = _local(shelf, related_in(text), beginning, local, k)
    weight = weights(first.question, first.found.idf)
    by_label = {report.label: report for report in finest}
    named = [entry.entity_id for entry in beginning.named]
    primed = drift.primer(finest, first.question.content, weight, _named_in(shelf, named), params)
    if not primed:
        return None
    walker = _Walker(shelf, text[:_LONGEST], beginning, local, first, weight)
    leads = _leads(shelf, primed, by_label, named)
    done = drift.walk(FollowUp("", "", MOST, "the question itself"), leads, walker.answer, params)
    return _answer(shelf, query, chosen, beginning, first, primed, done, params, k, notes)


def _local(shelf: Shelf, question: Question, beginning: Beginning, local: local_.Params, k: int) -> _Local:
    n = max(k, shelf.params.looked_at(question))
    likeness = shelf.likeness(question)
    found = shelf.find(question, max(n, _POOL), likeness)
    around = surround(shelf.surroundings, question, beginning, found, local)
    if around is None:
        found = Found(found.units[:n], found.scores[:n], found.idf, found.by_words[:n])
        return _Local(question, found, None, shelf.read(question, found, likeness))
    found = rerank(found, around, n)
    return _Local(question, found, around.context, shelf.read(question, found, likeness))


# --- where to begin ----------------------------------------------------------------------------------------------


def _named_in(shelf: Shelf, named: Sequence[str]) -> dict[str, float]:
    """Community → the share of the question's entities that it holds."""
    held: dict[str, float] = {}
    for communities in homes(shelf.index, named).values():
        for community_id in communities:
            held[community_id] = held.get(community_id, 0.0) + 1 / len(named)
    return held


def _leads(
    shelf: Shelf, primed: Sequence[PrimerReport], by_label: Mapping[str, Report], named: Sequence[str]
) -> list[FollowUp]:
    """Entities of the primer's reports, and those that two entities of the question share: by how many of the
    question's entities they are tied to, how like the question their report is, how central they are in it."""
    ties = _ties(shelf, named)
    central = _central(shelf, primed, by_label)
    shared = [entity_id for entity_id, ends in ties.items() if len(ends) > 1]
    ids = sorted({*central, *shared}.difference(named))
    cards = shelf.surroundings.cards([*ids, *named])
    most = max((card.degree for card in cards.values()), default=1) or 1
    leads = []
    for entity_id in (entity_id for entity_id in ids if entity_id in cards):
        ends = ties.get(entity_id, {})
        score = _called_for(cards[entity_id], ends, central.get(entity_id, 0.0), len(named), most)
        leads.append(FollowUp(entity_id, cards[entity_id].title, score, _why(ends, cards)))
    return leads


def _ties(shelf: Shelf, named: Sequence[str]) -> dict[str, dict[str, bool]]:
    """Neighbour → the entities of the question that it is tied to, and whether a sentence names both."""
    edges = shelf.surroundings.edges(named)
    said = shelf.surroundings.evidence([edge.id for edge in edges], 1)
    ties: dict[str, dict[str, bool]] = {}
    for edge in edges:
        ends = (edge.source_entity_id, edge.target_entity_id)
        for one, other in (ends, ends[::-1]):
            if one in named and other not in named:
                ties.setdefault(other, {})[one] = bool(said.get(edge.id))
    return ties


def _central(shelf: Shelf, primed: Sequence[PrimerReport], by_label: Mapping[str, Report]) -> dict[str, float]:
    """Entity → 30 points for its report's likeness to the question, 10 for its own place in it."""
    central: dict[str, float] = {}
    held = members(shelf.index, [by_label[report.label].community_id for report in primed], _MEMBERS)
    for report in primed:
        for at, entity_id in enumerate(held.get(by_label[report.label].community_id, ())):
            worth = 30 * report.likeness / MOST + 10 * (1 - at / _MEMBERS)
            central[entity_id] = max(central.get(entity_id, 0.0), worth)
    return central


def _called_for(card: EntityCard, ends: Mapping[str, bool], central: float, n_named: int, most: int) -> float:
    """60 points for being tied to all that the question names, by sentences; where only text units name both, it is
    worth a quarter. A hub is tied to everything, which tells half as much; no page, a fifth less."""
    tied = sum(1.0 if is_said else 0.25 for is_said in ends.values()) / n_named if n_named else 0.0
    return (60 * tied * (1 - 0.5 * card.degree / most) + central) * (1.0 if card.page else 0.8)


def _why(ends: Mapping[str, bool], cards: Mapping[str, EntityCard]) -> str:
    titles = [cards[end].title for end in sorted(ends) if end in cards]
    return f"tied to {' and '.join(titles)}" if titles else "in a report that is like the question"


# --- steps -------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Walker:
    """Answers steps by local search."""

    shelf: Shelf
    text: str
    beginning: Beginning
    local: local_.Params
    first: _Local
    weight: Mapping[str, float]  # of the question's content words

    def answer(self, asked: FollowUp) -> StepAnswer:
        if not asked.entity_id:
            return self._first()
        entry = Entry(asked.entity_id, "name", asked.title, 1.0)
        beginning = Beginning((entry, *self.beginning.named), self.beginning.turns, self.beginning.history)
        # nobody but these: what else the best text units are about is for other steps
        narrow = msgspec.structs.replace(self.local, entries=len(beginning.named))
        found = _local(self.shelf, related_in(f"{self.text} ({asked.title})"), beginning, narrow, 1)
        between = _between(found.context, [asked.entity_id, *self._named()], asked.entity_id)
        sentences = dict.fromkeys((*between, *_sentences(found.read)))
        said = [self._said(evidence, asked) for evidence in sentences if stands_alone(evidence.text)]
        return self._step([one for one in said if one.score > 0], _beside(asked, found.context, self._named()))

    def _first(self) -> StepAnswer:
        """What local search answers; before it, what names two of the things that the question relates."""
        if not self.first.read.extract.has_answer:
            return StepAnswer("no_data", (), frozenset())
        between = [evidence for evidence in _between(self.first.context, self._named()) if stands_alone(evidence.text)]
        sentences = dict.fromkeys((*between[:_BOTH], *_sentences(self.first.read)))
        return self._step([Said(found, MOST - at, _tokens("", found)) for at, found in enumerate(sentences)])

    def _step(self, said: Sequence[Said], leads: Sequence[FollowUp] = ()) -> StepAnswer:
        places = [(one.evidence.path, one.evidence.start_line, one.evidence.quote) for one in said]
        covered = entities_in_lines(self.shelf.index, places, _MOST_COVERED)
        ids = frozenset(entity.id for entity in covered)
        return StepAnswer("ready" if said else "no_data", tuple(said), ids, tuple(leads))

    def _named(self) -> list[str]:
        return [entry.entity_id for entry in self.beginning.named]

    def _said(self, evidence: Evidence, asked: FollowUp) -> Said:
        """Half for the entity's name, half for the share of the question that the sentence covers; without the name,
        or without any of the question, nothing."""
        words = stems(evidence.text)
        covered = coverage(words, self.weight, self.first.question.content)
        names_it = contains(words, title_stems(asked.title))
        score = round(MOST * (0.5 + 0.5 * covered) * asked.score / MOST) if names_it and covered > 0 else 0
        return Said(evidence, min(MOST, score), _tokens(asked.title, evidence))


def _between(context: Context | None, ends: Sequence[str], end: str = "") -> list[Evidence]:
    """Sentences that name two of these entities; with `end`, this one and another of them."""
    return [
        evidence
        for edge in (context.relationships if context is not None else ())
        if edge.source_entity_id in ends and edge.target_entity_id in ends
        and end in ("", edge.source_entity_id, edge.target_entity_id)
        for evidence in edge.evidence if evidence.quote
    ]  # fmt: skip


def _beside(asked: FollowUp, context: Context | None, named: Sequence[str]) -> list[FollowUp]:
    """Entities tied to the followed one, strongest first."""
    if context is None:
        return []
    found: list[FollowUp] = []
    for edge in context.relationships:
        for one, other, title in (
            (edge.source_entity_id, edge.target_entity_id, edge.target_title),
            (edge.target_entity_id, edge.source_entity_id, edge.source_title),
        ):
            if one == asked.entity_id and other not in named and len(found) < _LEADS:
                found.append(FollowUp(other, title, asked.score, f"tied to {asked.title}"))
    return found


def _sentences(read: Read) -> list[Evidence]:
    return [
        Evidence(c.passage.path, c.sentence.start_line, c.sentence.end_line, c.sentence.quote, readable(c.sentence))
        for c in read.extract.chosen
    ]


def _tokens(title: str, evidence: Evidence) -> int:
    return count_tokens(f"{title}: {evidence.text} ({evidence.path}:{evidence.start_line}-{evidence.end_line})")


# --- the answer --------------------------------------------------------------------------------------------------


def _answer(
    shelf: Shelf,
    query: str,
    chosen: Route,
    beginning: Beginning,
    first: _Local,
    primed: Sequence[PrimerReport],
    done: Walk,
    params: drift.Params,
    k: int,
    notes: tuple[str, ...],
) -> Answer:
    reduced = drift.reduce_walk(done, params)
    citations = tuple(evidence for _, evidence in reduced.chosen)
    themes = _themes(shelf, reduced, done)
    uncovered = first.read.extract.uncovered
    if reduced.status == "ready":
        text = themed_text(themes, citations)
        notes = (*notes, weak_text(first.question, uncovered)) if uncovered else notes
    else:
        text = no_data_text(first.question, uncovered) if reduced.status == "no_data" else NO_ROOM
    read = [candidate.passage for candidate in first.read.candidates]
    places = [(c.path, c.start_line, c.quote) for c in citations]
    context = first.context or basic_context(read[: shelf.params.passages], beginning.history)
    return Answer(
        query=query,
        mode="drift",
        status=reduced.status,
        answer=text,
        citations=citations,
        entities=tuple(entities_in_lines(shelf.index, places, _N_ENTITIES)),
        hits=shelf.surrounded(read[:k], hits(read, first.found)[:k]),
        tokens=(
            TokenCount("question", count_tokens(query)),
            TokenCount("context", sum(part.n_built for part in context.parts if part.part != "history")),
            TokenCount("answer", count_tokens(text)),
        ),
        llm_calls=0,
        uncovered=uncovered,
        notes=notes,
        reason=chosen.reason,
        context=context,
        themes=themes,
        drift_search=_trace(query, primed, done, reduced),
    )


def _themes(shelf: Shelf, reduced: Reduction, done: Walk) -> tuple[Theme, ...]:
    """The question's own answer without a title, then the followed entities."""
    numbers = list(dict.fromkeys(number for number, _ in reduced.chosen))
    cards = shelf.surroundings.cards([done.steps[n].asked.entity_id for n in numbers if n])
    found = []
    for number in numbers:
        asked = done.steps[number].asked
        page = cards[asked.entity_id].page if asked.entity_id in cards else ""
        n_sentences = sum(n == number for n, _ in reduced.chosen)
        found.append(Theme("", asked.title, page, n_sentences))
    return tuple(found)


def _trace(query: str, primed: Sequence[PrimerReport], done: Walk, reduced: Reduction) -> DriftSearch:
    steps = tuple(
        DriftStep(
            number, step.asked.parent if number else -1, step.asked.depth,
            f"{query} ({step.asked.title})" if number else query,
            step.asked.entity_id, step.asked.title, step.asked.why, round(step.asked.score), step.answer.status,
            tuple(said.evidence for said in step.answer.said), sum(n == number for n, _ in reduced.chosen),
        )
        for number, step in enumerate(done.steps)
    )  # fmt: skip
    n_folds = len({report.fold for report in primed})
    calls = n_folds + len(steps) + int(reduced.status == "ready")
    return DriftSearch(tuple(primed), n_folds, steps, done.n_not_followed, calls, reduced.n_remaining)
