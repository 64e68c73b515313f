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
from functools import cached_property

from wikigraph.store import looker

SEEN = "seen"  # under this name the index keeps the digest of what the last compile saw
Looks = tuple[int, int, int, int]  # size, mtime_ns, ctime_ns, inode: FileState.looks


class Seen:
    """Names and looks as they were seen; the same files always give the same digest. Most questions need no more than
    that: the names are taken apart when one does."""

    def __init__(self, packed: bytes) -> None:
        self.packed = packed  # see `looker.packed`

    @cached_property
    def _unpacked(self) -> looker.Seen:
        return looker.unpacked(self.packed)

    @property
    def pages(self) -> list[str]:
        """By folder and name."""
        return self._unpacked[0]

    @property
    def others(self) -> list[str]:
        """Every other file that a link can lead to, sorted."""
        return self._unpacked[2]

    @classmethod
    def of(cls, pages: Mapping[str, Looks], others: Iterable[str]) -> Seen:
        """From pages with their looks, in any order."""
        ordered = sorted(pages, key=lambda path: path.rpartition("/")[::2])
        rest = sorted(others)
        fields = range(len(looker.COLUMNS))
        columns = [array("q", looker.signed([pages[path][field] for path in ordered])) for field in fields]
        return cls(looker.packed(ordered, columns, rest))

    @property
    def digest(self) -> str:
        """Stands for all that was seen."""
        return hashlib.blake2b(self.packed, digest_size=16).hexdigest()

    @property
    def newest_ns(self) -> int:
        """The latest time at which any page was changed, 0 without pages."""
        return array("q", self.packed[: looker.N_HEAD])[2]

    def by_path(self) -> dict[str, Looks]:
        """Page → how it looks."""
        sizes, times, changes, inodes = self._unpacked[1]
        looks = zip(sizes, times, changes, (inode % looker.WRAP for inode in inodes), strict=True)
        return dict(zip(self.pages, looks, strict=True))


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
            if process.returncode == 0 and len(data) >= looker.N_HEAD:
                return Seen(data)
        return Seen(looker.packed(*looker.look(self._root)))
