"""Communities → those whose reports are read: of one level, or from the root down where they are relevant.

A parent and its child are never both read: one says again what the other says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from wikigraph.errors import UsageError
from wikigraph.model.report import Report

Relevance = Callable[[Sequence[Report]], Sequence[float]]
"""Reports → how relevant each is; above 0 it is worth reading, and worth a look below it."""


DYNAMIC = -1
"""In place of a level: from the root down, where reports are relevant."""


class Selection(NamedTuple):
    """Which reports are read."""

    reports: tuple[Report, ...]  # by (level, number)
    n_empty: int  # branches of which nothing is claimed: they have no report
    n_pruned: int  # reports that were rated and say nothing to the question
    level: int = DYNAMIC
    rated: tuple[Report, ...] = ()  # all that were read to choose


def check_level(level: int | None, reports: Iterable[Report]) -> None:
    """Raises UsageError ("level-not-there")."""
    levels = sorted({report.level for report in reports})
    if level is None or level == DYNAMIC or level in levels:
        return
    known = ", ".join(map(str, levels)) if levels else "none: no entities are related here"
    raise UsageError(
        "level-not-there", f"there is no level {level}",
        hint=f"levels that there are: {known}" + (" (0 is the coarsest)" if levels else ""),
    )  # fmt: skip


def at_level(reports: Sequence[Report], level: int) -> Selection:
    """The reports of a level; of a branch that ends above it the finest one. A community without a report is stood in
    for by those below it."""
    children = _children(reports)
    start = [r for r in reports if r.level == level or (r.level < level and not children.get(r.community_id))]
    found: list[Report] = []
    n_empty = 0
    stack = list(reversed(start))
    while stack:
        report = stack.pop()
        if report.statements:
            found.append(report)
        elif below := children.get(report.community_id):
            stack.extend(reversed(below))
        else:
            n_empty += 1
    return Selection(_ordered(found), n_empty, 0, level)


def broadest(reports: Sequence[Report], n: int) -> Selection:
    """The coarsest level with n reports; the one with the most where none has so many."""
    selections = [at_level(reports, level) for level in sorted({report.level for report in reports})]
    enough = (selection for selection in selections if len(selection.reports) >= n)
    return next(enough, max(selections, key=lambda s: len(s.reports), default=Selection((), 0, 0)))


def from_the_root(reports: Sequence[Report], relevance: Relevance) -> Selection:
    """Rates the reports of level 0, then those below each relevant one. A relevant report is read where nothing below
    it is relevant: there it says it best."""
    children = _children(reports)
    kept: dict[str, Report] = {}
    rated: list[Report] = []
    n_empty = n_pruned = 0
    here = [report for report in reports if not report.parent_id]
    while here:
        below: list[Report] = []
        for report, value in zip(here, relevance(here), strict=True):
            under = children.get(report.community_id, [])
            if report.statements:
                rated.append(report)
            if value > 0:
                kept.pop(report.parent_id, None)
                kept[report.community_id] = report
                below.extend(under)
            elif report.statements:
                n_pruned += 1
            elif under:
                below.extend(under)
            else:
                n_empty += 1
        here = below
    return Selection(_ordered(kept.values()), n_empty, n_pruned, rated=tuple(rated))


def _children(reports: Iterable[Report]) -> dict[str, list[Report]]:
    held: dict[str, list[Report]] = {}
    for report in reports:
        if report.parent_id:
            held.setdefault(report.parent_id, []).append(report)
    return held


def _ordered(reports: Iterable[Report]) -> tuple[Report, ...]:
    return tuple(sorted(reports, key=lambda report: (report.level, report.number)))
