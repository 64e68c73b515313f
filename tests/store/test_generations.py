"""Damage, kills and versions: put aside, told, built again; the last whole generation always counts."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.store.vault import FORMAT, document, publish
from wikigraph.errors import IndexUnusableError
from wikigraph.store.generations import Generations
from wikigraph.store.index import open_for_compile, open_index
from wikigraph.store.index_writer import begin_index


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An index of two generations."""
    texts = [f"Sentence {n} tells of container{n}." for n in range(400)]
    publish(tmp_path, {"raw/a.md": document("raw/a.md", "A", texts)})
    publish(tmp_path, {"raw/b.md": document("raw/b.md", "B", ["Docker runs."])})
    return tmp_path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.suffix != ".readers")


def assert_put_aside(folder: Path, code: str = "index-damaged") -> None:
    with pytest.raises(IndexUnusableError) as caught:
        open_index(folder)
    assert caught.value.code == code and caught.value.exit_code == 7 and "compile" in caught.value.hint
    index, told = open_for_compile(folder, FORMAT)
    assert index is None
    assert [(d.code, d.severity) for d in told] == [(code, "warning")]
    publish(folder, {"raw/a.md": document("raw/a.md", "A", ["Docker runs."])})
    with open_index(folder) as again:
        assert again.counts().documents == 1
    assert open_for_compile(folder, FORMAT)[1] == ()


def current(folder: Path) -> Path:
    generations = Generations(folder)
    pointer = generations.pointer()
    assert pointer is not None
    return generations.path(pointer.number)


def test_two_generations_stay(folder: Path) -> None:
    for _ in range(3):
        publish(folder, {})
    assert names(folder) == ["current", "gen-000004.duckdb", "gen-000005.duckdb"]


@pytest.mark.parametrize("share", [0.0, 0.001, 0.3, 0.7, 0.999])
def test_truncated(folder: Path, share: float) -> None:
    path = current(folder)
    os.truncate(path, int(path.stat().st_size * share))
    assert_put_aside(folder)
    assert any(name.startswith("damaged-") for name in names(folder))


def test_overwritten_header(folder: Path) -> None:
    path = current(folder)
    with path.open("rb+") as file:
        file.write(b"nonsense" * 2000)
    assert_put_aside(folder)


def test_overwritten_inside_is_met_while_reading(folder: Path) -> None:
    path = current(folder)
    size = path.stat().st_size
    with path.open("rb+") as file:
        for offset in range(12288 + 100, size, 4096):
            file.seek(offset)
            file.write(b"garbage")
    with pytest.raises(IndexUnusableError), open_index(folder) as index:
        index.rows("SELECT sum(length(text)) FROM sentence")
    assert_put_aside(folder)


@pytest.mark.parametrize("text", [b"", b"{", b'{"number": 99, "size": 3}', b"[99,3]", b"\x00" * 40])
def test_a_broken_pointer(folder: Path, text: bytes) -> None:
    (folder / "current").write_bytes(text)
    assert_put_aside(folder)


@pytest.mark.parametrize(("version", "code"), [(99, "index-newer"), (-1, "index-older")])
def test_other_versions(tmp_path: Path, version: int, code: str) -> None:
    publish(tmp_path, {})
    with begin_index(tmp_path, None, FORMAT) as writer:
        writer.set_meta("schema_version", str(version))
        writer.publish()
    assert_put_aside(tmp_path, code)


def test_no_database_at_all(folder: Path) -> None:
    path = current(folder)
    path.write_bytes(b"x" * path.stat().st_size)
    assert_put_aside(folder)


def test_leftovers_of_killed_writers_go(folder: Path) -> None:
    for name in ("building.duckdb", "building.duckdb.wal", "current-new", "gen-000009.duckdb"):
        (folder / name).write_bytes(b"half")
    with open_index(folder) as index:
        assert index.generation == 2
    index, told = open_for_compile(folder, FORMAT)
    assert index is not None and told == ()
    index.close()
    assert names(folder) == ["current", "gen-000001.duckdb", "gen-000002.duckdb"]


def test_a_first_publish_that_was_killed_before_it_counted(tmp_path: Path) -> None:
    publish(tmp_path, {})
    (tmp_path / "current").unlink()
    assert open_index(tmp_path) is None
    assert open_for_compile(tmp_path, FORMAT) == (None, ())
    assert names(tmp_path) == []


def test_numbers_are_not_used_again_after_damage(folder: Path) -> None:
    os.truncate(current(folder), 100)
    open_for_compile(folder, FORMAT)
    assert publish(folder, {}) == 3


def test_a_failed_build_changes_nothing(folder: Path) -> None:
    before = names(folder)
    index = open_index(folder)
    with pytest.raises(ZeroDivisionError), begin_index(folder, index, FORMAT) as writer:
        writer.replace_documents({}, ["raw/a.md"])
        raise ZeroDivisionError
    assert index is not None
    index.close()
    assert names(folder) == before
