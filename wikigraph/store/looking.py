"""How the files of a vault look: seen by a process of its own while this one loads its libraries.

Looking at 100,000 files takes as long as importing a database, so the two are done side by side.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
from array import array
from collections.abc import Iterable, Mapping
from contextlib import suppress

from wikigraph.store import looker

SEEN = "seen"  # under this name the index keeps the digest of what the last compile saw
Looks = tuple[int, int, int, int]  # size, mtime_ns, ctime_ns, inode: FileState.looks
_N_FIELDS = 4
_N_HEAD = 16  # bytes of the counts


class Seen:
    """Names and looks as they were seen; the same files always give the same digest."""

    def __init__(self, packed: bytes) -> None:
        self.packed = packed  # see `looker.packed`
        n_pages, n_others = array("q", packed[:_N_HEAD])
        self._n = n_pages
        end = _N_HEAD + n_pages * _N_FIELDS * 8
        self._numbers = array("q", packed[_N_HEAD:end])
        names = packed[end:].decode("utf-8").split(looker.SEPARATOR)
        self.pages = names[:n_pages]  # by folder and name
        self.others = names[n_pages : n_pages + n_others]  # every other file that a link can lead to, sorted

    @classmethod
    def of(cls, pages: Mapping[str, Looks], others: Iterable[str]) -> Seen:
        """From pages with their looks, in any order."""
        ordered = sorted(pages, key=lambda path: path.rpartition("/")[::2])
        rest = sorted(others)
        numbers = array("q", [len(ordered), len(rest)])
        for field in range(_N_FIELDS):
            numbers.extend(looker.signed([pages[path][field] for path in ordered]))
        return cls(numbers.tobytes() + looker.SEPARATOR.join([*ordered, *rest]).encode("utf-8"))

    @property
    def digest(self) -> str:
        """Stands for all that was seen."""
        return hashlib.blake2b(self.packed, digest_size=16).hexdigest()

    @property
    def newest_ns(self) -> int:
        """The latest time at which any page was changed, 0 without pages."""
        return max(self._column(1), default=0)

    def by_path(self) -> dict[str, Looks]:
        """Page → how it looks."""
        inodes = (inode % looker.WRAP for inode in self._column(3))
        looks = zip(self._column(0), self._column(1), self._column(2), inodes, strict=True)
        return dict(zip(self.pages, looks, strict=True))

    def _column(self, field: int) -> array[int]:
        return self._numbers[field * self._n : (field + 1) * self._n]


class Looking:
    """A look at a vault that is under way."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._process: subprocess.Popen[bytes] | None = None
        with suppress(OSError, ValueError):
            command = [sys.executable, "-I", "-S", looker.__file__, root]
            self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def seen(self) -> Seen:
        """What was seen; where no process could look, it is looked at now."""
        process, self._process = self._process, None
        if process is not None:
            data, _ = process.communicate()
            if process.returncode == 0 and len(data) >= _N_HEAD:
                return Seen(data)
        return Seen(looker.packed(*looker.look(self._root)))
