"""The mode global: what the community reports say to a question about many sources.

GraphRAG's global search (Edge et al., From Local to Global, 2024, section 3.1.6): shuffled batches of reports, scored
points of each, the best of all within a budget. Without a model the points are sentences: those of the reports, and
below them the sentences of the best text units, each under the community of what it names. So what no report tells is
not lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from wikigraph.model.base import Natural, Value
from wikigraph.model.report import AnswerStatus, GlobalSearch, Report, ReportStatement, ScoredPoint
from wikigraph.retrieval.global_levels import (
    DYNAMIC,
    Relevance,
    Selection,
    at_level,
    broadest,
    check_level,
    from_the_root,
)
from wikigraph.retrieval.global_points import Mapper, MapPoint, Sought, batches, by_words, told_once
from wikigraph.retrieval.global_reduce import reduce_points
from wikigraph.text.tokens import count_tokens


class Params(Value, frozen=True):
    tokens: Natural = 8000  # of a batch
    answer: Natural = 1200  # of the points that the answer is made of
    seed: Natural = 7
    sentences: int = 12  # of an answer
    per_theme: int = 3  # of them under one community
    per_theme_of_all: int = 2  # the same where a question asks about the whole
    least: float = 0.2  # share of the question, by weight, that a sentence must cover
    titles: float = 0.3  # worth of what the titles over a sentence cover
    weak: float = 0.5  # of the best score: less is left out
    alike: float = 0.6  # share of words of two sentences that say the same
    near: float = 0.5  # share of a sentence's score that is by nearness in meaning, where there are vectors
    near_units: Natural = 6  # best text units of which some sentences are compared by vectors; 0 for none
    near_sentences: int = 3  # so many of each
    pool: Natural = 100  # best text units whose sentences are looked at beside the reports; 0 for none


@dataclass(frozen=True, slots=True)
class Below:
    """A sentence of a text unit: under the communities of what it names, or under its document."""

    communities: tuple[str, ...]  # at all levels; () for a sentence that names nothing
    document: Report  # stands in for a report where there is none
    statement: ReportStatement


@dataclass(frozen=True, slots=True)
class Global:
    """What is found."""

    chosen: tuple[MapPoint, ...]  # grouped by report, the best group first
    status: AnswerStatus
    search: GlobalSearch


def search(
    reports: Sequence[Report],
    below: Sequence[Below],
    sought: Sought,
    level: int | None,
    params: Params,
    mapper: Mapper | None = None,
) -> Global:
    """Reads the reports of a level (None: the broadest that will do; DYNAMIC: from the root down, where relevant).

    Raises UsageError ("level-not-there").
    """
    check_level(level, reports)
    mapper = mapper or by_words(sought)
    deepened = _deepened(reports, below)
    selection = _selected(deepened, level, mapper, sought, params)
    read = (*selection.reports, *_unreported(below, selection))
    packed = batches(read, params.tokens, params.seed)
    replies = [(batch, mapper(batch)) for batch in packed]
    n_lost = sum(report.level >= 0 for batch, points in replies if points is None for report in batch)
    points = [point for _, held in replies for point in held or ()]
    candidates = _worth_telling(points, sought, params)
    reduced = reduce_points(candidates, params.answer)
    chosen = [candidates[at] for at in reduced.selected]
    told = GlobalSearch(
        level=selection.level,
        levels=tuple(sorted({report.level for report in reports})),
        n_reports=len(selection.reports),
        n_read=len(selection.reports) - n_lost,
        n_lost=n_lost,
        n_empty=selection.n_empty,
        n_pruned=selection.n_pruned,
        tokens_read=sum({r.community_id: r.n_tokens for r in (*selection.rated, *read)}.values()),
        n_batches=len(packed),
        map_calls=len(packed),
        reduce_calls=int(reduced.status == "ready"),
        n_points=len(points),
        n_positive=sum(point.score > 0 for point in points),
        n_remaining=reduced.remaining,
        points=_scored(points, chosen),
    )
    return Global(_grouped(chosen), reduced.status, told)


def _selected(
    reports: Sequence[Report], level: int | None, mapper: Mapper, sought: Sought, params: Params
) -> Selection:
    """Where no level is asked for: the broadest one that has enough to tell. (Measured on 60 transcripts: the way from
    the root down reads half as much again for as many findings; its reports are narrower.)"""
    if level == DYNAMIC and sought.focus:
        return from_the_root(reports, _relevance(mapper))
    if level is None or level == DYNAMIC:  # the whole is told best in broad terms
        return broadest(reports, -(-params.sentences // params.per_theme_of_all))
    return at_level(reports, level)


def _relevance(mapper: Mapper) -> Relevance:
    def relevance(reports: Sequence[Report]) -> list[float]:
        return [max((p.score for p in mapper((report,)) or ()), default=0) for report in reports]

    return relevance


def _deepened(reports: Sequence[Report], below: Sequence[Below]) -> list[Report]:
    """Reports with the sentences below them that they do not hold themselves."""
    held: dict[str, list[ReportStatement]] = {}
    for one in below:
        for community in one.communities:
            held.setdefault(community, []).append(one.statement)
    return [_with(report, held[report.community_id]) if report.community_id in held else report for report in reports]


def _with(report: Report, statements: Sequence[ReportStatement]) -> Report:
    told = {statement.evidence[0].quote for statement in report.statements}
    more = [statement for statement in statements if statement.evidence[0].quote not in told]
    n_tokens = report.n_tokens + sum(count_tokens(statement.text) for statement in more)
    return msgspec.structs.replace(report, statements=(*report.statements, *more), n_tokens=n_tokens)


def _unreported(below: Sequence[Below], selection: Selection) -> list[Report]:
    """The sentences of the best text units that stand under no report that is read, by document."""
    read = {report.community_id for report in selection.reports}
    held: dict[str, tuple[Report, list[ReportStatement]]] = {}
    for one in below:
        if read.isdisjoint(one.communities):
            held.setdefault(one.document.community_id, (one.document, []))[1].append(one.statement)
    return [_with(document, statements) for document, statements in held.values()]


def _worth_telling(points: Sequence[MapPoint], sought: Sought, params: Params) -> list[MapPoint]:
    """The positive points, best first: nothing twice, nothing weak, not too many of one report, not too many. Of the
    whole no report is too weak, but each is told in brief."""
    positive = [point for point in points if point.score > 0]
    least = params.weak * max((point.score for point in positive), default=0) if sought.focus else 0.0
    n_themes = len({point.report.community_id for point in positive})
    share = -(-params.sentences // n_themes) if n_themes else 0  # few themes have room for more of each
    most = params.per_theme if sought.focus else max(params.per_theme_of_all, share)
    kept: list[MapPoint] = []
    of: dict[str, int] = {}
    for point in told_once([p for p in positive if p.score >= least], params.alike):
        community = point.report.community_id
        if len(kept) < params.sentences and of.get(community, 0) < most:
            of[community] = of.get(community, 0) + 1
            kept.append(point)
    return kept


def _grouped(points: Sequence[MapPoint]) -> tuple[MapPoint, ...]:
    """Points with those of one report together: reports by their best point, then as the sources are read."""
    groups: dict[str, list[MapPoint]] = {}
    for point in points:
        groups.setdefault(point.report.community_id, []).append(point)
    return tuple(point for group in groups.values() for point in sorted(group, key=_reading_order))


def _reading_order(point: MapPoint) -> tuple[bool, str, int]:
    place = point.statement.evidence[0]
    return point.statement.finding != 0, place.path, place.start_line


def _scored(points: Sequence[MapPoint], chosen: Sequence[MapPoint]) -> tuple[ScoredPoint, ...]:
    """The positive points, best first."""
    taken = {id(point) for point in chosen}
    return tuple(
        ScoredPoint(label(p.report), p.score, p.n_tokens, id(p) in taken, p.statement.evidence[0])
        for p in sorted(points, key=lambda point: -point.score)
        if p.score > 0
    )


def label(report: Report) -> str:
    """As people see it; "" for a document that stands in for a report."""
    return report.label if report.level >= 0 else ""
