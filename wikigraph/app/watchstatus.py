"""The verdict on a watcher, from outside: whether one lives, and whether it is well."""

from __future__ import annotations

import time

from wikigraph.model.watching import WatchHealth, WatchStatus
from wikigraph.store.vault import Vault
from wikigraph.store.watchfiles import WatchFiles, boot

SILENT_SECONDS = 10.0  # without a heartbeat it is ill


def watch_health(vault: Vault) -> WatchHealth:
    """Reads the status file and looks at the lock, which goes with its owner however that ends."""
    files = WatchFiles(vault.state)
    status, is_running = files.read_status(), files.is_held()
    age = _age(status) if status is not None else None
    reasons = list(_reasons(status, age)) if is_running else ["no watcher is running"]
    return WatchHealth(
        is_running=is_running, is_healthy=is_running and not reasons, reasons=tuple(reasons),
        heartbeat_age=None if age is None else round(age, 1), status=status,
    )  # fmt: skip


def _reasons(status: WatchStatus | None, age: float | None) -> list[str]:
    if status is None or age is None:
        return ["it wrote no status that can be read"]
    reasons = [f"{trouble.code}: {trouble.message}" for trouble in status.troubles]
    if age > SILENT_SECONDS:
        reasons.append(f"no heartbeat for {age:.0f} s")
    return reasons


def _age(status: WatchStatus) -> float:
    """Seconds since the last heartbeat, by a clock that nobody sets; a status of another boot is as old as can be."""
    if status.boot == boot() and time.monotonic() >= status.heartbeat_monotonic:
        return time.monotonic() - status.heartbeat_monotonic
    return float("inf")
