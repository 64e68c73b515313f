"""The order of text units in a local context."""

from __future__ import annotations

import pytest

from tests.retrieval.test_budget import worked
from wikigraph.retrieval.local_order import Edge, local_order


def test_the_worked_example() -> None:
    case = worked("local_order")
    edges = [Edge(r["source"], r["target"], r["units"]) for r in case["relationships"]]
    order = local_order(case["entities"], case["entity_units"], edges)
    assert [place._asdict() for place in order] == case["order"]


def test_a_repeated_entry_is_an_error() -> None:
    with pytest.raises(ValueError, match="B stands there twice"):
        local_order(["A", "B", "B"], {}, [])


def test_equal_units_keep_their_order() -> None:
    order = local_order(["A"], {"A": ["c", "a", "b"]}, [Edge("A", "B", ["b"]), Edge("X", "Y", ["c"])])
    assert [place.unit for place in order] == ["b", "c", "a"]


def test_an_edge_counts_once_for_a_unit() -> None:
    order = local_order(["A"], {"A": ["a"]}, [Edge("A", "A", ["a", "a"])])
    assert order[0].edge_count == 1
    assert local_order([], {}, []) == []
