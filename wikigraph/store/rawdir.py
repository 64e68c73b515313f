"""raw/ → what can be read in it, and why the rest cannot. Never writes, never follows a link, never blocks."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from wikigraph.errors import NoVaultError
from wikigraph.model.diagnostic import Diagnostic, Severity
from wikigraph.model.record import FileState as FileStat
from wikigraph.model.text import Markup, Source
from wikigraph.store.filetimes import is_settled
from wikigraph.text.encoding import Undecodable, decode
from wikigraph.text.globs import matches_any

__all__ = ["MAX_BYTES", "FileStat", "RawListing", "markup_of", "read", "scan"]

RAW = "raw"
MAX_BYTES = 8_000_000
_MARKUP: dict[str, Markup] = {".md": "markdown", ".markdown": "markdown", ".txt": "plain"}
_O_FLAGS = (
    os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class RawListing:
    """All of raw/, sorted by path: the files that are sources by their name, and everything else with its reason."""

    files: tuple[FileStat, ...]
    not_read: tuple[Diagnostic, ...]


class _UnreadableError(Exception):
    """A file that cannot be read, as the diagnostic that says so."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


@dataclass(slots=True)
class _Scan:
    include: Sequence[str]
    exclude: Sequence[str]
    hints: Mapping[str, FileStat]
    hints_taken_ns: int
    max_bytes: int
    files: list[FileStat] = field(default_factory=list)
    not_read: list[Diagnostic] = field(default_factory=list)


def markup_of(path: str) -> Markup | None:
    """How a file of this name is read, None where it is no source."""
    return _MARKUP.get(os.path.splitext(path)[1].lower())  # noqa: PTH122 - a name, not a file


def scan(
    vault: Path,
    include: Sequence[str],
    exclude: Sequence[str],
    hints: Mapping[str, FileStat],
    *,
    hints_taken_ns: int = 0,
    max_bytes: int = MAX_BYTES,
) -> RawListing:
    """The vault's raw/ → its listing. Globs are relative to raw/.

    `hints` are the files as they were seen before, by path; `hints_taken_ns` is when (0: unknown, all are hashed).
    A file of the same size and time is not hashed again, unless its time is so close to that of the hints that it
    may have changed right after it was read. Raises NoVaultError where raw/ is missing or no folder.
    """
    root = vault / RAW
    _require_folder(root)
    work = _Scan(include, exclude, hints, hints_taken_ns, max_bytes)
    folders = [(root, "")]
    while folders:
        folder, relative = folders.pop()
        folders.extend(_scan_folder(folder, relative, work))
    work.files.sort(key=lambda file: file.path)
    work.not_read.sort(key=lambda note: (note.path, note.code))
    return RawListing(tuple(work.files), tuple(work.not_read))


def read(
    vault: Path,
    path: str,
    encodings: Iterable[tuple[str, str]] = (),
    *,
    max_bytes: int = MAX_BYTES,
) -> Source | Diagnostic:
    """A path such as "raw/a.md" → its source, or why it cannot be read.

    `encodings` are (glob relative to raw/, encoding) for files that are not Unicode; the first match counts.
    """
    if markup_of(path) is None:
        return _kind_note(path)
    try:
        data = _read_bytes(vault / path, path, max_bytes)
    except _UnreadableError as problem:
        return problem.diagnostic
    return source_of(data, path, encodings)


def source_of(data: bytes, path: str, encodings: Iterable[tuple[str, str]] = ()) -> Source | Diagnostic:
    """What a file of this path that holds `data` is: a source, or why it cannot be read."""
    markup = markup_of(path)
    if markup is None:
        return _kind_note(path)
    if not data.strip():
        return _note("empty", "warning", "the file is empty", path)
    inside = path.removeprefix(RAW + "/")
    encoding = next((name for glob, name in encodings if matches_any(inside, (glob,))), None)
    decoded = decode(data, encoding)
    if isinstance(decoded, Undecodable):
        return _undecodable_note(decoded, inside, path)
    if not decoded.text.strip("\ufeff\u200b \t\r\n\f\v\u00a0\u3000"):
        return _note("empty", "warning", "the file holds nothing but white space", path)
    return Source(path, hashlib.sha256(data).hexdigest(), decoded.encoding, markup, decoded.text)


def _require_folder(root: Path) -> None:
    hint = "run `wikigraph init` in the vault's folder, or name the vault with --vault"
    if not os.path.lexists(root):
        raise NoVaultError("raw-missing", "there is no folder raw/ here", where=RAW, hint=hint)
    if not root.is_dir():
        raise NoVaultError("raw-not-a-folder", "raw/ is not a folder", where=RAW, hint="make raw/ a folder of sources")


