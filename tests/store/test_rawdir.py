"""raw/ → what can be read, what cannot and why."""

from __future__ import annotations

import hashlib
import os
import socket
from pathlib import Path

import msgspec
import pytest

from wikigraph.errors import NoVaultError
from wikigraph.model.diagnostic import Diagnostic
from wikigraph.model.text import Source
from wikigraph.store import rawdir
from wikigraph.store.rawdir import FileStat

OLD_NS = 1_600_000_000_000_000_000


def put(vault: Path, path: str, data: bytes | str = "# T\n") -> Path:
    file = vault / "raw" / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data.encode() if isinstance(data, str) else data)
    return file


def listing(vault: Path, include: tuple[str, ...] = ("**",), exclude: tuple[str, ...] = ()) -> rawdir.RawListing:
    return rawdir.scan(vault, include, exclude, {})


def reasons(found: rawdir.RawListing) -> dict[str, str]:
    return {note.path: note.code for note in found.not_read}


def test_sources_by_name_sorted_and_hashed(tmp_path: Path) -> None:
    for name in ["b.md", "a/z.markdown", "C.TXT", "ä.md", "a\u0308.md", "a.md", "new\nline.md"]:
        put(tmp_path, name, name)
    files = listing(tmp_path).files
    assert [file.path for file in files] == sorted(
        ["raw/b.md", "raw/a/z.markdown", "raw/C.TXT", "raw/ä.md", "raw/a\u0308.md", "raw/a.md", "raw/new\nline.md"]
    )
    assert {file.path: file.sha256 for file in files}["raw/b.md"] == hashlib.sha256(b"b.md").hexdigest()


def test_everything_else_is_listed_with_its_reason(tmp_path: Path) -> None:
    put(tmp_path, "ok.md")
    put(tmp_path, ".obsidian/a.md")
    put(tmp_path, ".hidden.md")
    put(tmp_path, "pic.png")
    put(tmp_path, "drafts/x.md")
    os.mkfifo(tmp_path / "raw" / "pipe.md")
    (tmp_path / "raw" / "up").symlink_to("..")
    (tmp_path / "raw" / "link.md").symlink_to("ok.md")
    (tmp_path / "raw" / "out.md").symlink_to("/etc/hostname")
    (tmp_path / "raw" / "dangling.md").symlink_to("nowhere")
    found = listing(tmp_path, exclude=("drafts",))
    assert [file.path for file in found.files] == ["raw/ok.md"]
    assert reasons(found) == {
        "raw/.obsidian": "not-read-hidden",
        "raw/.hidden.md": "not-read-hidden",
        "raw/pic.png": "not-read-kind",
        "raw/drafts": "not-read-excluded",
        "raw/pipe.md": "not-read-special",
        "raw/up": "not-read-symlink",
        "raw/link.md": "not-read-symlink",
        "raw/out.md": "not-read-symlink",
        "raw/dangling.md": "not-read-symlink",
    }


def test_a_socket_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "raw").mkdir()
    monkeypatch.chdir(tmp_path / "raw")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("s.md")
        assert reasons(listing(tmp_path)) == {"raw/s.md": "not-read-special"}


def test_a_name_that_is_no_utf8(tmp_path: Path) -> None:
    (tmp_path / "raw").mkdir()
    with open(os.fsencode(tmp_path / "raw") + b"/bad\xff.md", "wb") as handle:  # noqa: PTH123 - bytes
        handle.write(b"# T\n")
    found = listing(tmp_path)
    assert reasons(found) == {"raw/bad\\xff.md": "not-read-name"}
    assert found.not_read[0].severity == "error"


@pytest.mark.parametrize(
    ("include", "exclude", "paths"),
    [
        (("**",), (), ["a.md", "d/b.md", "d/e/c.md"]),
        (("*.md",), (), ["a.md"]),
        (("**/*.md",), (), ["a.md", "d/b.md", "d/e/c.md"]),
        (("d",), (), ["d/b.md", "d/e/c.md"]),
        (("d/*.md",), (), ["d/b.md"]),
        (("**",), ("d/e/",), ["a.md", "d/b.md"]),
        (("**",), ("**/[bc].md",), ["a.md"]),
        (("**",), ("?.md",), ["d/b.md", "d/e/c.md"]),
        ((), (), []),
    ],
)
def test_globs(tmp_path: Path, include: tuple[str, ...], exclude: tuple[str, ...], paths: list[str]) -> None:
    for name in ["a.md", "d/b.md", "d/e/c.md"]:
        put(tmp_path, name)
    found = listing(tmp_path, include, exclude)
    assert [file.path.removeprefix("raw/") for file in found.files] == paths


