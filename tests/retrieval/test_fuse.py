"""Reciprocal rank fusion, as the worked example has it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikigraph.retrieval.basic import Params
from wikigraph.retrieval.fuse import fuse

EXAMPLES = Path(__file__).parents[3] / "shared" / "cases" / "worked_examples.json"
RANKS = st.lists(st.integers(0, 30), max_size=20, unique=True)


def at_rank(unit: int, rank: int | None) -> list[int]:
    return [] if rank is None else [*range(1000, 999 + rank), unit]


@pytest.mark.parametrize(
    ("dense", "sparse", "score"), [(1, 3, 0.0322664), (1, None, 0.0163934), (2, 2, 2 / 62), (None, 5, 1 / 65)]
)
def test_scores(dense: int | None, sparse: int | None, score: float) -> None:
    found = dict(fuse([at_rank(7, dense), at_rank(7, sparse)]))
    assert found[7] == pytest.approx(score, abs=1e-6)


@pytest.mark.skipif(not EXAMPLES.is_file(), reason="the worked examples are not here")
def test_the_worked_example() -> None:
    example = json.loads(EXAMPLES.read_text("utf-8"))["rrf"]
    assert Params().rank_constant == example["k"]
    for case in example["cases"]:
        found = dict(fuse([at_rank(7, case["dense_rank"]), at_rank(7, case["sparse_rank"])], k=example["k"]))
        assert found[7] == pytest.approx(case["score"], abs=example["tolerance"])


@given(RANKS, RANKS)
def test_falling_scores_and_every_unit_once(one: list[int], other: list[int]) -> None:
    found = fuse([one, other])
    assert sorted(unit for unit, _ in found) == sorted({*one, *other})
    assert [score for _, score in found] == sorted((score for _, score in found), reverse=True)
    if one:
        assert [unit for unit, _ in fuse([one, one])] == one


def test_a_channel_without_weight_says_nothing() -> None:
    assert [unit for unit, _ in fuse([[1, 2], [3, 4]], [0.0, 1.0])][:2] == [3, 4]
