"""A full or failing disk loses nothing (promise 13), and the index is disposable (promise 12)."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb
import pytest

from tests.reliability.strace import Point, inject, sample
from tests.reliability.vaults import (
    Story,
    failure,
    hold_recovered,
    hold_whole,
    run_compile,
)
from wikigraph.store.generations import Generations

pytestmark = pytest.mark.slow
ON_DISK = ("pwrite64", "fsync", "fdatasync", "ftruncate", "rename", "renameat2", "link", "sendfile")
CLEAR = {"page-not-written", "log-not-written", "index-not-written", "index-damaged", "no-access"}


def hold_told(done: subprocess.CompletedProcess[str], where: str) -> bool:
    """Whether it failed; if so with an exit code and words that a person can use."""
    code, told = failure(done)
    if code:
        assert code in (1, 7) and set(told.split()) & CLEAR, f"{where}: exit {code}: {told}"
    return bool(code)


@pytest.mark.parametrize(("name", "error", "n"), [
    ("first", "EIO", 2), ("incremental", "ENOSPC", 3),
    *(pytest.param(name, error, 10_000, marks=pytest.mark.long)
      for name in ("first", "incremental") for error in ("ENOSPC", "EIO")),
])  # fmt: skip
def test_a_disk_that_refuses(
    name: str, error: str, n: int, stories: dict[str, Story], system_calls: dict[str, list[Point]], vault: Path
) -> None:
    chosen = sample([point for point in system_calls[name] if point[0] in ON_DISK], n)
    n_failed = 0
    for point in chosen:
        done = run_compile(stories[name].begin(vault), before=inject(f"error={error}", point))
        n_failed += hold_told(done, f"{error} from {point} on")
        hold_whole(vault, stories[name])
        hold_recovered(vault, stories[name])
    print(f"{name}: {error} from each of {len(chosen)} points on, {n_failed} compiles failed")
    assert n_failed


@contextmanager
def small_disk(place: Path, n_bytes: int) -> Iterator[Path]:
    """A file system of this size in memory; skips where this user may not mount one."""
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={n_bytes}", "tmpfs", str(place)]
    if os.name != "posix" or shutil.which("mount") is None or subprocess.run(mount, check=False).returncode:
        pytest.skip("this user may not mount a tmpfs")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


@pytest.mark.parametrize(("name", "n"), [
    ("incremental", 2), *(pytest.param(name, 25, marks=pytest.mark.long) for name in ("first", "incremental")),
])  # fmt: skip
def test_a_disk_that_fills_up(name: str, n: int, stories: dict[str, Story], tmp_path: Path) -> None:
    story = stories[name]
    done_size = sum(path.stat().st_size for path in story.done.rglob("*") if path.is_file())
    n_failed = 0
    for level in range(n):
        with small_disk(tmp_path / f"disk{level}", 64_000_000) as disk:
            vault = story.begin(disk / "vault")
            free = int(done_size * (level + 0.2) / n)  # what is left for the compile
            state = os.statvfs(disk)
            ballast = disk / "ballast"
            ballast.write_bytes(bytes(max(0, state.f_bavail * state.f_frsize - free)))
            done = run_compile(vault)
            n_failed += hold_told(done, f"{free} bytes free")
            hold_whole(vault, story)
            ballast.unlink()
            hold_recovered(vault, story)
    print(f"{name}: {n} fill levels, {n_failed} compiles failed")
    assert n_failed


# ------------------------------------------------------------------------------------------------ the index


def current(vault: Path) -> Path:
    generations = Generations(vault / ".wikigraph/index")
    pointer = generations.pointer()
    assert pointer is not None
    return generations.path(pointer.number)


def truncated(share: float) -> Callable[[Path], None]:
    return lambda vault: os.truncate(current(vault), int(current(vault).stat().st_size * share))


def overwritten(seed: int) -> Callable[[Path], None]:
    def damage(vault: Path) -> None:
        dice = random.Random(seed)
        with current(vault).open("r+b") as file:
            for _ in range(40):
                file.seek(dice.randrange(current(vault).stat().st_size))
                file.write(dice.randbytes(200))

    return damage


def from_the_future(vault: Path) -> None:
    with duckdb.connect(str(current(vault))) as connection:
        connection.execute("UPDATE meta SET value = '99999' WHERE key = 'schema_version'")
    file = vault / ".wikigraph/index/current"
    file.write_text(f"[{Generations(file.parent).pointer().number},{current(vault).stat().st_size}]")  # type: ignore[union-attr]


def with_a_damaged_wal(vault: Path) -> None:
    current(vault).with_suffix(".duckdb.wal").write_bytes(b"no log at all" * 100)
    (vault / ".wikigraph/index/building.duckdb.wal").write_bytes(b"left behind")


DAMAGES: dict[str, Callable[[Path], None]] = {
    "deleted": lambda vault: shutil.rmtree(vault / ".wikigraph"),
    "file deleted": lambda vault: current(vault).unlink(),
    "pointer deleted": lambda vault: (vault / ".wikigraph/index/current").unlink(),
    "pointer garbled": lambda vault: (vault / ".wikigraph/index/current").write_bytes(b"\0\xff{"),
    **{f"truncated to {share:.0%}": truncated(share) for share in (0.0, 0.01, 0.3, 0.7, 0.99)},
    **{f"overwritten {seed}": overwritten(seed) for seed in range(3)},
    "from the future": from_the_future,
    "damaged WAL": with_a_damaged_wal,
}


@pytest.mark.parametrize("how", DAMAGES)
def test_a_damaged_index_is_made_again(how: str, stories: dict[str, Story], vault: Path) -> None:
    story = stories["incremental"]
    shutil.copytree(story.done, vault, copy_function=shutil.copy2)
    DAMAGES[how](vault)
    hold_recovered(vault, story)
