"""A vault → how every file of wiki/ looks, and what raw/ holds: a program of its own, see `looking`.

Only what Python has loaded at its start anyway is imported, and of each file as little is done as can be: 100,000 files
have to be looked at in a third of a second.
"""

from __future__ import annotations

import os
import stat
import sys
from array import array
from itertools import pairwise

PAGES, RAW = "wiki", "raw"
ENDINGS = (".md", ".markdown")
SEPARATOR = "\0"
WRAP = 2**64
N_HEAD = 24  # bytes of the counts and the newest time
COLUMNS = ("size", "mtime_ns", "ctime_ns", "inode")  # of numbers, one for each page
MANY = 5_000  # pages that are worth a second process

Folder = tuple[str, list[str]]  # path from the vault's root, names
Seen = tuple[list[str], list["array[int]"], list[str]]  # pages, columns, others


def look(root: str) -> Seen:
    """(pages of wiki/ by folder and name; their columns; every other name in wiki/ and raw/, sorted).

    Hidden files, links to folders and names that are not UTF-8 are left out. What cannot be listed is as if it were not
    there."""
    folders, others = _listed(root)
    return (*_stated(root, folders), others)


def look_in_two(root: str) -> Seen:
    """The same with a second process that looks at half of the pages, where the system can fork and there are many.
    Only for a process that has one thread."""
    folders, others = _listed(root)
    n = sum(len(names) for _, names in folders)
    if n < MANY or not hasattr(os, "fork"):
        return (*_stated(root, folders), others)
    mine, its = _cut(folders, n // 2)
    ear, mouth = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(ear)
        with os.fdopen(mouth, "wb") as out:
            out.write(packed(*_stated(root, its), []))
            out.flush()
            os._exit(0)
    os.close(mouth)
    pages, columns = _stated(root, mine)
    with os.fdopen(ear, "rb") as told:
        data = told.read()
    failed = os.waitpid(child, 0)[1]
    more, more_columns = _stated(root, its) if failed else unpacked(data)[:2]
    return pages + more, [one + other for one, other in zip(columns, more_columns, strict=True)], others


def packed(pages: list[str], columns: list[array[int]], others: list[str]) -> bytes:
    """What was seen as bytes: two counts, the newest time, the columns (see `COLUMNS`), the names."""
    head = array("q", [len(pages), len(others), max(columns[1], default=0)]).tobytes()
    names = SEPARATOR.join([*pages, *others]).encode("utf-8")
    return head + b"".join([column.tobytes() for column in columns]) + names


def unpacked(data: bytes) -> Seen:
    """What was packed."""
    n_pages, n_others, _ = array("q", data[:N_HEAD])
    at = [N_HEAD + field * n_pages * 8 for field in range(len(COLUMNS) + 1)]
    columns = [array("q", data[start:end]) for start, end in pairwise(at)]
    names = data[at[-1] :].decode("utf-8").split(SEPARATOR)
    return names[:n_pages], columns, names[n_pages : n_pages + n_others]


def signed(numbers: list[int]) -> list[int]:
    """Inodes of some systems need all 64 bits."""
    if max(numbers, default=0) < WRAP // 2:
        return numbers
    return [number - WRAP if number >= WRAP // 2 else number for number in numbers]


def _listed(root: str) -> tuple[list[Folder], list[str]]:
    """(folders of wiki/ with the names of their pages, both sorted; every other path, sorted)."""
    folders: list[Folder] = []
    others: list[str] = []
    waiting = [] if os.path.islink(f"{root}/{PAGES}") else [PAGES]  # noqa: PTH114 - pathlib is slow to import
    while waiting:
        path = waiting.pop()
        folders.append((path, sorted(_list_in(root, path, waiting, others))))
    waiting = [RAW]
    while waiting:
        _look_at_names(root, waiting.pop(), waiting, others)
    return sorted(folders), sorted(path for path in others if _is_text(path))


def _list_in(root: str, path: str, waiting: list[str], others: list[str]) -> list[str]:
    """The names of a folder's pages, in any order; other names and folders are added to the lists."""
    names: list[str] = []
    try:
        with os.scandir(f"{root}/{path}") as entries:
            for entry in entries:
                name = entry.name
                if name[0] == ".":
                    continue
                if name.lower().endswith(ENDINGS) and entry.is_file(follow_symlinks=False):
                    if _is_text(name):
                        names.append(name)
                elif entry.is_dir(follow_symlinks=False):
                    waiting.append(f"{path}/{name}")
                elif not (entry.is_symlink() and entry.is_dir()):
                    others.append(f"{path}/{name}")
    except OSError:
        pass
    return names


def _cut(folders: list[Folder], n: int) -> tuple[list[Folder], list[Folder]]:
    """The first n names, and the others."""
    first: list[Folder] = []
    for at, (path, names) in enumerate(folders):
        if len(names) >= n:
            return [*first, (path, names[:n])], [(path, names[n:]), *folders[at + 1 :]]
        first.append((path, names))
        n -= len(names)
    return first, []


def _stated(root: str, folders: list[Folder]) -> tuple[list[str], list[array[int]]]:
    """(pages, their columns): those that are still there."""
    pages: list[str] = []
    states: list[os.stat_result] = []
    for path, names in folders:
        _state_in(root, path, names, pages, states)
    columns = (
        [state.st_size for state in states],
        [state.st_mtime_ns for state in states],
        [state.st_ctime_ns for state in states],
        signed([state.st_ino for state in states]),
    )
    return pages, [array("q", column) for column in columns]


def _state_in(root: str, path: str, names: list[str], pages: list[str], states: list[os.stat_result]) -> None:
    try:
        descriptor = os.open(f"{root}/{path}", os.O_RDONLY)
    except OSError:
        return
    try:
        for name in names:
            try:
                state = os.stat(name, dir_fd=descriptor, follow_symlinks=False)
            except OSError:
                continue  # gone since it was listed
            if stat.S_ISREG(state.st_mode):
                pages.append(f"{path}/{name}")
                states.append(state)
    finally:
        os.close(descriptor)


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
    sys.stdout.buffer.write(packed(*look_in_two(sys.argv[1])))
