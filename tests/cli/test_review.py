"""review and restore, from the command line: what is told, what is written, what stays."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Run, tree

PAGE = "wiki/entities/beta-store.md"
REVIEW = "wiki/review.md"


def edit(vault: Path, path: str, old: str, new: str) -> None:
    text = (vault / path).read_text(encoding="utf-8")
    assert text.count(old) >= 1, old
    (vault / path).write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.fixture
def waiting(vault: Path, run: Run) -> Path:
    """A vault in which a person and a source changed the same section."""
    run("compile")
    edit(vault, PAGE, "key-value database", "KEY-VALUE DATABASE")
    edit(vault, "raw/beta.md", "key-value database.", "key-value database with 5 nodes.")
    assert run("compile").code == 0
    return vault


def pages(vault: Path) -> dict[str, bytes]:
    return {path: data for path, data in tree(vault / "wiki").items() if path != "log.md"}


def of_kind(run: Run, kind: str) -> list[dict[str, object]]:
    return [item for item in run("review", "--json").json["items"] if item["kind"] == kind]


def test_nothing_to_review(vault: Path, run: Run) -> None:
    run("compile")
    done = run("review")
    assert (done.code, done.out) == (0, "nothing to review, 0 corrections\n")
    assert not (vault / REVIEW).exists()


def test_list_and_show_write_nothing(waiting: Path, run: Run) -> None:
    before = tree(waiting)
    [item] = of_kind(run, "section")
    assert (item["path"], item["part"]) == (PAGE, "lead")
    assert any(line.startswith("-Beta Store is a KEY-VALUE DATABASE.") for line in item["difference"])  # type: ignore[attr-defined]
    assert item["sources"][0] == "raw/beta.md:3"  # type: ignore[index]
    shown = run("review", "show", str(item["id"])[:6])
    assert shown.code == 0
    assert "+Beta Store is a key-value database with 5 nodes." in shown.out
    assert tree(waiting) == before


def test_the_review_page_is_calm_and_sound(waiting: Path, run: Run) -> None:
    text = (waiting / REVIEW).read_bytes()
    assert b"entities/beta-store.md" in text
    run("compile")
    assert (waiting / REVIEW).read_bytes() == text
    shutil.rmtree(waiting / ".wikigraph")
    run("compile")
    assert (waiting / REVIEW).read_bytes() == text
    assert [p for p in run("check", "--json").json["problems"] if p["code"] != "page-edited"] == []


def test_accept_takes_what_is_generated(waiting: Path, run: Run) -> None:
    [item] = of_kind(run, "section")
    done = run("review", "accept", str(item["id"]), "--json")
    assert (done.code, done.json["decided"], done.json["items"]) == (0, [item["id"]], [])
    text = (waiting / PAGE).read_text(encoding="utf-8")
    assert "key-value database with 5 nodes" in text
    assert "KEY-VALUE" not in text
    assert not (waiting / REVIEW).exists()
    assert run("compile", "--check").code == 0


def test_keep_is_remembered_without_an_index(waiting: Path, run: Run) -> None:
    assert run("review", "keep", PAGE, "--json").json["items"] == []
    kept = (waiting / PAGE).read_bytes()
    assert b"KEY-VALUE DATABASE" in kept
    shutil.rmtree(waiting / ".wikigraph")
    assert run("compile", "--json").json["review"] == {"open": 0}
    assert (waiting / PAGE).read_bytes() == kept
    edit(waiting, "raw/beta.md", "with 5 nodes", "with 6 nodes")
    assert run("compile", "--json").json["review"]["open"] >= 1


def test_a_correction_is_listed_with_its_source(waiting: Path, run: Run) -> None:
    run("review", "keep", "--all")
    done = run("review", "list", "--corrections")
    assert f"{PAGE}:" in done.out
    assert "about raw/beta.md:3" in done.out
    assert "-Beta Store is a KEY-VALUE DATABASE" in done.out
    [item] = run("review", "--json").json["corrections"]
    assert "KEY-VALUE" in item["stands"]
    assert "with 5 nodes" in item["generated"]
    page = (waiting / REVIEW).read_text(encoding="utf-8")
    assert "## Corrections" in page
    assert "raw/beta.md:3" in page


def test_a_page_without_support(vault: Path, run: Run) -> None:
    run("compile")
    zh = vault / "wiki/sources/zh.md"
    zh.write_text(zh.read_text(encoding="utf-8") + "\nmine\n", encoding="utf-8")
    (vault / "raw/zh.md").unlink()
    assert run("compile").code == 0
    [item] = of_kind(run, "page")
    assert run("review", "accept", "--all", "--json").json["skipped"] == [item["id"]]
    assert run("review", "keep", str(item["id"])).code == 0
    assert of_kind(run, "page") == []
    assert run("compile").code == 0
    assert "mine" in zh.read_text(encoding="utf-8")
    (vault / "raw/zh.md").write_text("# 阿尔法服务\n\n阿尔法服务依赖贝塔存储。\n", encoding="utf-8")
    run("compile")
    text = zh.read_text(encoding="utf-8")
    assert "unsupported" not in text
    assert "no longer supported" not in text
    assert "mine" in text
    (vault / "raw/zh.md").unlink()
    run("compile")
    [item] = of_kind(run, "page")
    assert run("review", "accept", str(item["id"])).code == 0
    assert not zh.exists()


def test_names_that_may_be_one(vault: Path, run: Run) -> None:
    shutil.copytree(Path(__file__).parents[2] / "raw", vault / "raw", dirs_exist_ok=True)  # the example vault
    run("compile")
    first, *_ = of_kind(run, "merge")
    ontology = vault / "schema/ontology.toml"
    ontology.parent.mkdir(exist_ok=True)
    ontology.write_text("# mine\n\n# a table\n[aliases]\nX = ['Y']\n")
    before = [item["id"] for item in of_kind(run, "merge")]
    assert run("review", "keep", str(first["id"])).code == 0
    text = ontology.read_text(encoding="utf-8")
    assert text.startswith("# mine\n\ndismissed = [[")
    assert text.endswith("# a table\n[aliases]\nX = ['Y']\n")
    left = [item["id"] for item in of_kind(run, "merge")]
    assert left == [id_ for id_ in before if id_ != first["id"]]
    assert run("review", "accept", "--all").code == 0
    assert "merges = [[" in ontology.read_text(encoding="utf-8") or not left
    assert of_kind(run, "merge") == []


def test_pages_that_only_superseded_sources_support(vault: Path, run: Run) -> None:
    (vault / "raw/old.md").write_text("# Delta Proxy\n\nDelta Proxy is a proxy. Delta Proxy is slow.\n")
    (vault / "raw/new.md").write_text('---\nsupersedes: ["[[raw/old]]"]\n---\n# News\n\nBeta Store is a store.\n')
    run("compile")
    [item] = of_kind(run, "superseded")
    assert (item["path"], item["sources"]) == ("wiki/entities/delta-proxy.md", ["raw/new.md"])
    refused = run("review", "accept", str(item["id"]), "--json")
    assert (refused.code, refused.json["error"]["code"]) == (2, "nothing-to-accept")
    assert run("review", "keep", str(item["id"])).code == 0
    assert of_kind(run, "superseded") == []
    (vault / "raw/newer.md").write_text('---\nsupersedes: ["[[raw/old]]"]\n---\n# Newer\n\nBeta Store is a store.\n')
    assert len(of_kind(run, "superseded")) == 1  # another source says so


@pytest.mark.parametrize("arguments", [
    ("review", "list", "x"), ("review", "show"), ("review", "keep"), ("review", "keep", "x", "--all"), ("restore",),
])  # fmt: skip
def test_usage(vault: Path, run: Run, arguments: tuple[str, ...]) -> None:
    assert run(*arguments).code == 2


def test_an_unknown_item(waiting: Path, run: Run) -> None:
    done = run("review", "show", "wiki/entities/beta-stor.md", "--json")
    assert (done.code, done.json["error"]["code"]) == (2, "unknown-item")
    assert PAGE in done.json["error"]["hint"]


# ------------------------------------------------------------------------------------------------ deleted pages


def test_a_deleted_page_stays_away_until_it_is_restored(vault: Path, run: Run) -> None:
    run("compile")
    before = pages(vault)
    (vault / PAGE).unlink()
    done = run("compile", "--json")
    assert (done.code, done.json["pages"]["kept_away"]) == (0, [PAGE])
    assert [d["path"] for d in done.json["diagnostics"] if d["code"] == "page-deleted"] == [PAGE]
    assert not (vault / PAGE).exists()
    assert not [path for path, data in tree(vault / "wiki").items() if b"beta-store" in data and path != "log.md"]
    assert run("check").code == 0
    again = run("compile", "--json")
    assert (again.json["pages"]["written"], again.json["pages"]["kept_away"]) == ([], [PAGE])
    assert "1 deleted page kept away" in run("compile").out
    shutil.rmtree(vault / ".wikigraph")
    assert run("compile", "--json").json["pages"]["written"] == []
    assert PAGE in run("restore", "--list").out
    done = run("restore", "beta-store", "--json")
    assert (done.code, done.json["deleted"]) == (0, [])
    assert PAGE in done.json["written"]
    assert pages(vault) == before
    assert run("compile", "--check").code == 0


def test_a_deleted_source_page(vault: Path, run: Run) -> None:
    run("compile")
    (vault / "wiki/sources/beta.md").unlink()
    assert run("compile", "--json").json["pages"]["kept_away"] == ["wiki/sources/beta.md"]
    assert run("check").code == 0
    assert "raw/beta" in (vault / PAGE).read_text(encoding="utf-8")
    assert run("restore", "--all").code == 0
    assert (vault / "wiki/sources/beta.md").exists()


def test_a_deleted_page_whose_source_is_gone_is_not_said_to_be_restored(vault: Path, run: Run) -> None:
    run("compile")
    page = "wiki/sources/beta.md"
    (vault / page).unlink()
    run("compile")
    assert [item["has_subject"] for item in run("restore", "--list", "--json").json["deleted"]] == [True]
    (vault / "raw/beta.md").unlink()
    run("compile")
    assert [item["has_subject"] for item in run("restore", "--list", "--json").json["deleted"]] == [False]
    assert "nothing in the sources calls for it" in run("restore", "--list").out
    done = run("restore", "--all", "--json").json
    assert ([item["path"] for item in done["not_made"]], done["restored"], done["deleted"]) == ([page], [], [])
    assert run("restore", "--all").out == "no page is on record as deleted\n"


def test_a_page_that_is_put_back_by_hand(vault: Path, run: Run) -> None:
    run("compile")
    text = (vault / PAGE).read_bytes()
    (vault / PAGE).unlink()
    run("compile")
    (vault / PAGE).write_bytes(text)
    assert run("compile", "--json").json["pages"]["kept_away"] == []
    assert run("restore", "--list").out == "no page is on record as deleted\n"


def test_what_is_no_deletion(vault: Path, run: Run) -> None:
    run("compile")
    whole = pages(vault)
    shutil.copytree(vault / "wiki", vault / "aside")
    shutil.rmtree(vault / "wiki")
    assert run("compile", "--json").json["pages"]["kept_away"] == []  # wiki/ is gone as a whole
    assert pages(vault) == whole
    (vault / "raw/gamma.md").write_text("# Gamma Queue\n\nGamma Queue is a queue.\n")
    run("compile")
    assert (vault / "wiki/sources/gamma.md").exists()
    shutil.rmtree(vault / "wiki")
    (vault / "aside").rename(vault / "wiki")  # another wiki in this one's place, as git does
    assert run("compile", "--json").json["pages"]["kept_away"] == []
    assert (vault / "wiki/sources/gamma.md").exists()
    for path in list((vault / "wiki").rglob("*.md")):
        if path.name not in ("log.md", "index.md"):
            path.unlink()
    done = run("compile", "--json")
    assert done.json["pages"]["kept_away"] == []  # most pages are gone
    assert "pages-missing" in {d["code"] for d in done.json["diagnostics"]}
    assert (vault / PAGE).exists()


def test_a_page_whose_source_goes_too_is_not_on_record(vault: Path, run: Run) -> None:
    run("compile")
    (vault / "wiki/sources/zh.md").unlink()
    (vault / "raw/zh.md").unlink()
    run("compile")
    assert run("restore", "--list", "--json").json["deleted"] == []


def test_restore_of_what_was_not_deleted(vault: Path, run: Run) -> None:
    run("compile")
    (vault / PAGE).unlink()
    run("compile")
    done = run("restore", "beta-stor", "--json")
    assert (done.code, done.json["error"]["code"]) == (2, "not-deleted")
    assert PAGE in done.json["error"]["hint"]


def test_restore_right_after_a_deletion(vault: Path, run: Run) -> None:
    """No compile in between: the page is on no record yet."""
    run("compile")
    before = pages(vault)
    (vault / PAGE).unlink()
    assert [page["path"] for page in run("restore", "--list", "--json").json["deleted"]] == [PAGE]
    done = run("restore", PAGE, "--json")
    assert (done.code, [page["path"] for page in done.json["restored"]], done.json["deleted"]) == (0, [PAGE], [])
    assert pages(vault) == before


def test_a_page_moved_by_hand_is_not_deleted(vault: Path, run: Run) -> None:
    run("compile")
    (vault / PAGE).rename(vault / "wiki/moved.md")
    assert run("restore", "--list", "--json").json["deleted"] == []


def test_a_copy_of_a_page_takes_no_links_from_it(vault: Path, run: Run) -> None:
    run("compile")
    before = pages(vault)
    copy = vault / PAGE.replace(".md", " copy.md")
    shutil.copyfile(vault / PAGE, copy)  # sorted by name it comes first
    done = run("compile", "--json")
    assert (done.code, "duplicate-id" in {d["code"] for d in done.json["diagnostics"]}) == (1, True)
    after = pages(vault)
    assert {path: text for path, text in after.items() if "copy" not in path} == before
