"""Levels, batches, points and the reduce of global search."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.retrieval.test_budget import worked
from wikigraph.errors import UsageError
from wikigraph.model.evidence import Evidence
from wikigraph.model.report import Report, ReportStatement
from wikigraph.retrieval import global_
from wikigraph.retrieval.global_levels import DYNAMIC, at_level, broadest, check_level, from_the_root
from wikigraph.retrieval.global_points import MapPoint, Sought, batches, by_words, told_once
from wikigraph.retrieval.global_reduce import reduce_points


@dataclass(frozen=True)
class Scored:
    score: Any
    n_tokens: Any


def test_the_worked_examples() -> None:
    for case in worked("global_reduce")["cases"]:
        points = [Scored(math.nan if p["score"] == "NaN" else p["score"], p["tokens"]) for p in case["points"]]
        if "error" in case:
            with pytest.raises(ValueError, match=case["error"]):
                reduce_points(points, case["budget"])
        else:
            found = reduce_points(points, case["budget"])
            assert (list(found.selected), found.remaining, found.status) == (
                case["selected"], case["remaining"], case["status"]
            ), case  # fmt: skip


@pytest.mark.parametrize("score", [True, "90", None, math.inf])
def test_a_score_that_is_no_number(score: object) -> None:
    with pytest.raises(ValueError, match="score is not a finite number"):
        reduce_points([Scored(score, 1)], 5)


@given(st.lists(st.tuples(st.integers(0, 100), st.integers(1, 50))), st.integers(0, 200))
def test_the_reduce_keeps_to_its_budget(points: list[tuple[int, int]], budget: int) -> None:
    found = reduce_points([Scored(*point) for point in points], budget)
    used = sum(points[at][1] for at in found.selected)
    assert used + found.remaining == budget and found.remaining >= 0
    scores = [points[at][0] for at in found.selected]
    assert scores == sorted(scores, reverse=True) and all(scores)
    assert (found.status == "no_data") == all(score == 0 for score, _ in points)


# --- levels ------------------------------------------------------------------------------------------------------


def statement(text: str, finding: int = 0) -> ReportStatement:
    return ReportStatement(finding, "", text, (Evidence("raw/a.md", 1, 1, text, text),))


def report(name: str, level: int, parent: str = "", says: tuple[str, ...] = ("It is.",), rating: float = 5.0) -> Report:
    number = int(name[1:]) if name[1:].isdigit() else 0
    return Report(name, parent, level, number, name, rating, "", 3, 10, tuple(map(statement, says)))


TREE = [
    report("a1", 0), report("b2", 0), report("c3", 0, says=()),
    report("d1", 1, "a1"), report("e2", 1, "a1"), report("f3", 1, "c3"), report("g4", 1, "c3", says=()),
    report("h1", 2, "d1"), report("i2", 2, "d1"),
]  # fmt: skip


def names(reports: Any) -> list[str]:
    return [held.community_id for held in reports]


def test_a_branch_that_ends_early_is_read_where_it_ends() -> None:
    assert names(at_level(TREE, 2).reports) == ["b2", "e2", "f3", "h1", "i2"]
    assert names(at_level(TREE, 1).reports) == ["b2", "d1", "e2", "f3"]


def test_a_community_without_a_report_is_stood_in_for_by_those_below() -> None:
    found = at_level(TREE, 0)
    assert names(found.reports) == ["a1", "b2", "f3"] and found.n_empty == 1


@given(st.integers(0, 3), st.integers(0, 2**9 - 1))
def test_parent_and_child_are_never_both_read(level: int, wanted: int) -> None:
    parents = {held.community_id: held.parent_id for held in TREE}
    values = {held.community_id: float(wanted >> at & 1) for at, held in enumerate(TREE)}
    for found in (at_level(TREE, level), from_the_root(TREE, lambda rs: [values[r.community_id] for r in rs])):
        read = names(found.reports)
        for name in read:
            above = parents[name]
            while above:
                assert above not in read
                above = parents[above]


def test_from_the_root_down_where_it_is_relevant() -> None:
    wanted = {"a1": 40, "d1": 90, "h1": 0, "i2": 0, "f3": 10}
    found = from_the_root(TREE, lambda reports: [wanted.get(r.community_id, 0) for r in reports])
    assert names(found.reports) == ["d1", "f3"]
    assert names(found.rated) == ["a1", "b2", "d1", "e2", "f3", "h1", "i2"] and found.n_pruned == 4


def test_the_broadest_level_with_enough_reports() -> None:
    assert broadest(TREE, 3).level == 0 and broadest(TREE, 4).level == 1 and broadest(TREE, 50).level == 2
    assert broadest([], 3).reports == ()


def test_a_level_that_is_not_there_names_those_that_are() -> None:
    check_level(None, TREE)
    check_level(2, TREE)
    with pytest.raises(UsageError) as caught:
        check_level(3, TREE)
    assert (caught.value.code, caught.value.exit_code) == ("level-not-there", 2) and "0, 1, 2" in caught.value.hint
    with pytest.raises(UsageError):
        check_level(0, [])


# --- batches and points ------------------------------------------------------------------------------------------


def test_batches_are_shuffled_and_always_the_same() -> None:
    reports = [report(f"r{number}", 0) for number in range(40)]
    packed = batches(reports, 100, 7)
    assert packed == batches(list(reversed(reports)), 100, 7)
    assert [len(batch) for batch in packed] == [10, 10, 10, 10]
    assert sorted(name for batch in packed for name in names(batch)) == sorted(names(reports))
    assert names(packed[0]) != sorted(names(packed[0]))
    assert [len(batch) for batch in batches(reports[:3], 0, 7)] == [1, 1, 1]
    assert batches([], 100, 7) == ()


SOUGHT = Sought(("dough", "rise"), {"dough": 2.0, "rise": 2.0}, 0.2, 0.3)


def test_points_are_scored_by_the_share_of_the_question() -> None:
    held = report("a1", 0, says=("The dough will rise.", "The dough is wet.", "Cars are fast."))
    scores = [point.score for point in by_words(SOUGHT)((held,)) or ()]
    assert scores[0] > scores[1] > scores[2] == 0


def test_what_is_near_in_meaning_needs_no_word_in_common() -> None:
    held = report("a1", 0, says=("The dough is wet.", "Yeast lifts the loaf.", "Cars are fast."))
    near = {"The dough is wet.": 0.1, "Yeast lifts the loaf.": 1.0, "Cars are fast.": 0.4}
    sought = Sought(SOUGHT.focus, SOUGHT.weight, 0.2, 0.3, near)
    scores = [point.score for point in by_words(sought)((held,)) or ()]
    assert scores[1] > scores[0] > scores[2] == 0


def test_coverage_does_not_depend_on_the_order_of_words() -> None:
    weight = {f"w{n}": 0.1 * n for n in range(50)}
    sought = Sought(tuple(weight), weight, 0.2, 0.3)
    words = list(weight)[::3]
    share = sum(weight[word] for word in words) / 122.5
    assert sought.covered(words) == sought.covered(reversed(words)) == pytest.approx(share)
    assert Sought((), {}, 0.2, 0.3).covered(words) == 0.0


def test_what_says_the_same_is_told_once() -> None:
    held = report("a1", 0)

    def point(text: str, score: int) -> MapPoint:
        return MapPoint(held, statement(text), score, 5)

    said = [
        point("The valve is safe at every pressure.", 50), point("The valve is safe at every pressure", 40),
        point("The valve is not safe at every pressure.", 30), point("At every pressure the valve is safe.", 60),
    ]  # fmt: skip
    assert [p.score for p in told_once(said, 0.6)] == [60, 30]


def test_the_whole_is_told_by_its_best_reports() -> None:
    reports = [report(f"r{n}", 0, says=(f"Fact {n} of many words here.",), rating=n / 2) for n in range(20)]
    found = global_.search(reports, (), Sought((), {}, 0.2, 0.3), None, global_.Params())
    assert found.status == "ready" and len(found.chosen) == 12
    assert names(p.report for p in found.chosen)[:2] == ["r19", "r18"]
    assert found.search.map_calls == found.search.n_batches == 1 and found.search.reduce_calls == 1


def test_no_positive_point_is_no_data_and_no_reduce() -> None:
    found = global_.search([report("a1", 0, says=("Cars are fast.",))], (), SOUGHT, 0, global_.Params())
    assert (found.status, found.chosen) == ("no_data", ())
    assert (found.search.map_calls, found.search.reduce_calls) == (1, 0)


def test_a_budget_of_nothing() -> None:
    found = global_.search([report("a1", 0, says=("The dough will rise.",))], (), SOUGHT, 0, global_.Params(answer=0))
    assert (found.status, found.chosen, found.search.n_positive) == ("budget_exhausted", (), 1)


def test_a_batch_that_cannot_be_read_is_lost_and_said_so() -> None:
    reports = [report("a1", 0, says=("The dough will rise.",)), report("b2", 0, says=("Dough.",))]
    words = by_words(SOUGHT)
    found = global_.search(
        reports, (), SOUGHT, 0, global_.Params(tokens=10), lambda batch: None if "b2" in names(batch) else words(batch)
    )
    assert (found.search.n_reports, found.search.n_read, found.search.n_lost) == (2, 1, 1)
    assert found.status == "ready"


def test_what_stands_below_the_reports_is_found() -> None:
    reports = [report("a1", 0, says=("Cars are fast.",)), report("b1", 1, "a1", says=("Trucks are slow.",))]
    page = Report("raw/x.md", "", -1, 0, "X", 0.0, "", 0, 1, ())
    below = [
        global_.Below(("a1", "b1"), page, statement("The dough will rise at noon.", -1)),
        global_.Below((), page, statement("Old dough does not rise.", -1)),
    ]
    found = global_.search(reports, below, SOUGHT, DYNAMIC, global_.Params())
    assert {(p.report.community_id, p.statement.text) for p in found.chosen} == {
        ("b1", "The dough will rise at noon."), ("raw/x.md", "Old dough does not rise."),
    }  # fmt: skip
    assert [point.label for point in found.search.points].count("") == 1
