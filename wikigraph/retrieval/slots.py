"""Which sentences make the answer: a few slots, shared out among the best passages."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wikigraph.model.base import Value
from wikigraph.retrieval.evidence import Reading, about, context, coverage, definition
from wikigraph.retrieval.question import Question, contains, names_title
from wikigraph.retrieval.showable import asks_code, is_code
from wikigraph.text.agreeing import turns_the_sense


class Params(Value, frozen=True):
    slots: int = 4  # sentences of an answer
    passages: int = 4  # that may give some
    named_within: int = 6  # passages of a comparison must be among so many
    overlap: float = 0.8  # of the smaller sentence's words: more says the same again
    dominant: float = 2.2  # the first passage's score over the second's: all slots are its
    leading: float = 1.25  # so much: all but one
    dominant_nearness: float = 2.0  # the same by vectors: standard deviations between it and the next
    leading_nearness: float = 1.2
    told: float = 0.7  # so plain a definition needs no sentences that only mention the thing beside it
    prose: float = 0.6  # of the coverage of code is enough for prose to stand instead
    whole: float = 0.9  # of the question covered by the sentences together: no further document is needed
    above: float = 0.6  # of the coverage by heading and lead-in counts for a sentence that covers nothing itself
    titled: float = 0.5  # of the coverage by its document's title counts for a sentence
    weak: float = 0.35  # of the best sentence's coverage: less has nothing to do with the question


@dataclass(frozen=True, slots=True)
class Place:
    """A sentence of a candidate."""

    passage: int  # rank of the candidate, from 0
    sentence: int  # its place in the passage


def choose(
    question: Question, readings: Sequence[Reading], scores: Sequence[Sequence[float]], params: Params
) -> list[Place]:
    """The sentences of the answer in reading order: documents by rank, then as in the document."""
    if not readings:
        return []
    queue = [
        [Place(rank, at) for _, at in sorted((-score, at) for at, score in enumerate(held) if score > -math.inf)]
        for rank, held in enumerate(scores)
    ]
    chosen: list[Place] = []
    instead = _instead(readings, [bool(places) for places in queue], params)
    for rank in (instead.get(planned, planned) for planned in _plan(question, readings, params)):
        if len(chosen) == params.slots:
            break
        place = _next(queue[rank], chosen, readings, params)
        if place is not None:
            chosen.append(place)
    order: dict[str, int] = {}
    for place in sorted(chosen, key=lambda p: p.passage):
        order.setdefault(readings[place.passage].candidate.passage.path, len(order))
    return sorted(chosen, key=lambda p: (order[_path(readings, p)], _ordinal(readings, p)))


def _instead(readings: Sequence[Reading], usable: Sequence[bool], params: Params) -> dict[int, int]:
    """For passages near the top that have nothing to show (code, headings): another of the same section."""
    found: dict[int, int] = {}
    for rank in range(min(params.passages, len(readings))):
        if not usable[rank]:
            section = _section(readings[rank])
            sibling = next((r for r, other in enumerate(readings) if usable[r] and _section(other) == section), None)
            if sibling is not None:
                found[rank] = sibling
    return found


def _section(reading: Reading) -> tuple[str, tuple[str, ...]]:
    passage = reading.candidate.passage
    return passage.path, passage.heading_path


def pertinent(
    question: Question,
    readings: Sequence[Reading],
    places: Sequence[Place],
    weight: Mapping[str, float],
    params: Params,
) -> list[Place]:
    """The places without those that have too little to do with the question: fewer sentences are better than weak ones.

    Sentences of documents that the question names, or that are linked with the first, stay: the answer of a question
    that needs two documents shares no word with it.
    """
    named = _named(question, readings)
    ranks = sorted({place.passage for place in places})
    shares = {rank: _shares(question, readings[rank], weight, params) for rank in ranks}
    covered = [shares[place.passage][place.sentence] for place in places]
    best = max(covered, default=0.0)
    words = {word for place in places for word in readings[place.passage].sentences[place.sentence]}
    needs_more = coverage(words, weight, question.content) < params.whole
    kept = [
        place for place, share in zip(places, covered, strict=True)
        if share > params.weak * best
        or ((share > 0 or needs_more) and _is_related(readings, place.passage, ranks, named))
    ]  # fmt: skip
    return kept or list(places)


def without_weak(
    question: Question,
    readings: Sequence[Reading],
    scores: Sequence[Sequence[float]],
    weight: Mapping[str, float],
    params: Params,
) -> list[list[float]]:
    """The scores, with -inf for sentences that would only fill a slot: those of unrelated documents that cover too
    little of the question, and code where prose says as much."""
    named = _named(question, readings)
    near = list(range(min(params.passages, len(readings))))
    covered = [_shares(question, reading, weight, params) for reading in readings]
    shown = [
        (share, is_code(sentence))
        for rank in near
        for share, sentence, score in zip(covered[rank], readings[rank].candidate.sentences, scores[rank], strict=True)
        if score > -math.inf
    ]
    best = max((share for share, _ in shown), default=0.0)
    prose = max((share for share, code in shown if not code), default=-1.0)
    wants_code = asks_code(question)

    def stays(rank: int, at: int) -> bool:
        share = covered[rank][at]
        if not wants_code and prose >= params.prose * share and is_code(readings[rank].candidate.sentences[at]):
            return False
        return share > params.weak * best or _is_related(readings, rank, near, named)

    return [
        [score if stays(rank, at) else -math.inf for at, score in enumerate(held)] for rank, held in enumerate(scores)
    ]


def _shares(question: Question, reading: Reading, weight: Mapping[str, float], params: Params) -> list[float]:
    """How much of the question each sentence covers, with what stands over it."""
    titled = params.titled * about(question, reading, weight)
    shares = []
    for words, above in zip(reading.sentences, context(reading), strict=True):
        alone = coverage(words, weight, question.content) > 0
        share = coverage([*words, *above], weight, question.content)
        shares.append(max(titled, share if alone else params.above * share))
    return shares


def _is_related(readings: Sequence[Reading], rank: int, ranks: Sequence[int], named: Sequence[bool]) -> bool:
    """Whether its document is named by the question, or names or is named by another passage of the answer."""
    return named[rank] or _is_tied(readings, rank, ranks)


def _plan(question: Question, readings: Sequence[Reading], params: Params) -> list[int]:
    """Ranks of passages, one per sentence to take, best first; longer than needed, since some give nothing."""
    named = _named(question, readings)
    compared = [rank for rank in range(min(params.named_within, len(readings))) if named[rank]]
    if question.compares and len({readings[rank].title for rank in compared}) > 1:
        two = _first_of_each_title(compared, readings)[:2]
        linked = [
            rank for rank in range(len(readings))
            if rank not in two and any(readings[side].names(readings[rank]) for side in two)
        ][:2]  # fmt: skip
        return [*two, *linked, *two, *linked, *two, *two]
    top = list(range(min(params.passages, len(readings))))
    told = [definition(question, readings[rank]) >= params.told for rank in top] if question.subject else []
    if told and told[0]:
        others = [rank for rank in top[1:] if told[rank]]
        return [0, 0, *others, 0] if question.kind != "how" else [0, 0, 0, *others, *top[1:2]]
    anchors = [rank for rank in top if named[rank]] or [0]
    linked = [rank for rank in top if rank not in anchors and _is_tied(readings, rank, anchors)]
    related = [rank for rank in top[1:] if named[rank] or rank in linked]
    if not related and len(top) > 1:
        dominates, leads = _lead(readings, params)
        if dominates:
            return [0] * (params.slots + 2) + top[1:]
        if leads:
            return [0] * (params.slots - 1) + [1] + [0, 0] + top[1:]
    lead = anchors[0]
    first = [lead, *(rank for rank in top if rank != lead and (rank == 1 or rank in related))]
    return [*first, *linked, lead, *(rank for rank in top if rank not in first), *top[1:], *top, *top]


def _is_tied(readings: Sequence[Reading], rank: int, others: Sequence[int]) -> bool:
    """Whether a passage names the document of one of the others, or the other way round."""
    return any(readings[rank].names(readings[at]) or readings[at].names(readings[rank]) for at in others if at != rank)


def _named(question: Question, readings: Sequence[Reading]) -> list[bool]:
    """Whether the question names each passage's document; "Dawn" is not named by "Red Dawn" where that is a title."""
    titles = dict.fromkeys(r.title for r in readings if r.title and names_title(question, r.title))
    whole = [title for title in titles if not any(title != other and contains(other, title) for other in titles)]
    return [reading.title in whole for reading in readings]


