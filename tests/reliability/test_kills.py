"""Killing it never breaks anything (promise 1)."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.reliability.strace import Point, inject, sample
from tests.reliability.vaults import (
    ROOT,
    Story,
    environment,
    hold_recovered,
    hold_whole,
    run_compile,
    start_compile,
)

pytestmark = pytest.mark.slow
LONG = [pytest.param(name, 10_000, marks=pytest.mark.long) for name in ("first", "incremental")]


@pytest.mark.parametrize(("name", "n"), [("first", 4), ("incremental", 4), *LONG])
def test_killed_at_system_calls(
    name: str, n: int, stories: dict[str, Story], system_calls: dict[str, list[Point]], vault: Path
) -> None:
    chosen = sample(system_calls[name], n)
    n_killed = 0
    for point in chosen:
        done = run_compile(stories[name].begin(vault), before=inject("signal=SIGKILL", point))
        n_killed += done.returncode != 0
        hold(vault, stories[name], f"{point}")
    print(f"{name}: {n_killed} kills at {len(chosen)} of {len(system_calls[name])} system calls")
    assert n_killed >= len(chosen) / 2  # at some points it is another process that dies, and the compile goes on


@pytest.mark.parametrize(("name", "n"), [("incremental", 3), *LONG])
def test_killed_at_failpoints(name: str, n: int, stories: dict[str, Story], vault: Path) -> None:
    """The same without strace, at what Python itself does to files."""
    n_points = int(at_failpoint(stories[name].begin(vault), 0).stdout)
    chosen = [k for _, k in sample([("", k) for k in range(1, n_points + 1)], n)]
    for k in chosen:
        assert at_failpoint(stories[name].begin(vault), k).returncode == -signal.SIGKILL
        hold(vault, stories[name], f"failpoint {k} of {n_points}")
    print(f"{name}: {len(chosen)} kills at {n_points} failpoints")


@pytest.mark.parametrize(("name", "n"), [
    ("incremental", 2), *(pytest.param(name, 100, marks=pytest.mark.long) for name in ("first", "incremental")),
])  # fmt: skip
def test_killed_at_random(name: str, n: int, stories: dict[str, Story], vault: Path) -> None:
    dice = random.Random(n)
    started = time.monotonic()
    run_compile(stories[name].begin(vault))
    seconds = time.monotonic() - started
    n_killed = 0
    for _ in range(n):
        process = start_compile(stories[name].begin(vault))
        pause = dice.uniform(0.3, 1.0) * seconds
        time.sleep(pause)
        process.kill()
        n_killed += process.wait() != 0
        hold(vault, stories[name], f"killed after {pause:.3f} s")
    print(f"{name}: {n_killed} of {n} killed at random")


def hold(vault: Path, story: Story, where: str) -> None:
    try:
        hold_whole(vault, story)
        hold_recovered(vault, story)
    except Exception as error:
        error.add_note(f"at {where}")
        raise


def at_failpoint(vault: Path, k: int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.reliability.failpoints", str(vault), str(k)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=environment())
