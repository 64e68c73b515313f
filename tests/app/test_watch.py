"""The watcher: what it sees, what it does when it is ill, and that it lives on."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.app.histories import by_id, clean
from tests.app.watching import Events, fill, in_thread, until
from wikigraph.app.compile import compile_vault
from wikigraph.app.impact import impact
from wikigraph.app.watchstate import WatchState
from wikigraph.app.watchstatus import watch_health
from wikigraph.store.changehints import ChangeHints, NoEventsError, _Handler
from wikigraph.store.lock import hold_lock
from wikigraph.store.vault import Vault
from wikigraph.store.watchfiles import WatchFiles

pytestmark = pytest.mark.slow


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    fill(tmp_path / "v", 4)
    return tmp_path / "v"


def ready(events: Events) -> int:
    """Waits for the first compile; how many events there were."""
    events.wait("compiled")
    return events.n


def add_sentence(file: Path, text: str) -> None:
    with file.open("a", encoding="utf-8") as handle:
        handle.write(f"\n{text}\n")


def test_a_change_is_told_with_what_it_reaches_and_then_compiled(vault: Path) -> None:
    with in_thread(vault) as (_, events):
        n = ready(events)
        add_sentence(vault / "raw/start0.md", "Alpha Service keeps its ledger in Beta Store.")
        change = events.wait("changed", since=n)
        assert change["changed"] == ["raw/start0.md"]
        assert "wiki/sources/start0.md" in change["impact"]["pages"]
        compiled = events.wait("compiled", since=n)
        assert "wiki/sources/start0.md" in compiled["written"] and compiled["exit_code"] == 0
        assert events._told.index(change) < events._told.index(compiled)
        lines = (vault / ".wikigraph/watch/journal.jsonl").read_text("utf-8").splitlines()
        assert len(lines) == events.n
    assert by_id(vault / "wiki") == clean(vault, vault.parent / "clean")


def test_it_does_not_wake_itself(vault: Path) -> None:
    with in_thread(vault, rescan_seconds=1.0) as (watcher, events):
        ready(events)
        add_sentence(vault / "raw/start0.md", "Beta Store was renamed.")
        events.wait("changed")
        until(lambda: watcher.state.status.compiles == 2, 10, "the second compile")
        n = events.n
        time.sleep(3)
        assert (events.n, watcher.state.status.compiles) == (n, 2)


def test_a_touched_file_is_no_change(vault: Path) -> None:
    with in_thread(vault, rescan_seconds=1.0) as (watcher, events):
        n = ready(events)
        os.utime(vault / "raw/start0.md", (1, 1))  # a clock far in the past
        os.utime(vault / "raw/start1.md", (4e9, 4e9))  # and one far ahead
        os.utime(vault / "wiki/index.md", (1, 1))
        time.sleep(2.5)
        assert events.all("changed", since=n) == [] and events.all("compiled", since=n) == []
        assert watcher.state.status.troubles == ()


def test_pages_that_people_save_renew_the_links(vault: Path) -> None:
    with in_thread(vault) as (_, events):
        n = ready(events)
        (vault / "wiki/topics").mkdir()
        (vault / "wiki/topics/mine.md").write_text('---\nrequires: ["[[wiki/sources/start0]]"]\n---\n# Mine\n')
        assert events.wait("changed", since=n)["pages"] == ["wiki/topics/mine.md"]
        events.wait("compiled", since=n)
        n = events.n
        add_sentence(vault / "raw/start0.md", "Gamma Queue is new.")
        assert "wiki/topics/mine.md" in events.wait("changed", since=n)["impact"]["pages"]
    found = impact(Vault(vault), ["raw/start0.md"], ["supported_by", "requires"])
    assert "wiki/topics/mine.md" in {a.page for a in found.affected}


def test_without_compiling_it_tells_and_keeps_what_is_reached(vault: Path) -> None:
    compile_vault(Vault(vault))
    before = {path: path.stat().st_mtime_ns for path in (vault / "wiki").rglob("*")}
    with in_thread(vault, is_compiling=False) as (_, events):
        events.wait("started")
        add_sentence(vault / "raw/start0.md", "Beta Store was renamed.")
        assert events.wait("changed")["impact"]["pages"]
        n = events.n
        (vault / "schema").mkdir()
        (vault / "schema/wikigraph.toml").write_text("[chunk]\nsize = 200\n")
        assert events.wait("changed", since=n)["schema"] == ["schema/wikigraph.toml"]
        assert events.all("compiled") == []
    assert {path: path.stat().st_mtime_ns for path in (vault / "wiki").rglob("*")} == before


def test_what_changed_while_nobody_watched_is_told_at_the_start(vault: Path) -> None:
    compile_vault(Vault(vault))
    (vault / "raw/start0.md").unlink()
    with in_thread(vault) as (_, events):
        assert events.wait("changed")["removed"] == ["raw/start0.md"]
        assert "wiki/sources/start0.md" in events.wait("compiled")["removed"]


def test_a_failing_compile_is_told_and_tried_again(vault: Path) -> None:
    with in_thread(vault) as (watcher, events):
        n = ready(events)
        (vault / "schema").mkdir()
        (vault / "schema/wikigraph.toml").write_text("[chunk]\nsise = 3\n")
        failed = events.wait("failed", since=n)
        assert (failed["code"], failed["exit_code"]) == ("setting-unknown", 3)
        health = watch_health(Vault(vault))
        assert health.is_running and not health.is_healthy and "setting-unknown" in health.reasons[0]
        (vault / "schema/wikigraph.toml").write_text("[chunk]\nsize = 300\n")
        events.wait("compiled", since=n)
        until(lambda: watch_health(Vault(vault)).is_healthy, 5, "healthy again")
        status = watcher.state.status
        assert status.last_error is not None and status.error_over >= status.last_error.at


def test_a_bug_does_not_end_it(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with in_thread(vault) as (_, events):
        n = ready(events)
        broken = pytest.MonkeyPatch()
        broken.setattr("wikigraph.app.compile.apply_writes", lambda *_: 1 / 0)
        add_sentence(vault / "raw/start0.md", "Beta Store was renamed.")
        assert events.wait("failed", since=n)["code"] == "bug"
        broken.undo()
        events.wait("compiled", since=n)  # it tries again by itself
    assert by_id(vault / "wiki") == clean(vault, vault.parent / "clean")


def test_a_bug_before_the_compile_does_not_end_it_either(vault: Path) -> None:
    with in_thread(vault) as (_, events):
        n = ready(events)
        broken = pytest.MonkeyPatch()
        broken.setattr("wikigraph.app.watch.change_between", lambda *_: 1 / 0)
        add_sentence(vault / "raw/start0.md", "Beta Store was renamed.")
        assert events.wait("failed", since=n)["code"] == "bug"
        broken.undo()
        events.wait("compiled", since=n)


def test_it_waits_for_a_compile_by_hand(vault: Path) -> None:
    with in_thread(vault) as (watcher, events):
        n = ready(events)
        with hold_lock(vault / ".wikigraph/lock"):
            add_sentence(vault / "raw/start0.md", "Beta Store was renamed.")
            assert str(os.getpid()) in events.wait("failed", since=n)["message"]
            until(lambda: watcher.state.status.state == "waiting", 5, "waiting")
            time.sleep(1.2)
            assert len(events.all("failed", since=n)) == 1
        events.wait("compiled", since=n)


def test_a_compile_by_hand_is_no_change(vault: Path) -> None:
    with in_thread(vault, quiet_seconds=1.5) as (watcher, events):
        n = ready(events)
        add_sentence(vault / "raw/start0.md", "Beta Store was renamed.")
        compile_vault(Vault(vault))
        time.sleep(2.5)
        assert events.all("changed", since=n) == [] and watcher.state.status.compiles == 1


def test_an_index_that_was_removed_is_made_again(vault: Path) -> None:
    with in_thread(vault, rescan_seconds=1.0) as (_, events):
        ready(events)
        (vault / ".wikigraph").rename(vault.parent / "old")  # at once: the heartbeat writes in it
        until(lambda: (vault / ".wikigraph/index/current").exists(), 20, "a new index")
        until(lambda: watch_health(Vault(vault)).is_running, 10, "the lock")
        with pytest.raises(Exception, match="watching this vault already"), WatchFiles(vault / ".wikigraph").held():
            pass


# ------------------------------------------------------------------------------------------------ ill


@pytest.mark.parametrize("how", ["moved", pytest.param("emptied", marks=pytest.mark.long)])
def test_a_raw_that_goes_is_no_deletion_of_everything(vault: Path, how: str) -> None:
    with in_thread(vault, rescan_seconds=1.0) as (_, events):
        n = ready(events)
        pages = by_id(vault / "wiki")
        aside = vault.parent / "aside"
        shutil.copytree(vault / "raw", aside)
        if how == "moved":
            shutil.rmtree(vault / "raw")
        else:
            for file in (vault / "raw").iterdir():
                file.unlink()
        assert events.wait("ill", since=n, seconds=10)["code"] == "raw-gone"
        assert not watch_health(Vault(vault)).is_healthy
        time.sleep(1.5)
        (vault / "raw").mkdir(exist_ok=True)
        for file in sorted(aside.iterdir()):  # it comes back bit by bit
            shutil.copy(file, vault / "raw")
            time.sleep(0.4)
        add_sentence(vault / "raw/start1.md", "Delta Proxy came back.")
        events.wait("well", since=n)
        events.wait("compiled", lambda told: bool(told["written"]), since=n)
        assert all(not told["removed"] for told in events.all("compiled", since=n))
        n = events.n  # and events come from the new folder
        add_sentence(vault / "raw/start0.md", "Delta Proxy came back too.")
        events.wait("compiled", since=n, seconds=10)
    assert by_id(vault / "wiki").keys() >= pages.keys()
    assert by_id(vault / "wiki") == clean(vault, vault.parent / "clean")


def test_a_dead_observer_is_noticed_and_replaced(vault: Path) -> None:
    with in_thread(vault, rescan_seconds=600) as (watcher, events):
        n = ready(events)
        observer = watcher.sight.hints._observer
        assert observer is not None
        for emitter in list(observer.emitters):
            emitter.stop()
        assert events.wait("ill", since=n, seconds=10)["code"] == "events-lost"
        events.wait("well", since=n, seconds=10)
        add_sentence(vault / "raw/start0.md", "Beta Store was renamed.")
        events.wait("compiled", since=n, seconds=10)


def test_an_observer_that_lives_and_is_deaf_is_noticed(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with in_thread(vault, rescan_seconds=600) as (watcher, events):
        n = ready(events)
        observer = watcher.sight.hints._observer
        assert observer is not None
        monkeypatch.setattr(observer, "dispatch_events", lambda queue: queue.get(timeout=1))
        assert events.wait("ill", since=n, seconds=10)["code"] == "events-lost"
        events.wait("well", since=n, seconds=10)


def test_without_watches_it_polls_and_says_so(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: ChangeHints, places: Any) -> None:
        raise NoEventsError("inotify watch limit reached")

    monkeypatch.setattr(ChangeHints, "start", refuse)
    with in_thread(vault) as (watcher, events):
        ready(events)
        assert (events.all("started")[0]["mode"], watcher.state.status.mode_reason) == (
            "polling", "inotify watch limit reached",
        )  # fmt: skip
        assert watch_health(Vault(vault)).is_healthy
        n = events.n
        add_sentence(vault / "raw/start0.md", "Beta Store was renamed.")
        events.wait("compiled", since=n, seconds=10)


def test_dropped_events_are_healed_by_a_rescan(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_Handler, "dispatch", lambda self, event: self._heard())  # all but the canary
    with in_thread(vault, rescan_seconds=1.0) as (_, events):
        n = ready(events)
        add_sentence(vault / "raw/start0.md", "Beta Store was renamed.")
        events.wait("compiled", since=n, seconds=10)


def test_a_loop_that_hangs_is_told(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wikigraph.app.watchstate._STUCK_SECONDS", 1.0)
    monkeypatch.setattr("wikigraph.app.watchstate.BEAT_SECONDS", 0.3)
    with in_thread(vault) as (watcher, events):
        n = ready(events)
        slow = pytest.MonkeyPatch()
        look = watcher.sight.look
        slow.setattr(watcher.sight, "look", lambda: (time.sleep(2.5), look())[1])
        (vault / "raw/hint.md").write_text("# Hint\n")
        assert events.wait("ill", since=n, seconds=10)["code"] == "stuck"
        slow.undo()
        until(lambda: not watcher.state.status.troubles, 10, "well again")


@pytest.mark.long
def test_it_does_not_wake_itself_in_a_minute(vault: Path) -> None:
    with in_thread(vault) as (watcher, events):
        n = ready(events)
        time.sleep(60)
        assert (events.n, watcher.state.status.compiles) == (n, 1)


def test_a_watcher_without_a_heartbeat_is_ill(vault: Path) -> None:
    files = WatchFiles(vault / ".wikigraph")
    assert watch_health(Vault(vault)).reasons == ("no watcher is running",)
    with files.held():
        assert watch_health(Vault(vault)).reasons == ("it wrote no status that can be read",)
        state = WatchState(files, lambda event: None, "events")
        files.write_status(state.status)
        assert watch_health(Vault(vault)).is_healthy
        old = msgspec.structs.replace(state.status, heartbeat_monotonic=time.monotonic() - 11)
        files.write_status(old)
        assert watch_health(Vault(vault)).reasons == ("no heartbeat for 11 s",)
        files.write_status(msgspec.structs.replace(state.status, boot="another"))
        assert not watch_health(Vault(vault)).is_healthy
    assert not watch_health(Vault(vault)).is_running


def test_a_handler_never_raises() -> None:
    woken: list[int] = []
    handler = _Handler("/v/.wikigraph/watch/status.json", lambda: None, lambda: woken.append(1))
    handler.dispatch(object())  # type: ignore[arg-type]
    assert woken == [1]
