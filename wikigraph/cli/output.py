"""Prints results to stdout and progress to stderr. With cli/main.py the only place that prints or exits."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import click
import msgspec

from wikigraph.errors import WikigraphError
from wikigraph.events import Event, Listener, StepAdvanced, StepFinished, StepStarted, ignore
from wikigraph.model.diagnostic import Diagnostic

_MARK = {"error": "error", "warning": "warning", "info": "note"}


def say(text: str = "") -> None:
    """A line of the result. Where nobody reads on (`| head`), the command is over, and well."""
    try:
        click.echo(text)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0) from None


def tell(text: str) -> None:
    """A line that is not the result: to stderr."""
    click.echo(text, err=True)


def say_json(value: Mapping[str, Any]) -> None:
    """The one JSON object of a command."""
    say(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def say_json_line(value: object) -> None:
    """One of many JSON objects, on a line of its own, at once."""
    say(msgspec.json.encode(value).decode())
    sys.stdout.flush()


def say_table(rows: Iterable[tuple[str, str]], *, of_words: bool = False) -> None:
    """Two columns, the second aligned to the right, unless it is one of words."""
    rows = list(rows)
    left = max(len(name) for name, _ in rows)
    right = 0 if of_words else max(len(value) for _, value in rows)
    for name, value in rows:
        say(f"  {name:<{left}}  {value:>{right}}")


def tell_diagnostics(diagnostics: Sequence[Diagnostic], *, n_most: int = 50) -> None:
    """Each remark on a line of stderr, the gravest first; past `n_most` only their number."""
    order = {"error": 0, "warning": 1, "info": 2}
    ranked = sorted(diagnostics, key=lambda d: (order[d.severity], d.path, d.line, d.code))
    for diagnostic in ranked[:n_most]:
        tell(diagnostic_line(diagnostic))
    if len(ranked) > n_most:
        tell(f"… and {len(ranked) - n_most} more (all of them with --json)")


def diagnostic_line(diagnostic: Diagnostic) -> str:
    """`path:line: error[code]: message`."""
    place = f"{diagnostic.path}:{diagnostic.line}" if diagnostic.line else diagnostic.path
    head = f"{place}: " if place else ""
    return f"{head}{_MARK[diagnostic.severity]}[{diagnostic.code}]: {diagnostic.message}"


def diagnostic_dict(diagnostic: Diagnostic) -> dict[str, Any]:
    """The JSON form of a remark."""
    return {
        "code": diagnostic.code, "severity": diagnostic.severity, "message": diagnostic.message,
        "path": diagnostic.path, "line": diagnostic.line,
    }


def show_error(error: WikigraphError, *, as_json: bool) -> None:
    """A failure: one JSON object on stdout, or a few lines on stderr."""
    if as_json:
        body = {"code": error.code, "message": error.message, "where": error.where, "hint": error.hint}
        say_json({"error": body, "exit_code": error.exit_code})
        return
    tell(f"error[{error.code}]: {error.message}")
    if error.where:
        tell(f"  at: {error.where}")
    if error.hint:
        tell(f"  do: {error.hint}")


@contextmanager
def progress(*, as_json: bool) -> Iterator[Listener]:
    """A listener that shows each step: a bar on a terminal, a line per step that ran elsewhere, nothing with JSON."""
    if as_json:
        yield ignore
        return
    if not sys.stderr.isatty():
        yield _tell_step
        return
    from rich.console import Console  # only here: it is slow to import
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description:>12}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bars:
        tasks: dict[str, TaskID] = {}

        def listen(event: Event) -> None:
            if isinstance(event, StepStarted):
                if event.n_total:
                    tasks[event.step] = bars.add_task(event.step, total=event.n_total)
            elif event.step in tasks:
                if isinstance(event, StepAdvanced):
                    bars.update(tasks[event.step], completed=event.n_done)
                else:
                    bars.remove_task(tasks.pop(event.step))

        yield listen


def _tell_step(event: Event) -> None:
    if isinstance(event, StepFinished) and event.n_run:
        tell(f"{event.step:>12}  {event.n_run} run, {event.n_reused} reused  {event.seconds:.1f} s")


def use_utf8() -> None:
    """Texts in any script are printed, whatever the terminal's locale says."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
