"""When the watcher looks: as soon as an event hints at something, at times without one, or only at times."""

from __future__ import annotations

import time
from collections.abc import Callable

from wikigraph.app.watchstate import WatchState
from wikigraph.store.changehints import ChangeHints, NoEventsError
from wikigraph.store.vault import Vault
from wikigraph.store.vaultlook import VaultLook, look_at
from wikigraph.store.watchfiles import WatchFiles

_POLL_SECONDS = 1.0
_HINTED_SECONDS = 0.1  # between two looks that events ask for
_SHARE = 10  # a look that takes a second is followed by ten without one
_SILENT_SECONDS = 6.0  # without the canary (which sings every 2 s) the observer is dead
_AGAIN_SECONDS = 120.0  # until events are tried again
_MOST_RESTARTS = 3  # within that time; then it polls


class Sight:
    """Looks at the vault when it is time to, and keeps events working or does without them."""

    def __init__(
        self, vault: Vault, is_polling: bool, rescan_seconds: float, state: WatchState, wake: Callable[[], None]
    ) -> None:
        self._vault = vault
        self._is_polling = is_polling
        self._rescan_seconds = rescan_seconds
        self._state = state
        self.hints = ChangeHints(vault.root, WatchFiles(vault.state).status_file, wake)
        self._took = 0.0  # seconds of the last look
        self._looked = 0.0
        self.due_at = 0.0
        self._restarts: list[float] = []
        self._again_at = float("inf")

    def open(self) -> VaultLook:
        """Begins to watch; the first look comes after, so that nothing falls in between."""
        if self._is_polling:
            self._state.look_through("polling", "asked for")
        else:
            self._attach(look_at(self._vault.root))
        look = self.look()
        self.due_at = 0.0
        return look

    def close(self) -> None:
        self.hints.stop()

    def is_due(self, now: float) -> bool:
        """Whether to look; on the way sees that events still come."""
        if self.hints.is_on and (self.hints.is_dead() or self.hints.silence(now) > _SILENT_SECONDS):
            look = look_at(self._vault.root)
            if self.hints.is_elsewhere(look.places):
                self._attach(look)  # of course: its folder is gone
            else:
                self._state.ail("events-lost", "the observer of the file system has died: starting another")
                self._restart(look, now)
            return True
        if now >= self._again_at:
            self._again_at = float("inf")
            self._attach(look_at(self._vault.root))
        return now >= self.due_at

    def hint(self, now: float) -> None:
        """An event: look soon, but not all the time."""
        self.due_at = min(self.due_at, max(now, self._looked + max(_HINTED_SECONDS, self._took * 4)))

    def look(self) -> VaultLook:
        started = time.monotonic()
        look = look_at(self._vault.root)
        if self.hints.is_elsewhere(look.places):
            self._attach(look)
            look = look_at(self._vault.root)
        self._looked = time.monotonic()
        self._took = self._looked - started
        pause = self._rescan_seconds if self.hints.is_on else _POLL_SECONDS
        self.due_at = self._looked + max(pause, self._took * _SHARE)
        return look

    def _restart(self, look: VaultLook, now: float) -> None:
        self._restarts = [at for at in self._restarts if now - at < _AGAIN_SECONDS] + [now]
        if len(self._restarts) > _MOST_RESTARTS:
            self.hints.stop()
            self._poll("the observer of the file system died again and again", now)
        else:
            self._attach(look)

    def _attach(self, look: VaultLook) -> None:
        try:
            self.hints.start(look.places)
        except NoEventsError as error:
            self._poll(str(error), time.monotonic())
        else:
            self._state.look_through("events")
            self._state.recover("events-lost", "events come again")

    def _poll(self, reason: str, now: float) -> None:
        self._again_at = now + _AGAIN_SECONDS
        self._state.look_through("polling", reason)
        self._state.recover("events-lost", f"no events ({reason}): looking every {_POLL_SECONDS:g} s instead")
