"""Twenty planted faults are named; what needs no person is mended, and foretold without writing anything."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.cli.conftest import BETA, Run, tree
from tests.cli.test_review import edit

MINE = "wiki/topics/mine.md"
OTHER = "wiki/topics/other.md"
ALPHA_PAGE, BETA_PAGE = "wiki/entities/alpha-service.md", "wiki/entities/beta-store.md"
PEOPLE = {
    MINE: '---\nrequires: ["[[wiki/topics/other]]"]\n---\n# Mine\n\nText. [other](other.md)[^1]\n\n'
          '[^1]: [beta, line 3](../../raw/beta.md#L3): "Beta Store is a key-value database."\n',
    OTHER: "# Other\n\n[mine](mine.md)\n",
}  # fmt: skip


@pytest.fixture
def sound(vault: Path, run: Run) -> Path:
    for name in "defgh":
        (vault / f"raw/{name}.md").write_text(f"# Part {name}\n\nPart {name} is a part of Beta Store in {name}.\n")
    for path, text in PEOPLE.items():
        (vault / path).parent.mkdir(parents=True, exist_ok=True)
        (vault / path).write_text(text, encoding="utf-8")
    run("compile")
    assert run("check", "--json").json["problems"] == []
    return vault


def plant(vault: Path) -> list[tuple[str, str]]:
    """Twenty faults; (code, path) of each."""
    edit(vault, MINE, "[other](other.md)", "[other](other.md) [gone](gone.md) [out](../../../x.md) [[nowhere]] [^9]")
    edit(vault, MINE, '"Beta Store is a key', '"Beta Store was a key')
    edit(vault, MINE, "# Mine", "# Mine\n\n[^u]: unused\n[^u]: twice")
    edit(vault, OTHER, "# Other", '---\nrequires: ["[[wiki/topics/mine]]"]\nodd: [[a]], [[b]]\n---\n# Other')
    (vault / "wiki/topics/Mine.md").write_text("# Collides\n")
    (vault / "wiki/topics/lonely.md").write_text("# Lonely\n\n<<<<<<< HEAD\n")
    (vault / "wiki/topics/bytes.md").write_bytes(b"\xff")
    (vault / "wiki/sources/copy.md").write_bytes((vault / "wiki/sources/h.md").read_bytes())
    edit(vault, ALPHA_PAGE, 'id: "ent-', 'old: "ent-')
    edit(vault, BETA_PAGE, "key-value database.[^", "key-value DATABASE.[^")
    edit(vault, "wiki/sources/d.md", "generated:", "made:")
    edit(vault, "wiki/sources/e.md", 'type: "source"', 'type: "entity"')
    edit(vault, "raw/zh.md", "阿尔法服务是一个网络服务。", "阿尔法服务是个网络服务。")
    (vault / "raw/new.md").write_text("# New\n\nA new source.\n")
    (vault / "raw/g.md").unlink()
    return [
        ("link-broken", MINE), ("link-broken", MINE), ("link-outside", MINE), ("footnote-lost", MINE),
        ("quote-wrong", MINE), ("footnote-twice", MINE), ("footnote-unused", MINE), ("requires-cycle", MINE),
        ("front-matter-broken", OTHER), ("case-collision", MINE), ("orphan", "wiki/topics/Mine.md"),
        ("page-damaged", "wiki/topics/lonely.md"), ("page-not-read", "wiki/topics/bytes.md"),
        ("duplicate-id", "wiki/sources/copy.md"), ("id-malformed", ALPHA_PAGE), ("page-edited", BETA_PAGE),
        ("page-damaged", "wiki/sources/d.md"), ("id-malformed", "wiki/sources/e.md"),
        ("quote-wrong", "wiki/sources/zh.md"), ("source-not-compiled", "raw/new.md"), ("orphan", "wiki/sources/g.md"),
    ]  # fmt: skip


def test_twenty_planted_faults(sound: Path, run: Run) -> None:
    planted = plant(sound)
    before = tree(sound)
    done = run("check", "--json")
    found = Counter((p["code"], p["path"]) for p in done.json["problems"])
    assert done.code == 1
    assert [fault for fault, n in Counter(planted).items() if found[fault] < n] == []
    assert len(planted) > 20
    assert tree(sound) == before

    foretold = run("check", "--fix", "--dry-run", "--json")
    assert tree(sound) == before
    fixed = run("check", "--fix", "--json")
    assert foretold.json == fixed.json
    mended = {(p["code"], p["path"]) for p in fixed.json["fixed"]}
    assert {("id-malformed", ALPHA_PAGE), ("quote-wrong", "wiki/sources/zh.md"), ("source-not-compiled", "raw/new.md"),
            ("orphan", "wiki/sources/g.md")} <= mended  # fmt: skip
    left = {(p["code"], p["path"]) for p in fixed.json["problems"]}
    assert {("link-broken", MINE), ("page-edited", BETA_PAGE), ("duplicate-id", "wiki/sources/copy.md")} <= left
    assert fixed.code == 1
    again = run("check", "--fix", "--json").json
    assert (again["fixed"], again["changed"]) == ([], [])


def test_a_page_whose_id_was_overwritten_with_another(sound: Path, run: Run) -> None:
    whole = tree(sound / "wiki")
    beta = next(line for line in (sound / BETA_PAGE).read_text(encoding="utf-8").splitlines() if line[:3] == "id:")
    alpha = next(line for line in (sound / ALPHA_PAGE).read_text(encoding="utf-8").splitlines() if line[:3] == "id:")
    edit(sound, ALPHA_PAGE, alpha, beta)
    assert {p["code"] for p in run("check", "--json").json["problems"]} == {"duplicate-id", "page-damaged"}
    done = run("check", "--fix")
    assert (done.code, "left for a person:\nno problems" in done.out) == (0, True)
    assert tree(sound / "wiki") == whole


def test_dry_run_goes_with_fix(vault: Path, run: Run) -> None:
    assert run("check", "--dry-run").code == 2


def test_what_a_compile_mends(sound: Path, run: Run) -> None:
    edit(sound, "raw/beta.md", BETA, "\n\n" + BETA)
    assert {p["path"] for p in run("check", "--json").json["problems"]} > {MINE}
    left = run("check", "--fix", "--json").json["problems"]
    assert [(p["code"], p["path"]) for p in left] == [("quote-wrong", MINE)]  # a person's page is not written


@pytest.mark.parametrize("page", [ALPHA_PAGE, "wiki/sources/beta.md", "wiki/index.md"])
def test_a_page_whose_id_was_changed_to_one_that_nothing_has(sound: Path, run: Run, page: str) -> None:
    whole = tree(sound / "wiki")
    lines = (sound / page).read_text(encoding="utf-8").splitlines()
    id_ = next(line for line in lines if line.startswith("id:"))
    edit(sound, page, id_, 'id: "start"' if "index" in page else f'{id_[:9]}0123456789"')
    assert run("compile").code == 1
    foretold = run("check", "--fix", "--dry-run", "--json")
    done = run("check", "--fix", "--json")
    assert foretold.json == done.json
    assert (done.code, done.json["problems"], done.json["changed"]) == (0, [], [page])
    del whole["log.md"]
    after = tree(sound / "wiki")
    assert {path: after[path] for path in whole} == whole


@pytest.mark.parametrize("text", ["", "<<<<<<< a\n"])
def test_a_damaged_page_is_left_undone(sound: Path, run: Run, text: str) -> None:
    page = sound / BETA_PAGE
    page.write_text(text + (page.read_text(encoding="utf-8") if text else ""), encoding="utf-8")
    assert run("compile").code == 1
    for command in (("check", "--fix", "--dry-run", "--json"), ("check", "--fix", "--json")):
        done = run(*command)
        assert (done.code, done.json["exit_code"]) == (1, 1)
        assert ("page-damaged", BETA_PAGE) in {(item["code"], item["path"]) for item in done.json["problems"]}
