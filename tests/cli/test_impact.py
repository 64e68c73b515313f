"""wikigraph impact: lines, texts, what changed, pictures, versions."""

from __future__ import annotations

import io
import re
import shutil
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import ALPHA, BETA, Run, tree

LINE = "Alpha Service accepts 100 requests per second. Beta Store keeps every order for ten years."
NODE = re.compile(r'  n\d+(?:\(\["[^"]*"\]\)|\[/"[^"]*"/\]|\["[^"]*"\])|  rest\["[^"]*"\]')
ARROW = re.compile(r'  n\d+ (?:-->|-\.->)\|"[a-z ]+"\| n\d+')


@pytest.fixture
def compiled(vault: Path, run: Run) -> Path:
    """A compiled vault with pages of a person: one quotes a line, one names the source, one requires a page."""
    assert run("compile").code == 0
    (vault / "wiki/topics").mkdir()
    (vault / "wiki/topics/quoting.md").write_text(
        '---\nsupported_by: ["[[raw/alpha|alpha]]"]\n---\n# Quoting\n\nA limit.[^c-1111111111]\n\n'
        '[^c-1111111111]: [alpha, line 10](../../raw/alpha.md#L10): "accepts 100 requests per second"\n'
    )
    (vault / "wiki/topics/naming.md").write_text('---\nsupported_by: ["[[raw/alpha|alpha]]"]\n---\n# Naming\n')
    (vault / "wiki/topics/above.md").write_text('---\nrequires: ["[[wiki/topics/quoting]]"]\n---\n# Above\n')
    assert run("compile").code == 0
    return vault


def pages(done_json: dict[str, list[dict[str, str | None]]]) -> set[str | None]:
    return {hit["page"] for hit in done_json["affected"] if not hit["claim"]}


def test_lines_lead_to_what_quotes_them(compiled: Path, run: Run) -> None:
    at = ALPHA.split("\n").index(LINE) + 1
    assert at == 10
    limits = run("impact", "raw/alpha.md:10", "--json").json
    assert limits["roots"] == ["raw/alpha.md#L10"] and limits["basis"] == "lines"
    assert {"wiki/topics/quoting.md", "wiki/topics/above.md", "wiki/topics/naming.md"} <= pages(limits)
    quotes = {hit["claim"]["quote"] for hit in limits["affected"] if hit["claim"]}
    assert quotes and all(quote in LINE for quote in quotes)
    first = run("impact", "raw/alpha.md#L6-L6", "--json").json
    assert not {"wiki/topics/quoting.md", "wiki/topics/above.md"} & pages(first)
    assert "wiki/topics/naming.md" in pages(first)  # it rests on all of the source
    both = run("impact", "raw/alpha.md:6", "raw/alpha.md:10", "--json").json
    assert pages(both) >= pages(limits) | pages(first)
    assert pages(run("impact", "raw/alpha.md:6", "raw/alpha.md", "--json").json) == pages(
        run("impact", "raw/alpha.md", "--json").json
    )
    assert pages(run("impact", "raw/alpha.md:4-900", "--json").json) >= pages(limits)


@pytest.mark.parametrize(
    ("root", "code"),
    [
        ("raw/alpha.md:9-3", "lines-invalid"), ("raw/alpha.md:0", "lines-invalid"), ("/etc/hosts", "outside-vault"),
        ("wiki/topics/above.md:3", "lines-invalid"), ("raw/alpha.md:900", "lines-invalid"),
        ("raw/alhpa.md:3", "unknown-root"), ("../x.md", "outside-vault"),
    ],
)  # fmt: skip
def test_what_is_no_root(compiled: Path, run: Run, root: str, code: str) -> None:
    done = run("impact", root, "--json")
    assert (done.code, done.json["error"]["code"]) == (2, code)
    told = run("impact", root)
    assert (told.code, told.out) == (2, "") and f"error[{code}]" in told.err and "do: " in told.err


def test_a_file_whose_name_looks_like_lines_is_a_file(compiled: Path, run: Run) -> None:
    (compiled / "raw/alpha.md:10").write_text("x")
    assert run("impact", "raw/alpha.md:10", "--json").json["roots"] == ["raw/alpha.md:10"]


