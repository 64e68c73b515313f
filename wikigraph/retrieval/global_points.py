"""Reports → batches → points: the map step of global search.

A mapper reads a batch and gives points. The one here scores the sentences of the reports by the words of the question;
a model can stand in for it.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from wikigraph.model.report import Report, ReportStatement
from wikigraph.retrieval.defining import without_speaker
from wikigraph.retrieval.global_reduce import MOST
from wikigraph.text.agreeing import turns_the_sense, wording
from wikigraph.text.centrality import content_tokens, overlap
from wikigraph.text.stems import stems
from wikigraph.text.tokens import count_tokens


@dataclass(frozen=True, slots=True)
class MapPoint:
    """What a report says to the question."""

    report: Report
    statement: ReportStatement
    score: int
    n_tokens: int  # as it is wrapped: title, sentence, place


_NEAR = 0.5  # of the nearest sentence's nearness: so near needs no word in common

Batch = tuple[Report, ...]
Mapper = Callable[[Batch], "Sequence[MapPoint] | None"]
"""A batch → its points; None where they cannot be had (a model's reply that cannot be read)."""


def batches(reports: Sequence[Report], n_tokens: int, seed: int) -> tuple[Batch, ...]:
    """Reports in an order that is random and always the same, packed; one that alone exceeds a batch has its own.

    Shuffled, because a batch of one level's neighbours would compete for the same answer (Edge et al. 2024, 3.1.6).
    """
    ordered = sorted(reports, key=lambda report: report.community_id)
    random.Random(seed).shuffle(ordered)
    held: list[Batch] = []
    batch: list[Report] = []
    used = 0
    for report in ordered:
        if batch and used + report.n_tokens > n_tokens:
            held.append(tuple(batch))
            batch, used = [], 0
        batch.append(report)
        used += report.n_tokens
    return (*held, tuple(batch)) if batch else tuple(held)


@dataclass(frozen=True, slots=True)
class Sought:
    """What a question asks of the reports."""

    focus: tuple[str, ...]  # stems of what it is about; () if it asks about the whole
    weight: Mapping[str, float]  # how much each tells
    least: float  # share of them, by weight, that a sentence must cover
    titles: float  # worth of what the titles over it cover
    nearness: Mapping[str, float] = field(default_factory=dict)  # of some sentences, by text: 0 to 1 for the nearest
    near: float = 0.5  # share of the score that is by nearness, for these
    known: Mapping[str, float] = field(init=False)  # weight of the focus alone
    total: float = field(init=False)  # of all of it

    def __post_init__(self) -> None:
        known = {word: self.weight[word] for word in self.focus if word in self.weight}
        object.__setattr__(self, "known", known)
        object.__setattr__(self, "total", math.fsum(known.values()))

    def covered(self, words: Iterable[str]) -> float:
        """The share of the question, by weight, that these words cover. Takes time by these, not by the question."""
        known = self.known
        return math.fsum(known[word] for word in words if word in known) / self.total if self.total else 0.0


def by_words(sought: Sought) -> Mapper:
    """Sentences by the share of the question that they cover, and by nearness where that is known; where it asks
    about the whole, by how much there is to their report, its summary first."""

    def points(batch: Batch) -> Sequence[MapPoint]:
        return [
            MapPoint(report, statement, score, wrapped_tokens(report, statement))
            for report in batch
            for at, statement in enumerate(report.statements)
            for score in (_score(report, statement, at, sought),)
        ]

    return points


def wrapped_tokens(report: Report, statement: ReportStatement) -> int:
    """Tokens of a point as an answer is made of it: its report, the sentence and where it stands."""
    place = statement.evidence[0]
    return count_tokens(f"{report.title}: {statement.text} ({place.path}:{place.start_line}-{place.end_line})")


def _score(report: Report, statement: ReportStatement, at: int, sought: Sought) -> int:
    if not sought.focus:
        return max(1, round(MOST * (report.rating / 10) * (1.0 if statement.finding == 0 else 0.8) * 0.97**at))
    own = covers(statement.text, sought)
    near = sought.nearness.get(statement.text, 0.0)
    if own < sought.least and near < _NEAR:
        return 0
    if statement.text in sought.nearness:
        own += sought.near * (near - own)
    over = sought.covered(_words(f"{report.title} {statement.title}"))
    return min(MOST, round(MOST * (own + sought.titles * max(0.0, over - own)) * (0.9 + report.rating / 100)))


def covers(text: str, sought: Sought) -> float:
    """The share of the question, by weight, that a sentence covers."""
    return sought.covered(_words(text))


@lru_cache(maxsize=1 << 15)
def _words(text: str) -> frozenset[str]:
    return frozenset(stems(without_speaker(text)))


def told_once(points: Sequence[MapPoint], most_alike: float) -> list[MapPoint]:
    """Points, best first, without those that nearly say again what a better one says."""
    kept: list[MapPoint] = []
    by_word: dict[str, list[int]] = {}
    terms: list[frozenset[str]] = []
    seen: set[str] = set()
    for point in sorted(points, key=lambda point: -point.score):
        said = wording(point.statement.text)
        here = frozenset(content_tokens(point.statement.text))
        near = dict.fromkeys(at for word in here for at in by_word.get(word, ()))
        if said in seen or any(
            overlap(here, terms[at]) > most_alike and not turns_the_sense(point.statement.text, kept[at].statement.text)
            for at in near
        ):
            continue
        seen.add(said)
        for word in here:
            by_word.setdefault(word, []).append(len(kept))
        kept.append(point)
        terms.append(here)
    return kept

