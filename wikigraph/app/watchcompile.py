"""One compile of the watcher: what it did, or why it could not, and how it is stopped in the right places."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from wikigraph.app.compile import compile_vault
from wikigraph.app.failures import told
from wikigraph.errors import LEFT_UNDONE, OK
from wikigraph.events import Event, Listener, StepFinished
from wikigraph.model.compilation import CompileReport
from wikigraph.model.watching import Compiled, Failed
from wikigraph.store.vault import Vault
from wikigraph.store.vaultlook import Looks

_SAVED_MEANWHILE = ("page-changed", "page-not-written")


class _StoppedError(Exception):
    """The compile was left before it wrote anything, or after it had written everything."""


class StopRequest:
    """Somebody wants the watcher to end. May be set in a signal handler."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self.reason = ""
        self._wake = wake

    @property
    def is_requested(self) -> bool:
        return bool(self.reason)

    def request(self, reason: str) -> None:
        self.reason = reason
        self._wake()

    def listening(self, listener: Listener) -> Listener:
        """A listener that ends a compile which nobody waits for any more, but never while it writes."""
        is_writing = False

        def listen(event: Event) -> None:
            nonlocal is_writing
            listener(event)
            if isinstance(event, StepFinished) and event.step in ("render", "index"):
                is_writing = event.step == "render"
            if self.is_requested and not is_writing:
                raise _StoppedError

        return listen


@dataclass(frozen=True, slots=True)
class Attempt:
    """A compile that came to its end."""

    told: Compiled
    is_news: bool  # something ran
    should_repeat: bool  # somebody saved a page meanwhile


def attempt(
    vault: Vault, embedder: str | None, settled: Mapping[str, Looks], on_event: Listener
) -> Attempt | Failed | None:
    """Compiles; None if it was stopped."""
    started = time.perf_counter()
    try:
        report = compile_vault(vault, embedder=embedder, on_event=on_event, settled=settled)
    except _StoppedError:
        return None
    except Exception as error:  # whatever it is, the watcher lives on and tells it
        return failed(error)
    return _attempted(report, time.perf_counter() - started)


def failed(error: Exception) -> Failed:
    """An error as an event."""
    known = told(error)
    return Failed(
        code=known.code, message=known.message, where=known.where, hint=known.hint, exit_code=known.exit_code
    )


def _attempted(report: CompileReport, seconds: float) -> Attempt:
    errors = [d for d in report.diagnostics if d.severity == "error"]
    compiled = Compiled(
        seconds=round(seconds, 2),
        written=report.pages_written,
        removed=report.pages_removed,
        unchanged=report.pages_unchanged,
        only_line_numbers=report.pages_only_lines,
        left_alone=report.pages_left_alone,
        problems=tuple(f"{d.path}: [{d.code}] {d.message}" for d in errors),
        exit_code=OK if report.is_complete else LEFT_UNDONE,
    )
    has_run = any(step.n_run for step in report.steps)
    return Attempt(
        compiled,
        is_news=bool(compiled.n_pages or has_run),
        should_repeat=any(d.code in _SAVED_MEANWHILE for d in errors),
    )