def test_what_changed_since_the_last_compile(compiled: Path, run: Run) -> None:
    nothing = run("impact", "--json").json
    assert (nothing["affected"], nothing["changes"], nothing["basis"]) == ([], [], "text")
    (compiled / "raw/alpha.md").write_text(ALPHA.replace("100 requests", "900 requests"))
    (compiled / "raw/gamma.md").write_text("# Gamma Queue\n\nGamma Queue is a queue that feeds Alpha Service.\n")
    (compiled / "raw/zh.md").unlink()
    before = tree(compiled)
    found = run("impact", "--changed", "--json").json
    assert tree(compiled) == before
    assert [(c["path"], c["kind"]) for c in found["changes"]] == [
        ("raw/alpha.md", "edited"), ("raw/gamma.md", "added"), ("raw/zh.md", "deleted")
    ]
    assert found["changes"][0]["gone"] == [[10, 10]] == found["changes"][0]["new"]
    assert found["affected"] == run("impact", "--json").json["affected"]
    changes = {hit["page"]: hit["change"] for hit in found["affected"] if not hit["claim"]}
    assert changes["wiki/sources/zh.md"] == "goes" and changes["wiki/topics/above.md"] == "rests"
    assert "wiki/sources/gamma.md" in found["structural"]["created"]
    shown = run("impact")
    assert shown.code == 0 and "3 sources change" in shown.out and "wiki/topics/quoting.md" in shown.out


