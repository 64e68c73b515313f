"""The files of wiki/ on disk: listed, read, and written so that a reader sees a whole page or none.

Nothing outside wiki/ is ever written: a path is resolved and checked before each write. Symbolic links are not
followed.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from wikigraph.errors import WikigraphError
from wikigraph.model.diagnostic import Diagnostic
from wikigraph.store.swap import ChangedError, remove_file, replace_file

FOLDER = "wiki"


class WikiWriteError(WikigraphError):
    """A page could not be written or must not be written there: exit 1, the other pages are whole."""

    exit_code = 1


@dataclass(frozen=True, slots=True)
class WikiEntry:
    """A Markdown file of wiki/. Size and times are hints: a file that has the same ones is most likely the same."""

    path: str  # from the vault's root, forward slashes, spelled as on disk
    size: int  # bytes
    mtime_ns: int
    ctime_ns: int
    inode: int


@dataclass(frozen=True, slots=True)
class WikiListing:
    """What stands in wiki/."""

    pages: tuple[WikiEntry, ...]  # by path
    others: tuple[str, ...]  # files that are no Markdown, by path: links may lead to them
    diagnostics: tuple[Diagnostic, ...]


def scan(vault: Path) -> WikiListing:
    """Every file below wiki/; hidden ones are left out, links and devices reported. No wiki/ is an empty listing."""
    pages: list[WikiEntry] = []
    others: list[str] = []
    problems: list[Diagnostic] = []
    if (vault / FOLDER).is_symlink():
        problems.append(_not_read(FOLDER, "it is a symbolic link"))
    elif (vault / FOLDER).is_dir():
        for path, state in _walk(vault / FOLDER, FOLDER, problems):
            if not path.isascii() and any("\ud800" <= char <= "\udfff" for char in path):
                problems.append(_not_read(path.encode("utf-8", "replace").decode(), "its name is not valid UTF-8"))
            elif not stat.S_ISREG(state.st_mode):
                problems.append(_not_read(path, "it is no ordinary file"))
            elif path.lower().endswith((".md", ".markdown")):
                pages.append(WikiEntry(path, state.st_size, state.st_mtime_ns, state.st_ctime_ns, state.st_ino))
            else:
                others.append(path)
    return WikiListing(tuple(sorted(pages, key=lambda page: page.path)), tuple(sorted(others)), tuple(problems))


def read(vault: Path, path: str) -> tuple[str, Diagnostic | None]:
    """The text of a page, byte order mark and line endings kept. A file that cannot be read gives "" and a reason."""
    try:
        with _open_no_follow(vault / path) as file:
            return file.read().decode("utf-8"), None
    except UnicodeDecodeError as error:
        message = f"it is not UTF-8 (byte {error.start}); save it as UTF-8"
        return "", Diagnostic("page-not-read", "warning", message, path)
    except OSError as error:
        return "", Diagnostic("page-not-read", "warning", f"it cannot be read: {error.strerror}", path)


def write(vault: Path, path: str, data: bytes, expected: bytes | None) -> None:
    """Put `data` in the place of the page that held `expected` (None: of no page) when it was read.

    Raises WikiWriteError: "page-changed" where somebody saved, moved or made the page meanwhile, "page-outside",
    "page-not-written". Then the file that stands there is untouched.
    """
    target = _inside(vault, path)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _inside(vault, path)  # again: a folder on the way may have become a link
        replace_file(target, data, expected)
    except ChangedError:
        raise _changed(path) from None
    except OSError as error:
        hint = "free some space" if error.errno == errno.ENOSPC else "look at the permissions of the folder"
        raise WikiWriteError("page-not-written", f"cannot write: {error.strerror}", where=path, hint=hint) from error


def remove(vault: Path, path: str, expected: bytes) -> None:
    """Delete the page that held `expected`, and folders that it leaves empty, wiki/ apart. A page that is gone already
    is no error.

    Raises WikiWriteError as `write` does.
    """
    target = _inside(vault, path)
    try:
        remove_file(target, expected)
    except ChangedError:
        raise _changed(path) from None
    except OSError as error:
        hint = "look at the permissions of the folder"
        raise WikiWriteError("page-not-written", f"cannot delete: {error.strerror}", where=path, hint=hint) from error
    folder = target.parent
    while folder != vault / FOLDER:
        try:
            folder.rmdir()
        except OSError:
            return  # not empty, or somebody holds it
        folder = folder.parent


def _changed(path: str) -> WikiWriteError:
    return WikiWriteError(
        "page-changed", "somebody changed it while the wiki was being compiled; what they saved stays", where=path,
        hint="compile again",
    )  # fmt: skip


def _inside(vault: Path, path: str) -> Path:
    """The file's place, which is below wiki/ also after every link on the way is followed."""
    target = vault / path
    parts = path.split("/")
    home = (vault / FOLDER).resolve()
    is_clean = parts[0] == FOLDER and len(parts) > 1 and not {"", ".", ".."} & set(parts) and "\0" not in path
    if not is_clean or (vault / FOLDER).is_symlink() or not target.parent.resolve().is_relative_to(home):
        raise WikiWriteError("page-outside", "this path leads out of wiki/", where=path, hint="mend or remove the link")
    if target.is_symlink() or (target.exists() and not target.is_file()):
        raise WikiWriteError("page-outside", "a link or folder stands here", where=path, hint="move it away")
    return target


def clean_up(vault: Path) -> None:
    """Delete temporary files that a killed compile left; to be called under the writer's lock."""
    for file in sorted((vault / FOLDER).rglob(".wikigraph-*.tmp")):
        with suppress(OSError):
            if file.is_file() and not file.is_symlink():
                file.unlink()


def _walk(folder: Path, path: str, problems: list[Diagnostic]) -> Iterator[tuple[str, os.stat_result]]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        message = f"the folder cannot be listed: {error.strerror}; what is in it is left alone"
        problems.append(Diagnostic("page-not-read", "error", message, path))
        return
    for entry in entries:
        below = f"{path}/{entry.name}"
        if entry.name.startswith("."):
            continue
        if entry.is_symlink():
            problems.append(_not_read(below, "it is a symbolic link"))
        elif entry.is_dir(follow_symlinks=False):
            yield from _walk(Path(entry.path), below, problems)
        else:
            with suppress(FileNotFoundError):  # gone since it was listed
                yield below, entry.stat(follow_symlinks=False)


def _open_no_follow(file: Path) -> BinaryIO:
    """O_NONBLOCK: a pipe that took the page's place must not hang the reader."""
    descriptor = os.open(file, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    return os.fdopen(descriptor, "rb")


def _not_read(path: str, why: str) -> Diagnostic:
    return Diagnostic("page-not-read", "warning", f"{why}; it is left out", path)
