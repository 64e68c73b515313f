"""Other processes that do calls of the pipeline's steps: the answer to one core being busy while others idle.

Each is a fresh interpreter (no fork of a process that holds threads and a database), spoken to over its pipes with
frames of msgpack. What a process cannot do, or one that dies, is done here instead.
"""

from __future__ import annotations

import os
import queue
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO

import msgspec

from wikigraph.app.crew_member import read_frame, write_frame
from wikigraph.config import Settings
from wikigraph.engine.crew import Call, callers
from wikigraph.pipeline import pipeline

VARIABLE = "WIKIGRAPH_PROCESSES"
_WORTH = 400_000  # bytes of arguments: less is done sooner than processes start
_BATCH = 100_000  # bytes of arguments sent at once
_decode = msgspec.msgpack.Decoder(tuple[bytes, ...] | None).decode


class ProcessCrew:
    """engine.crew.Crew over processes that start at the first step which is worth it. Use it as a context manager."""

    def __init__(self, settings: Settings, n_processes: int | None = None) -> None:
        self._settings = settings
        self._n = n_wanted() if n_processes is None else n_processes
        self._idle: queue.SimpleQueue[subprocess.Popen[bytes]] = queue.SimpleQueue()
        self._started: list[subprocess.Popen[bytes]] = []
        self._is_over = False
        self._here: dict[str, Callable[[Call], bytes]] = {}

    def __enter__(self) -> ProcessCrew:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self._is_over = True
        for process in self._started:
            if kind is not None:
                process.kill()
            with suppress(OSError):
                _pipes(process)[0].close()  # it ends when nothing more can come
            process.wait()
            _pipes(process)[1].close()

    def run(self, step: str, calls: Iterable[Call]) -> Iterator[bytes] | None:
        """See the protocol."""
        held = list(calls)
        if self._n < 2 or sum(len(part) for call in held for part in call) < _WORTH:
            return None
        self._start()
        return self._run(step, held)

    def _run(self, step: str, calls: Sequence[Call]) -> Iterator[bytes]:
        pool = ThreadPoolExecutor(self._n)
        try:
            for outcomes in pool.map(lambda batch: self._done(step, batch), _batches(calls)):
                yield from outcomes
        finally:  # an interrupt does not wait for what was only begun
            pool.shutdown(wait=False, cancel_futures=True)

    def _done(self, step: str, batch: Sequence[Call]) -> Sequence[bytes]:
        process = self._idle.get()
        try:
            write_frame(_pipes(process)[0], msgspec.msgpack.encode((step, batch)))
            answer = read_frame(_pipes(process)[1])
            outcomes = _decode(answer) if answer else None
        except (OSError, msgspec.DecodeError):
            outcomes = None
        finally:
            self._idle.put(process)
        if outcomes is not None and len(outcomes) == len(batch):
            return outcomes
        if self._is_over:
            return ()
        here = self._callers()[step]
        return [here(call) for call in batch]  # where it fails, it fails here, and can be told

    def _callers(self) -> Mapping[str, Callable[[Call], bytes]]:
        if not self._here:
            self._here = callers(pipeline(self._settings))
        return self._here

    def _start(self) -> None:
        if self._started:
            return
        package = str(Path(__file__).parents[2])
        before = os.environ.get("PYTHONPATH")
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join((package, before) if before else (package,))}
        for _ in range(self._n):
            process = subprocess.Popen(
                [sys.executable, "-P", "-m", "wikigraph.app.crew_member"],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment,
            )  # fmt: skip
            self._started.append(process)
            with suppress(OSError):
                write_frame(_pipes(process)[0], msgspec.msgpack.encode(self._settings))
            self._idle.put(process)


def n_wanted() -> int:
    """As many processes as there are cores, eight at most; WIKIGRAPH_PROCESSES says otherwise, 1 for none."""
    told = os.environ.get(VARIABLE, "")
    if told.isdigit():
        return int(told)
    can_tell = hasattr(os, "sched_getaffinity")
    return min(8, len(os.sched_getaffinity(0)) if can_tell else os.cpu_count() or 1)


def _batches(calls: Sequence[Call]) -> Iterator[list[Call]]:
    batch: list[Call] = []
    size = 0
    for call in calls:
        batch.append(call)
        size += sum(map(len, call))
        if size >= _BATCH:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    assert process.stdin is not None and process.stdout is not None
    return process.stdin, process.stdout
