"""`requires` and its like that name nothing are told with path and line, by a compile and by check, until mended."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import BETA, Run
from tests.cli.test_review import edit


def told(run: Run, command: str, key: str) -> list[tuple[str, int, str]]:
    found = run(command, "--json").json[key]
    return [(p["path"], p["line"], p["message"]) for p in found if p["code"] == "relation-dead"]


def test_a_relation_to_nothing_is_told(vault: Path, run: Run) -> None:
    front = '---\nrequires:\n  - "[[raw/gone]]"\n  - "[[raw/alpha]]"\nsupersedes: ["[[older]]"]\nsee: "[[no]]"\n---\n'
    (vault / "raw/beta.md").write_text(front + BETA, encoding="utf-8")
    said = "is no source and no page; mend or remove it"
    sources = [
        ("raw/beta.md", 3, f"'requires' is not followed: [[raw/gone]] {said}"),
        ("raw/beta.md", 5, f"'supersedes' is not followed: [[older]] {said}"),
    ]
    for _ in range(2):
        assert told(run, "compile", "diagnostics") == sources
    edit(vault, "raw/alpha.md", "2021", "2022")
    assert told(run, "compile", "diagnostics") == sources
    assert told(run, "check", "problems") == sources
    (vault / "raw/gone.md").write_text("# Gone\n\nHere again.\n", encoding="utf-8")
    assert told(run, "compile", "diagnostics") == sources[1:] == told(run, "check", "problems")


def test_a_relation_that_may_mean_several_files(vault: Path, run: Run) -> None:
    for folder in ("one", "two"):
        (vault / f"raw/{folder}").mkdir()
        (vault / f"raw/{folder}/same.md").write_text(f"# Same {folder}\n\nText.\n", encoding="utf-8")
    (vault / "raw/beta.md").write_text('---\nrequires: "[[raw/x/same]]"\nrelated: "[[same]]"\n---\n' + BETA)
    ((_, line, first), (_, _, second)) = told(run, "compile", "diagnostics")
    assert (line, "is no source" in first) == (2, True)
    assert "may mean any of raw/one/same.md, raw/two/same.md; " in second and "write the path in full" in second
