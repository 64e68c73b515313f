"""What is written comes back; only what changed is written; counts and look-ups."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from tests.store.vault import FORMAT, document, empty_graph, entity, publish
from wikigraph.errors import IndexUnusableError
from wikigraph.model.graph import Graph, Hierarchy, Lexicon, Relationship
from wikigraph.model.record import FileState, LinkRow, PageRow
from wikigraph.store.hit_details import entities_of_sentences
from wikigraph.store.index import open_for_compile, open_index
from wikigraph.store.index_writer import begin_index


def test_there_is_no_index_at_first(tmp_path: Path) -> None:
    assert open_index(tmp_path / "index") is None
    assert open_for_compile(tmp_path / "index", FORMAT) == (None, ())


def test_documents_come_back(tmp_path: Path) -> None:
    publish(tmp_path, {"raw/a.md": document("raw/a.md", "A", ["Docker runs containers.", "Compose starts many."])})
    with open_index(tmp_path) as index:
        counts = index.counts()
        assert (counts.documents, counts.text_units, counts.sentences) == (1, 2, 2)
        assert index.documents() == [("raw/a.md", "A")]
        assert index.rows("SELECT tf FROM posting WHERE term = 'container'") == [(1,)]
        assert index.size > 0


def test_a_changed_document_replaces_its_rows_only(tmp_path: Path) -> None:
    publish(tmp_path, {p: document(p, p, ["Docker runs.", "It stops."]) for p in ("raw/a.md", "raw/b.md")})
    with open_index(tmp_path) as index:
        kept = index.rows("SELECT number, id FROM text_unit WHERE path = 'raw/b.md' ORDER BY number")
    publish(tmp_path, {"raw/a.md": document("raw/a.md", "new", ["Swarm runs."])})
    with open_index(tmp_path) as index:
        assert index.rows("SELECT number, id FROM text_unit WHERE path = 'raw/b.md' ORDER BY number") == kept
        assert index.documents() == [("raw/a.md", "new"), ("raw/b.md", "raw/b.md")]
        assert index.rows("SELECT count(*) FROM posting WHERE term = 'docker'") == [(1,)]
        assert index.rows("SELECT count(*) FROM posting WHERE unit NOT IN (SELECT number FROM text_unit)") == [(0,)]


def test_a_removed_document_leaves_nothing(tmp_path: Path) -> None:
    only = {"raw/b.md": document("raw/b.md", "B", ["It stops."], ["ent-1"])}
    publish(tmp_path / "one", only)
    publish(tmp_path / "two", {**only, "raw/a.md": document("raw/a.md", "A", ["Docker runs."], ["ent-1"])})
    publish(tmp_path / "two", {}, removed=["raw/a.md"])
    dumps = []
    for name in ("one", "two"):
        with open_index(tmp_path / name) as index:
            dumps.append([
                index.rows("SELECT path, ordinal, text FROM sentence ORDER BY ALL"),
                index.rows("SELECT term, id, tf FROM posting JOIN text_unit ON unit = number ORDER BY ALL"),
                index.rows("SELECT entity_id, path, sentence FROM entity_mention ORDER BY ALL"),
                index.rows("SELECT id, path FROM claim ORDER BY ALL"),
            ])
    assert dumps[0] == dumps[1]


def test_units_that_mention_an_entity(tmp_path: Path) -> None:
    docs = {p: document(p, p, ["Docker runs.", "It stops."], ["ent-1"]) for p in ("raw/a.md", "raw/b.md")}
    lexicon = Lexicon((entity("ent-1", "Docker", ("docker",)), entity("ent-2", "Swarm")), ())
    publish(tmp_path, docs, lexicon=lexicon)
    with open_index(tmp_path) as index:
        assert [(path, start) for _, path, start, _ in index.units_of("ent-1")] == [("raw/a.md", 1), ("raw/b.md", 1)]
        assert [e.title for e in index.entities_named("DOCKER")] == ["Docker"]
        assert index.aliases("ent-1") == ["Docker", "docker"]
        assert index.reasons("ent-1") == [("heading", "a title")]
        assert index.entity("ent-3") is None
        assert [e.id for e in entities_of_sentences(index, [1], [("raw/a.md", 0)], 5)] == ["ent-1"]


def test_the_graph_is_replaced_by_what_differs(tmp_path: Path) -> None:
    edges = tuple(
        Relationship(f"rel-{n}", "ent-1", f"ent-{n}", "related", n, 0.5, ("tu-1",), (("raw/a.md", 0),)) for n in (2, 3)
    )
    entities = tuple(entity(f"ent-{n}", f"E{n}") for n in (1, 2, 3))
    publish(tmp_path, {}, lexicon=Lexicon(entities, ()), graph=Graph(edges, 2))
    with open_index(tmp_path) as index:
        assert index.relationships_of("ent-1") == [("ent-3", "E3", "related", 3), ("ent-2", "E2", "related", 2)]
    publish(tmp_path, {}, lexicon=Lexicon(entities[:2], ()), graph=Graph(edges[:1], 1))
    with open_index(tmp_path) as index:
        assert index.relationships_of("ent-1") == [("ent-2", "E2", "related", 2)]
        assert index.rows("SELECT count(*) FROM relationship_evidence") == [(1,)]
        assert index.rows("SELECT count(*) FROM entity_alias") == [(2,)]


def test_pages_links_and_files(tmp_path: Path) -> None:
    page = PageRow("wiki/topics/claim.md", "", "", "Claim", True)
    links = [
        LinkRow(page.path, "supported_by", "raw/a.md", 3, "front_matter"), LinkRow(page.path, "", "wiki/b.md", 9)
    ]  # fmt: skip
    with begin_index(tmp_path, None, FORMAT) as writer:
        writer.replace_pages([page], links)
        writer.replace_file_states([FileState("raw/a.md", 3, 17, "ab")])
        writer.publish()
    with open_index(tmp_path) as index:
        assert index.pages() == [page]
        assert index.links(["supported_by"]) == links[:1]
        assert {link.target for link in index.links()} == {"raw/a.md", "wiki/b.md"}
        assert index.backlinks("wiki/b.md") == links[1:]
        assert index.file_states() == {"raw/a.md": FileState("raw/a.md", 3, 17, "ab")}


def test_nothing_is_seen_before_publish(tmp_path: Path) -> None:
    publish(tmp_path, {"raw/a.md": document("raw/a.md", "A", ["Docker runs."])})
    with open_index(tmp_path) as index:
        with begin_index(tmp_path, index, FORMAT) as writer:
            writer.replace_documents({}, ["raw/a.md"])
            assert index.documents() == [("raw/a.md", "A")]
        with open_index(tmp_path) as again:
            assert again.documents() == [("raw/a.md", "A")]
    assert sorted(p.name for p in tmp_path.glob("building*")) == []


def test_a_reader_keeps_its_generation(tmp_path: Path) -> None:
    publish(tmp_path, {"raw/a.md": document("raw/a.md", "A", ["Docker runs."])})
    with open_index(tmp_path) as old:
        for n in range(4):
            publish(tmp_path, {"raw/a.md": document("raw/a.md", f"A{n}", ["Docker runs."])})
        assert old.documents() == [("raw/a.md", "A")]
        assert (tmp_path / f"gen-{old.generation:06d}.duckdb").exists()
    publish(tmp_path, {})
    assert sorted(p.name for p in tmp_path.glob("gen-*.duckdb")) == ["gen-000005.duckdb", "gen-000006.duckdb"]


@pytest.mark.parametrize("sql", ["SELECT * FROM read_csv('/etc/hosts')", "INSTALL fts", "ATTACH '/x.duckdb'",
                                 "SET threads = 1", "DELETE FROM meta"])  # fmt: skip
def test_readers_are_hardened(tmp_path: Path, sql: str) -> None:
    publish(tmp_path, {})
    with open_index(tmp_path) as index, pytest.raises((duckdb.Error, IndexUnusableError)):
        index.rows(sql)


def test_another_memo_format_starts_from_nothing(tmp_path: Path) -> None:
    publish(tmp_path, {"raw/a.md": document("raw/a.md", "A", ["Docker runs."])})
    assert open_for_compile(tmp_path, "another") == (None, ())
    index, told = open_for_compile(tmp_path, FORMAT)
    assert index is not None and told == ()
    index.close()


def test_an_empty_graph_is_fine(tmp_path: Path) -> None:
    with begin_index(tmp_path, None, FORMAT) as writer:
        writer.replace_graph(*empty_graph())
        assert isinstance(empty_graph()[2], Hierarchy)
        assert writer.publish() == 1
