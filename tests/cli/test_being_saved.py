"""A compiled page that is empty for a moment is still that page; a second one that was made meanwhile goes."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Run, tree
from tests.cli.test_review import edit

PAGE = "wiki/entities/beta-store.md"


def twin_of(vault: Path) -> Path:
    """Where place would put a page of the same id beside it."""
    found = re.search(r'^id: "ent-(\w{10})"', (vault / PAGE).read_text(encoding="utf-8"), re.MULTILINE)
    assert found
    return vault / PAGE.replace(".md", f"-{found[1]}.md")


@pytest.mark.parametrize("blank", ["", " \n\t\n", "\ufeff\r\n"])
@pytest.mark.parametrize("has_index", [True, False])
def test_an_empty_page_is_left_alone(vault: Path, run: Run, blank: str, *, has_index: bool) -> None:
    run("compile")
    whole = tree(vault / "wiki")
    text = (vault / PAGE).read_bytes()
    (vault / PAGE).write_text(blank, encoding="utf-8", newline="")
    emptied = tree(vault / "wiki")
    if not has_index:
        shutil.rmtree(vault / ".wikigraph")
    for _ in range(2):
        done = run("compile", "--json")
        assert (done.code, done.json["pages"]["left_alone"]) == (1, [PAGE])
        (problem,) = (item for item in done.json["diagnostics"] if item["path"] == PAGE)
        assert problem["code"] == "page-damaged" and "it is empty" in problem["message"]
        assert tree(vault / "wiki") == emptied
    (vault / PAGE).write_bytes(text)
    assert run("compile").code == 0
    assert tree(vault / "wiki") == whole
    assert run("check", "--json").json["problems"] == []


def test_an_empty_page_that_a_person_moved_is_known(vault: Path, run: Run) -> None:
    run("compile")
    moved = vault / "wiki/mine/store.md"
    moved.parent.mkdir()
    (vault / PAGE).rename(moved)
    run("compile")
    moved.write_text("")
    emptied = tree(vault / "wiki")
    for _ in range(2):
        assert run("compile", "--json").json["pages"]["left_alone"] == ["wiki/mine/store.md"]
        assert tree(vault / "wiki") == emptied


def test_an_empty_note_of_a_person_is_no_page(vault: Path, run: Run) -> None:
    (vault / "wiki").mkdir()
    (vault / "wiki/later.md").write_text("")
    assert run("compile").code == 0
    assert run("compile", "--json").json["diagnostics"] == []


@pytest.mark.parametrize("command", [("compile",), ("check", "--fix")])
def test_a_page_that_was_made_twice_is_mended(vault: Path, run: Run, command: tuple[str, ...]) -> None:
    run("compile")
    edit(vault, PAGE, "## Notes", "## Notes\n\nMine.")
    run("compile")
    before = tree(vault / "wiki")
    twin_of(vault).write_bytes((vault / PAGE).read_bytes().replace(b"\n\nMine.", b""))
    assert run(*command).code == 0
    del before["log.md"]
    after = tree(vault / "wiki")
    assert {path: after.get(path) for path in before} == before
    assert not twin_of(vault).exists()


def test_the_twin_on_which_a_person_wrote_is_the_page(vault: Path, run: Run) -> None:
    run("compile")
    twin = twin_of(vault)
    shutil.copy(vault / PAGE, twin)
    edit(vault, str(twin.relative_to(vault)), "## Notes", "## Notes\n\nMine.")
    assert run("compile").code == 0
    assert "Mine." in twin.read_text(encoding="utf-8") and not (vault / PAGE).exists()
    assert run("check").code == 0


def test_two_pages_on_which_people_wrote_and_mere_copies_stay(vault: Path, run: Run) -> None:
    run("compile")
    twin = twin_of(vault)
    edit(vault, PAGE, "## Notes", "## Notes\n\nMine.")
    shutil.copy(vault / PAGE, twin)
    assert run("compile").code == 1
    assert twin.exists() and (vault / PAGE).exists()
    twin.rename(vault / "wiki/entities/beta-store copy.md")
    assert run("compile").code == 1
    assert (vault / "wiki/entities/beta-store copy.md").exists() and (vault / PAGE).exists()
