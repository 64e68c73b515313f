"""A vault → how each of its files looks, without opening one. The watcher compares two looks; events only say when.

Hidden files, symbolic links and devices are left out, as everywhere.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, field
from pathlib import Path

PLACES = ("raw", "wiki", "schema")

Looks = tuple[int, int, int, int]  # size, mtime_ns, ctime_ns, inode: FileState.looks


@dataclass(frozen=True, slots=True)
class VaultLook:
    """What stands in raw/, wiki/ and schema/."""

    files: dict[str, Looks] = field(default_factory=dict)  # by path from the vault's root
    places: dict[str, int] = field(default_factory=dict)  # inode of each of PLACES that is there
    closed: tuple[str, ...] = ()  # folders that cannot be listed: what is in them is unknown

    def is_unknown(self, path: str) -> bool:
        return any(path.startswith(folder + "/") for folder in self.closed)


def look_at(vault: Path) -> VaultLook:
    """Every regular file of the three folders. A vault that is gone is an empty look."""
    files: dict[str, Looks] = {}
    places: dict[str, int] = {}
    closed: list[str] = []
    for place in PLACES:
        try:
            state = (vault / place).lstat()
        except OSError:
            continue
        if stat.S_ISDIR(state.st_mode):
            places[place] = state.st_ino
            _walk(vault, place, files, closed)
    return VaultLook(files, places, tuple(closed))


def looks_of(file: Path) -> Looks | None:
    """How one file looks now, None where there is none."""
    try:
        state = file.lstat()
    except OSError:
        return None
    return (state.st_size, state.st_mtime_ns, state.st_ctime_ns, state.st_ino)


def _walk(vault: Path, place: str, files: dict[str, Looks], closed: list[str]) -> None:
    folders = [place]
    while folders:
        path = folders.pop()
        try:
            with os.scandir(vault / path) as entries:
                for entry in entries:
                    if not entry.name.startswith("."):
                        _see(entry, f"{path}/{entry.name}", files, folders)
        except FileNotFoundError:
            continue  # it went while we looked
        except OSError:
            closed.append(path)


def _see(entry: os.DirEntry[str], path: str, files: dict[str, Looks], folders: list[str]) -> None:
    if entry.is_dir(follow_symlinks=False):
        folders.append(path)
        return
    try:
        state = entry.stat(follow_symlinks=False)
    except OSError:
        return
    if stat.S_ISREG(state.st_mode):
        files[path] = (state.st_size, state.st_mtime_ns, state.st_ctime_ns, state.st_ino)
