"""The short look at a vault sees what the full ones do, in this process and in one of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from wikigraph.app.wikistate import file_names
from wikigraph.store import looker
from wikigraph.store.looking import Looking, Seen
from wikigraph.store.wikidir import scan

NAMES = ("a.md", "B.MD", "deep/er/c.markdown", ".hidden.md", ".obsidian/x.md", "pic.png", "deep/名.md", "d.md/e.md")


def vault(root: Path) -> Path:
    for name in NAMES:
        for folder in ("wiki", "raw"):
            file = root / folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(name)
    (root / "wiki/link.md").symlink_to("a.md")
    (root / "wiki/folder").symlink_to("deep")
    (root / "wiki/loop").symlink_to("../wiki")
    (root / "raw/link.md").symlink_to("a.md")
    (root / "raw/folder").symlink_to("deep")
    os.mkfifo(root / "wiki/pipe.md")
    (root / os.fsdecode(b"wiki/\xff.md")).write_text("x")
    (root / os.fsdecode(b"raw/\xff.md")).write_text("x")
    return root


def here(root: Path) -> Seen:
    return Seen(looker.packed(*looker.look(str(root))))


def test_a_look_lists_what_a_scan_lists(tmp_path: Path) -> None:
    seen = here(vault(tmp_path))
    assert seen.by_path() == {entry.path: entry.looks for entry in scan(tmp_path).pages}
    named = [*file_names(tmp_path, "wiki"), *file_names(tmp_path, "raw")]
    assert sorted((*seen.pages, *seen.others)) == sorted(named)
    assert len(seen.pages) == 5


def test_no_wiki_is_nothing(tmp_path: Path) -> None:
    seen = here(tmp_path)
    assert (seen.pages, seen.others, seen.newest_ns) == ([], [], 0)
    again = Seen(seen.packed)
    assert (again.pages, again.others, again.by_path()) == ([], [], {})


def test_a_process_sees_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = here(vault(tmp_path)).packed
    assert Looking(str(tmp_path)).seen().packed == expected
    monkeypatch.setattr(sys, "executable", str(tmp_path / "nothing"))
    assert Looking(str(tmp_path)).seen().packed == expected  # where no process can be started, it is done here
    monkeypatch.setattr(sys, "executable", "/bin/false")
    assert Looking(str(tmp_path)).seen().packed == expected  # and where it fails


def test_what_is_packed_is_all_that_was_seen() -> None:
    pages = {"wiki/b.md": (1, -5, 3, 2**64 - 1), "wiki/ä.md": (2**40, 7, 8, 9)}
    seen = Seen(Seen.of(pages, ["wiki/z.png", "raw/a.md"]).packed)
    assert seen.by_path() == pages and seen.others == ["raw/a.md", "wiki/z.png"]
    assert seen.newest_ns == 7
    digest = seen.digest
    for path in pages:
        for field in range(4):
            looks = list(pages[path])
            looks[field] += 1 if looks[field] < 2**63 else -1
            other = Seen.of({**pages, path: tuple(looks)}, seen.others)  # type: ignore[dict-item]
            assert other.digest != digest
    assert Seen.of(pages, ["raw/a.md"]).digest != digest


SPLIT = """
import os, sys
sys.path.insert(0, os.path.dirname(sys.argv[1]))
import looker
looker.MANY = 1
if sys.argv[3] == "broken":
    parent, packed = os.getpid(), looker.packed
    looker.packed = lambda *seen: packed(*seen) if os.getpid() == parent else os._exit(1)
sys.stdout.buffer.write(looker.packed(*looker.look_in_two(sys.argv[2])))
"""


@pytest.mark.parametrize("child", ["whole", "broken"])
def test_two_processes_see_the_same(tmp_path: Path, child: str) -> None:
    expected = here(vault(tmp_path)).packed
    command = [sys.executable, "-I", "-c", SPLIT, looker.__file__, str(tmp_path), child]
    assert subprocess.run(command, capture_output=True, check=True).stdout == expected


@pytest.mark.parametrize("n", range(7))
def test_a_cut_loses_nothing(n: int) -> None:
    folders = [("wiki", ["a", "b"]), ("wiki/x", []), ("wiki/y", ["c", "d", "e"])]
    first, rest = looker._cut(folders, n)
    paths = [[(path, name) for path, names in part for name in names] for part in (folders, first, rest)]
    assert paths[1] + paths[2] == paths[0] and len(paths[1]) == min(n, 5)
