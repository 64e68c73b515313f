"""What the watcher tells: events as they happen, and the state that can be looked at from outside.

Plain Structs and no Values: they are JSON objects with named keys for other programs, and never hashed.
"""

from __future__ import annotations

import msgspec


class Happened(msgspec.Struct, frozen=True, kw_only=True, tag_field="event", tag=str.lower):
    """Something that the watcher saw or did: a line that it prints and keeps. `at` is UTC, ISO 8601."""

    at: str = ""


class Started(Happened, frozen=True, kw_only=True):
    vault: str
    pid: int
    mode: str  # events or polling
    reason: str = ""  # why it polls


class Reached(msgspec.Struct, frozen=True, kw_only=True):
    """The impact closure of a change."""

    roots: tuple[str, ...]
    pages: tuple[str, ...]  # that must be looked at, by path
    claims: int  # quoted claims on them


class Changed(Happened, frozen=True, kw_only=True):
    """A change that has settled: paths by what happened to them, and what rests on them."""

    added: tuple[str, ...] = ()  # sources and other files of raw/
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    pages: tuple[str, ...] = ()  # of wiki/, saved by somebody else
    deleted: tuple[str, ...] = ()  # pages of wiki/
    schema: tuple[str, ...] = ()
    impact: Reached | None = None  # None where nothing was compiled before, or it could not be told

    @property
    def is_empty(self) -> bool:
        """Whether nothing says something else: files were touched and no more."""
        return not (self.added or self.changed or self.removed or self.pages or self.deleted or self.schema)


class Compiled(Happened, frozen=True, kw_only=True):
    seconds: float
    written: tuple[str, ...]
    removed: tuple[str, ...]
    unchanged: int
    only_line_numbers: int  # of those written
    left_alone: tuple[str, ...]
    problems: tuple[str, ...]  # what was left undone, as `path: [code] message`
    exit_code: int  # that of `wikigraph compile`: 0, or 1 where something was left undone

    @property
    def n_pages(self) -> int:
        """Pages that were written or removed."""
        return len(self.written) + len(self.removed)


class Failed(Happened, frozen=True, kw_only=True):
    """A compile that did not come to its end. The watcher goes on."""

    code: str
    message: str
    where: str
    hint: str
    exit_code: int


class Ill(Happened, frozen=True, kw_only=True):
    """The watcher cannot do its work, or not as it should."""

    code: str
    message: str


class Well(Happened, frozen=True, kw_only=True):
    """It can again."""

    message: str


class Stopped(Happened, frozen=True, kw_only=True):
    reason: str


Event = Started | Changed | Compiled | Failed | Ill | Well | Stopped


class Trouble(msgspec.Struct, frozen=True, kw_only=True):
    """Why the watcher is not well."""

    code: str
    message: str
    since: str


class WatchStatus(msgspec.Struct, frozen=True, kw_only=True):
    """What `.wikigraph/watch/status.json` holds."""

    pid: int
    started: str
    state: str  # watching, compiling, telling (with --no-compile), waiting (for another compile), stopped
    since: str  # of the state
    mode: str  # events or polling
    mode_reason: str
    heartbeat: str
    heartbeat_monotonic: float  # seconds of a clock that nobody sets, of the boot that `boot` names
    boot: str
    troubles: tuple[Trouble, ...] = ()
    changes: int = 0  # since it was started
    compiles: int = 0
    last_compile: Compiled | None = None
    last_error: Failed | None = None
    error_over: str = ""  # when a compile went through after it, "" while none has


class WatchHealth(msgspec.Struct, frozen=True, kw_only=True):
    """The verdict on a watcher, from outside."""

    is_running: bool
    is_healthy: bool
    reasons: tuple[str, ...]  # why it is not
    heartbeat_age: float | None  # seconds
    status: WatchStatus | None  # None where nobody watched yet
