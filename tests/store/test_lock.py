"""One writer at a time, across processes, and a message that names the other one."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from wikigraph.errors import LockedError
from wikigraph.store.lock import hold_lock, owner

HOLDER = """
import sys, time
from pathlib import Path
from wikigraph.store.lock import hold_lock
with hold_lock(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(float(sys.argv[2]))
"""


def hold(path: Path, seconds: float) -> subprocess.Popen[str]:
    root = str(Path(__file__).parents[2])
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path), str(seconds)], stdout=subprocess.PIPE, text=True, cwd=root
    )
    assert process.stdout is not None and process.stdout.readline() == "held\n"
    return process


def test_the_second_fails_and_names_the_first(tmp_path: Path) -> None:
    lock = tmp_path / ".wikigraph" / "lock"
    with hold(lock, 30) as process:
        try:
            with pytest.raises(LockedError) as caught, hold_lock(lock):
                pass
            assert caught.value.code == "locked" and caught.value.exit_code == 5
            assert str(process.pid) in caught.value.message
            assert caught.value.hint
        finally:
            process.kill()


def test_the_second_may_wait(tmp_path: Path) -> None:
    with hold(tmp_path / "lock", 0.3), hold_lock(tmp_path / "lock", wait_seconds=20):
        assert owner(tmp_path / "lock") > 0


def test_waiting_ends(tmp_path: Path) -> None:
    with hold_lock(tmp_path / "lock"):
        started = time.monotonic()
        with pytest.raises(LockedError), hold_lock(tmp_path / "lock", wait_seconds=0.2):
            pass
        assert 0.15 < time.monotonic() - started < 5


def test_a_killed_owner_does_not_block(tmp_path: Path) -> None:
    with hold(tmp_path / "lock", 30) as process:
        process.kill()
        process.wait()
    assert owner(tmp_path / "lock") == process.pid  # it could not sign off
    with hold_lock(tmp_path / "lock"):
        pass
    assert owner(tmp_path / "lock") == 0


def test_reading_the_file_does_not_release_it(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    with hold_lock(lock):
        with lock.open("rb+"):
            pass
        assert owner(lock) > 0
        root = str(Path(__file__).parents[2])
        command = [sys.executable, "-c", HOLDER, str(lock), "0"]
        second = subprocess.run(command, capture_output=True, cwd=root, check=False)
        assert b"LockedError" in second.stderr


def test_it_is_free_after_an_error(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), hold_lock(tmp_path / "lock"):
        raise ZeroDivisionError
    with hold_lock(tmp_path / "lock"):
        pass
