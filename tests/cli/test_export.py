"""What leaves the index for other programs."""

from __future__ import annotations

import csv
import os
import re
from collections import Counter
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree

import igraph
import pyarrow.parquet as parquet
import pytest

from tests.cli.conftest import ALPHA, Run, tree
from wikigraph.model.exporting import FORMATS
from wikigraph.store.export_sql import INTERNAL, TABLES

SCHEMA = files("wikigraph.store").joinpath("schema.sql").read_text("utf-8")


@pytest.fixture
def compiled(vault: Path, run: Run) -> Run:
    assert run("compile", "--embedder", "none").code == 0
    return run


def exported(run: Run, folder: Path, *formats: str) -> dict[str, bytes]:
    """The bytes of each file by its path."""
    for format_ in formats or FORMATS:
        done = run("export", "--format", format_, "--output", str(folder / format_), "--json")
        assert done.code == 0, done.err
        for file in done.json["files"]:
            assert Path(file["path"]).stat().st_size == file["bytes"]
    return {str(file.relative_to(folder)): file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file()}


def test_relationships_name_lines_that_say_them(compiled: Run, vault: Path) -> None:
    [file] = compiled("export", "--json").json["files"]
    assert file["path"] == "relationships.csv"
    rows = list(csv.DictReader((vault / "relationships.csv").open(encoding="utf-8", newline="")))
    assert len(rows) == file["rows"] > 0
    relationships = parquet.read_table(exported_tables(compiled, vault) / "relationship.parquet").to_pylist()
    assert {row["id"] for row in rows} == {row["id"] for row in relationships}
    for row in rows:
        lines = (vault / row["path"]).read_text(encoding="utf-8").split("\n")
        said = " ".join(lines[int(row["start_line"]) - 1 : int(row["end_line"])])
        assert said and row["quote"] in said
        assert row["evidence"] in ("sentence", "text_unit") and bool(row["quote"]) == (row["evidence"] == "sentence")


def exported_tables(run: Run, folder: Path) -> Path:
    exported(run, folder / "of-tables", "tables")
    return folder / "of-tables/tables"


def test_parquet_holds_what_csv_holds(compiled: Run, vault: Path) -> None:
    exported(compiled, vault / "out", "csv", "parquet")
    rows = list(csv.DictReader((vault / "out/csv").open(encoding="utf-8", newline="")))
    held = parquet.read_table(vault / "out/parquet").to_pylist()
    assert [{key: str(value) for key, value in row.items()} for row in held] == rows


def test_every_table_is_exported_or_known_to_be_internal(compiled: Run, vault: Path) -> None:
    made = re.findall(r"^CREATE TABLE (\w+)", SCHEMA, re.MULTILINE)
    assert sorted(made) == sorted([*TABLES, *INTERNAL])
    tables = exported_tables(compiled, vault)
    columns = {name: parquet.read_schema(tables / f"{name}.parquet").names for name in TABLES}
    assert not [(name, c) for name, held in columns.items() for c in held if c in ("unit", "number", "digest")
                and (name, c) != ("community", "number")]  # fmt: skip
    units = {row["id"] for row in parquet.read_table(tables / "text_unit.parquet").to_pylist()}
    postings = parquet.read_table(tables / "posting.parquet").to_pylist()
    assert units == {row["unit_id"] for row in postings}


def test_the_graph_is_read_by_others(compiled: Run, vault: Path) -> None:
    done = compiled("export", "--format", "graphml", "--layout")
    assert done.code == 0
    ElementTree.parse(vault / "graph.graphml")
    graph = igraph.Graph.Read_GraphML(str(vault / "graph.graphml"))
    tables = exported_tables(compiled, vault)
    entities = parquet.read_table(tables / "entity.parquet").to_pylist()
    edges = parquet.read_table(tables / "relationship.parquet").to_pylist()
    assert sorted(graph.vs["entity_id"]) == sorted(row["id"] for row in entities)
    names = graph.vs["entity_id"]
    assert Counter((names[e.source], names[e.target], e["relationship_id"]) for e in graph.es) == Counter(
        (row["source_entity_id"], row["target_entity_id"], row["id"]) for row in edges
    )
    assert graph.vs["degree"] == graph.degree()
    by_degree = sorted(zip(graph.vs["degree"], graph.vs["size"], strict=True))
    assert [size for _, size in by_degree] == sorted(graph.vs["size"])
    assert len(set(zip(graph.vs["x"], graph.vs["y"], strict=True))) == graph.vcount()


def test_neo4j_files_fit_together(compiled: Run, vault: Path) -> None:
    exported(compiled, vault / "out", "neo4j")
    held = {file.name: list(csv.DictReader(file.open(encoding="utf-8", newline="")))
            for file in (vault / "out/neo4j").iterdir()}  # fmt: skip
    ids = {value for rows in held.values() for row in rows for key, value in row.items() if key.endswith(":ID")}
    ends = {row[key] for rows in held.values() for row in rows for key in (":START_ID", ":END_ID") if key in row}
    assert held["relationships.csv"] and held["mentions.csv"] and ends <= ids
    assert {row[":TYPE"] for row in held["relationships.csv"]} <= {"RELATED", "REFERENCES"}


