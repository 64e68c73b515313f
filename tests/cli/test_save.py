"""Answers saved as pages: what they hold, and what compiles and people do with them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.conftest import ALPHA, BETA, Run, tree
from wikigraph.app import save
from wikigraph.store.lock import hold_lock

QUESTION = "What does Alpha Service accept?"
PAGE = "wiki/answers/what-does-alpha-service-accept.md"
SAID = "Alpha Service accepts 100 requests per second."


@pytest.fixture
def compiled(vault: Path, run: Run) -> Run:
    assert run("compile", "--embedder", "none").code == 0
    return run


def saved(run: Run, question: str = QUESTION, *options: str) -> dict[str, str]:
    done = run("ask", question, "--json", "--save", *options)
    assert done.code == 0, done.out + done.err
    found: dict[str, str] = done.json["saved"]
    return found


def compile_(run: Run) -> None:
    done = run("compile", "--embedder", "none")
    assert done.code == 0, done.err


def text(vault: Path, path: str = PAGE) -> str:
    return (vault / path).read_text(encoding="utf-8")


def front(page: str, key: str) -> str:
    found = re.search(rf"^{key}: (.*)$", page, re.MULTILINE)
    return found[1] if found else ""


def sound(run: Run) -> list[str]:
    """Codes of what check says, orphans apart: the pages are few."""
    return [d["code"] for d in run("check", "--json").json["problems"] if d["code"] != "orphan"]


def test_an_answer_becomes_a_page(compiled: Run, vault: Path) -> None:
    assert saved(compiled) == {"path": PAGE, "id": front(text(vault), "id").strip('"'), "change": "created"}
    page = text(vault)
    assert (front(page, "type"), front(page, "title")) == ('"answer"', f'"{QUESTION}"')
    assert "[[raw/alpha|alpha]]" in front(page, "supported_by")
    assert "[[wiki/entities/alpha-service|Alpha Service]]" in front(page, "related")
    assert f"{SAID}[^c-" in page and re.search(rf'#L\d+\): "{SAID}"', page)
    assert page.rstrip().endswith("Yours: wikigraph never writes in this section.")
    assert sound(compiled) == []
    compile_(compiled)
    assert text(vault) == page and sound(compiled) == []
    assert f"[{QUESTION}](answers/what-does-alpha-service-accept.md)" in text(vault, "wiki/index.md")
    assert compiled("compile", "--check").code == 0
    assert compiled("check", "--json").json["problems"] == []


def test_the_same_answer_gives_the_same_bytes(compiled: Run, vault: Path) -> None:
    saved(compiled)
    page = text(vault)
    assert saved(compiled)["change"] == "unchanged"
    (vault / PAGE).unlink()
    saved(compiled)
    assert text(vault) == page


def test_an_index_made_anew_changes_no_answer(compiled: Run, vault: Path) -> None:
    saved(compiled)
    compile_(compiled)
    before = tree(vault / "wiki")
    for file in (vault / ".wikigraph/index").iterdir():
        file.unlink()
    compile_(compiled)
    assert tree(vault / "wiki") == before


def test_moved_lines_are_renewed_and_lost_sentences_marked(compiled: Run, vault: Path) -> None:
    saved(compiled)
    page = text(vault)
    (vault / "raw/alpha.md").write_text(ALPHA.replace("# Alpha Service\n", "# Alpha Service\n\nA line.\n"), "utf-8")
    compile_(compiled)
    assert text(vault) != page and "no longer supported" not in text(vault) and sound(compiled) == []
    (vault / "raw/alpha.md").write_text(ALPHA.replace("100 requests", "200 requests"), "utf-8")
    hits = compiled("impact", "--json").json["affected"]
    assert PAGE in [hit["page"] for hit in hits]
    compile_(compiled)
    marked = [line for line in text(vault).splitlines() if "no longer supported: alpha, line" in line]
    assert len(marked) == 1 and SAID in marked[0] and f"{SAID}[^c-" in text(vault)
    review = compiled("review", "--json").json
    assert [item["path"] for item in review["items"] if item["kind"] == "footnote"] == [PAGE]
    assert sound(compiled) == []
    (vault / "raw/alpha.md").write_text(ALPHA, encoding="utf-8")
    compile_(compiled)
    assert text(vault) == page and compiled("review", "--json").json["items"] == []


def test_it_is_kept_when_its_sources_go(compiled: Run, vault: Path) -> None:
    saved(compiled)
    lead = text(vault).split("# What", 1)[1].split("## Relations")[0]
    for name in ("alpha.md", "beta.md"):
        (vault / "raw" / name).unlink()
    compile_(compiled)
    page = text(vault)
    assert lead in page and front(page, "status") == '"unsupported"'
    assert front(page, "supported_by") == front(page, "related") == "" and "## Relations" not in page
    assert "page-unsupported" in sound(compiled)
    compile_(compiled)
    assert text(vault) == page
    (vault / "raw/alpha.md").write_text(ALPHA, encoding="utf-8")
    (vault / "raw/beta.md").write_text(BETA, encoding="utf-8")
    compile_(compiled)
    assert front(text(vault), "status") == "" and "[[raw/alpha|alpha]]" in front(text(vault), "supported_by")


def test_it_follows_a_renamed_source(compiled: Run, vault: Path) -> None:
    saved(compiled)
    (vault / "raw/new").mkdir()
    (vault / "raw/alpha.md").rename(vault / "raw/new/gamma.md")
    compile_(compiled)
    assert "[[raw/new/gamma|new/gamma]]" in front(text(vault), "supported_by")
    assert "no longer supported" not in text(vault) and "raw/alpha.md" not in text(vault)
    assert sound(compiled) == []


def test_it_follows_entities(compiled: Run, vault: Path) -> None:
    saved(compiled)
    assert compiled("entity", "merge", "Alpha Service", "Beta Store", "--compile").code == 0
    links = front(text(vault), "related")
    pages = {f"wiki/entities/{file.name}" for file in (vault / "wiki/entities").iterdir()}
    assert {f"{path}.md" for path in re.findall(r"\[\[([^|\]]+)", links)} <= pages and links
    assert [code for code in sound(compiled) if code.startswith("link")] == []


def test_the_closure_of_a_source_reaches_it(compiled: Run, vault: Path) -> None:
    saved(compiled)
    for _ in range(2):  # before a compile has seen the page, and after
        hits = compiled("impact", "raw/alpha.md", "--json").json["affected"]
        assert {"answer", "claim"} <= {hit["kind"] for hit in hits if hit["page"] == PAGE}
        compile_(compiled)


def test_another_answer_renews_the_page(compiled: Run, vault: Path) -> None:
    saved(compiled)
    with (vault / PAGE).open("a", encoding="utf-8") as file:
        file.write("\nMy own note.\n")
    (vault / "raw/alpha.md").write_text(ALPHA.replace("100 requests", "200 requests"), "utf-8")
    compile_(compiled)
    assert saved(compiled)["change"] == "updated"
    page = text(vault)
    assert "accepts 200 requests" in page and "accepts 100 requests" not in page and "My own note." in page
    assert sound(compiled) == []
    assert len(list((vault / "wiki/answers").iterdir())) == 1


def test_what_a_person_changed_is_never_overwritten(compiled: Run, vault: Path) -> None:
    saved(compiled)
    mine = text(vault).replace(SAID, "Alpha Service accepts a hundred of them.", 1)
    (vault / PAGE).write_text(mine, encoding="utf-8")
    other = saved(compiled)
    assert other["change"] == "created" and other["path"] != PAGE and text(vault) == mine
    assert SAID in text(vault, other["path"]) and saved(compiled) == {**other, "change": "unchanged"}
    compile_(compiled)
    assert "Alpha Service accepts a hundred of them." in text(vault) and sound(compiled) == ["page-edited"]
    assert [item["path"] for item in compiled("review", "--json").json["items"]] == []


def test_it_is_found_where_a_person_moved_it(compiled: Run, vault: Path) -> None:
    saved(compiled)
    (vault / "wiki/topics").mkdir()
    (vault / PAGE).rename(vault / "wiki/topics/mine.md")
    assert saved(compiled) == {**saved(compiled), "path": "wiki/topics/mine.md"}
    compile_(compiled)
    assert sound(compiled) == [] and not (vault / PAGE).exists()
    assert "../../raw/alpha.md#L" in text(vault, "wiki/topics/mine.md")


def test_a_deleted_answer_stays_away(compiled: Run, vault: Path) -> None:
    saved(compiled)
    compile_(compiled)
    (vault / PAGE).unlink()
    compile_(compiled)
    assert not (vault / PAGE).exists() and sound(compiled) == []
    assert "answers/" not in text(vault, "wiki/index.md")
    assert saved(compiled)["change"] == "created"


def test_two_pages_with_its_id_are_both_left_alone(compiled: Run, vault: Path) -> None:
    saved(compiled)
    (vault / "wiki/answers/copy.md").write_text(text(vault), encoding="utf-8")
    done = compiled("compile", "--embedder", "none", "--json")
    assert "duplicate-id" in [d["code"] for d in done.json["diagnostics"]]


@pytest.mark.parametrize(
    ("wanted", "path", "title"),
    [
        ("Limits of Alpha", "wiki/answers/limits-of-alpha.md", "Limits of Alpha"),
        ("wiki/topics/limits.md", "wiki/topics/limits.md", QUESTION),
        ("answers/a/limits", "wiki/answers/a/limits.md", QUESTION),
        ("../../etc: [[x]] <b>", "wiki/answers/etc-x-b.md", "../../etc: [ [x]] <b>"),
        ("限制", "wiki/answers/限制.md", "限制"),
    ],
)
def test_titles_and_places(compiled: Run, vault: Path, wanted: str, path: str, title: str) -> None:
    assert saved(compiled, QUESTION, wanted)["path"] == path
    assert front(text(vault, path), "title") == f'"{title}"'
    assert bool(front(text(vault, path), "aliases")) == (title != QUESTION)
    compile_(compiled)
    assert sound(compiled) == []


@pytest.mark.parametrize(
    "wanted",
    ["../x.md", "wiki/entities/x.md", "wiki/sources/x.md", "wiki/index.md", "/etc/x.md", "a/../../x.md", "x.md",
     "answers/con.md", "answers/.hidden.md", "answers//x:y.md"],
)  # fmt: skip
def test_places_that_cannot_be(compiled: Run, vault: Path, wanted: str) -> None:
    before = tree(vault / "wiki")
    done = compiled("ask", QUESTION, "--json", "--save", wanted)
    assert (done.code, done.json["error"]["code"]) == (2, "save-place")
    assert tree(vault / "wiki") == before


def test_a_place_that_is_taken(compiled: Run, vault: Path) -> None:
    (vault / "wiki/topics").mkdir()
    (vault / "wiki/topics/Mine.md").write_text("# Mine\n", encoding="utf-8")
    done = compiled("ask", QUESTION, "--json", "--save", "topics/mine.md")
    assert (done.code, done.json["error"]["code"]) == (2, "save-place")
    (vault / "wiki/answers").mkdir()
    (vault / PAGE).write_text("# A page of mine\n", encoding="utf-8")
    assert saved(compiled)["path"] != PAGE and text(vault) == "# A page of mine\n"


def test_no_data_is_not_saved(compiled: Run, vault: Path) -> None:
    done = compiled("ask", "Who invented penicillin?", "--save")
    assert done.code == 0 and "not saved" in done.out and not (vault / "wiki/answers").exists()
    assert compiled("ask", "Who invented penicillin?", "--json", "--save").json["saved"] is None


def test_odd_questions(compiled: Run, vault: Path) -> None:
    for odd in ("\x07\x1b[31m", "[[x]] ![y](http://z) <script> `a`", "\n\n# H\n\n", "?" * 9000):
        page = saved(compiled, f"What does Alpha Service accept? {odd}")
        assert len(Path(page["path"]).name.encode()) <= 200
    compile_(compiled)
    assert sound(compiled) == []
    for file in (vault / "wiki/answers").iterdir():
        body = text(vault, str(file.relative_to(vault))).split("---\n", 2)[2]
        assert not re.search(r"(?<!\\)<script>|(?<!\\)\[y\]|\x1b", body)


def test_in_chinese(compiled: Run, vault: Path) -> None:
    page = saved(compiled, "阿尔法服务依赖什么？")
    assert "阿尔法服务依赖贝塔存储" in text(vault, page["path"]) and sound(compiled) == []


def test_a_compile_under_way_is_waited_for(compiled: Run, vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(save, "_WAIT_SECONDS", 0.1)
    with hold_lock(vault / ".wikigraph/lock"):
        done = compiled("ask", QUESTION, "--json", "--save")
    assert (done.code, done.json["error"]["code"]) == (5, "locked")
