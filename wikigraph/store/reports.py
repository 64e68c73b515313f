"""The community reports of an index, with the sources of each sentence."""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakKeyDictionary

from msgspec.structs import replace

from wikigraph.model.evidence import Evidence
from wikigraph.model.report import Report, ReportStatement
from wikigraph.retrieval.scope import Scope
from wikigraph.store.index import Index
from wikigraph.text.tokens import count_tokens

_HELD: WeakKeyDictionary[Index, tuple[Report, ...]] = WeakKeyDictionary()


def reports_of(index: Index, scope: Scope | None = None) -> tuple[Report, ...]:
    """Every community with its report, or with what documents of a scope say of it, by (level, number). Read once for
    an open index: a generation never changes."""
    held = _HELD.get(index)
    if held is None:
        held = _HELD[index] = tuple(_read(index))
    return held if scope is None else tuple(_within(report, scope) for report in held)


def _within(report: Report, scope: Scope) -> Report:
    statements = tuple(
        replace(statement, evidence=evidence)
        for statement in report.statements
        if (evidence := tuple(place for place in statement.evidence if place.path in scope.paths))
    )
    if statements == report.statements:
        return report
    return replace(report, statements=statements, n_tokens=_n_tokens(report.title, statements))


def homes(index: Index, entity_ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The communities that hold each entity, at all levels."""
    rows = index.rows(
        "SELECT entity_id, community_id FROM community_member WHERE list_contains($keys::VARCHAR[], entity_id)",
        keys=list(entity_ids),
    ) if entity_ids else []  # fmt: skip
    held: dict[str, list[str]] = {}
    for entity_id, community_id in sorted(rows):
        held.setdefault(entity_id, []).append(community_id)
    return {entity_id: tuple(communities) for entity_id, communities in held.items()}


def members(index: Index, community_ids: Sequence[str], n: int) -> dict[str, tuple[str, ...]]:
    """The n most central entities of each community, by id."""
    rows = index.rows(
        """SELECT community_id, position, entity_id FROM community_member
        WHERE position < $n AND list_contains($keys::VARCHAR[], community_id)""",
        keys=list(community_ids), n=n,
    ) if community_ids else []  # fmt: skip
    held: dict[str, list[str]] = {}
    for community_id, _, entity_id in sorted(rows):
        held.setdefault(community_id, []).append(entity_id)
    return {community_id: tuple(ids) for community_id, ids in held.items()}


def _read(index: Index) -> list[Report]:
    rows = index.rows(
        """WITH sizes AS (SELECT community_id, count(*) AS n FROM community_member GROUP BY community_id)
        SELECT c.id, c.parent_id, c.level, c.number, coalesce(r.title, ''), coalesce(r.rating, 0), coalesce(p.path, ''),
            coalesce(s.n, 0)
        FROM community c LEFT JOIN report r ON r.community_id = c.id LEFT JOIN page p ON p.id = c.id
            LEFT JOIN sizes s ON s.community_id = c.id
        ORDER BY c.level, c.number, c.id"""
    )
    statements = _statements(index)
    return [
        Report(
            community_id, parent, level, number, title, rating, page, n, _n_tokens(title, held), tuple(held)
        )
        for community_id, parent, level, number, title, rating, page, n in rows
        for held in (statements.get(community_id, []),)
    ]


def _statements(index: Index) -> dict[str, list[ReportStatement]]:
    cited: dict[tuple[str, int, int], list[Evidence]] = {}
    for community_id, finding, position, path, first, last, quote in index.rows(
        "SELECT community_id, finding, position, path, start_line, end_line, quote FROM report_citation ORDER BY ALL"
    ):
        cited.setdefault((community_id, finding, position), []).append(Evidence(path, first, last, quote))
    held: dict[str, list[ReportStatement]] = {}
    for community_id, finding, position, title, text in index.rows(
        """SELECT community_id, finding, position, finding_title, text FROM report_statement
        ORDER BY community_id, finding, position"""
    ):
        evidence = tuple(
            Evidence(e.path, e.start_line, e.end_line, e.quote, text)
            for e in cited.get((community_id, finding, position), ())
        )
        if evidence:  # what no source says is not told
            held.setdefault(community_id, []).append(ReportStatement(finding, title, text, evidence))
    return held


def _n_tokens(title: str, statements: Sequence[ReportStatement]) -> int:
    heads = dict.fromkeys(statement.title for statement in statements if statement.title)
    return count_tokens("\n".join((title, *heads, *(statement.text for statement in statements)))) if statements else 0
