"""How every file of wiki/ looks, and what raw/ holds: seen by a process of its own while this one loads its libraries.

Looking at 100,000 files takes as long as importing a database, so the two are done side by side. The process runs this
file alone: nothing but the standard library may be imported here.
"""

from __future__ import annotations

import hashlib
import os
import stat
import subprocess
import sys
from array import array
from contextlib import suppress

Looks = tuple[int, int, int, int]  # size, mtime_ns, ctime_ns, inode: FileState.looks
PAGES, RAW = "wiki", "raw"
SEEN = "seen"  # under this name the index keeps the digest of what the last compile saw
_ENDINGS = (".md", ".markdown")
_SEPARATOR = "\0"
_N_FIELDS = 4
_WRAP = 2**64


class Seen:
    """Names and looks as they were seen; the same files always give the same digest."""

    def __init__(self, pages: list[str], looks: array[int], others: list[str]) -> None:
        self.pages = pages  # sorted paths of the pages
        self.looks = looks  # four numbers for each of them, in that order
        self.others = others  # sorted paths of every other file that a link can lead to

    @classmethod
    def of(cls, pages: dict[str, Looks], others: list[str]) -> Seen:
        """`others` in any order."""
        ordered = sorted(pages)
        numbers = [number for path in ordered for number in pages[path]]
        try:
            looks = array("q", numbers)
        except OverflowError:  # inodes of some systems need all 64 bits
            looks = array("q", [number - _WRAP if number >= _WRAP // 2 else number for number in numbers])
        return cls(ordered, looks, sorted(others))

    @classmethod
    def unpacked(cls, data: bytes) -> Seen:
        n_pages, n_others = array("q", data[:16])
        names = data[16 + n_pages * _N_FIELDS * 8 :].decode("utf-8").split(_SEPARATOR)
        looks = array("q", data[16 : 16 + n_pages * _N_FIELDS * 8])
        return cls(names[:n_pages], looks, names[n_pages : n_pages + n_others])

    def packed(self) -> bytes:
        head = array("q", [len(self.pages), len(self.others)]).tobytes()
        return head + self.looks.tobytes() + _SEPARATOR.join([*self.pages, *self.others]).encode("utf-8")

    @property
    def newest_ns(self) -> int:
        """The latest time of change of any page, 0 without pages."""
        return max(self.looks[1::_N_FIELDS], default=0)

    def by_path(self) -> dict[str, Looks]:
        """Page → how it looks."""
        sizes, modified, changed, inodes = (self.looks[at::_N_FIELDS] for at in range(_N_FIELDS))
        looks = zip(sizes, modified, changed, (inode % _WRAP for inode in inodes), strict=True)
        return dict(zip(self.pages, looks, strict=True))


def digest_of(packed: bytes) -> str:
    """Stands for all that was seen."""
    return hashlib.blake2b(packed, digest_size=16).hexdigest()


class Looking:
    """A look at a vault that is under way."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._process: subprocess.Popen[bytes] | None = None
        with suppress(OSError, ValueError):
            command = [sys.executable, "-I", "-S", __file__, root]
            self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def packed(self) -> bytes:
        """What was seen; where no process could look, it is looked at now."""
        process, self._process = self._process, None
        if process is not None:
            data, _ = process.communicate()
            if process.returncode == 0 and data:
                return data
        return look(self._root).packed()


def look(root: str) -> Seen:
    """The pages of wiki/ with their looks; every other name in wiki/ and raw/. Hidden files, links to folders and names
    that are not UTF-8 are left out. What cannot be listed is as if it were not there."""
    pages: dict[str, Looks] = {}
    others: list[str] = []
    folders = [] if os.path.islink(os.path.join(root, PAGES)) else [PAGES]  # noqa: PTH114, PTH118 - pathlib is slow
    while folders:
        path = folders.pop()
        with suppress(OSError), _opened(root, path) as entries:
            _look_at_pages(entries, path, folders, pages, others)
    folders = [RAW]
    while folders:
        path = folders.pop()
        with suppress(OSError), _opened(root, path) as entries:
            _look_at_names(entries, path, folders, others)
    unnameable = [path for path in pages if not _is_text(path)]
    for path in unnameable:
        del pages[path]
    return Seen.of(pages, [path for path in others if _is_text(path)])


class _opened:  # noqa: N801 - used as a function
    """An open folder's entries. Names are looked up in it and not from the root: half of the time of many pages."""

    def __init__(self, root: str, path: str) -> None:
        self._descriptor = os.open(os.path.join(root, path), os.O_RDONLY)  # noqa: PTH118

    def __enter__(self) -> os._ScandirIterator[str]:
        self._entries = os.scandir(self._descriptor)
        return self._entries

    def __exit__(self, *exc: object) -> None:
        self._entries.close()
        os.close(self._descriptor)


def _look_at_pages(
    entries: os._ScandirIterator[str], path: str, folders: list[str], pages: dict[str, Looks], others: list[str]
) -> None:
    for entry in entries:
        name = entry.name
        below = f"{path}/{name}"
        if name[0] == ".":
            continue
        if name.endswith(".md") and entry.is_file(follow_symlinks=False):
            state = entry.stat(follow_symlinks=False)
            pages[below] = (state.st_size, state.st_mtime_ns, state.st_ctime_ns, state.st_ino)
        elif entry.is_dir():
            if not entry.is_symlink():
                folders.append(below)
        elif name.lower().endswith(_ENDINGS) and not entry.is_symlink():
            state = entry.stat(follow_symlinks=False)
            if stat.S_ISREG(state.st_mode):
                pages[below] = (state.st_size, state.st_mtime_ns, state.st_ctime_ns, state.st_ino)
            else:
                others.append(below)
        else:
            others.append(below)


def _look_at_names(entries: os._ScandirIterator[str], path: str, folders: list[str], others: list[str]) -> None:
    for entry in entries:
        if entry.name[0] == ".":
            continue
        if not entry.is_dir():
            others.append(f"{path}/{entry.name}")
        elif not entry.is_symlink():
            folders.append(f"{path}/{entry.name}")


def _is_text(path: str) -> bool:
    return path.isascii() or not any("\ud800" <= char <= "\udfff" for char in path)


if __name__ == "__main__":
    sys.stdout.buffer.write(look(sys.argv[1]).packed())
