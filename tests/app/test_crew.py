"""Processes that do the calls give the same bytes as one that does them all; what goes wrong there is told here."""

from __future__ import annotations

from pathlib import Path

import pytest

from wikigraph.app import crew as crew_module
from wikigraph.app.compile import compile_vault
from wikigraph.app.crew import ProcessCrew
from wikigraph.config import Settings
from wikigraph.engine.crew import callers
from wikigraph.engine.fingerprint import encode
from wikigraph.model.text import Source
from wikigraph.pipeline import pipeline
from wikigraph.store.vault import Vault


def write_sources(root: Path, n: int) -> None:
    (root / "raw").mkdir(parents=True)
    for number in range(n):
        text = f"# Part {number}\n\nThe Gamma Queue of Part {number} needs the Delta Proxy.\n\n阿尔法服务是一个服务。\n"
        (root / f"raw/{number:02}.md").write_text(text, encoding="utf-8")


def files(root: Path) -> dict[str, bytes]:
    return {p.relative_to(root).as_posix(): p.read_bytes() for p in sorted((root / "wiki").rglob("*")) if p.is_file()}


def test_the_same_bytes_with_one_process_and_with_three(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew_module, "_WORTH", 1)
    monkeypatch.setattr(crew_module, "_BATCH", 2000)
    reports = []
    for number in ("1", "3"):
        monkeypatch.setenv("WIKIGRAPH_PROCESSES", number)
        write_sources(tmp_path / number, 24)
        reports.append(compile_vault(Vault(tmp_path / number)))
    assert files(tmp_path / "1") == files(tmp_path / "3") and len(files(tmp_path / "1")) > 24
    assert [s.n_run for s in reports[0].steps] == [s.n_run for s in reports[1].steps]


def test_a_failing_call_is_told_with_its_own_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew_module, "_WORTH", 1)
    with ProcessCrew(Settings(), 2) as crew, pytest.raises(Exception, match=r"array|msgpack|object"):
        list(crew.run("parse", [(b"\x01",)]) or ())


def test_a_process_that_dies_is_replaced_by_work_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew_module, "_WORTH", 1)
    call = (encode(Source("raw/a.md", "", "utf-8", "markdown", "# A\n\nText.\n")),)
    expected = callers(pipeline(Settings()))["parse"](call)
    with ProcessCrew(Settings(), 2) as crew:
        assert list(crew.run("parse", [call]) or ()) == [expected]
        for process in crew._started:
            process.kill()
            process.wait()
        assert list(crew.run("parse", [call] * 3) or ()) == [expected] * 3


def test_little_work_starts_no_process() -> None:
    with ProcessCrew(Settings(), 2) as crew:
        assert crew.run("parse", [(b"x",)]) is None and crew._started == []
