"""Damage, kills and versions: put aside, told, built again; the last whole generation always counts."""

from __future__ import annotations

import os
import subprocess
import sys
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


FULL_DISK = """
import random, resource, sys
from pathlib import Path
from tests.store.vault import document, publish
from wikigraph.errors import IndexUnusableError
limit = int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
choose = random.Random(1).randrange
texts = [" ".join(f"w{choose(100000)}" for _ in range(60)) for _ in range(3000)]
documents = {f"raw/{n}.md": document(f"raw/{n}.md", "B", texts[10 * n : 10 * n + 10]) for n in range(300)}
try:
    publish(Path(sys.argv[1]), documents)
except IndexUnusableError as error:
    print(error.code, error.exit_code)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="limits on file sizes are a Unix thing")
@pytest.mark.parametrize("limit", [1000, 1_000_000, 2_200_000, 3_000_000, 4_000_000])
def test_a_disk_that_takes_no_more(folder: Path, limit: int) -> None:
    before = names(folder)
    command = [sys.executable, "-c", FULL_DISK, str(folder), str(limit)]
    root = str(Path(__file__).parents[2])
    done = subprocess.run(command, capture_output=True, text=True, cwd=root, check=False)
    assert done.stdout == "index-not-written 7\n", done.stderr
    assert names(folder) == before
    with open_index(folder) as index:
        assert index.counts().documents == 2
    publish(folder, {"raw/c.md": document("raw/c.md", "C", ["Swarm runs."])})
    with open_index(folder) as index:
        assert index.counts().documents == 3


WRITER = """
import sys
from pathlib import Path
from tests.store.vault import document, publish
for n in range(12):
    publish(Path(sys.argv[1]), {f"raw/{p}.md": document(f"raw/{p}.md", f"state {n}", ["Docker runs."]) for p in "abc"})
"""


def test_readers_see_whole_generations_while_a_writer_works(tmp_path: Path) -> None:
    publish(tmp_path, {f"raw/{p}.md": document(f"raw/{p}.md", "state", ["Docker runs."]) for p in "abc"})
    root = str(Path(__file__).parents[2])
    seen = set()
    n_read = 0
    with subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path)], cwd=root) as writer:
        while writer.poll() is None:
            with open_index(tmp_path) as index:
                titles = {title for _, title in index.documents()}
            assert len(titles) == 1
            seen |= titles
            n_read += 1
    assert writer.returncode == 0 and n_read > 12 and len(seen) > 1


KILLED = """
import os, sys
from pathlib import Path
from tests.store.vault import FORMAT, document, publish
from wikigraph.store import generations
from wikigraph.store.generations import Generations
calls = 0
def dying(name):
    real = getattr(os, name)
    def call(*args, **kwargs):
        global calls
        calls += 1
        if calls == int(sys.argv[2]):
            os._exit(9)
        return real(*args, **kwargs)
    return call
for name in ("fsync", "replace", "rename", "unlink"):
    setattr(os, name, dying(name))
publish(Path(sys.argv[1]), {"raw/a.md": document("raw/a.md", "new", ["Swarm runs."])})
"""


@pytest.mark.parametrize("call", range(1, 9))
def test_killed_at_any_step_of_publishing(folder: Path, call: int) -> None:
    root = str(Path(__file__).parents[2])
    subprocess.run([sys.executable, "-c", KILLED, str(folder), str(call)], cwd=root, check=False)
    index, told = open_for_compile(folder, FORMAT)
    assert index is not None and told == ()
    assert {title for _, title in index.documents()} in ({"A", "B"}, {"new", "B"})
    index.close()
    assert not [name for name in names(folder) if name.startswith(("building", "current-"))]
    publish(folder, {"raw/a.md": document("raw/a.md", "newer", ["Swarm runs."])})
    with open_index(folder) as again:
        assert {title for _, title in again.documents()} == {"newer", "B"}
