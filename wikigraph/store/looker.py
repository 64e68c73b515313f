"""A vault → how every file of wiki/ looks, and what raw/ holds: a program of its own, see `looking`.

Only what Python has loaded at its start anyway is imported, and of each file as little is done as can be: 100,000 files
have to be looked at in a third of a second.
"""

from __future__ import annotations

import os
import stat
import sys
from array import array

PAGES, RAW = "wiki", "raw"
ENDINGS = (".md", ".markdown")
SEPARATOR = "\0"
WRAP = 2**64


def look(root: str) -> tuple[list[str], list[os.stat_result], list[str]]:
    """(pages of wiki/ by folder and name, their states, every other name in wiki/ and raw/, sorted).

    Hidden files, links to folders and names that are not UTF-8 are left out. What cannot be listed is as if it were not
    there."""
    folders: dict[str, tuple[list[str], list[os.stat_result]]] = {}
    others: list[str] = []
    waiting = [] if os.path.islink(f"{root}/{PAGES}") else [PAGES]  # noqa: PTH114 - pathlib is slow to import
    while waiting:
        path = waiting.pop()
        folders[path] = _look_in(root, path, waiting, others)
    waiting = [RAW]
    while waiting:
        _look_at_names(root, waiting.pop(), waiting, others)
    pages: list[str] = []
    states: list[os.stat_result] = []
    for path in sorted(folders):
        pages += folders[path][0]
        states += folders[path][1]
    return pages, states, sorted(path for path in others if _is_text(path))


def packed(pages: list[str], states: list[os.stat_result], others: list[str]) -> bytes:
    """What was seen as bytes: two counts, four columns of numbers (size, mtime_ns, ctime_ns, inode), the names."""
    columns = array("q", [len(pages), len(others)])
    columns.extend([state.st_size for state in states])
    columns.extend([state.st_mtime_ns for state in states])
    columns.extend([state.st_ctime_ns for state in states])
    columns.extend(signed([state.st_ino for state in states]))
    return columns.tobytes() + SEPARATOR.join([*pages, *others]).encode("utf-8")


def signed(numbers: list[int]) -> list[int]:
    """Inodes of some systems need all 64 bits."""
    if max(numbers, default=0) < WRAP // 2:
        return numbers
    return [number - WRAP if number >= WRAP // 2 else number for number in numbers]


def _look_in(
    root: str, path: str, waiting: list[str], others: list[str]
) -> tuple[list[str], list[os.stat_result]]:
    """The pages of one folder with their states; other names and folders are added to the lists."""
    names: list[str] = []
    states: list[os.stat_result] = []
    try:
        descriptor = os.open(f"{root}/{path}", os.O_RDONLY)
    except OSError:
        return names, states
    try:
        for name in sorted(os.listdir(descriptor)):  # noqa: PTH208
            if name[0] == ".":
                continue
            try:
                state = os.stat(name, dir_fd=descriptor, follow_symlinks=False)
            except OSError:
                continue  # gone since it was listed
            below = f"{path}/{name}"
            if stat.S_ISREG(state.st_mode) and name.lower().endswith(ENDINGS):
                if name.isascii() or _is_text(name):
                    names.append(below)
                    states.append(state)
            elif stat.S_ISDIR(state.st_mode):
                waiting.append(below)
            elif not (stat.S_ISLNK(state.st_mode) and os.path.isdir(f"{root}/{below}")):  # noqa: PTH112
                others.append(below)
    except OSError:
        pass
    finally:
        os.close(descriptor)
    return names, states


def _look_at_names(root: str, path: str, waiting: list[str], others: list[str]) -> None:
    try:
        with os.scandir(f"{root}/{path}") as entries:
            for entry in entries:
                if entry.name[0] == ".":
                    continue
                if not entry.is_dir():
                    others.append(f"{path}/{entry.name}")
                elif not entry.is_symlink():
                    waiting.append(f"{path}/{entry.name}")
    except OSError:
        return


def _is_text(path: str) -> bool:
    return path.isascii() or not any("\ud800" <= char <= "\udfff" for char in path)


if __name__ == "__main__":
    sys.stdout.buffer.write(packed(*look(sys.argv[1])))