def test_a_hint_spares_the_hash_only_when_it_can_be_trusted(tmp_path: Path) -> None:
    file = put(tmp_path, "a.md", "one")
    os.utime(file, ns=(OLD_NS, OLD_NS))
    info = file.stat()
    hint = FileStat("raw/a.md", 3, OLD_NS, "hinted", info.st_ctime_ns, info.st_ino)
    late = OLD_NS + 10_000_000_000

    def seen(hint: FileStat, taken_ns: int) -> str:
        return rawdir.scan(tmp_path, ("**",), (), {"raw/a.md": hint}, hints_taken_ns=taken_ns).files[0].sha256

    true = hashlib.sha256(b"one").hexdigest()
    assert seen(hint, late) == "hinted"
    assert seen(hint, OLD_NS + 1_000_000_000) == true  # it may have changed right after it was read
    assert seen(hint, 0) == true
    for field, value in {"size": 4, "mtime_ns": OLD_NS + 1, "ctime_ns": 1, "inode": 1}.items():
        assert seen(msgspec.structs.replace(hint, **{field: value}), late) == true


def test_too_large_is_too_costly(tmp_path: Path) -> None:
    put(tmp_path, "a.md", "x" * 101)
    found = rawdir.scan(tmp_path, ("**",), (), {}, max_bytes=100)
    assert [(note.code, note.severity) for note in found.not_read] == [("not-read-too-costly", "error")]
    read = rawdir.read(tmp_path, "raw/a.md", max_bytes=100)
    assert isinstance(read, Diagnostic)
    assert read.code == "not-read-too-costly"


@pytest.mark.parametrize(
    ("data", "code", "severity"),
    [
        (b"", "not-read-empty", "warning"),
        (b" \n\t\r\n", "not-read-empty", "warning"),
        ("\ufeff\u3000\u200b\n".encode(), "not-read-empty", "warning"),
        (b"a\0b", "not-read-binary", "error"),
        ("# 阿尔法\n".encode("gbk"), "not-read-unknown-encoding", "error"),
        (b"version https://git-lfs.github.com/spec/v1\n", "not-read-git-lfs-pointer", "error"),
    ],
)
def test_what_cannot_be_read_says_why(tmp_path: Path, data: bytes, code: str, severity: str) -> None:
    put(tmp_path, "a.md", data)
    result = rawdir.read(tmp_path, "raw/a.md")
    assert isinstance(result, Diagnostic)
    assert (result.code, result.severity, result.path) == (code, severity, "raw/a.md")


def test_an_encoding_named_in_the_settings(tmp_path: Path) -> None:
    put(tmp_path, "old/a.txt", "阿尔法\n".encode("gbk"))
    result = rawdir.read(tmp_path, "raw/old/a.txt", [("old/**", "gbk")])
    assert isinstance(result, Source)
    assert (result.text, result.encoding, result.markup) == ("阿尔法\n", "gbk", "plain")


def test_line_ends_are_kept(tmp_path: Path) -> None:
    put(tmp_path, "a.md", b"\xef\xbb\xbfa\r\nb\rc\n")
    result = rawdir.read(tmp_path, "raw/a.md")
    assert isinstance(result, Source)
    assert (result.text, result.encoding) == ("a\r\nb\rc\n", "utf-8")


def test_a_file_that_is_gone_or_became_a_link_or_pipe(tmp_path: Path) -> None:
    put(tmp_path, "a.md")
    (tmp_path / "raw" / "l.md").symlink_to("a.md")
    os.mkfifo(tmp_path / "raw" / "p.md")
    codes = []
    for name in ["gone.md", "l.md", "p.md"]:
        result = rawdir.read(tmp_path, f"raw/{name}")
        assert isinstance(result, Diagnostic)
        codes.append(result.code)
    assert codes == ["not-read-unreadable", "not-read-unreadable", "not-read-special"]


def test_no_raw_and_a_raw_that_is_a_file(tmp_path: Path) -> None:
    with pytest.raises(NoVaultError) as missing:
        listing(tmp_path)
    assert missing.value.code == "raw-missing"
    (tmp_path / "raw").write_text("x")
    with pytest.raises(NoVaultError) as is_file:
        listing(tmp_path)
    assert is_file.value.code == "raw-not-a-folder"


def test_the_order_of_the_disk_does_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ["b.md", "a.md", "c/d.md", "x.png", "c/y.png"]:
        put(tmp_path, name)
    before = listing(tmp_path)
    real = os.scandir

    class Reversed:
        def __init__(self, path: Path) -> None:
            with real(path) as entries:
                self.entries = list(entries)[::-1]

        def __enter__(self) -> object:
            return iter(self.entries)

        def __exit__(self, *_: object) -> None:
            return None

    monkeypatch.setattr(os, "scandir", Reversed)
    assert listing(tmp_path) == before
