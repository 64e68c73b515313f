"""A sleep that threads and signal handlers can end.

A byte through a socket: unlike a lock or an event of `threading` it may be used inside a signal handler.
"""

from __future__ import annotations

import select
import socket
from contextlib import suppress


class WakeUp:
    """Wakes the one thread that sleeps in it."""

    def __init__(self) -> None:
        self._reader, self._writer = socket.socketpair()
        self._reader.setblocking(False)
        self._writer.setblocking(False)

    def wake(self) -> None:
        """Ends the sleep, or the next one. Never blocks, never raises."""
        with suppress(OSError):  # full: it will wake anyway
            self._writer.send(b"!")

    def sleep(self, seconds: float) -> bool:
        """Whether somebody woke it before the time was over."""
        woken, _, _ = select.select([self._reader], [], [], max(0.0, seconds))
        with suppress(OSError):
            while woken and self._reader.recv(4096):
                pass
        return bool(woken)

    def close(self) -> None:
        self._reader.close()
        self._writer.close()
