"""wikigraph watch."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import click
import msgspec

from wikigraph.app.watch import Watcher, WatchOptions
from wikigraph.app.watchstatus import watch_health
from wikigraph.cli import output
from wikigraph.cli.counts import n_of
from wikigraph.cli.options import json_option, the_vault, vault_option
from wikigraph.errors import INTERRUPTED, LEFT_UNDONE, OK, NoVaultError
from wikigraph.model.watching import (
    Changed,
    Compiled,
    Event,
    Failed,
    Ill,
    Started,
    Stopped,
    WatchHealth,
    WatchStatus,
    Well,
)
from wikigraph.store.vault import Vault

EPILOG = """\b
Examples:
  wikigraph watch                 compile on each change, until Ctrl-C
  wikigraph watch --no-compile    only tell what rests on what changed
  wikigraph watch --status        is a watcher there, and is it well?
  wikigraph watch --json          one JSON object per line
"""
_N_SHOWN = 8  # paths of a list


@click.command(epilog=EPILOG)
@click.option("--no-compile", is_flag=True, help="Only tell and record what each change reaches.")
@click.option("--status", "only_status", is_flag=True, help="Say how the watcher of this vault is; exit 1 if it is ill"
              " or there is none.")
@click.option("--poll", is_flag=True, help="Look every second and use no events (network drives).")
@click.option("--debounce", type=click.FloatRange(min=0.05, max=60), default=0.5, show_default=True, metavar="SECONDS",
              help="How long a file must have been quiet.")
@click.option("--rescan", type=click.FloatRange(min=1, max=86_400), default=30.0, show_default=True, metavar="SECONDS",
              help="Between looks at all files that no event asked for.")
@click.option("--embedder", metavar="NAME", default=None, help="As for compile.")
@vault_option
@json_option
def command(
    no_compile: bool,
    only_status: bool,
    poll: bool,
    debounce: float,
    rescan: float,
    embedder: str | None,
    vault_path: Path | None,
    as_json: bool,
) -> int:
    """Watch the vault: on each change tell what rests on it, and compile.

    A change counts when its files have been quiet for a moment; many at once are one compile. Changes of raw/, wiki/
    and schema/ are seen, its own writes are none. Ctrl-C or SIGTERM ends it after a compile that has begun to write.
    """
    if only_status:
        return _tell_status(watch_health(_watched_vault(vault_path)), as_json=as_json)
    vault = the_vault(vault_path)
    options = WatchOptions(not no_compile, poll, debounce, rescan, embedder)
    return _watch(vault, options, as_json=as_json)


def _watched_vault(vault_path: Path | None) -> Vault:
    """The vault that is asked about: one that is watched is there though its raw/ may be gone."""
    try:
        return the_vault(vault_path)
    except NoVaultError:
        folder = (vault_path or Path.cwd()).expanduser().absolute()
        if (folder / ".wikigraph" / "watch").is_dir():
            return Vault(folder)
        raise


def _watch(vault: Vault, options: WatchOptions, *, as_json: bool) -> int:
    is_quiet = as_json or not sys.stderr.isatty()
    tell = _tell_json if as_json else _Printed(options).tell
    watcher = Watcher(vault, options, tell, lambda: output.progress(as_json=is_quiet))
    codes: list[int] = []

    def stop(number: int, frame: FrameType | None) -> None:
        if codes:
            raise KeyboardInterrupt  # the second time: at once
        codes.append(INTERRUPTED if number == signal.SIGINT else OK)
        watcher.stop.request(signal.Signals(number).name)

    names = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
    before = {number: signal.signal(number, stop) for name in names if (number := getattr(signal, name, None))}
    try:
        watcher.run()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    return codes[0] if codes else OK


def _tell_json(event: Event) -> None:
    output.say_json_line(event)


class _Printed:
    """Events as lines that a person reads."""

    def __init__(self, options: WatchOptions) -> None:
        self._options = options

    def tell(self, event: Event) -> None:
        lines = self._lines(event)
        output.say(f"{time.strftime('%H:%M:%S')}  {lines[0]}")
        for line in lines[1:]:
            output.say(f"            {line}")

    def _lines(self, event: Event) -> list[str]:
        teller: dict[type, Callable[..., list[str]]] = {
            Started: self._started, Changed: _changed, Compiled: _compiled, Failed: _failed,
        }  # fmt: skip
        if type(event) in teller:
            return teller[type(event)](event)
        if isinstance(event, Ill):
            return [f"not well: {event.message}"]
        if isinstance(event, Well):
            return [f"well again: {event.message}"]
        assert isinstance(event, Stopped)
        return [f"stopped ({event.reason}): nothing is half written"]

    def _started(self, event: Started) -> list[str]:
        how = "by events" if event.mode == "events" else f"by looking every second ({event.reason})"
        what = "" if self._options.is_compiling else "; nothing is compiled"
        return [f"watching {event.vault} {how}{what}; Ctrl-C ends it"]


def _changed(event: Changed) -> list[str]:
    kinds = (("new", event.added), ("changed", event.changed), ("removed", event.removed), ("saved", event.pages),
             ("deleted", event.deleted), ("changed", event.schema))  # fmt: skip
    heads = [f"{verb} {path}" for verb, paths in kinds for path in _some(paths)]
    if event.impact is None:
        return heads
    reached = event.impact
    if not reached.pages:
        return [*heads, "nothing rests on it yet" if event.added else "nothing rests on it"]
    pages, claims = n_of(len(reached.pages), "page"), n_of(reached.claims, "quoted claim")
    return [*heads, f"look at {pages} ({claims}):", *(f"  {p}" for p in _some(reached.pages))]


def _compiled(event: Compiled) -> list[str]:
    lines = f", {event.only_line_numbers} of them line numbers only" if event.only_line_numbers else ""
    left = f", {len(event.left_alone)} left alone" if event.left_alone else ""
    counts = f"{len(event.written)} written{lines}, {len(event.removed)} removed, {event.unchanged} unchanged{left}"
    return [
        f"compiled: pages {counts}  ({event.seconds:.1f} s)",
        *(f"wrote {path}" for path in _some(event.written)),
        *(f"removed {path}" for path in _some(event.removed)),
        *(f"left alone {path}: a person changed what was generated" for path in _some(event.left_alone)),
        *event.problems[:_N_SHOWN],
    ]


def _failed(event: Failed) -> list[str]:
    if event.code == "locked":
        return [f"waiting: {event.message}"]
    place = [f"at: {event.where}"] if event.where else []
    do = [f"do: {event.hint}"] if event.hint else []
    return [f"not compiled: error[{event.code}]: {event.message}", *place, *do]


def _some(paths: tuple[str, ...]) -> list[str]:
    rest = len(paths) - _N_SHOWN
    return list(paths) if rest <= 1 else [*paths[:_N_SHOWN], f"… and {rest} more"]


def _tell_status(health: WatchHealth, *, as_json: bool) -> int:
    code = OK if health.is_healthy else LEFT_UNDONE
    if as_json:
        output.say_json({
            "running": health.is_running,
            "healthy": health.is_healthy,
            "reasons": list(health.reasons),
            "heartbeat_age": health.heartbeat_age if health.is_running else None,
            "status": None if health.status is None else msgspec.to_builtins(health.status),
            "exit_code": code,
        })  # fmt: skip
        return code
    status = health.status
    output.say("healthy" if health.is_healthy else f"not well: {'; '.join(health.reasons)}")
    if status is not None:
        output.say_table(_status_rows(health), of_words=True)
    return code


def _status_rows(health: WatchHealth) -> list[tuple[str, str]]:
    status = health.status
    assert status is not None
    last = status.last_compile
    age = "" if health.heartbeat_age is None or not health.is_running else f" ({health.heartbeat_age:.0f} s ago)"
    why = f": {status.mode_reason}" if status.mode_reason else ""
    return [
        ("process", str(status.pid)),
        ("started", status.started),
        ("state", _state(status) if health.is_running else "not running"),
        ("mode", status.mode + why),
        ("heartbeat", status.heartbeat + age),
        ("changes, compiles", f"{status.changes}, {status.compiles} since it was started"),
        ("last compile", "none" if last is None else f"{last.at}: {n_of(last.n_pages, 'page')}, {last.seconds:.1f} s"),
        ("last error", _last_error(status)),
    ]


def _state(status: WatchStatus) -> str:
    """The time of the state says something only where it should soon be over."""
    return status.state if status.state in ("watching", "stopped") else f"{status.state} since {status.since}"


def _last_error(status: WatchStatus) -> str:
    if status.last_error is None:
        return "none"
    over = f" (over since {status.error_over})" if status.error_over else ""
    return f"{status.last_error.at}: [{status.last_error.code}] {status.last_error.message}{over}"
