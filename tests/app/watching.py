"""A watcher to test with: in a process of its own, or in a thread of this one."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from tests.app.test_incremental import document
from wikigraph.app.watch import Watcher, WatchOptions
from wikigraph.store.vault import Vault

ROOT = Path(__file__).parents[2]
Told = dict[str, Any]


class Events:
    """What a watcher told, as it comes."""

    def __init__(self) -> None:
        self._told: list[Told] = []
        self._more = threading.Condition()

    def add(self, event: Told) -> None:
        with self._more:
            self._told.append(event)
            self._more.notify_all()

    @property
    def n(self) -> int:
        return len(self._told)

    def all(self, kind: str, since: int = 0) -> list[Told]:
        return [event for event in self._told[since:] if event["event"] == kind]

    def wait(self, kind: str, fits: Callable[[Told], bool] = lambda told: True, *, since: int = 0,
             seconds: float = 30.0) -> Told:  # fmt: skip
        """The first event of a kind that fits."""
        deadline = time.monotonic() + seconds
        with self._more:
            while True:
                found = next((event for event in self.all(kind, since) if fits(event)), None)
                if found is not None:
                    return found
                if not self._more.wait(max(0.0, deadline - time.monotonic())) and time.monotonic() >= deadline:
                    raise AssertionError(f"no {kind!r} within {seconds} s; told: {self._told[since:]}")


class Process(Events):
    """`wikigraph watch --json` on a vault."""

    def __init__(self, vault: Path, *options: str, before: tuple[str, ...] = ()) -> None:
        super().__init__()
        self.vault = vault
        command = [*before, sys.executable, "-m", "wikigraph", "watch", "--json", "--vault", str(vault), *options]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=environment())
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.add(json.loads(line))

    def end(self, number: int) -> int:
        self.process.send_signal(number)
        return self.process.wait(timeout=60)


def environment() -> dict[str, str]:
    return {**os.environ, "WIKIGRAPH_EMBEDDER": "none", "WIKIGRAPH_PROCESSES": "1"}


@contextmanager
def in_thread(vault: Path, **options: Any) -> Iterator[tuple[Watcher, Events]]:
    """A watcher in this process."""
    events = Events()
    told: Callable[[Any], None] = lambda event: events.add(json.loads(msgspec.json.encode(event)))  # noqa: E731
    watcher = Watcher(Vault(vault), WatchOptions(**{"quiet_seconds": 0.1, **options}), told)
    thread = threading.Thread(target=watcher.run, daemon=True)
    thread.start()
    try:
        yield watcher, events
    finally:
        watcher.stop.request("test")
        thread.join(timeout=60)
        assert not thread.is_alive()


def fill(vault: Path, n: int, seed: int = 1) -> random.Random:
    """A vault of small documents that name the same things."""
    dice = random.Random(seed)
    (vault / "raw").mkdir(parents=True, exist_ok=True)
    for number in range(n):
        (vault / f"raw/start{number}.md").write_text(document(dice), encoding="utf-8")
    return dice


def until(fits: Callable[[], bool], seconds: float, what: str) -> float:
    """Waits until something is so; how long it took."""
    started = time.monotonic()
    while not fits():
        assert time.monotonic() - started < seconds, f"not within {seconds} s: {what}"
        time.sleep(0.1)
    return time.monotonic() - started
