"""The folder `.wikigraph/watch`: who watches, how it is, and what happened.

    lock            held by the watcher while it lives, with its process id
    status.json     replaced every few seconds
    journal.jsonl   one event per line, the newest last; journal-old.jsonl is the part before
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import msgspec

from wikigraph.errors import LockedError
from wikigraph.model.watching import Event, WatchStatus
from wikigraph.store.lock import hold_lock, owner, try_lock

_MOST_BYTES = 4_000_000  # of a journal
_ENTRY_SECONDS = 1.0  # somebody who asks for the status holds the lock for a moment


class WatchFiles:
    """The files of one vault's watcher."""

    def __init__(self, state: Path) -> None:
        self.folder = state / "watch"
        self._hold = ExitStack()

    @property
    def status_file(self) -> Path:
        return self.folder / "status.json"

    @contextmanager
    def held(self) -> Iterator[None]:
        """The one watcher of the vault, while the block lasts. Raises LockedError ("already-watched")."""
        self._take()
        try:
            yield
        finally:
            self._hold.close()

    def keep(self) -> None:
        """Takes the lock anew where somebody removed `.wikigraph/`. Raises LockedError, OSError."""
        if not self._lock.exists():
            self._hold.close()
            self._take()

    @property
    def _lock(self) -> Path:
        return self.folder / "lock"

    def _take(self) -> None:
        try:
            self._hold.enter_context(hold_lock(self._lock, wait_seconds=_ENTRY_SECONDS))
        except LockedError:
            who = owner(self._lock) or "?"
            raise LockedError(
                "already-watched", f"process {who} is watching this vault already", where=".wikigraph/watch/lock",
                hint="end it, or look at it with `wikigraph watch --status`",
            ) from None  # fmt: skip

    def is_held(self) -> bool:
        """Whether a watcher lives."""
        try:
            descriptor = os.open(self._lock, os.O_RDWR)
        except OSError:
            return False
        try:
            return not try_lock(descriptor, shared=True)
        finally:
            os.close(descriptor)

    def write_status(self, status: WatchStatus) -> None:
        """Replaces the status. It makes no folder: a vault that is gone is not made again. Raises OSError."""
        aside = self.folder / "status.tmp"
        aside.write_bytes(msgspec.json.format(msgspec.json.encode(status), indent=1) + b"\n")
        aside.replace(self.status_file)

    def read_status(self) -> WatchStatus | None:
        """What was last written, None where there is nothing that can be understood."""
        try:
            return msgspec.json.decode(self.status_file.read_bytes(), type=WatchStatus)
        except (OSError, msgspec.DecodeError):
            return None

    def record(self, event: Event) -> None:
        """One more line of the journal. A disk that takes nothing does not stop the watcher."""
        journal = self.folder / "journal.jsonl"
        with suppress(OSError):
            if journal.exists() and journal.stat().st_size > _MOST_BYTES:
                journal.replace(self.folder / "journal-old.jsonl")
            with journal.open("ab") as file:
                file.write(msgspec.json.encode(event) + b"\n")


def boot() -> str:
    """Names the start of this machine, "" where it cannot be told: clocks of one boot can be compared."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def utc_now() -> str:
    """ISO 8601, whole seconds."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
