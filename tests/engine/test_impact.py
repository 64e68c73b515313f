"""The impact closure against the worked examples, and its invariants."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikigraph.engine.impact import closure, cycles

EDGES = [
    ("claim", "supported_by", "source-v1"),
    ("topic", "requires", "claim"),
    ("exercise", "requires", "topic"),
    ("neighbor", "related", "topic"),
]
BOTH = ("supported_by", "requires")


@pytest.mark.parametrize(
    ("roots", "relations", "affected"),
    [
        (["source-v1"], BOTH, ["claim", "exercise", "topic"]),
        (["source-v1"], ("supported_by",), ["claim"]),
        (["source-v1", "topic"], BOTH, ["claim", "exercise"]),
        (["neighbor"], BOTH, []),
        (["topic"], (*BOTH, "related"), ["exercise", "neighbor"]),
        ([], BOTH, []),
    ],
)
def test_worked_example(roots: list[str], relations: tuple[str, ...], affected: list[str]) -> None:
    assert [reached.node for reached in closure(EDGES, roots, relations)] == affected


def test_the_way_to_the_root_is_told() -> None:
    reached = {r.node: r.via for r in closure(EDGES, ["source-v1"], BOTH)}
    assert reached["exercise"] == (
        ("exercise", "requires", "topic"), ("topic", "requires", "claim"), ("claim", "supported_by", "source-v1")
    )


def test_cycles_are_apart_from_the_closure() -> None:
    edges = [("a", "requires", "b"), ("b", "requires", "a"), ("a", "supported_by", "s")]
    assert [r.node for r in closure(edges, ["s"], BOTH)] == ["a", "b"]
    assert [r.node for r in closure(edges, ["a"], BOTH)] == ["b"]
    assert cycles(edges) == (("a", "b"),)
    assert cycles([("a", "requires", "a")]) == (("a",),)
    assert closure([("a", "requires", "a")], ["a"], BOTH) == ()
    assert cycles([("a", "related", "b"), ("b", "related", "a")]) == ()


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from(BOTH), st.sampled_from("abcdef"))), st.data())
def test_order_of_edges_does_not_matter_and_nothing_is_missed(
    edges: list[tuple[str, str, str]], data: st.DataObject
) -> None:
    shuffled = data.draw(st.permutations(edges))
    found = closure(edges, ["a"], BOTH)
    assert found == closure(shuffled, ["a"], BOTH)
    assert cycles(edges) == cycles(shuffled)
    inside = {"a", *(r.node for r in found)}
    assert not [edge for edge in edges if edge[2] in inside and edge[0] not in inside]
    for reached in found:
        assert reached.via[0][0] == reached.node
        assert reached.via[-1][2] == "a"
        assert set(reached.via) <= set(edges)
