"""Faults by system call, with strace: killed at the k-th write, or told that the disk is full."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from functools import cache
from pathlib import Path

from tests.reliability.vaults import Story, run_compile

CALLS = ("write", "pwrite64", "fsync", "fdatasync", "rename", "renameat2", "link", "unlink", "ftruncate", "sendfile")
"""What changes a disk. Each is counted for itself, in each thread and process."""

Point = tuple[str, int]


@cache
def why_not() -> str:
    """Why strace cannot be used here, "" if it can."""
    if shutil.which("strace") is None:
        return "strace is not installed (Debian: apt-get install strace)"
    tried = subprocess.run(["strace", "-f", "-o", "/dev/null", "true"], capture_output=True, text=True, check=False)
    return "" if tried.returncode == 0 else f"strace may not trace here: {tried.stderr.strip()[:100]}"


def points(story: Story, folder: Path, calls: tuple[str, ...] = CALLS) -> list[Point]:
    """Every (call, k) at which something can happen during this compile."""
    log = folder / "calls.log"
    vault = story.begin(folder / "counted")
    done = run_compile(vault, before=("strace", "-f", "-o", str(log), "-e", f"trace={','.join(calls)}"))
    assert done.returncode == 0, done.stderr
    counted: Counter[tuple[str, str]] = Counter()
    for line in log.read_text("utf-8", "replace").splitlines():
        found = re.match(r"(\d+) +(?:<\.\.\. )?(\w+)(?:\(| resumed)", line)
        if found and "resumed" not in line:
            counted[found[1], found[2]] += 1
    most = {call: max((n for (_, name), n in counted.items() if name == call), default=0) for call in calls}
    return [(call, k) for call in calls for k in range(1, most[call] + 1)]


def inject(fault: str, point: Point) -> tuple[str, ...]:
    """The command that lets a fault happen at a point: `signal=SIGKILL`, `error=ENOSPC`."""
    call, k = point
    tracing = ("strace", "-f", "-o", "/dev/null", "-e", f"trace={call}")
    return (*tracing, "-e", f"inject={call}:{fault}:when={k}{'+' if fault.startswith('error') else ''}")


def sample(found: list[Point], n: int) -> list[Point]:
    """`n` of the points, spread evenly, the first and the last of them included."""
    if n >= len(found):
        return found
    return [found[round(at * (len(found) - 1) / (n - 1))] for at in range(n)]
