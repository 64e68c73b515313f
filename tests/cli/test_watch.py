"""`wikigraph watch` as a process: ways to save, bursts, signals, `--status`."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.app.histories import by_id, change, clean, document
from tests.app.watching import ROOT, Process, environment, fill, until
from tests.cli.conftest import Run
from tests.reliability.strace import why_not

pytestmark = pytest.mark.slow


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    fill(tmp_path / "v", 12)
    return tmp_path / "v"


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """One watcher that goes through all that follows."""
    vault = tmp_path_factory.mktemp("watched") / "v"
    fill(vault, 12)
    with running(vault) as process:
        yield process


@contextmanager
def running(vault: Path) -> Iterator[Process]:
    process = Process(vault)
    try:
        process.wait("compiled", seconds=60)
        yield process
    finally:
        process.process.kill()
        process.process.wait()


def settle(watched: Process, seconds: float = 60) -> None:
    """Until the wiki equals a clean compile of what stands in raw/."""
    wanted = clean(watched.vault, watched.vault.parent / "clean")
    until(lambda: by_id(watched.vault / "wiki") == wanted, seconds, "equal to a clean compile")


# ------------------------------------------------------------------------------------------------ ways to save


def in_place(file: Path, text: str) -> None:
    """VS Code, nano, Obsidian on a desktop: truncate, then write."""
    file.write_text(text, encoding="utf-8")


def slowly(file: Path, text: str) -> None:
    """Truncate, and the text only later."""
    with file.open("w", encoding="utf-8") as handle:
        time.sleep(0.3)
        handle.write(text)


def in_pieces(file: Path, text: str) -> None:
    with file.open("w", encoding="utf-8") as handle:
        for char in range(0, len(text), 40):
            handle.write(text[char : char + 40])
            handle.flush()
            time.sleep(0.01)


def as_vim(file: Path, text: str) -> None:
    """A probe of the folder, the old file renamed to a backup, a new file, the backup removed."""
    (file.parent / "4913").touch()
    (file.parent / "4913").unlink()
    backup = file.with_name(file.name + "~")
    file.rename(backup)
    file.write_text(text, encoding="utf-8")
    backup.unlink()


def by_renaming(file: Path, text: str) -> None:
    """gedit, Kate, and vim with 'backupcopy' off: a temporary file, then renamed over."""
    aside = file.with_name(f".goutputstream-{file.stem}")
    aside.write_text(text, encoding="utf-8")
    aside.replace(file)


def as_rsync(file: Path, text: str) -> None:
    """A hidden temporary file, its times set to those of the original, then renamed over."""
    aside = file.with_name(f".{file.name}.Xa1b2C")
    aside.write_text(text, encoding="utf-8")
    os.utime(aside, (1_600_000_000, 1_600_000_000))
    aside.replace(file)


def from_outside(file: Path, text: str) -> None:
    """A file moved over it from another folder of the disk."""
    aside = file.parents[2] / f"outside-{file.name}"
    aside.write_text(text, encoding="utf-8")
    aside.replace(file)


def removed_and_made(file: Path, text: str) -> None:
    file.unlink()
    time.sleep(0.1)
    file.write_text(text, encoding="utf-8")


def keeping_times(file: Path, text: str) -> None:
    """A tool that sets the modification time back."""
    state = file.stat()
    file.write_text(text, encoding="utf-8")
    os.utime(file, ns=(state.st_atime_ns, state.st_mtime_ns))


SAVES: tuple[Callable[[Path, str], None], ...] = (
    in_place, slowly, in_pieces, as_vim, by_renaming, as_rsync, from_outside, removed_and_made, keeping_times,
)  # fmt: skip


def test_every_way_to_save_is_seen_and_no_half_saved_file_is_compiled(watched: Process) -> None:
    dice = random.Random(5)
    n = watched.n
    for number, save in enumerate(SAVES):
        save(watched.vault / f"raw/start{number}.md", f"# {save.__name__}\n\n{document(dice)}")
    settle(watched)
    told = [path for event in watched.all("changed", since=n) for path in event["changed"]]
    assert sorted(set(told)) == sorted(f"raw/start{number}.md" for number in range(len(SAVES)))
    for event in watched.all("compiled", since=n):  # a half-saved source would lose its page, and get it back
        assert not [path for path in event["removed"] if path.startswith("wiki/sources/")]
        assert event["problems"] == []
    assert [e for e in watched.all("changed", since=n) if e["removed"] or e["added"]] == []


def test_files_and_folders_that_come_move_and_go(watched: Process) -> None:
    raw, outside = watched.vault / "raw", watched.vault.parent / "outside"
    dice = random.Random(6)
    fill(outside, 3, seed=9)
    (outside / "raw").rename(raw / "came")  # a tree moved in
    (raw / "deep/er/and/deeper").mkdir(parents=True)
    (raw / "deep/er/and/deeper/new.md").write_text(document(dice))
    (raw / "start0.md").rename(watched.vault.parent / "gone.md")  # moved out
    (raw / "start1.md").rename(raw / "deep/renamed.md")
    settle(watched)
    (raw / "deep").rename(raw / "other")  # a folder whose watch was made after the start
    (raw / "other/er/and/deeper/more.md").write_text(document(dice))
    shutil.rmtree(raw / "came")
    settle(watched)


@pytest.mark.parametrize("n", [500, pytest.param(10_000, marks=pytest.mark.long)])
def test_random_operations_end_equal_to_a_clean_compile(watched: Process, n: int) -> None:
    dice = random.Random(n)
    started = time.monotonic()
    for _ in range(n):
        change(watched.vault / "raw", dice)
        if dice.random() < 0.05:
            time.sleep(dice.uniform(0, 0.4))
    changed = time.monotonic() - started
    wanted = clean(watched.vault, watched.vault.parent / "clean")
    seconds = until(lambda: by_id(watched.vault / "wiki") == wanted, 120, "equal to a clean compile")
    print(f"{n} operations in {changed:.1f} s; equal {seconds:.1f} s after a clean compile")
    assert [told["code"] for told in watched.all("failed")] == []


@pytest.mark.parametrize("n", [300, *(pytest.param(n, marks=pytest.mark.long) for n in (3_000, 30_000))])
def test_a_burst_is_few_compiles(watched: Process, n: int) -> None:
    dice = random.Random(7)
    since = watched.n
    for number in range(n):
        folder = watched.vault / f"raw/burst{number % 20}"
        folder.mkdir(exist_ok=True)
        text = document(dice) if number % 30 == 0 else "Text."
        (folder / f"doc{number}.md").write_text(f"# Doc {number}\n\n{text}\n")
    written = time.monotonic()
    wanted = clean(watched.vault, watched.vault.parent / "clean")
    cleaned = time.monotonic() - written
    most = 60 + n / 20
    until(lambda: len(list((watched.vault / "wiki/sources").glob("burst*/doc*.md"))) == n, most, "all pages")
    until(lambda: by_id(watched.vault / "wiki") == wanted, most, "equal to a clean compile")
    n_compiles = len(watched.all("compiled", since=since))
    print(f"burst of {n}: {n_compiles} compiles; a clean one took {cleaned:.1f} s")
    assert n_compiles <= 3 + n // 1000


# ------------------------------------------------------------------------------------------------ the process


@pytest.fixture
def own(vault: Path) -> Iterator[Process]:
    with running(vault) as process:
        yield process


def test_a_page_that_somebody_deletes_is_one_compile(own: Process) -> None:
    """The compile notes the deletion in schema/deleted.toml, and its own note wakes nobody."""
    page = min((own.vault / "wiki/entities").glob("*.md"))
    n = own.n
    page.unlink()
    told = own.wait("changed", since=n)
    assert (told["deleted"], told["removed"], told["pages"]) == ([f"wiki/entities/{page.name}"], [], [])
    own.wait("compiled", since=n)
    assert (own.vault / "schema/deleted.toml").is_file()
    time.sleep(2.0)
    assert len(own.all("changed", since=n)) == len(own.all("compiled", since=n)) == 1


def test_a_second_one_is_refused_and_the_status_tells(own: Process, run: Run) -> None:
    watched = own
    pid = watched.process.pid
    second = run("watch", "--json", "--vault", str(watched.vault))
    assert second.code == 5
    assert second.json["error"]["code"] == "already-watched" and str(pid) in second.json["error"]["message"]
    well = run("watch", "--status", "--json", "--vault", str(watched.vault))
    assert (well.code, well.json["healthy"], well.json["status"]["pid"]) == (0, True, pid)
    shown = run("watch", "--status", "--vault", str(watched.vault))
    assert (shown.code, shown.err) == (0, "") and shown.out.startswith("healthy\n")
    lines = shown.out.splitlines()[1:]
    at = lines[0].index(str(pid))
    assert {line[at - 2 : at] for line in lines} == {"  "} and not [line for line in lines if line[at] == " "]
    assert f"{well.json['status']['started']}" in lines[1] and "last error" in lines[-1] and lines[-1][at:] == "none"
    watched.process.kill()
    watched.process.wait()
    gone = run("watch", "--status", "--json", "--vault", str(watched.vault))
    assert (gone.code, gone.json["running"], gone.json["reasons"]) == (1, False, ["no watcher is running"])


@pytest.mark.long
def test_one_that_hangs_is_unhealthy(own: Process, run: Run) -> None:
    watched = own
    watched.process.send_signal(signal.SIGSTOP)
    started = time.monotonic()
    until(lambda: run("watch", "--status", "--vault", str(watched.vault)).code == 1, 15, "unhealthy")
    assert time.monotonic() - started < 13
    watched.process.send_signal(signal.SIGCONT)
    until(lambda: run("watch", "--status", "--vault", str(watched.vault)).code == 0, 10, "healthy again")


@pytest.mark.parametrize(("number", "code"), [
    (signal.SIGTERM, 0), pytest.param(signal.SIGINT, 130, marks=pytest.mark.long),
])  # fmt: skip
def test_signals_end_it_in_the_middle_of_a_compile(vault: Path, number: int, code: int, run: Run) -> None:
    process = Process(vault)
    process.wait("started", seconds=60)
    until(lambda: run("watch", "--status", "--json", "--vault", str(vault)).json["status"]["state"] == "compiling",
          30, "compiling")  # fmt: skip
    assert process.end(number) == code
    process.wait("stopped", seconds=5)
    assert not list((vault / "wiki").rglob(".*"))  # no half work
    assert run("watch", "--status", "--vault", str(vault)).code == 1
    assert run("compile", "--vault", str(vault)).code == 0
    assert by_id(vault / "wiki") == clean(vault, vault.parent / "clean")


@pytest.mark.long
@pytest.mark.skipif(bool(why_not()), reason=why_not())
def test_when_the_system_gives_no_watches_it_polls(vault: Path) -> None:
    refusing = ("strace", "-f", "-o", "/dev/null", "-e", "trace=inotify_add_watch",
                "-e", "inject=inotify_add_watch:error=ENOSPC")  # fmt: skip
    process = Process(vault, before=refusing)
    try:
        started = process.wait("started", seconds=60)
        assert (started["mode"], "limit" in started["reason"]) == ("polling", True), started
        process.wait("compiled", seconds=60)
        n = process.n
        (vault / "raw/start0.md").write_text("# Anew\n\nAlpha Service was written anew.\n")
        process.wait("compiled", since=n, seconds=20)
    finally:
        status = json.loads((vault / ".wikigraph/watch/status.json").read_text())
        os.kill(status["pid"], signal.SIGTERM)
        process.process.wait(timeout=30)


def test_lines_for_people(vault: Path) -> None:
    command = [sys.executable, "-m", "wikigraph", "watch", "--poll", "--vault", str(vault)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=environment())
    assert process.stdout is not None
    lines = [process.stdout.readline(), process.stdout.readline()]
    (vault / "raw/start0.md").write_text("# Anew\n\nAlpha Service was written anew.\n")
    while "changed raw/start0.md" not in lines[-1]:
        lines.append(process.stdout.readline())
        assert lines[-1]
    lines += [process.stdout.readline()]
    process.send_signal(signal.SIGINT)
    rest = process.stdout.read()
    assert process.wait(timeout=30) == 130
    assert "looking every second (asked for)" in lines[0] and "compiled: pages" in lines[1]
    assert "look at" in lines[-1] and rest.endswith("stopped (SIGINT): nothing is half written\n")


def test_options_out_of_bounds_and_no_vault(run: Run, tmp_path: Path) -> None:
    (tmp_path / "raw").mkdir()
    assert run("watch", "--debounce", "0").code == 2
    (tmp_path / "raw").rmdir()
    assert run("watch").code == 4 and run("watch", "--status").code == 4
