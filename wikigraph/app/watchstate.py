"""How the watcher is: kept by its own thread in the status file, so that it can be told from outside.

The thread beats while the loop sleeps or compiles. It notices a loop that does not come round, and events that do not
come: replacing the status file is itself an event, the canary.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress

import msgspec

from wikigraph.model.watching import Changed, Compiled, Event, Failed, Ill, Trouble, WatchStatus, Well
from wikigraph.store.watchfiles import WatchFiles, boot, utc_now

BEAT_SECONDS = 2.0
_STUCK_SECONDS = 8.0  # a loop that sleeps must come round within this

Tell = Callable[[Event], None]


class WatchState:
    """The watcher's state. Its methods may be called from the loop and from the heartbeat."""

    def __init__(self, files: WatchFiles, tell: Tell, mode: str) -> None:
        self._files = files
        self._tell = tell
        self._turn = threading.RLock()
        self._over = threading.Event()
        self._came_round = time.monotonic()
        now = utc_now()
        self._now = WatchStatus(
            pid=os.getpid(), started=now, state="watching", since=now, mode=mode, mode_reason="",
            heartbeat=now, heartbeat_monotonic=time.monotonic(), boot=boot(),
        )  # fmt: skip
        self._thread = threading.Thread(target=self._beat, name="heartbeat", daemon=True)

    @property
    def status(self) -> WatchStatus:
        return self._now

    def begin(self) -> None:
        """Writes the status and starts to beat. Raises OSError."""
        self._files.write_status(self._now)
        self._thread.start()

    def end(self) -> None:
        self._over.set()
        self._thread.join(timeout=5.0)
        self._set(state="stopped")

    def come_round(self) -> None:
        """The loop says that it lives."""
        self._came_round = time.monotonic()

    def enter(self, state: str) -> None:
        """watching, compiling or waiting."""
        self.come_round()
        if state != self._now.state:
            self._set(state=state, since=utc_now())

    def look_through(self, mode: str, reason: str = "") -> None:
        """By events or by polling, and why."""
        if (mode, reason) != (self._now.mode, self._now.mode_reason):
            self._set(mode=mode, mode_reason=reason)

    def happened(self, event: Event) -> None:
        """Tells of it, keeps it, counts it."""
        event = msgspec.structs.replace(event, at=utc_now())
        with self._turn:
            self._files.record(event)
            self._tell(event)
            if isinstance(event, Changed):
                self._set(changes=self._now.changes + 1)
            elif isinstance(event, Compiled):
                has_mended = self._now.last_error is not None and not self._now.error_over
                over = event.at if has_mended else self._now.error_over
                self._set(compiles=self._now.compiles + 1, last_compile=event, error_over=over)
            elif isinstance(event, Failed):
                self._set(last_error=event, error_over="")

    def ail(self, code: str, message: str) -> None:
        """Something is wrong; told once for as long as it lasts."""
        with self._turn:
            if self.ail_quietly(code, message):
                self.happened(Ill(code=code, message=message))

    def ail_quietly(self, code: str, message: str) -> bool:
        """The same where it is told otherwise; says whether it is news."""
        with self._turn:
            held = {trouble.code: trouble for trouble in self._now.troubles}
            if code in held and held[code].message == message:
                return False
            held[code] = Trouble(code=code, message=message, since=utc_now())
            self._set(troubles=tuple(held.values()))
            return True

    def recover(self, code: str, message: str = "") -> None:
        """It is right again; told if there is something to say."""
        with self._turn:
            rest = tuple(trouble for trouble in self._now.troubles if trouble.code != code)
            if len(rest) == len(self._now.troubles):
                return
            self._set(troubles=rest)
            if message:
                self.happened(Well(message=message))

    def is_ailing(self, code: str) -> bool:
        return any(trouble.code == code for trouble in self._now.troubles)

    def _set(self, **fields: object) -> None:
        with self._turn:
            clock = {"heartbeat": utc_now(), "heartbeat_monotonic": time.monotonic()}
            self._now = msgspec.structs.replace(self._now, **clock, **fields)
            with suppress(OSError):  # a full disk, or the vault is gone: whoever asks sees an old heartbeat
                self._files.write_status(self._now)

    def _beat(self) -> None:
        while not self._over.wait(BEAT_SECONDS):
            if self._now.state not in ("watching", "waiting") or time.monotonic() - self._came_round < _STUCK_SECONDS:
                self.recover("stuck")
            else:
                self.ail("stuck", f"it has not looked at the vault for more than {_STUCK_SECONDS:.0f} s")
            self._set()
