"""Names and edges around entities, also after a change."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from tests.store.vault import document, entity, publish
from wikigraph.model.context import EntityEdge
from wikigraph.model.graph import Graph, Lexicon, Relationship
from wikigraph.store.hit_details import relationships_of_units
from wikigraph.store.index import open_index
from wikigraph.store.surroundings import IndexSurroundings
from wikigraph.store.terms import IndexTerms


def relationship(source: str, target: str, weight: int = 1) -> Relationship:
    return Relationship(
        f"rel-{source}{target}", source, target, "related", weight, 0.5, ("tu-raw/a.md-0",), (("raw/a.md", 0),)
    )


def write(folder: Path, titles: dict[str, str], edges: list[Relationship]) -> None:
    lexicon = Lexicon(tuple(entity(key, title) for key, title in sorted(titles.items())), ())
    rows = {"raw/a.md": document("raw/a.md", "A", ["Alpha meets Beta.", "Gamma"], sorted(titles))}
    publish(folder, rows, lexicon=lexicon, graph=Graph(tuple(edges), len(edges)))


def test_edges_from_both_ends_and_after_a_change(tmp_path: Path) -> None:
    titles = {"a": "Alpha Service", "b": "Beta", "c": "Gamma"}
    write(tmp_path, titles, [relationship("a", "b"), relationship("b", "c"), relationship("c", "c")])
    write(tmp_path, titles, [relationship("a", "b", 7), relationship("c", "c")])
    with open_index(tmp_path) as index:  # type: ignore[union-attr]
        around = IndexSurroundings(index, IndexTerms(index))
        assert around.edges(["a"]) == [EntityEdge("rel-ab", "a", "b", "related", 7)]
        assert around.edges(["b"]) == around.edges(["a", "b"]) == around.edges(["a"])
        assert around.edges(["c"]) == [EntityEdge("rel-cc", "c", "c", "related", 1)]
        assert around.edges([]) == []
        cards = around.cards(["a", "b", "c", "x"])
        assert {key: card.degree for key, card in cards.items()} == {"a": 1, "b": 1, "c": 1}
        stored = index.rows("SELECT relationship_id FROM adjacency ORDER BY ALL")
        assert stored == [("rel-ab",), ("rel-ab",), ("rel-cc",)]


def test_names_follow_their_entities(tmp_path: Path) -> None:
    write(tmp_path, {"a": "Alpha Service", "b": "Beta (letter)"}, [])
    write(tmp_path, {"a": "Alpha Server", "b": "Beta (letter)"}, [])
    with open_index(tmp_path) as index:  # type: ignore[union-attr]
        found = IndexSurroundings(index, IndexTerms(index)).names(["alphaservice", "alphaserver", "beta", "nothing"])
        assert {key: [name.entity_id for name in names] for key, names in found.items()} == {
            "alphaserver": ["a"], "beta": ["b"],
        }  # fmt: skip


def test_evidence_with_its_lines(tmp_path: Path) -> None:
    write(tmp_path, {"a": "Alpha", "b": "Beta"}, [relationship("a", "b")])
    with open_index(tmp_path) as index:  # type: ignore[union-attr]
        around = IndexSurroundings(index, IndexTerms(index))
        [sentence] = around.evidence(["rel-ab"], 20)["rel-ab"]
        assert (sentence.evidence.path, sentence.evidence.start_line) == ("raw/a.md", 1)
        assert sentence.text == "Alpha meets Beta."
        [(unit, lines)] = around.citing_units(["rel-ab"])["rel-ab"]
        assert unit in around.units_of(["a"])["a"] and lines.path == "raw/a.md"
        assert relationships_of_units(index, ["tu-raw/a.md-0"], 5)["tu-raw/a.md-0"][0].source_title == "Alpha"
        assert {claim.entity_id for claim in around.claims_near([unit], 1)} == {"a", "b"}
        assert around.claims_near([], 1) == around.claims_of([], 1) == []


def test_what_questions_ask_for_has_an_index(tmp_path: Path) -> None:
    """The tables of a large vault are not read as a whole; an index that a generation lacks is made by the next."""
    write(tmp_path, {"a": "Alpha", "b": "Beta"}, [relationship("a", "b")])
    with open_index(tmp_path) as index:  # type: ignore[union-attr]
        held = index.rows("SELECT index_name FROM duckdb_indexes() ORDER BY ALL")
        asked = index.rows(
            "EXPLAIN SELECT unit FROM entity_mention WHERE list_contains($keys::VARCHAR[], entity_id)", keys=["a", "b"]
        )
    sql = files("wikigraph.store").joinpath("indexes.sql").read_text("utf-8")
    assert [name for (name,) in held] == sorted(re.findall(r"NOT EXISTS (\w+)", sql))
    assert "IN ('a', 'b')" in re.sub(r"[│\s]+", " ", asked[0][1]) and "JOIN" not in str(asked).upper()