def _scan_folder(folder: Path, relative: str, work: _Scan) -> list[tuple[Path, str]]:
    """One folder's entries → the listing; returns the folders below it. `relative` ends with "/" or is ""."""
    below: list[tuple[Path, str]] = []
    try:
        with os.scandir(folder) as entries:
            found = sorted(entries, key=lambda entry: os.fsencode(entry.name))
    except OSError as problem:
        work.not_read.append(_os_note(problem, f"{RAW}/{relative}".rstrip("/")))
        return below
    for entry in found:
        inside = relative + entry.name
        path = f"{RAW}/{inside}"
        note = _refusal(entry, inside, path, work)
        if note is not None:
            work.not_read.append(note)
        elif entry.is_dir(follow_symlinks=False):
            below.append((folder / entry.name, inside + "/"))
        else:
            try:
                work.files.append(_stat(folder / entry.name, entry, path, work))
            except _UnreadableError as problem:
                work.not_read.append(problem.diagnostic)
    return below


def _refusal(entry: os.DirEntry[str], inside: str, path: str, work: _Scan) -> Diagnostic | None:
    """Why an entry is no source by its name and kind alone, None where it may be one (or is a folder)."""
    if not _is_text(entry.name):
        shown = os.fsencode(path).decode("utf-8", "backslashreplace")
        return _note("name", "error", "the name is not UTF-8: rename it", shown)
    if entry.name.startswith("."):
        return _note("hidden", "info", "hidden files and folders are left out", path)
    if matches_any(inside, work.exclude):
        return _note("excluded", "info", "left out by `exclude` in schema/wikigraph.toml", path)
    try:
        mode = entry.stat(follow_symlinks=False).st_mode
    except OSError as problem:
        return _os_note(problem, path)
    if stat.S_ISLNK(mode):
        return _note("symlink", "warning", "is a symbolic link, which is not followed: put the file itself here", path)
    if stat.S_ISDIR(mode):
        return None
    if not stat.S_ISREG(mode):
        return _note("special", "warning", "is no regular file (a pipe, socket or device)", path)
    if markup_of(entry.name) is None:
        return _kind_note(path)
    if not matches_any(inside, work.include):
        return _note("excluded", "info", "matches no glob of `include` in schema/wikigraph.toml", path)
    return None


def _stat(file: Path, entry: os.DirEntry[str], path: str, work: _Scan) -> FileStat:
    """A file → its state; hashed only if the hint does not vouch for it. Raises _UnreadableError."""
    try:
        info = file.stat(follow_symlinks=False)  # not the entry's, which has no inode on some systems
    except OSError as problem:
        raise _UnreadableError(_os_note(problem, path)) from problem
    hint = work.hints.get(path)
    if (
        hint is not None
        and hint.looks == (info.st_size, info.st_mtime_ns, info.st_ctime_ns, info.st_ino)
        and is_settled(info.st_mtime_ns, work.hints_taken_ns)
    ):
        return hint
    data = _read_bytes(file, path, work.max_bytes)
    sha256 = hashlib.sha256(data).hexdigest()
    return FileStat(path, len(data), info.st_mtime_ns, sha256, info.st_ctime_ns, info.st_ino)


def _read_bytes(file: Path, path: str, max_bytes: int) -> bytes:
    """A regular file's bytes, opened so that a pipe or link does no harm. Raises _UnreadableError."""
    try:
        descriptor = os.open(file, _O_FLAGS)
    except OSError as problem:
        raise _UnreadableError(_os_note(problem, path)) from problem
    with os.fdopen(descriptor, "rb") as handle:
        try:
            info = os.fstat(descriptor)
            if not stat.S_ISREG(info.st_mode):
                raise _UnreadableError(_note("special", "warning", "is no regular file", path))
            if info.st_size > max_bytes:
                message = f"has {info.st_size:,} bytes, over sources.max_bytes ({max_bytes:,}): split it, or raise that"
                raise _UnreadableError(_note("too-costly", "error", message, path))
            return handle.read(max_bytes + 1)
        except OSError as problem:
            raise _UnreadableError(_os_note(problem, path)) from problem


def _is_text(name: str) -> bool:
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _note(reason: str, severity: Severity, message: str, path: str) -> Diagnostic:
    return Diagnostic(f"not-read-{reason}", severity, message, path)


def _kind_note(path: str) -> Diagnostic:
    kinds = ", ".join(_MARKUP)
    return _note("kind", "info", f"is no {kinds} file", path)


def _os_note(problem: OSError, path: str) -> Diagnostic:
    what = problem.strerror or type(problem).__name__
    return _note("unreadable", "error", f"cannot be opened: {what}; what it gave before stays as it is", path)


def _undecodable_note(problem: Undecodable, inside: str, path: str) -> Diagnostic:
    message = problem.message
    if problem.code == "unknown-encoding":
        message += '; save it as UTF-8, or name its encoding in schema/wikigraph.toml: [sources.encodings] '
        message += f'"{inside}" = "…", e.g. gbk, shift_jis, windows-1252: its owner knows which, a wrong one garbles it'
    return _note(problem.code, "error", message, path)
