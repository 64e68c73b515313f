"""Shares of a context: exact, and never more than there is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikigraph.errors import SettingsError
from wikigraph.retrieval.budget import context_budget, divide
from wikigraph.retrieval.local_ import cut_at_finding
from wikigraph.retrieval.pack import Sized, pack

CASES = Path(__file__).parents[3] / "shared" / "cases" / "worked_examples.json"


def worked(name: str) -> Any:
    if not CASES.is_file():
        pytest.skip("../shared is not here")
    return json.loads(CASES.read_text(encoding="utf-8"))[name]


def test_the_worked_examples() -> None:
    for case in worked("context_budget")["cases"]:
        asked = case["total"], case["community"], case["text_unit"]
        if "error" in case:
            with pytest.raises(SettingsError, match=case["error"]):
                context_budget(*asked)
        else:
            assert context_budget(*asked)._asdict() == case["parts"], case


@pytest.mark.parametrize(
    ("total", "shares"),
    [(8000, (-0.1, 0.5)), (8000, (float("nan"), 0.5)), (8000, (float("inf"), 0.5)), (-1, (0.1, 0.5)),
     (10, (0.7, 0.31))],
)
def test_shares_that_cannot_be(total: int, shares: tuple[float, float]) -> None:
    with pytest.raises(SettingsError) as caught:
        context_budget(total, *shares)
    assert (caught.value.code, caught.value.exit_code) == ("context-shares", 3)
    assert caught.value.hint


@given(st.integers(0, 100_000), st.integers(0, 100), st.integers(0, 100))
def test_parts_add_up(total: int, one: int, other: int) -> None:
    if one + other <= 100:
        parts = divide(total, one / 100, other / 100)
        assert sum(parts) == total and min(parts) >= 0
        assert parts[0] == total * one // 100


def test_no_budget_is_a_budget() -> None:
    assert context_budget(0, 0.15, 0.5) == (0, 0, 0)


def test_blocks_stop_at_the_first_overflow() -> None:
    packed = pack([Sized("a", 4), Sized("b", 7), Sized("c", 1)], 10)
    assert packed == (("a",), 4, 2)  # c would fit, but stands behind what did not
    assert pack([Sized("a", 10)], 10) == (("a",), 10, 0)
    assert pack([Sized("a", 1)], 0) == ((), 0, 1)


def test_a_report_that_alone_exceeds_its_share_is_cut_at_a_finding() -> None:
    pieces = ("The summary of it.", "One: a first finding.", "Two: a second finding that is rather long indeed.")
    assert cut_at_finding("Title", pieces, 1000) == pieces
    assert cut_at_finding("Title", pieces, 16) == pieces[:2]
    assert cut_at_finding("Title", pieces, 8) == pieces[:1]
    assert cut_at_finding("Title", pieces, 2) == pieces  # nothing fits: the budget leaves it out
