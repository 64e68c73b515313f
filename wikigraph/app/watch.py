"""Watches a vault: on each change that has settled it tells what rests on it, and compiles.

Events of the file system only say when to look. What is done follows from comparing how all files look with what was
dealt with; so a dropped event costs time and nothing else, and the next rescan heals it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext

from wikigraph.app.settling import Settling
from wikigraph.app.watchbase import as_compiled, change_between, dealt_with, known_before
from wikigraph.app.watchcompile import Attempt, StopRequest, attempt, failed
from wikigraph.app.watchsight import Sight
from wikigraph.app.watchstate import WatchState
from wikigraph.errors import LockedError
from wikigraph.events import Listener, ignore
from wikigraph.model.base import Value
from wikigraph.model.watching import Event, Failed, Started, Stopped
from wikigraph.store.generations import Generations
from wikigraph.store.vault import Vault
from wikigraph.store.vaultlook import Looks, VaultLook
from wikigraph.store.wakeup import WakeUp
from wikigraph.store.watchfiles import WatchFiles

_ROUND_SECONDS = 2.0  # the loop comes round at least so often,
_LEAST_SECONDS = 0.02  # and at most so often
_PATIENCE_SECONDS = 15.0  # then what has settled is compiled though something else is still being written
_RETURN_SECONDS = 3.0  # raw/ that was gone is taken as whole when nothing has come for so long
_LOCKED_SECONDS = 0.5  # between attempts while another process compiles
_RETRY_SECONDS = (2.0, 300.0)  # first and longest wait after a compile that failed


class WatchOptions(Value, frozen=True):
    """How to watch."""

    is_compiling: bool = True
    is_polling: bool = False
    quiet_seconds: float = 0.5  # a file must have looked the same for so long
    rescan_seconds: float = 30.0  # between looks that no event asked for
    embedder: str | None = None


class Watcher:
    """The loop. `tell` is called with each event, from this thread or the heartbeat's, one at a time."""

    def __init__(
        self, vault: Vault, options: WatchOptions, tell: Callable[[Event], None],
        progress: Callable[[], AbstractContextManager[Listener]] = lambda: nullcontext(ignore),
    ) -> None:  # fmt: skip
        self._vault = vault
        self._options = options
        self._progress = progress
        self._wake_up = WakeUp()
        self._files = WatchFiles(vault.state)
        self.stop = StopRequest(self._wake_up.wake)
        self.state = WatchState(self._files, tell, "polling" if options.is_polling else "events")
        self.sight = Sight(vault, options.is_polling, options.rescan_seconds, self.state, self._wake_up.wake)
        self._settling = Settling(options.quiet_seconds)
        self._handled: dict[str, Looks] = {}
        self._tried: Mapping[str, Looks] | None = None  # the state that was last compiled, or could not be
        self._generation = -1  # that `_handled` knows
        self._pending_since: float | None = None
        self._is_returning = False  # raw/ was gone
        self._is_waiting = False  # for another compile
        self._settle_at = float("inf")
        self._retry_at = float("inf")
        self._retry_seconds = _RETRY_SECONDS[0]

    def run(self) -> None:
        """Until `stop` is requested. Raises LockedError where somebody watches already, OSError where
        `.wikigraph/` cannot be written."""
        with self._files.held():
            self.state.begin()
            try:
                look = self.sight.open()
                self._generation = self._published()
                self._handled = known_before(look, as_compiled(self._vault))
                status = self.state.status
                self.state.happened(
                    Started(vault=str(self._vault.root), pid=status.pid, mode=status.mode, reason=status.mode_reason)
                )
                while not self.stop.is_requested:
                    self._round()
            finally:
                self.sight.close()
                self.state.happened(Stopped(reason=self.stop.reason or "error"))
                self.state.end()
                self._wake_up.close()

    # --- one round

    def _round(self) -> None:
        self.state.come_round()
        now = time.monotonic()
        if self.sight.is_due(now) or now >= min(self._retry_at, self._settle_at):
            self._settle_at = float("inf")
            try:
                self._see(self.sight.look())
            except LockedError:
                raise  # `.wikigraph/` was removed, and another watcher came first
            except Exception as error:  # the watcher lives on, whatever it meets
                self._failed(failed(error))
        until = min(self.sight.due_at, self._retry_at, self._settle_at, time.monotonic() + _ROUND_SECONDS)
        if not self.stop.is_requested and self._wake_up.sleep(max(_LEAST_SECONDS, until - time.monotonic())):
            self.sight.hint(time.monotonic())

    def _see(self, look: VaultLook) -> None:
        """A look → the change that has settled, if there is one."""
        if self._vault.root.is_dir():
            self._files.keep()
        self._follow_others(look)
        if self._is_gone(look):
            return
        now = time.monotonic()
        self._settling.see(look, self._handled, now)
        unsettled = self._settling.unsettled(now)
        if unsettled:
            self._settle_at = now + self._settling.seconds_left(now)
        if self._is_coming_back(look, now) or (unsettled and not self._is_too_long(now)):
            return
        self._pending_since = None
        settled = self._settling.settled(self._handled, unsettled)
        has_failed = self._retry_at < float("inf")
        is_new = settled != self._tried
        if now >= self._retry_at or (is_new and settled != self._handled) or (
            not self._is_up_to_date and (is_new or not has_failed)
        ):
            self._deal_with(settled, is_told=not is_new)

    def _is_gone(self, look: VaultLook) -> bool:
        """Whether raw/ is missing, or empty though it was full. That is no deletion of everything: a disk that was
        unmounted, or a folder that is being made again."""
        had = sum(path.startswith("raw/") for path in self._handled)
        if "raw" in look.places and (not had or any(path.startswith("raw/") for path in look.files)):
            return False
        gone = "raw/ is not there" if "raw" not in look.places else f"raw/ is empty, it held {had} file{'s'[:had - 1]}"
        self.state.ail("raw-gone", f"{gone}: waiting for it, nothing is removed (if it is meant: wikigraph compile)")
        self._is_returning = True
        return True

    def _is_coming_back(self, look: VaultLook, now: float) -> bool:
        """Whether raw/ was gone and is not whole yet."""
        if not self._is_returning:
            return False
        is_whole = all(path in look.files for path in self._handled if path.startswith("raw/"))
        if not is_whole and not self._settling.is_quiet(now, _RETURN_SECONDS):
            self._settle_at = now + _RETURN_SECONDS / 4
            return True
        self._is_returning = False
        self.state.recover("raw-gone", "raw/ is there again")
        return False

    def _is_too_long(self, now: float) -> bool:
        """Whether something has been written for so long that what has settled should not wait for it."""
        if self._pending_since is None:
            self._pending_since = now
        return self._is_up_to_date and now - self._pending_since > _PATIENCE_SECONDS

    @property
    def _is_up_to_date(self) -> bool:
        """Whether there is nothing to compile but what a change brings: this watcher compiled once, and the index that
        it knows still stands."""
        return not self._options.is_compiling or (self._tried is not None and self._generation >= 0)

    def _follow_others(self, look: VaultLook) -> None:
        """A compile by hand has dealt with its changes; an index that was removed must be made again."""
        published = self._published()
        if published not in (self._generation, -1):
            self._handled = known_before(look, as_compiled(self._vault), self._handled)
        self._generation = published

    # --- a change

    def _deal_with(self, settled: dict[str, Looks], *, is_told: bool) -> None:
        if not self._is_waiting:
            self.state.enter("compiling" if self._options.is_compiling else "telling")
        has_told = False
        if not is_told:
            change = change_between(self._vault, self._handled, settled)
            has_told = not change.is_empty
            if has_told:
                self.state.happened(change)
        if self._options.is_compiling:
            self._compile(settled, is_awaited=has_told)
        else:
            self._handled = settled
        self.state.enter("waiting" if self._is_waiting else "watching")

    def _compile(self, settled: dict[str, Looks], *, is_awaited: bool) -> None:
        with self._progress() as listen:
            outcome = attempt(self._vault, self._options.embedder, settled, self.stop.listening(listen))
        self._tried, self._retry_at = settled, float("inf")
        if isinstance(outcome, Failed):
            self._failed(outcome)
        elif outcome is not None:  # else it was stopped
            self._compiled(outcome, settled, is_awaited=is_awaited or not self.state.status.compiles)

    def _compiled(self, outcome: Attempt, settled: dict[str, Looks], *, is_awaited: bool) -> None:
        self._generation = self._published()
        self._handled = dealt_with(settled, self.sight.look(), as_compiled(self._vault))
        self._is_waiting = False
        self.state.recover("compile-failed")
        if outcome.is_news or is_awaited:
            self.state.happened(outcome.told)
        if outcome.should_repeat:
            self._retry_later()
        else:
            self._retry_seconds = _RETRY_SECONDS[0]

    def _failed(self, failure: Failed) -> None:
        now = time.monotonic()
        if failure.code == "changed-meanwhile":  # the next look sees it
            self._retry_at = now + self._options.quiet_seconds
        elif failure.code == "locked":
            self._retry_at = now + _LOCKED_SECONDS
            if not self._is_waiting:
                self.state.happened(failure)
        else:
            self._retry_later()
            if self.state.ail_quietly("compile-failed", f"{failure.code}: {failure.message}"):
                self.state.happened(failure)
        self._is_waiting = failure.code == "locked"

    def _retry_later(self) -> None:
        """Again after a while, and after twice as long the next time: what was wrong may mend itself."""
        self._retry_at = time.monotonic() + self._retry_seconds
        self._retry_seconds = min(self._retry_seconds * 2, _RETRY_SECONDS[1])

    def _published(self) -> int:
        """The number of the generation that counts, -1 for none."""
        pointer = Generations(self._vault.state / "index").pointer()
        return -1 if pointer is None else pointer.number