def test_the_same_vault_gives_the_same_bytes(compiled: Run, vault: Path) -> None:
    """Twice, and after a history that the index file remembers in the numbers of its text units."""
    first = exported(compiled, vault / "first")
    assert exported(compiled, vault / "second") == first
    (vault / "raw/alpha.md").write_text("# Another thing\n\nIt is something else.\n", encoding="utf-8")
    compiled("compile", "--embedder", "none")
    assert exported(compiled, vault / "third") != first
    (vault / "raw/alpha.md").write_text(ALPHA, encoding="utf-8")
    compiled("compile", "--embedder", "none")
    assert exported(compiled, vault / "fourth") == first


def test_nothing_in_the_vault_is_written(compiled: Run, vault: Path) -> None:
    before = {name: tree(vault / name) for name in ("raw", "wiki", ".wikigraph")}
    exported(compiled, vault / "out")
    assert {name: tree(vault / name) for name in ("raw", "wiki", ".wikigraph")} == before


def test_a_file_is_replaced_only_if_asked(compiled: Run, vault: Path) -> None:
    (vault / "relationships.csv").write_text("mine", encoding="utf-8")
    done = compiled("export", "--json")
    assert (done.code, done.json["error"]["code"]) == (2, "export-exists")
    assert (vault / "relationships.csv").read_text(encoding="utf-8") == "mine"
    assert compiled("export", "--force").code == 0
    assert (vault / "relationships.csv").read_text(encoding="utf-8") != "mine"
    assert not list(vault.glob("*.part")) and not list(vault.glob(".*.part"))


def test_one_file_in_the_way_and_no_table_is_written(compiled: Run, vault: Path) -> None:
    (vault / "tables").mkdir()
    (vault / "tables/vector.parquet").write_text("mine", encoding="utf-8")
    assert compiled("export", "--format", "tables").code == 2
    assert [file.name for file in (vault / "tables").iterdir()] == ["vector.parquet"]


def test_a_folder_takes_the_file_by_its_name(compiled: Run, vault: Path) -> None:
    (vault / "out").mkdir()
    assert compiled("export", "--format", "parquet", "--output", "out").code == 0
    assert (vault / "out/relationships.parquet").is_file()


@pytest.mark.parametrize("place", ["raw", "wiki/x", "schema/../raw/x.csv", ".wikigraph", "link/x.csv"])
@pytest.mark.parametrize("format_", ["csv", "tables"])
def test_the_vault_is_no_place_for_it(compiled: Run, vault: Path, place: str, format_: str) -> None:
    (vault / "link").symlink_to(vault / "raw")
    done = compiled("export", "--format", format_, "--output", place, "--force", "--json")
    assert (done.code, done.json["error"]["code"]) == (2, "export-inside")


def test_a_place_that_cannot_be_written(compiled: Run, vault: Path) -> None:
    (vault / "file").write_text("", encoding="utf-8")
    done = compiled("export", "--output", "file/x.csv", "--json")
    assert (done.code, done.json["error"]["code"]) == (1, "export-not-written")
    (vault / "folder/x.csv").mkdir(parents=True)
    done = compiled("export", "--output", "folder/x.csv/", "--force", "--json")
    assert done.code == 0 and (vault / "folder/x.csv/relationships.csv").is_file()


@pytest.mark.skipif(os.geteuid() == 0, reason="everything may be written")
def test_a_folder_without_permission(compiled: Run, vault: Path) -> None:
    (vault / "closed").mkdir(mode=0o500)
    done = compiled("export", "--output", "closed/x.csv", "--json")
    assert (done.code, done.json["error"]["code"]) == (1, "export-not-written")


def test_nothing_compiled(run: Run, vault: Path) -> None:
    done = run("export", "--json")
    assert (done.code, done.json["error"]["code"]) == (4, "no-index")
    assert not (vault / "relationships.csv").exists()


def test_options_that_do_not_fit(compiled: Run) -> None:
    assert compiled("export", "--layout").code == 2
    assert compiled("export", "--format", "xlsx").code == 2


def test_an_empty_vault(run: Run, vault: Path) -> None:
    for file in (vault / "raw").iterdir():
        file.unlink()
    assert run("compile", "--embedder", "none").code == 0
    assert exported(run, vault / "out")["csv"].startswith(b'"id",')


def test_secrets_stay_masked_and_odd_characters_do_no_harm(run: Run, vault: Path) -> None:
    secret = "AKIA" + "IOSFODNN7" + "EXAMPLE"
    (vault / "raw/gamma.md").write_text(
        f'# Beta Store\n\nAlpha Service gives `{secret}` to Beta Store, "quoted", \x07 and <b>.\n', encoding="utf-8"
    )
    run("compile", "--embedder", "none")
    written = exported(run, vault / "out")
    ElementTree.fromstring(written["graphml"])
    assert not [name for name, content in written.items() if secret.encode() in content]
    tables = [parquet.read_table(file) for file in (vault / "out/tables").iterdir()]
    assert not [table for table in tables if secret in str(table.to_pylist())]
