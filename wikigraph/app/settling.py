"""Looks at a vault, one after another → the state that has settled.

A file counts when it has looked the same for a while. Editors truncate a file and write it a moment later, or remove it
and put another in its place; so a file that became empty, or that went, is waited for longer. Time is handed in, and
comes from a clock that nobody sets.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from wikigraph.store.vaultlook import Looks, VaultLook

_EMPTY = 4.0  # times as long for a file that became empty
_GONE = 2.0  # times as long for one that went


@dataclass(slots=True)
class Settling:
    """The files of which a change was seen, and since when each looks as it does."""

    quiet_seconds: float
    _last: Mapping[str, Looks] | None = None
    _since: dict[str, float] = field(default_factory=dict)
    _last_change: float = float("-inf")

    def see(self, look: VaultLook, handled: Mapping[str, Looks], now: float) -> None:
        """Takes in what was seen at `now`; `handled` is what was dealt with, from where a first look starts."""
        last = handled if self._last is None else self._last
        for path in _differing(last, look):
            self._since[path] = self._last_change = now
        if look.closed:
            unknown = {path: looks for path, looks in last.items() if look.is_unknown(path)}
            self._last = {**look.files, **unknown}
        else:
            self._last = look.files

    @property
    def is_waiting(self) -> bool:
        """Whether something has not settled."""
        return bool(self._since)

    def is_quiet(self, now: float, seconds: float) -> bool:
        """Whether nothing was seen to change for so long."""
        return now - self._last_change >= seconds

    def unsettled(self, now: float) -> frozenset[str]:
        """Paths that may still be in the middle of a save."""
        done = [path for path, since in self._since.items() if now - since >= self._wait(path)]
        for path in done:
            del self._since[path]
        return frozenset(self._since)

    def seconds_left(self, now: float) -> float:
        """Until the next file settles, if nothing more happens."""
        left = (since + self._wait(path) - now for path, since in self._since.items())
        return max(0.0, min(left, default=0.0))

    def settled(self, handled: Mapping[str, Looks], unsettled: frozenset[str]) -> dict[str, Looks]:
        """The last look, with what has not settled as it was when it was dealt with."""
        files = {path: looks for path, looks in (self._last or {}).items() if path not in unsettled}
        files.update((path, handled[path]) for path in unsettled if path in handled)
        return files

    def _wait(self, path: str) -> float:
        looks = (self._last or {}).get(path)
        if looks is None:
            return self.quiet_seconds * _GONE
        return self.quiet_seconds * (_EMPTY if looks[0] == 0 else 1.0)


def _differing(before: Mapping[str, Looks], look: VaultLook) -> set[str]:
    paths = {path for path, _ in before.items() ^ look.files.items()}
    return {path for path in paths if not look.is_unknown(path)} if look.closed else paths
