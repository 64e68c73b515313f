"""The folder of the index: numbered files that never change, and a pointer to the one that counts.

    gen-000042.duckdb         a published generation: complete, closed, never written again
    gen-000042.readers        readers hold a shared lock on it; it tells the writer when the last one has gone
    gen-000042.damaged        somebody found the generation unreadable: the next writer puts it aside
    current                   names the generation that counts, with its size; replaced in one step
    building.duckdb           a generation being built; a leftover of a killed writer if nobody holds the lock
    damaged-000042.duckdb     what was put aside, the latest only

Numbered names, because a process that still holds an old file and connects to the same path again would get
the old database. Only the holder of the vault's lock writes here; readers need no lock but the shared one.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import msgspec

from wikigraph.model.base import Value
from wikigraph.store.lock import try_lock

_GENERATION = re.compile(r"gen-(\d{6,})\.duckdb")
_COPY = (
    "import shutil, sys\n"
    "try: shutil.copyfile(sys.argv[1], sys.argv[2])\n"
    "except OSError as error: sys.exit(error.errno or 1)\n"
)
BUILDING = "building.duckdb"
KEPT = 2
"""Generations that stay: the current one and the one before."""


class Pointer(Value, frozen=True):
    """What the file `current` holds, as JSON."""

    number: int
    size: int  # bytes of the generation, to tell a truncated one without opening it


class Reading:
    """A reader's hold on a generation: while it lasts, the file is not removed."""

    def __init__(self, path: Path, number: int, descriptor: int) -> None:
        self.path = path
        self.number = number
        self._descriptor = descriptor

    def release(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


class Generations:
    """The files of one index folder (`.wikigraph/index`)."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, number: int) -> Path:
        return self.folder / f"gen-{number:06d}.duckdb"

    def pointer(self) -> Pointer | None:
        """What `current` says; None if there is none or it says nothing that can be understood."""
        try:
            return msgspec.json.decode((self.folder / "current").read_bytes(), type=Pointer)
        except (OSError, msgspec.DecodeError):
            return None

    def hold(self) -> Reading | None:
        """A hold on the current generation, None if there is none."""
        for _ in range(100):  # a writer may publish and remove between two steps of ours
            pointer = self.pointer()
            if pointer is None:
                return None
            path = self.path(pointer.number)
            descriptor = self._share(path)
            if path.exists():
                return Reading(path, pointer.number, descriptor)
            if descriptor >= 0:
                os.close(descriptor)
            if self.pointer() == pointer:
                return None  # it names a file that is not there
        return None

    def fault(self) -> str:
        """Why the current generation cannot be right, as far as file names and sizes tell; "" if it can."""
        if not (self.folder / "current").exists():
            return ""  # no index, or a first one that was killed just before it counted
        pointer = self.pointer()
        if pointer is None:
            return "the pointer to the current generation is lost"
        path = self.path(pointer.number)
        if not path.is_file():
            return "the current generation is lost"
        if (size := path.stat().st_size) != pointer.size:
            return f"it has {size} bytes instead of {pointer.size}"
        if path.with_suffix(".damaged").exists():
            return "a part of it could not be read"
        return ""

    def mark_damaged(self, number: int) -> None:
        """Lets the next writer know that a generation cannot be read."""
        with suppress(OSError):
            self.path(number).with_suffix(".damaged").touch()

    def copy_to(self, number: int, target: Path) -> None:
        """Copies a generation to `target`.

        Another process does the copying: if this one has the generation open in DuckDB, opening and closing the
        file here would drop DuckDB's lock on it. Raises OSError.
        """
        command = [sys.executable, "-I", "-S", "-c", _COPY, str(self.path(number)), str(target)]
        code = subprocess.run(command, check=False, stdin=subprocess.DEVNULL).returncode
        if code:
            raise OSError(code, os.strerror(code) if code > 0 else "the copy was interrupted", str(target))

    def publish(self, built: Path) -> int:
        """Makes a finished, closed file the current generation; gives its number. Raises OSError."""
        numbers = self._numbers()
        pointer = self.pointer()
        number = max([*numbers, *self._aside_numbers(), pointer.number if pointer else 0]) + 1
        size = built.stat().st_size
        _sync(built)
        path = self.path(number)
        built.replace(path)
        _sync(self.folder)
        self._point(Pointer(number, size))
        self._remove_old(number)
        return number

    def put_aside(self) -> str:
        """Takes every generation out of the way; the latest one is kept under the name that is returned
        (relative to the folder, "" if there was none)."""
        numbers = self._numbers()
        pointer = self.pointer()
        aside = ""
        if numbers:
            chosen = pointer.number if pointer and pointer.number in numbers else numbers[-1]
            for old in self.folder.glob("damaged-*.duckdb"):
                old.unlink(missing_ok=True)
            aside = f"damaged-{chosen:06d}.duckdb"
            self.path(chosen).replace(self.folder / aside)
        (self.folder / "current").unlink(missing_ok=True)
        for number in numbers:
            self._remove(number)
        return aside

    def clean(self) -> None:
        """Removes what killed writers left. Only for the holder of the lock."""
        if self.folder.is_dir():
            for leftover in (*self.folder.glob(f"{BUILDING}*"), *self.folder.glob("current-*")):
                leftover.unlink(missing_ok=True)
            pointer = self.pointer()
            if pointer is not None:
                self._remove_old(pointer.number)
            elif not (self.folder / "current").exists():
                self._remove_old(0)

    def _numbers(self) -> list[int]:
        if not self.folder.is_dir():
            return []
        found = (_GENERATION.fullmatch(path.name) for path in self.folder.iterdir())
        return sorted(int(match[1]) for match in found if match)

    def _aside_numbers(self) -> list[int]:
        """Numbers of what was put aside: not used again, since a reader may still have that file open."""
        return [int(path.stem.removeprefix("damaged-")) for path in self.folder.glob("damaged-*[0-9].duckdb")]

    def _share(self, path: Path) -> int:
        """An open, share-locked companion of a generation; -1 where the folder cannot be written."""
        try:
            descriptor = os.open(path.with_suffix(".readers"), os.O_RDWR | os.O_CREAT, 0o644)
        except OSError:
            return -1
        try_lock(descriptor, shared=True)
        return descriptor

    def _point(self, pointer: Pointer) -> None:
        temporary = self.folder / "current-new"
        temporary.write_bytes(msgspec.json.encode(pointer))
        _sync(temporary)
        temporary.replace(self.folder / "current")
        _sync(self.folder)

    def _remove_old(self, current: int) -> None:
        """Removes generations that are neither kept nor read, and newer ones that were never pointed to."""
        numbers = self._numbers()
        kept = [number for number in numbers if number <= current][-KEPT:]
        for number in numbers:
            if number not in kept and self._is_unread(number):
                self._remove(number)

    def _is_unread(self, number: int) -> bool:
        companion = self.path(number).with_suffix(".readers")
        try:
            descriptor = os.open(companion, os.O_RDWR)
        except FileNotFoundError:
            return True
        except OSError:
            return False
        try:
            return try_lock(descriptor)
        finally:
            os.close(descriptor)

    def _remove(self, number: int) -> None:
        path = self.path(number)
        with suppress(OSError):  # where open files cannot be removed, the next writer will
            for name in (path, path.with_suffix(".readers"), path.with_suffix(".damaged")):
                name.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    """Makes a file, or the names in a folder, outlast a power cut."""
    flags = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) if path.is_dir() else os.O_RDWR
    try:
        descriptor = os.open(path, flags)
    except PermissionError:  # folders cannot be opened everywhere
        return
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
