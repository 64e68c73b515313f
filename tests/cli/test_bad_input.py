"""Odd vaults: a clear message, the right exit code, nothing lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.conftest import Run, tree


def compile_one(vault: Path, run: Run, name: str, data: bytes) -> dict[str, object]:
    (vault / "raw").mkdir(exist_ok=True)
    (vault / "raw" / name).write_bytes(data)
    done = run("compile", "--json")
    return {"code": done.code, "documents": done.json["documents"], "said": {d["code"] for d in done.json["diagnostics"]}}


def test_an_empty_vault(tmp_path: Path, run: Run) -> None:
    (tmp_path / "raw").mkdir()
    done = run("compile", "--json")
    assert (done.code, done.json["documents"]) == (0, 0)
    assert run("compile").code == 0
    asked = run("ask", "Anything?", "--json")
    assert (asked.code, asked.json["status"]) == (0, "no_data")
    assert run("check").code == 0


@pytest.mark.parametrize(
    ("name", "data", "documents"),
    [
        ("a.md", b"", 0),
        ("a.md", b"\n \n", 0),
        ("a.md", b"Hello world", 1),
        ("a.txt", b"Hello world", 1),
        ("a.md", b"# Only a heading\n", 1),
        ("a.md", b"---\ntitle: nothing else\n---\n", 1),
        ("a.md", "# 截断".encode()[:-1], 0),
        ("a.md", b"\x00\x01\x02 binary", 0),
        ("a.md", b"see [out](../../../etc/passwd) and [[../../x]]\n", 1),
        ("a.png", b"\x89PNG", 0),
    ],
)
def test_odd_sources(tmp_path: Path, run: Run, name: str, data: bytes, documents: int) -> None:
    found = compile_one(tmp_path, run, name, data)
    assert found["documents"] == documents
    assert found["said"] or documents
    assert run("check", "--json").json["problems"] == []
    assert run("compile", "--json").json["pages"]["written"] == []


def test_one_bad_source_never_stops_the_others(vault: Path, run: Run) -> None:
    found = compile_one(vault, run, "bad.md", "你好，世界".encode("gbk"))
    assert found["documents"] == 3
    assert found["code"] == 1
    assert "not-read-unknown-encoding" in found["said"]  # type: ignore[operator]


def test_an_encoding_can_be_named(vault: Path, run: Run) -> None:
    (vault / "schema").mkdir()
    (vault / "schema/wikigraph.toml").write_text('[sources.encodings]\n"old/*.md" = "gbk"\n')
    (vault / "raw/old").mkdir()
    (vault / "raw/old/a.md").write_bytes("# 你好\n\n你好，世界是一句问候。\n".encode("gbk"))
    done = run("compile", "--json")
    assert (done.code, done.json["documents"]) == (0, 4)
    assert "你好" in (vault / "wiki/sources/old/a.md").read_text(encoding="utf-8")


def test_raw_that_is_a_file(tmp_path: Path, run: Run) -> None:
    (tmp_path / "raw").write_text("not a folder")
    done = run("compile", "--json")
    assert done.code == done.json["exit_code"] == 4
    assert done.json["error"]["code"] == "raw-not-a-folder"


@pytest.mark.parametrize(
    ("file", "text", "code", "where"),
    [
        ("wikigraph.toml", "[chunk]\nsizes = 3\n", "setting-unknown", "schema/wikigraph.toml:2"),
        ("wikigraph.toml", "[chunk]\n\nsize = 'big'\n", "setting-invalid", "schema/wikigraph.toml:3"),
        ("wikigraph.toml", "[nonsense]\n", "setting-unknown", "schema/wikigraph.toml:1"),
        ("wikigraph.toml", "[chunk\n", "schema-broken", "schema/wikigraph.toml:1"),
        ("ontology.toml", "[aliases]\n'X' = 3\n", "setting-invalid", "schema/ontology.toml:1"),
    ],
)
def test_a_broken_schema_names_file_and_line(
    vault: Path, run: Run, file: str, text: str, code: str, where: str
) -> None:
    run("compile")
    before = tree(vault / "wiki")
    (vault / "schema").mkdir()
    (vault / "schema" / file).write_text(text)
    done = run("compile", "--json")
    assert done.code == done.json["exit_code"] == 3
    assert (done.json["error"]["code"], done.json["error"]["where"]) == (code, where)
    assert tree(vault / "wiki") == before


def test_a_vault_that_does_not_exist(tmp_path: Path, run: Run) -> None:
    done = run("compile", "--vault", "nowhere", "--json")
    assert (done.code, done.json["error"]["code"]) == (4, "no-vault")


@pytest.mark.parametrize("query", ["", "   ", "???", "。。。", "\x00\x01", "x" * 100_000])
def test_odd_questions(vault: Path, run: Run, query: str) -> None:
    run("compile")
    done = run("ask", query, "--json")
    assert (done.code, done.json["status"]) == (0, "no_data")
    assert run("search", query, "--json").code == 0


def test_modes_that_are_not_there_yet(vault: Path, run: Run) -> None:
    for mode in ("global", "drift"):
        done = run("ask", "x", "--mode", mode, "--json")
        assert (done.code, done.json["error"]["code"]) == (2, "mode-not-there")
    assert run("ask", "x", "--mode", "magic").code == 2


def test_impact_of_what_is_not_there(vault: Path, run: Run) -> None:
    run("compile")
    done = run("impact", "raw/alhpa.md", "--json")
    assert (done.code, done.json["error"]["code"]) == (2, "unknown-root")
    assert "raw/alpha.md" in done.json["error"]["hint"]
    assert run("impact", "../../etc/passwd").code == 2


def test_a_deleted_source_is_a_valid_root(vault: Path, run: Run) -> None:
    run("compile")
    (vault / "raw/beta.md").unlink()
    done = run("impact", "raw/beta.md", "--json")
    assert done.code == 0
    assert "wiki/entities/beta-store.md" in {a["page"] for a in done.json["affected"]}


def test_a_title_of_two_pages_is_ambiguous(vault: Path, run: Run) -> None:
    run("compile")
    done = run("impact", "Beta Store", "--json")
    assert (done.code, done.json["error"]["code"]) == (2, "ambiguous-root")
    assert "wiki/entities/beta-store.md" in done.json["error"]["message"]
