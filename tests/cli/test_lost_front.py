"""A page that lost its id or its front matter is still that page: no second one is made, and `check --fix` mends it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Run, tree

USUAL, MOVED = "wiki/entities/beta-store.md", "wiki/mine/store.md"
SOURCE = "wiki/sources/beta.md"


def other_id(text: str) -> str:
    return re.sub(r'^id: "(src|ent|index)[-\w]*"', r'id: "\1-0123456789"', text, flags=re.MULTILINE)


def no_id(text: str) -> str:
    return re.sub(r"^id:.*\n", "", text, flags=re.MULTILINE)


def bare(text: str) -> str:
    return text.split("---\n", 2)[2]


def no_opening(text: str) -> str:
    return text.removeprefix("---\n")


def no_closing(text: str) -> str:
    return text.replace("\n---\n#", "\n#", 1)


def no_fences(text: str) -> str:
    return no_opening(no_closing(text))


DAMAGES = [other_id, no_id, bare, no_opening, no_closing, no_fences]


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize(("page", "newline"), [(MOVED, "\r\n"), (SOURCE, "\n"), ("wiki/index.md", "\n")])
def test_what_was_lost_comes_back(
    vault: Path, run: Run, page: str, damage: Callable[[str], str], newline: str
) -> None:
    run("compile")
    if page == MOVED:
        (vault / "wiki/mine").mkdir()
        (vault / USUAL).rename(vault / MOVED)
        run("compile")
    text = (vault / page).read_text(encoding="utf-8")
    (vault / page).write_text(text, encoding="utf-8", newline=newline)
    run("compile")
    whole = tree(vault / "wiki")
    (vault / page).write_text(damage(text), encoding="utf-8", newline=newline)
    damaged = tree(vault / "wiki")
    done = run("compile", "--json")
    assert (done.code, done.json["pages"]["left_alone"]) == (1, [page])
    assert tree(vault / "wiki") == damaged
    foretold = run("check", "--fix", "--dry-run", "--json")
    assert tree(vault / "wiki") == damaged
    done = run("check", "--fix", "--json")
    assert foretold.json == done.json
    assert (done.code, done.json["problems"], done.json["changed"]) == (0, [], [page])
    assert tree(vault / "wiki") == whole


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("page", [USUAL, MOVED])
def test_without_an_index(vault: Path, run: Run, page: str, damage: Callable[[str], str]) -> None:
    """A page that has nothing left and stands where nobody would look for it is a person's."""
    run("compile")
    if page == MOVED:
        (vault / "wiki/mine").mkdir()
        (vault / USUAL).rename(vault / MOVED)
        run("compile")
    whole = tree(vault / "wiki")
    text = (vault / page).read_text(encoding="utf-8")
    (vault / page).write_text(damage(text), encoding="utf-8")
    shutil.rmtree(vault / ".wikigraph")
    damaged = tree(vault / "wiki")
    if page == MOVED and damage is bare:
        assert run("compile").code == 0
        assert (vault / page).read_text(encoding="utf-8") == damage(text)
        return
    assert run("compile").code == 1
    assert tree(vault / "wiki") == damaged
    assert run("check", "--fix").code == 0
    assert tree(vault / "wiki") == whole


def test_what_a_person_wrote_on_it_stays(vault: Path, run: Run) -> None:
    run("compile")
    text = bare((vault / USUAL).read_text(encoding="utf-8"))
    text = text.replace("key-value database", "key-value DATABASE", 1)
    text = f"---\ntags: [mine]\n---\n{text}\n## Own\n\nMine.\n"
    (vault / USUAL).write_text(text, encoding="utf-8")
    assert run("compile").code == 1
    (problem,) = (p for p in run("check", "--json").json["problems"] if p["code"] == "page-damaged")
    assert problem["path"] == USUAL and "check --fix" in problem["message"]
    assert run("check", "--fix").code == 0
    now = (vault / USUAL).read_text(encoding="utf-8")
    assert now.partition("---\n# ")[2].splitlines() == text.partition("---\n# ")[2].splitlines()
    assert "tags: [mine]\n" in now
    assert {p["code"] for p in run("check", "--json").json["problems"]} == {"page-edited"}
    (vault / "raw/beta.md").write_text("# Beta Store\n\nBeta Store is no store. Alpha knew it.\n")
    assert run("compile").code == 0
    assert "DATABASE" in (vault / USUAL).read_text(encoding="utf-8")


def test_a_page_that_was_moved_and_lost_its_id_at_once_is_not_deleted(vault: Path, run: Run) -> None:
    run("compile")
    (vault / "wiki/mine").mkdir()
    (vault / MOVED).write_text(other_id((vault / USUAL).read_text(encoding="utf-8")), encoding="utf-8")
    (vault / USUAL).unlink()
    run("compile")
    assert not (vault / USUAL).exists() and not (vault / "schema/deleted.toml").exists()
    assert run("check", "--fix").code == 0
    assert 'id: "ent-0123456789"' not in (vault / MOVED).read_text(encoding="utf-8")


def test_a_page_of_a_person_in_the_place_of_one_is_theirs(vault: Path, run: Run) -> None:
    run("compile")
    (vault / USUAL).write_text("# Beta Store\n\nMine[^1].\n\n[^1]: here\n", encoding="utf-8")
    assert run("compile").code == 0
    assert (vault / USUAL).read_text(encoding="utf-8") == "# Beta Store\n\nMine[^1].\n\n[^1]: here\n"
