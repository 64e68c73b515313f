"""One writer at a time: a lock on `.wikigraph/lock`, with the owner's process id inside.

The lock is flock(2) where there is one: it belongs to the open file description, so that another handle of the
same file, opened and closed anywhere in this process, does not release it (as fcntl locks would be); and it
goes with its owner, however that ends.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from wikigraph.errors import LockedError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_POLL_SECONDS = 0.05


@contextmanager
def hold_lock(path: Path, *, wait_seconds: float = 0.0) -> Iterator[None]:
    """Holds the lock while the block lasts.

    Waits up to `wait_seconds` for it; raises LockedError (code "locked") that names the owner if it is not
    free by then. The file stays when the lock is released, because removing it would let two processes
    lock two files of one name.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o644)
    try:
        deadline = time.monotonic() + wait_seconds
        while not try_lock(descriptor):
            if time.monotonic() >= deadline:
                raise _locked(path, wait_seconds)
            time.sleep(_POLL_SECONDS)
        _sign(descriptor, f"{os.getpid()}\n")
        try:
            yield
        finally:
            _sign(descriptor, "")
    finally:
        os.close(descriptor)


def owner(path: Path) -> int:
    """The process that wrote itself into the lock file, 0 if none did."""
    try:
        text = path.read_text("ascii", "replace").strip()
    except OSError:
        return 0
    return int(text) if text.isascii() and text.isdigit() else 0


def try_lock(descriptor: int, *, shared: bool = False) -> bool:
    """Locks an open file if nobody holds it otherwise; says whether it did."""
    try:
        if sys.platform == "win32":
            os.lseek(descriptor, 1 << 20, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
            fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def _sign(descriptor: int, text: str) -> None:
    """Writes the owner into the file. Only messages need it, so that a full disk does not matter here."""
    with suppress(OSError):
        os.ftruncate(descriptor, 0)
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.write(descriptor, text.encode())


def _locked(path: Path, waited_seconds: float) -> LockedError:
    pid = owner(path)
    who = f"process {pid}" if pid else "another process"
    waited = f" (waited {waited_seconds:g} s)" if waited_seconds else ""
    return LockedError(
        "locked",
        f"{who} is writing to this vault{waited}",
        where=".wikigraph/lock",
        hint="wait until it has finished, or end it; asking and searching work meanwhile",
    )
