"""Events of the file system as hints that something may have changed: they wake the watcher, and nothing rests on them.

What is known to go wrong with them: a handler that raises kills the observer's thread while the process lives; a folder
that was removed and made again gives no events though the thread is alive; watches run out (inotify); the
queue overflows; an atomic save is only a move whose real name is the destination; reading a file gives "opened".
So the handler looks at no name but that of the canary: a file that the watcher itself replaces every few seconds. An
observer that does not tell of it is dead, whatever it says of itself.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver

from wikigraph.store.vaultlook import PLACES, looks_of

logging.getLogger("watchdog").addHandler(logging.NullHandler())  # what it has to say, the watcher notices
_ONLY_READ = frozenset({"opened", "closed_no_write"})


class NoEventsError(Exception):
    """The system gives no events here; the message says why."""


class ChangeHints:
    """Events for one vault, from `start` to `stop`."""

    def __init__(self, vault: Path, canary: Path, wake: Callable[[], None]) -> None:
        self._vault = vault
        self._canary = canary
        self._wake = wake
        self._observer: BaseObserver | None = None
        self._places: dict[str, int] = {}
        self._sung = 0.0  # when the canary was last heard

    def start(self, places: Mapping[str, int]) -> None:
        """Begins anew for the folders that are there now (name → inode). Raises NoEventsError."""
        self.stop()
        observer = Observer()
        handler = _Handler(os.fspath(self._canary), self._heard, self._wake)
        try:
            observer.schedule(handler, os.fspath(self._vault), recursive=False)  # sees raw/ come and go
            observer.schedule(handler, os.fspath(self._canary.parent), recursive=False)
            for place in PLACES:
                if place in places:
                    observer.schedule(handler, os.fspath(self._vault / place), recursive=True)
            observer.start()
        except (OSError, RuntimeError) as error:  # RuntimeError: no thread can be started
            _end(observer)
            raise NoEventsError(getattr(error, "strerror", None) or str(error)) from error
        self._observer = observer
        self._places = self._with_own(places)
        self._sung = time.monotonic()

    def stop(self) -> None:
        if self._observer is not None:
            _end(self._observer)
            self._observer = None

    @property
    def is_on(self) -> bool:
        return self._observer is not None

    def silence(self, now: float) -> float:
        """Seconds since the canary was heard."""
        return now - self._sung

    def is_dead(self) -> bool:
        """Whether its threads have ended, as far as they tell."""
        observer = self._observer
        return observer is not None and not (observer.is_alive() and all(e.is_alive() for e in observer.emitters))

    def is_elsewhere(self, places: Mapping[str, int]) -> bool:
        """Whether a watched folder is another one now: removed, made again, mounted."""
        return self._observer is not None and self._places != self._with_own(places)

    def _with_own(self, places: Mapping[str, int]) -> dict[str, int]:
        """And the canary's folder, which goes with `.wikigraph/`."""
        own = looks_of(self._canary.parent)
        return {**places, "canary": own[-1] if own else 0}

    def _heard(self) -> None:
        self._sung = time.monotonic()


class _Handler(FileSystemEventHandler):
    """Runs in the observer's thread; must never raise."""

    def __init__(self, canary: str, heard: Callable[[], None], wake: Callable[[], None]) -> None:
        self._canary = canary
        self._folder = os.path.dirname(canary)  # noqa: PTH120 - once per event
        self._heard = heard
        self._wake = wake

    def dispatch(self, event: FileSystemEvent) -> None:
        try:
            if event.event_type in _ONLY_READ:
                return
            paths = [os.fsdecode(path) for path in (event.src_path, event.dest_path) if path]
            if self._canary in paths:
                self._heard()
            if not all(path.startswith(self._folder) for path in paths):
                self._wake()
        except Exception:  # whatever it is, it is a hint too
            self._wake()


def _end(observer: BaseObserver) -> None:
    """Stops an observer without waiting for threads that hang."""
    try:
        observer.unschedule_all()
        if observer.is_alive():
            observer.stop()
            observer.join(timeout=2.0)
    except Exception:  # it may be in any state: it is thrown away
        return
