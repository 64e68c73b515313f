"""Which relationships and communities of entry entities come first."""

from __future__ import annotations

from wikigraph.model.context import CommunityCard, EntityEdge
from wikigraph.retrieval.surroundings import rank_communities, rank_edges


def edge(source: str, target: str) -> EntityEdge:
    return EntityEdge(f"{source}{target}", source, target, "related", 1)


def test_edges_inside_come_first_by_combined_degree() -> None:
    edges = [edge("A", "B"), edge("A", "C"), edge("B", "C"), edge("A", "X")]
    ranked = rank_edges(["A", "B", "C"], edges, {"A": 3, "B": 2, "C": 9, "X": 50}, 10)
    assert [held.edge.id for held in ranked] == ["AC", "BC", "AB", "AX"]
    assert [held.is_inside for held in ranked] == [True, True, True, False]
    assert ranked[0].combined_degree == 12


def test_edges_outside_by_links_to_entries_then_by_degree() -> None:
    edges = [edge("A", "X"), edge("B", "X"), edge("A", "Y"), edge("A", "Z")]
    ranked = rank_edges(["A", "B"], edges, {"A": 3, "B": 1, "X": 2, "Y": 70, "Z": 9}, 10)
    assert [held.edge.id for held in ranked] == ["AX", "BX", "AY", "AZ"]


def test_a_hub_does_not_flood() -> None:
    edges = [edge("Hub", f"n{n:03}") for n in range(500)] + [edge("Small", "n999")]
    ranked = rank_edges(["Hub", "Small"], edges, {}, 10)
    assert sum(held.edge.source_entity_id == "Hub" for held in ranked) == 10
    assert ranked[-1].edge.id == "Smalln999"


def test_an_edge_to_itself_is_inside() -> None:
    assert rank_edges(["A"], [edge("A", "A")], {"A": 4}, 10)[0] == (edge("A", "A"), True, 4)


def test_communities_by_entries_then_rating() -> None:
    cards = [
        CommunityCard("com-a", 1, 0, "", 9.0, ("A",)),
        CommunityCard("com-b", 1, 1, "", 2.0, ("A", "B")),
        CommunityCard("com-c", 1, 2, "", 5.0, ("C",)),
    ]
    assert [card.id for card in rank_communities(cards)] == ["com-b", "com-a", "com-c"]
