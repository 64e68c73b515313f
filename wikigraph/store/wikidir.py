"""The files of wiki/ on disk: listed, read, and written so that a reader sees a whole page or none.

Nothing outside wiki/ is ever written: a path is resolved and checked before each write. Symbolic links are not
followed.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import BinaryIO

from wikigraph.errors import WikigraphError
from wikigraph.model.diagnostic import Diagnostic
from wikigraph.pages.halfmoved import way_name
from wikigraph.store.looking import Looks
from wikigraph.store.swap import ChangedError, move_file, remove_file, replace_file, sync_folder

FOLDER = "wiki"
_N_WRITERS = 8  # files that wait for the disk at the same time
_SURROGATE = re.compile("[\ud800-\udfff]")  # in a name: bytes that are not valid UTF-8


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

    @property
    def looks(self) -> Looks:
        """What can be seen of it without reading it."""
        return (self.size, self.mtime_ns, self.ctime_ns, self.inode)


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
            if not path.isascii() and _SURROGATE.search(path):
                problems.append(_not_read(path.encode("utf-8", "replace").decode(), "its name is not valid UTF-8"))
            elif not stat.S_ISREG(state.st_mode):
                problems.append(_not_read(path, "it is no ordinary file"))
            elif path.lower().endswith((".md", ".markdown")):
                pages.append(WikiEntry(path, state.st_size, state.st_mtime_ns, state.st_ctime_ns, state.st_ino))
            else:
                others.append(path)
    return WikiListing(tuple(sorted(pages, key=lambda page: page.path)), tuple(sorted(others)), tuple(problems))


def looks_of(vault: Path, path: str) -> Looks | None:
    """What can be seen of a file without reading it, None where there is none."""
    try:
        state = (vault / path).stat(follow_symlinks=False)
    except OSError:
        return None
    return (state.st_size, state.st_mtime_ns, state.st_ctime_ns, state.st_ino)


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


@dataclass(frozen=True, slots=True)
class Change:
    """A page to be put in the place of what was read there."""

    path: str
    data: bytes
    expected: bytes | None  # what the page held when it was read; None: there was none


def write(vault: Path, path: str, data: bytes, expected: bytes | None) -> None:
    """Put `data` in the place of the page that held `expected` (None: of no page) when it was read.

    Raises WikiWriteError: "page-changed" where somebody saved, moved or made the page meanwhile, "page-outside",
    "page-not-written". Then the file that stands there is untouched.
    """
    for problem in write_all(vault, [Change(path, data, expected)]).values():
        raise problem


def write_all(vault: Path, changes: Sequence[Change]) -> dict[str, WikiWriteError]:
    """Writes pages as `write` does, several at once; gives what could not be written, by path.

    A disk is waited for once for many files that are synced at the same time. Each file takes its place only when its
    own bytes are on the disk, so that a kill leaves whole files, some old and some new; folders are synced last.
    """
    if len(changes) == 1:
        outcomes = [_written(vault, change) for change in changes]
    else:
        with ThreadPoolExecutor(_N_WRITERS) as pool:
            outcomes = list(pool.map(partial(_written, vault), changes))
    problems = {c.path: problem for c, problem in zip(changes, outcomes, strict=True) if problem is not None}
    for folder in sorted({c.path.rpartition("/")[0] for c in changes if c.path not in problems}):
        sync_folder(vault / folder)
    return problems


def _written(vault: Path, change: Change) -> WikiWriteError | None:
    try:
        target = _inside(vault, change.path)
        if not target.parent.is_dir():
            target.parent.mkdir(parents=True, exist_ok=True)
            _inside(vault, change.path)  # again: a folder on the way may have become a link
        replace_file(target, change.data, change.expected, syncs_folder=False)
    except WikiWriteError as refusal:
        return refusal
    except ChangedError:
        return _changed(change.path)
    except OSError as error:
        hint = "free some space" if error.errno == errno.ENOSPC else "look at the permissions of the folder"
        failure = WikiWriteError("page-not-written", f"cannot write: {error.strerror}", where=change.path, hint=hint)
        failure.__cause__ = error
        return failure
    return None


def move_all(vault: Path, moves: Mapping[str, str]) -> dict[str, WikiWriteError]:
    """Pages from where they stand to where they are to stand (from → to), each in one step, so that a kill leaves every
    page somewhere; gives what could not be moved, by new path. Nothing is ever moved over another file: a ring of moves
    goes by way of a name that nobody has."""
    waiting = {origin: (origin, target) for origin, target in sorted(moves.items())}  # stands → (came from, goes to)
    problems: dict[str, WikiWriteError] = {}
    while waiting:
        free = [at for at, (_, target) in waiting.items() if target not in waiting]
        if not free:
            at = next(iter(waiting))
            aside = way_name(at, secrets.token_hex(4))
            if problem := _moved(vault, at, aside):
                problems[waiting.pop(at)[1]] = problem
            else:
                waiting[aside] = waiting.pop(at)
        for at in free:
            target = waiting.pop(at)[1]
            if problem := _moved(vault, at, target):
                problems[target] = problem
    return problems


def _moved(vault: Path, path: str, target: str) -> WikiWriteError | None:
    try:
        here, there = _inside(vault, path), _inside(vault, target)
        there.parent.mkdir(parents=True, exist_ok=True)
        _inside(vault, target)  # again: a folder on the way may have become a link
        move_file(here, there)
    except WikiWriteError as refusal:
        return refusal
    except (ChangedError, FileNotFoundError):
        return _changed(target)
    except OSError as error:
        hint = "look at the permissions of the folder"
        return WikiWriteError("page-not-written", f"cannot move: {error.strerror}", where=target, hint=hint)
    _remove_empty(here.parent, vault)
    return None


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
    _remove_empty(target.parent, vault)


def _remove_empty(folder: Path, vault: Path) -> None:
    """The folder and those above it that are empty then, wiki/ apart."""
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
    home = os.path.realpath(vault / FOLDER)
    is_clean = parts[0] == FOLDER and len(parts) > 1 and not {"", ".", ".."} & set(parts) and "\0" not in path
    place = os.path.realpath(target.parent) if is_clean else ""
    if not is_clean or (vault / FOLDER).is_symlink() or not (place + os.sep).startswith(home + os.sep):
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
