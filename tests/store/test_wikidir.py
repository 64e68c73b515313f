"""Pages on disk: whole or not at all, and never outside wiki/."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from wikigraph.store import swap, wikidir


def test_scan_lists_pages_and_reports_what_it_does_not_follow(tmp_path: Path) -> None:
    for name in ("b.md", "a/c.md", "a/pic.png", ".hidden/x.md", "a/.y.md"):
        (tmp_path / "wiki" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "wiki" / name).write_bytes(b"x")
    (tmp_path / "wiki" / "link.md").symlink_to(tmp_path / "wiki" / "b.md")
    (tmp_path / "wiki" / "loop").symlink_to(tmp_path / "wiki")
    os.mkfifo(tmp_path / "wiki" / "pipe.md")
    listing = wikidir.scan(tmp_path)
    assert [page.path for page in listing.pages] == ["wiki/a/c.md", "wiki/b.md"]
    assert listing.others == ("wiki/a/pic.png",)
    assert sorted(item.path for item in listing.diagnostics) == ["wiki/link.md", "wiki/loop", "wiki/pipe.md"]
    assert wikidir.scan(tmp_path / "nowhere").pages == ()


def test_write_and_remove(tmp_path: Path) -> None:
    wikidir.write(tmp_path, "wiki/a/b/c.md", "é\r\n".encode(), None)
    assert (tmp_path / "wiki/a/b/c.md").read_bytes() == "é\r\n".encode()
    assert wikidir.read(tmp_path, "wiki/a/b/c.md") == ("é\r\n", None)
    (tmp_path / "wiki/a/b/c.md").chmod(0o640)
    wikidir.write(tmp_path, "wiki/a/b/c.md", b"2", "é\r\n".encode())
    assert (tmp_path / "wiki/a/b/c.md").stat().st_mode & 0o777 == 0o640
    assert [file.name for file in (tmp_path / "wiki/a/b").iterdir()] == ["c.md"]
    wikidir.write(tmp_path, "wiki/a/d.md", b"3", None)
    wikidir.remove(tmp_path, "wiki/a/b/c.md", b"2")
    wikidir.remove(tmp_path, "wiki/a/b/c.md", b"2")
    assert [file.name for file in (tmp_path / "wiki/a").iterdir()] == ["d.md"]
    wikidir.remove(tmp_path, "wiki/a/d.md", b"3")
    assert list((tmp_path / "wiki").iterdir()) == []


@pytest.mark.parametrize(
    "path",
    ["raw/x.md", "wiki", "wiki/../x.md", "wiki/a/../../x.md", "/etc/x.md", "wiki//x.md", "wiki/out/x.md", "wiki/l.md"],
)
def test_nothing_is_written_outside(tmp_path: Path, path: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (tmp_path / "wiki").mkdir()
    (tmp_path / "wiki" / "out").symlink_to(outside)
    (tmp_path / "wiki" / "l.md").symlink_to(outside / "l.md")
    with pytest.raises(wikidir.WikiWriteError):
        wikidir.write(tmp_path, path, b"x", None)
    with pytest.raises(wikidir.WikiWriteError):
        wikidir.remove(tmp_path, path, b"")
    assert list(outside.iterdir()) == []
    assert not (tmp_path / "x.md").exists()


def test_a_linked_wiki_is_not_written(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "wiki").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(wikidir.WikiWriteError):
        wikidir.write(tmp_path, "wiki/x.md", b"x", None)


def test_a_failed_write_leaves_the_old_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wikidir.write(tmp_path, "wiki/x.md", b"old", None)

    def fail(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(wikidir.WikiWriteError) as error:
        wikidir.write(tmp_path, "wiki/x.md", b"new", b"old")
    assert (error.value.code, error.value.where) == ("page-not-written", "wiki/x.md")
    assert [(file.name, file.read_bytes()) for file in (tmp_path / "wiki").iterdir()] == [("x.md", b"old")]


def test_leftovers_of_a_kill_go(tmp_path: Path) -> None:
    wikidir.write(tmp_path, "wiki/a/x.md", b"old", None)
    (tmp_path / "wiki/a/.wikigraph-abc.tmp").write_bytes(b"half")
    wikidir.clean_up(tmp_path)
    assert [file.name for file in (tmp_path / "wiki/a").iterdir()] == ["x.md"]


def test_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    wikidir.write(tmp_path, "wiki/x.md", b"\xff", None)
    text, problem = wikidir.read(tmp_path, "wiki/x.md")
    assert (text, problem is not None and problem.code) == ("", "page-not-read")
    assert wikidir.read(tmp_path, "wiki/gone.md")[1] is not None


def test_what_somebody_saved_meanwhile_stays(tmp_path: Path) -> None:
    wikidir.write(tmp_path, "wiki/x.md", b"read", None)
    (tmp_path / "wiki/x.md").write_bytes(b"saved meanwhile")
    for act in (
        lambda: wikidir.write(tmp_path, "wiki/x.md", b"new", b"read"),
        lambda: wikidir.write(tmp_path, "wiki/x.md", b"new", None),
        lambda: wikidir.remove(tmp_path, "wiki/x.md", b"read"),
    ):
        with pytest.raises(wikidir.WikiWriteError) as error:
            act()
        assert error.value.code == "page-changed"
        assert {f.name: f.read_bytes() for f in (tmp_path / "wiki").iterdir()} == {"x.md": b"saved meanwhile"}
    (tmp_path / "wiki/x.md").unlink()
    with pytest.raises(wikidir.WikiWriteError):
        wikidir.write(tmp_path, "wiki/x.md", b"new", b"read")
    assert list((tmp_path / "wiki").iterdir()) == []


@pytest.mark.parametrize("between", [1, 2])
def test_a_save_between_look_and_exchange_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, between: int
) -> None:
    """The race itself: somebody saves right before the first exchange, and again right before the second."""
    page = tmp_path / "wiki/x.md"
    wikidir.write(tmp_path, "wiki/x.md", b"read", None)
    exchange, n_calls = swap._exchange, 0

    def raced(first: Path, second: Path) -> bool:
        nonlocal n_calls
        n_calls += 1
        if n_calls <= between:
            page.write_bytes(b"human %d" % n_calls)
        return exchange(first, second)

    monkeypatch.setattr(swap, "_exchange", raced)
    if not exchange(page, page):
        pytest.skip("this file system cannot exchange two files")
    with pytest.raises(wikidir.WikiWriteError):
        wikidir.write(tmp_path, "wiki/x.md", b"new", b"read")
    found = {file.read_bytes() for file in (tmp_path / "wiki").iterdir()}
    assert {b"human %d" % n for n in range(1, between + 1)} <= found
    assert b"new" not in found
