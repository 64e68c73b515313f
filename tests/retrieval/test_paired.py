"""Two rankings compared: figures, intervals, chance."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikigraph.model.evaluation import Difference
from wikigraph.retrieval.metrics import score
from wikigraph.retrieval.paired import differences, exchanged

ITEMS = st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=8)
GOLD = st.sets(st.sampled_from("abcdefgh"), min_size=1, max_size=3).map(frozenset)
QUESTIONS = st.lists(st.tuples(ITEMS, ITEMS, GOLD), min_size=1, max_size=12)


def named(found: tuple[Difference, ...]) -> dict[str, Difference]:
    return {m.measure: m for m in found}


@given(QUESTIONS)
def test_the_figures_are_those_of_eval(questions: list[tuple[list[str], list[str], frozenset[str]]]) -> None:
    one, other, gold = map(list, zip(*questions, strict=True))
    found = named(differences(one, other, gold))
    for run, side in ((one, "one"), (other, "other")):
        scores = score(run, gold)
        for k, recall, complete in scores.by_cut:
            assert getattr(found[f"recall@{k}"], side) == pytest.approx(recall, abs=0.011)
            assert getattr(found[f"all@{k}"], side) == pytest.approx(complete, abs=0.011)
        assert getattr(found["mrr@10"], side) == pytest.approx(scores.mrr, abs=0.011)
    for m in found.values():
        assert 0 < m.p <= 1 and m.low <= m.difference + 0.02 and m.difference - 0.02 <= m.high
    assert differences(one, other, gold) == differences(one, other, gold)


@given(QUESTIONS)
def test_turned_round(questions: list[tuple[list[str], list[str], frozenset[str]]]) -> None:
    one, other, gold = map(list, zip(*questions, strict=True))
    there, back = exchanged(one, other, gold, 5), exchanged(other, one, gold, 5)
    assert (there.rescued, there.lost) == (back.lost, back.rescued)
    m, n = named(differences(one, other, gold))["recall@5"], named(differences(other, one, gold))["recall@5"]
    assert (m.difference, m.p) == (-n.difference, n.p)


def test_a_run_does_not_differ_from_itself() -> None:
    run, gold = [["a", "b"], ["c"]] * 10, [frozenset("a"), frozenset("x")] * 10
    for m in differences(run, run, gold):
        assert (m.difference, m.low, m.high, m.p) == (0, 0, 0, 1)


def test_p_is_that_of_all_swaps() -> None:
    """Against the exact test over all 2^n signs."""
    gained = [1, 1, 1, 1, 1, 1, 1, -1, 0, 1]
    one = [["a"] if gain < 0 else [] for gain in gained]
    other = [["a"] if gain > 0 else [] for gain in gained]
    found = named(differences(one, other, [frozenset("a")] * len(gained)))["recall@1"]
    sums = [abs(np.dot(signs, gained)) for signs in product((-1, 1), repeat=len(gained))]
    exact = np.mean(np.array(sums) >= abs(sum(gained)))
    assert found.p == pytest.approx(exact, abs=0.015) and found.difference == 70.0
    assert 10 < found.low < 70 < found.high <= 100


def test_many_questions_take_bounded_memory() -> None:
    n = 3000
    found = differences([["a"]] * n, [["a"], []] * (n // 2), [frozenset("a")] * n)
    assert named(found)["recall@5"].difference == -50.0 and named(found)["recall@5"].p == pytest.approx(0.0001)