def _lead(readings: Sequence[Reading], params: Params) -> tuple[bool, bool]:
    """Whether the first passage stands far above all others, and whether it stands above them at all. By vectors where
    there are some: fused ranks do not tell how far."""
    first, *others = (reading.candidate for reading in readings)
    if first.nearness is None:
        lead = first.score / max(others[0].score, 1e-9)
        return lead > params.dominant, lead > params.leading
    lead = first.nearness - max(other.nearness or 0.0 for other in others)
    return lead > params.dominant_nearness, lead > params.leading_nearness


def _first_of_each_title(ranks: Sequence[int], readings: Sequence[Reading]) -> list[int]:
    seen: dict[tuple[str, ...], int] = {}
    for rank in ranks:
        seen.setdefault(readings[rank].title, rank)
    return list(seen.values())


def _next(
    queue: list[Place], chosen: Sequence[Place], readings: Sequence[Reading], params: Params
) -> Place | None:
    while queue:
        place = queue.pop(0)
        if not any(_repeats(place, other, readings, params.overlap) for other in chosen):
            return place
    return None


def _repeats(place: Place, other: Place, readings: Sequence[Reading], limit: float) -> bool:
    if _path(readings, place) == _path(readings, other) and _ordinal(readings, place) == _ordinal(readings, other):
        return True  # units overlap
    words = frozenset(readings[place.passage].sentences[place.sentence])
    others = frozenset(readings[other.passage].sentences[other.sentence])
    if not words:
        return True
    if not others or len(words & others) <= limit * min(len(words), len(others)):
        return False
    # sources that differ are both shown
    return not turns_the_sense(_text(readings, place), _text(readings, other))


def _text(readings: Sequence[Reading], place: Place) -> str:
    return readings[place.passage].candidate.sentences[place.sentence].text


def _path(readings: Sequence[Reading], place: Place) -> str:
    return readings[place.passage].candidate.passage.path


def _ordinal(readings: Sequence[Reading], place: Place) -> int:
    return readings[place.passage].candidate.sentences[place.sentence].ordinal
