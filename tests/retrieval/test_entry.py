"""How entities enter: named first, then those that statements bring."""

from __future__ import annotations

from wikigraph.model.context import EntityClaim
from wikigraph.model.evidence import Evidence
from wikigraph.retrieval.entry import Entry, entries, like_descriptions

WEIGHT = {"cluster": 3.0, "manag": 2.0, "machin": 1.0}


def claim(entity_id: str, statement: str) -> EntityClaim:
    return EntityClaim("c-1", entity_id, "fact", "", 0.5, statement, Evidence("raw/a.md", 1, 1, statement))


def test_statements_that_cover_the_question_bring_their_entity() -> None:
    claims = [
        claim("swarm", "A cluster has a manager."),
        claim("swarm", "It joins machines."),
        claim("bread", "Bread is baked."),
        claim("pc", "A PC is one of the machines."),
    ]
    content = ["cluster", "manag", "machin"]
    assert like_descriptions(claims, content, WEIGHT, 0.3) == ["swarm"]
    assert like_descriptions(claims, content, WEIGHT, 0.1) == ["swarm", "pc"]
    assert like_descriptions([], content, WEIGHT, 0.3) == []


def test_rankings_of_descriptions_join_in_turn() -> None:
    named = [Entry("a", "name", "A", 0.9)]
    joined = entries(named, [["b", "a", "c"], ["d", "b"]], 10)
    assert [(entry.entity_id, entry.way) for entry in joined] == [
        ("a", "name"), ("b", "description"), ("d", "description"), ("c", "description"),
    ]  # fmt: skip
    assert [entry.entity_id for entry in entries(named, [["b", "c"]], 2)] == ["a", "b"]
    assert entries([], [], 10) == []