def test_a_proposed_text(compiled: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    new = compiled / "new.md"
    new.write_text(ALPHA.replace("# Alpha Service\n", "\n\n# Alpha Service\n", 1))
    moved = run("impact", "raw/alpha.md", "--text", "new.md", "--json").json
    assert moved["affected"] == [] and moved["changes"][0]["moved"] > 0
    new.write_text(ALPHA.replace("ten years", "one year"))
    found = run("impact", "raw/alpha", "--text", "new.md", "--json").json
    assert "wiki/topics/quoting.md" not in pages(found)  # its words stand as they did
    assert {"wiki/topics/naming.md", "wiki/sources/alpha.md"} <= pages(found)
    stdin = io.TextIOWrapper(io.BytesIO(new.read_bytes()))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert run("impact", "raw/alpha.md", "--text", "-", "--json").json == found
    (compiled / "raw/beta.md").write_text("# Something else\n")  # a change of another file is not part of it
    assert run("impact", "raw/alpha.md", "--text", "new.md", "--json").json["affected"] == found["affected"]
    new.write_bytes(b"\xff\xfe\xfa\x00\x00")
    assert run("impact", "raw/alpha.md", "--text", "new.md", "--json").json["error"]["code"] == "text-unreadable"
    new.write_text(" \n")
    assert run("impact", "raw/alpha.md", "--text", "new.md", "--json").json["changes"][0]["kind"] == "deleted"


def test_a_new_text_may_give_support_to_a_page_that_had_none(compiled: Path, run: Run) -> None:
    shutil.rmtree(compiled / "wiki/topics")
    assert not [p for p in pages(run("impact", "raw/zh.md", "--json").json) if p and "beta" in p]
    new = (compiled / "raw/zh.md").read_text() + "\nBeta Store is a database that never forgets an order.\n"
    (compiled / "new.md").write_text(new)
    found = run("impact", "raw/zh.md", "--text", "new.md", "--json").json
    hit = next(h for h in found["affected"] if h["page"] == "wiki/entities/beta-store.md" and not h["claim"])
    assert hit["via"][-1] == {"from": hit["page"], "relation": "supported_by", "to": "raw/zh.md"}
    claims = [h["claim"]["quote"] for h in found["affected"] if h["change"] == "new" and h["page"] == hit["page"]]
    assert claims == ["Beta Store is a database that never forgets an order."]


def test_without_an_index(compiled: Path, run: Run) -> None:
    whole = run("impact", "raw/alpha.md", "--json").json
    shutil.rmtree(compiled / ".wikigraph")
    (compiled / "new.md").write_text("# Nothing\n")
    found = run("impact", "raw/alpha.md", "--text", "new.md", "--json").json
    assert found["affected"] == whole["affected"] and found["basis"] == "whole" and "whole source" in found["notes"][0]
    done = run("impact", "--changed", "--json")
    assert (done.code, done.json["error"]["code"]) == (4, "no-index")


@pytest.mark.parametrize(
    "arguments", [("--changed", "raw/alpha.md"), ("--text", "new.md"), ("a", "b", "--text", "new.md")]
)
def test_what_does_not_go_together(compiled: Path, run: Run, arguments: tuple[str, ...]) -> None:
    (compiled / "new.md").write_text("x")
    done = run("impact", *arguments, "--json")
    assert (done.code, done.json["error"]["code"]) == (2, "usage")


def test_a_text_stands_for_a_source_only(compiled: Path, run: Run) -> None:
    (compiled / "new.md").write_text("x")
    for root in ("wiki/topics/above.md", "raw/alpha.md:3"):
        assert run("impact", root, "--text", "new.md", "--json").json["error"]["code"] == "not-a-source"


def test_a_page_that_was_moved_keeps_what_rests_on_it(compiled: Path, run: Run) -> None:
    (compiled / "wiki/elsewhere").mkdir()
    (compiled / "wiki/topics/quoting.md").rename(compiled / "wiki/elsewhere/quoting.md")
    for _ in range(2):
        assert "wiki/topics/above.md" in pages(run("impact", "raw/alpha.md", "--json").json)
        assert "wiki/topics/above.md" in pages(run("impact", "wiki/elsewhere/quoting.md", "--json").json)
        shutil.rmtree(compiled / ".wikigraph", ignore_errors=True)  # and without an index


def test_a_source_that_is_gone_with_its_page_is_a_root(compiled: Path, run: Run) -> None:
    (compiled / "raw/alpha.md").unlink()
    for file in (compiled / "wiki").rglob("*.md"):
        if "raw/alpha" in file.read_text():
            file.unlink()
    found = run("impact", "raw/alpha.md", "--json").json
    assert (found["roots"], found["affected"]) == (["raw/alpha.md"], [])


def test_pages_that_only_an_outdated_source_supports(compiled: Path, run: Run) -> None:
    assert run("impact", "raw/alpha.md", "--json").json["superseded"] == []
    newer = '---\nsupersedes: ["[[raw/alpha]]"]\n---\n# Alpha Service, version 2\n\nAlpha Service is a daemon.\n'
    (compiled / "raw/alpha-2.md").write_text(newer)
    run("compile")
    for root in ("raw/alpha.md", "raw/alpha-2.md"):
        (old,) = run("impact", root, "--json").json["superseded"]
        assert (old["source"], old["by"]) == ("raw/alpha.md", ["raw/alpha-2.md"])
        assert "wiki/topics/naming.md" in old["pages"] and "wiki/sources/alpha.md" not in old["pages"]
    assert "Superseded: only raw/alpha.md supports these" in run("impact", "raw/alpha.md").out
    told = [p for p in run("check", "--json").json["problems"] if p["code"] == "page-superseded"]
    assert {"wiki/topics/naming.md", "wiki/topics/quoting.md"} <= {p["path"] for p in told}


def test_a_mermaid_picture_is_sound(compiled: Path, run: Run) -> None:
    odd = 'a "b" [c] {d} |e| <f> `g` %% ; end #h'
    (compiled / f"wiki/topics/{odd.replace('|', '')}.md").write_text('---\nrequires: ["[[raw/alpha]]"]\n---\n# x\n')
    first, *lines = run("impact", "raw/alpha.md", "--graph", "mermaid").out.strip().split("\n")
    assert first == "flowchart RL"
    nodes = [line for line in lines if NODE.fullmatch(line)]
    arrows = [line for line in lines if ARROW.fullmatch(line)]
    assert len(nodes) + len(arrows) == len(lines) and len(nodes) > 5 and len(arrows) >= len(nodes) - 1
    ids = [re.match(r"  (\w+)", line)[1] for line in nodes]  # type: ignore[index]
    assert len(set(ids)) == len(ids)
    assert all(set(re.findall(r"\bn\d+\b", re.sub(r'"[^"]*"', "", line))) <= set(ids) for line in arrows)
    labels = "".join(re.findall(r'"([^"]*)"', "".join(nodes)))
    assert not set("<>`%\\") & set(labels) and not re.search(r"#(?!\d+;)", labels)


def test_a_dot_picture_is_quoted(compiled: Path, run: Run) -> None:
    (compiled / 'wiki/topics/a "b".md').write_text('---\nrequires: ["[[raw/alpha]]"]\n---\n# x\n')
    lines = run("impact", "raw/alpha.md", "--graph", "dot").out.strip().split("\n")
    assert (lines[0], lines[-1]) == ("digraph impact {", "}")
    assert all(re.fullmatch(r'  n\d+ (-> n\d+ )?\[.*"(?:[^"\\]|\\.)*"(?:, style=dashed)?\];', x) for x in lines[2:-1])
    assert 'a \\"b\\"' in "".join(lines)


def test_a_large_picture_is_cut_and_says_so(compiled: Path, run: Run) -> None:
    for number in range(90):
        (compiled / f"wiki/topics/t{number}.md").write_text('---\nrequires: ["[[raw/beta]]"]\n---\n# T\n')
    out = run("impact", "raw/beta.md", "--graph", "mermaid").out
    n_nodes = len([line for line in out.split("\n") if NODE.fullmatch(line)])
    n_pages = len(pages(run("impact", "raw/beta.md", "--json").json))
    assert n_nodes == 61
    assert f"… and {n_pages - 59} more pages" in out
    assert run("impact", "raw/beta.md", "--graph", "mermaid", "--json").json["graph"] == out.strip()


def test_a_claim_that_another_source_says_too(compiled: Path, run: Run) -> None:
    (compiled / "wiki/topics/twice.md").write_text(
        '---\nsupported_by: ["[[raw/alpha]]", "[[raw/beta]]"]\n---\n# Twice\n\n'
        "It does.[^c-2222222222][^c-3333333333]\n\n"
        '[^c-2222222222]: [alpha, line 6](../../raw/alpha.md#L6): "Alpha Service is a web service"\n'
        '[^c-3333333333]: [beta, line 3](../../raw/beta.md#L3): "Beta Store is a key-value database"\n'
    )
    hits = run("impact", "raw/alpha.md", "--json").json["affected"]
    (claim,) = (h for h in hits if h["claim"] and h["claim"]["id"] == "c-2222222222")
    assert claim["other_support"] == 1
    (page,) = (h for h in hits if h["page"] == "wiki/topics/twice.md" and not h["claim"])
    assert (page["other_support"], page["human"]) == (1, True)


def test_check_says_whether_a_quote_moved_or_is_gone(compiled: Path, run: Run) -> None:
    assert BETA in (compiled / "raw/beta.md").read_text()
    (compiled / "raw/beta.md").write_text("\n\n" + BETA.replace("three machines", "two machines"))
    told = [p["message"] for p in run("check", "--json").json["problems"] if p["code"] == "quote-wrong"]
    assert any("nor anywhere else" in message for message in told)
    assert any("but elsewhere there" in message for message in told)


def test_a_renamed_source_takes_no_claim_away(compiled: Path, run: Run) -> None:
    (compiled / "raw/alpha.md").rename(compiled / "raw/omega.md")
    told = run("impact", "--json").json
    (renamed,) = told["changes"]
    assert (renamed["kind"], renamed["former"], renamed["path"]) == ("renamed", "raw/alpha.md", "raw/omega.md")
    assert (renamed["gone"], renamed["new"], told["affected"]) == ([], [], [])
    structural = told["structural"]
    assert structural["moved"] == [{"from": "wiki/sources/alpha.md", "to": "wiki/sources/omega.md"}]
    assert (structural["created"], structural["removed"]) == ([], [])
    shown = run("impact").out
    assert shown.startswith("1 source is renamed: 0 pages") and "raw/alpha.md → raw/omega.md  renamed" in shown
    assert "    moves  wiki/sources/alpha.md → wiki/sources/omega.md\n" in shown
    assert run("compile").code == 0
    assert run("impact").out == "No change since the last compile.\n"


def test_renamed_and_another_one_edited(compiled: Path, run: Run) -> None:
    (compiled / "raw/alpha.md").rename(compiled / "raw/omega.md")
    (compiled / "raw/beta.md").write_text(BETA + "\nBeta Store was moved to Turin.\n", encoding="utf-8")
    told = run("impact", "--json").json
    assert {(change["path"], change["kind"]) for change in told["changes"]} == {
        ("raw/beta.md", "edited"), ("raw/omega.md", "renamed"),
    }  # fmt: skip
    assert not [hit for hit in told["affected"] if hit["claim"] and "alpha" in hit["via"][-1]["to"]]


def test_a_page_that_a_person_wrote_on_stays(compiled: Path, run: Run) -> None:
    page = compiled / "wiki/sources/beta.md"
    page.write_text(page.read_text("utf-8").replace("## Notes\n", "## Notes\n\nMine.\n"), "utf-8")
    assert run("compile").code == 0
    (compiled / "raw/beta.md").unlink()
    told = run("impact", "--json").json
    (hit,) = (hit for hit in told["affected"] if hit["page"] == "wiki/sources/beta.md" and not hit["claim"])
    assert (hit["change"], hit["human"]) == ("unsupported", True)
    assert "wiki/sources/beta.md" in told["structural"]["unsupported"]
    assert "wiki/sources/beta.md" not in told["structural"]["removed"]
    assert "wiki/sources/beta.md  [source, by a person]  stays as unsupported" in run("impact").out
    assert run("compile").code == 0 and "Mine." in page.read_text("utf-8")


def test_a_proposal_says_what_else_waits(compiled: Path, run: Run, tmp_path: Path) -> None:
    new = tmp_path / "new.md"
    new.write_text(ALPHA + "\nMore.\n", encoding="utf-8")
    assert run("impact", "raw/alpha.md", "--text", str(new), "--json").json["notes"] == []
    (compiled / "raw/alpha.md").write_text(ALPHA + "\nElse.\n", encoding="utf-8")
    assert run("impact", "raw/alpha.md", "--text", str(new), "--json").json["notes"] == []
    (compiled / "raw/beta.md").unlink()
    (note,) = run("impact", "raw/alpha.md", "--text", str(new), "--json").json["notes"]
    assert note.startswith("raw/beta.md changed since the last compile")


def test_lines_that_were_there_at_the_last_compile_can_be_named(compiled: Path, run: Run) -> None:
    (compiled / "raw/alpha.md").write_text("# Alpha\n", encoding="utf-8")
    assert run("impact", "raw/alpha.md:10").code == 0
    told = run("impact", "raw/beta.md:900")
    assert told.code == 2 and "there is no line 900" in told.err and "its last line is raw/beta.md:" in told.err


def test_a_moved_page_keeps_what_rests_on_it_though_another_kind_of_page_has_its_name(vault: Path, run: Run) -> None:
    (vault / "raw/beta.md").rename(vault / "raw/beta-store.md")
    run("compile")
    (vault / "wiki/mine").mkdir()
    (vault / "wiki/mine/my.md").write_text('---\nrequires: ["[[wiki/entities/beta-store]]"]\n---\n# My\n')
    run("compile")
    (vault / "wiki/entities/beta-store.md").rename(vault / "wiki/mine/beta-store.md")
    for _ in range(2):
        found = run("impact", "wiki/mine/beta-store.md", "--json").json["affected"]
        assert [item["page"] for item in found] == ["wiki/mine/my.md"]
        assert run("impact", "wiki/sources/beta-store.md", "--json").json["affected"] == []
        shutil.rmtree(vault / ".wikigraph", ignore_errors=True)
