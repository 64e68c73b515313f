"""compile: what is written, what is not, and what people's text is worth."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import BETA, Run, tree

KEYS = {
    "documents", "text_units", "entities", "relationships", "claims", "communities", "pages", "llm_calls",
    "llm_calls_by_kind", "seconds", "diagnostics",
}  # fmt: skip


def times(vault: Path) -> dict[str, int]:
    """When each file was written; the lock and the readers' hold are none of the vault's content."""
    return {
        path: (vault / path).stat().st_mtime_ns for path in tree(vault) if not path.endswith(("lock", ".readers"))
    }


def test_json_has_the_promised_keys(vault: Path, run: Run) -> None:
    done = run("compile", "--json")
    assert done.code == 0
    assert done.json.keys() >= KEYS
    assert done.json["documents"] == 3
    assert done.json["pages"].keys() >= {"written", "unchanged", "removed"}
    assert "wiki/entities/alpha-service.md" in done.json["pages"]["written"]
    assert "wiki/entities/阿尔法服务.md" in done.json["pages"]["written"]
    assert done.json["llm_calls"] == 0


def test_the_summary_stands_on_stdout_and_the_progress_on_stderr(vault: Path, run: Run) -> None:
    done = run("compile")
    assert "documents" in done.out
    assert "0 model calls" in done.out
    assert "parse" in done.err
    assert "parse" not in done.out


def test_a_second_compile_runs_nothing_and_touches_nothing(vault: Path, run: Run) -> None:
    run("compile")
    before = times(vault)
    again = run("compile", "--json")
    assert again.json["pages"]["written"] == []
    assert all(stage["run"] == 0 for stage in again.json["stages"].values())
    assert times(vault) == before


def test_an_edit_runs_only_what_it_must(vault: Path, run: Run) -> None:
    run("compile")
    (vault / "raw/beta.md").write_text(BETA.replace("three machines", "five machines"), encoding="utf-8")
    done = run("compile", "--json", "--explain").json
    assert done["stages"]["parse"]["why"] == {"raw/beta.md": "changed: source"}
    assert set(done["stages"]["digest"]["why"]) == {"raw/beta.md"}
    assert done["stages"]["render"]["run"] < done["stages"]["render"]["reused"] + done["stages"]["render"]["run"]
    assert "five machines" in (vault / "wiki/entities/beta-store.md").read_text(encoding="utf-8")
    assert not any("three machines" in text.decode() for text in tree(vault / "wiki").values())


def test_a_deleted_source_takes_its_contribution_along(vault: Path, run: Run) -> None:
    run("compile")
    (vault / "raw/beta.md").unlink()
    done = run("compile", "--json")
    assert "wiki/sources/beta.md" in done.json["pages"]["removed"]
    incremental = tree(vault / "wiki")
    assert not any(b"key-value database" in text for text in incremental.values())
    shutil.rmtree(vault / "wiki")
    shutil.rmtree(vault / ".wikigraph")
    run("compile")
    clean = tree(vault / "wiki")
    assert {k: v for k, v in incremental.items() if k != "log.md"} == {k: v for k, v in clean.items() if k != "log.md"}


def test_the_index_is_disposable(vault: Path, run: Run) -> None:
    run("compile")
    before = tree(vault / "wiki")
    shutil.rmtree(vault / ".wikigraph")
    assert run("compile", "--json").json["pages"]["written"] == []
    assert tree(vault / "wiki") == before


def test_a_damaged_index_is_put_aside(vault: Path, run: Run) -> None:
    run("compile")
    before = tree(vault / "wiki")
    (index,) = (vault / ".wikigraph/index").glob("gen-*.duckdb")
    index.write_bytes(index.read_bytes()[:5000])
    done = run("compile", "--json")
    assert done.code == 0
    assert "index-damaged" in {d["code"] for d in done.json["diagnostics"]}
    assert tree(vault / "wiki") == before
    assert run("search", "database", "--json").json["hits"]


@pytest.mark.parametrize("seed", ["0", "1"])
def test_same_input_same_bytes(vault: Path, run: Run, seed: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    run("compile")
    other = tmp_path_factory.mktemp("other")
    shutil.copytree(vault / "raw", other / "raw")
    environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": "Asia/Tokyo", "LC_ALL": "C"}
    subprocess.run(
        [sys.executable, "-m", "wikigraph", "compile", "--vault", str(other)], env=environment, check=True,
        capture_output=True,
    )  # fmt: skip
    assert tree(other / "wiki") == tree(vault / "wiki")


def test_an_edited_section_stays_and_the_rest_of_its_page_is_renewed(vault: Path, run: Run) -> None:
    run("compile")
    page = vault / "wiki/entities/beta-store.md"
    edited = page.read_text(encoding="utf-8").replace("key-value database", "KEY-VALUE DATABASE", 1)
    page.write_text(edited, encoding="utf-8")
    quiet = run("compile", "--json")
    assert (quiet.code, quiet.json["review"]) == (0, {"open": 0})
    assert page.read_text(encoding="utf-8") == edited
    assert "beta-store.md" in (vault / "wiki/review.md").read_text(encoding="utf-8")  # as a correction
    (vault / "raw/beta.md").write_text(BETA.replace("three machines", "five machines"))
    (vault / "raw/gamma.md").write_text("# Gamma\n\nEvery night Beta Store is saved.\n")
    done = run("compile", "--json")
    assert (done.code, done.json["review"], done.json["pages"]["left_alone"]) == (0, {"open": 2}, [])
    text = page.read_text(encoding="utf-8")
    assert "KEY-VALUE DATABASE" in text
    assert "five machines" not in text
    assert "sources/gamma.md" in text  # where it is mentioned, which nobody touched
    assert run("check").code == 0
    assert "2 things to review" in run("compile").out  # told again as long as it is so


def test_notes_and_own_sections_stay_and_the_rest_is_renewed(vault: Path, run: Run) -> None:
    run("compile")
    page = vault / "wiki/entities/beta-store.md"
    own = "\r\nMine, with CRLF.\r\n\r\n## My section\n\n- *kept*\n"
    page.write_bytes(page.read_bytes() + own.encode())
    (vault / "raw/beta.md").write_text(BETA.replace("three machines", "five machines"), encoding="utf-8")
    done = run("compile", "--json")
    assert done.code == 0
    data = page.read_bytes()
    assert data.endswith(own.encode())
    assert b"five machines" in data


def test_pages_of_people_are_read_and_never_written(vault: Path, run: Run) -> None:
    mine = vault / "wiki/topics/mine.md"
    mine.parent.mkdir(parents=True)
    mine.write_bytes(b"---\nrequires: ['[[raw/alpha]]']\n---\n# Mine\r\n\r\nText.\r\n")
    before = mine.read_bytes()
    assert run("compile").code == 0
    assert mine.read_bytes() == before
    affected = run("impact", "raw/alpha.md", "--json").json["affected"]
    assert {"page": "wiki/topics/mine.md", "human": True}.items() <= next(
        a for a in affected if a["page"] == "wiki/topics/mine.md"
    ).items()
    assert "topics/mine.md" in (vault / "wiki/index.md").read_text(encoding="utf-8")


def test_check_writes_nothing_and_says_what_is_stale(vault: Path, run: Run) -> None:
    fresh = run("compile", "--check", "--json")
    assert fresh.code == 1
    assert fresh.json["stale"] is True
    assert not (vault / "wiki").exists()
    run("compile")
    assert run("compile", "--check").code == 0
    (vault / "raw/beta.md").write_text(BETA + "\nBeta Store is written in Rust.\n", encoding="utf-8")
    before = tree(vault)
    stale = run("compile", "--check")
    assert stale.code == 1
    assert "stale  wiki/entities/beta-store.md" in stale.out
    assert tree(vault) == before


def test_a_moved_page_is_found_by_its_id(vault: Path, run: Run) -> None:
    run("compile")
    moved = vault / "wiki/mine/beta.md"
    moved.parent.mkdir()
    (vault / "wiki/entities/beta-store.md").rename(moved)
    assert run("compile").code == 0
    assert not (vault / "wiki/entities/beta-store.md").exists()
    assert "../mine/beta.md" in (vault / "wiki/entities/alpha-service.md").read_text(encoding="utf-8")
    assert run("check").code == 0


def test_two_compiles_at_once(vault: Path, run: Run) -> None:
    from wikigraph.store.lock import hold_lock

    with hold_lock(vault / ".wikigraph/lock"):
        done = run("compile", "--json")
    assert done.code == done.json["exit_code"] == 5
    assert str(os.getpid()) in done.json["error"]["message"]
    assert not (vault / "wiki").exists()


def test_another_extraction_mode_is_not_there_yet(vault: Path, run: Run) -> None:
    done = run("compile", "--extraction-mode", "llm", "--json")
    assert (done.code, done.json["error"]["code"]) == (2, "mode-missing")


@pytest.mark.parametrize("data", [b"My note: caf\xe9\n", "mine".encode("utf-16")])
def test_a_page_that_cannot_be_read_is_left_alone(vault: Path, run: Run, data: bytes) -> None:
    run("compile")
    page = vault / "wiki/entities/beta-store.md"
    page.write_bytes(page.read_bytes() + data)
    before = page.read_bytes()
    (vault / "raw/beta.md").write_text(BETA.replace("three", "five"), encoding="utf-8")
    (vault / "raw/new.md").write_text("# New Thing\n\nNew Thing is a thing.\n")
    (vault / "wiki/sources/new.md").write_bytes(b"a person's \xe9\n")
    done = run("compile", "--json")
    assert done.code == 1
    assert page.read_bytes() == before
    assert (vault / "wiki/sources/new.md").read_bytes() == b"a person's \xe9\n"
    assert set(done.json["pages"]["left_alone"]) == {"wiki/entities/beta-store.md", "wiki/sources/new.md"}
    page.unlink()
    (vault / "wiki/sources/new.md").unlink()
    again = run("compile", "--json")
    assert (again.code, again.json["pages"]["left_alone"]) == (0, [])
    assert set(again.json["pages"]["written"]) >= {"wiki/entities/beta-store.md", "wiki/sources/new.md"}


def test_what_a_person_saves_during_a_compile_stays(
    vault: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from wikigraph.app import compile as compile_module

    run("compile")
    page = vault / "wiki/entities/beta-store.md"
    apply_writes = compile_module.apply_writes

    def raced(*arguments: object) -> object:
        page.write_text(page.read_text(encoding="utf-8") + "PRECIOUS\n", encoding="utf-8")
        return apply_writes(*arguments)  # type: ignore[arg-type]

    (vault / "raw/beta.md").write_text(BETA.replace("three", "five"), encoding="utf-8")
    monkeypatch.setattr(compile_module, "apply_writes", raced)
    done = run("compile", "--json")
    monkeypatch.undo()
    assert done.code == 1
    assert "page-changed" in {d["code"] for d in done.json["diagnostics"]}
    assert page.read_text(encoding="utf-8").endswith("PRECIOUS\n")
    assert run("compile").code == 0  # and the next compile brings both together
    text = page.read_text(encoding="utf-8")
    assert text.endswith("PRECIOUS\n")
    assert "five" in text


def test_a_comment_of_a_person_keeps_a_page_whose_subject_goes(vault: Path, run: Run) -> None:
    run("compile")
    page = vault / "wiki/sources/zh.md"
    page.write_text(page.read_text(encoding="utf-8").replace("\ntitle: ", "\ntitle:  ", 1), encoding="utf-8")
    text = page.read_text(encoding="utf-8").split("\n")
    at = next(n for n, line in enumerate(text) if line.startswith("title:"))
    text[at] += " # my own comment"
    page.write_text("\n".join(text), encoding="utf-8")
    (vault / "raw/zh.md").unlink()
    run("compile")
    assert "# my own comment" in page.read_text(encoding="utf-8")


def test_an_obstacle_that_is_cleared_is_made_good(vault: Path, run: Run) -> None:
    run("compile")
    page = vault / "wiki/entities/beta-store.md"
    before = page.read_bytes()
    page.unlink()
    page.mkdir()
    assert run("compile").code == 1
    page.rmdir()
    assert run("compile").code == 0
    assert page.read_bytes() == before


def test_swapped_files_are_noticed(vault: Path, run: Run) -> None:
    one, two = vault / "raw/one.md", vault / "raw/two.md"
    one.write_text("# Thing One\n\nThing One is red and large.\n")
    two.write_text("# Thing Two\n\nThing Two is red and large.\n")
    for file in (one, two):
        os.utime(file, (1_700_000_000, 1_700_000_000))
    run("compile")
    one.rename(vault / "raw/three.md")
    two.rename(one)
    (vault / "raw/three.md").rename(two)
    run("compile")
    assert "Thing Two" in (vault / "wiki/sources/one.md").read_text(encoding="utf-8")
    assert run("check").code == 0


def test_a_log_that_cannot_be_written_stops_nothing(vault: Path, run: Run) -> None:
    run("compile")
    (vault / "wiki/log.md").write_bytes(b"\xe9\n")
    (vault / "raw/beta.md").write_text(BETA.replace("three", "five"), encoding="utf-8")
    done = run("compile", "--json")
    assert done.code == 1
    assert "log-not-written" in {d["code"] for d in done.json["diagnostics"]}
    assert (vault / "wiki/log.md").read_bytes() == b"\xe9\n"
    assert any("five machines" in hit["text"] for hit in run("search", "machines", "--json").json["hits"])


def test_a_damaged_index_is_no_matter_for_check(vault: Path, run: Run) -> None:
    run("compile")
    (vault / ".wikigraph/index/current").write_text("x")
    assert run("compile", "--check").code == 0


def test_a_fresh_clone_is_told_that_only_the_index_was_built(vault: Path, run: Run) -> None:
    assert "no page changed" not in run("compile").out
    shutil.rmtree(vault / ".wikigraph")
    again = run("compile").out
    assert "the index was built; no page changed" in again and "touched" not in again
    assert "the index was built" not in run("compile").out


def test_the_header_names_the_embedder_beside_the_model(vault: Path, run: Run) -> None:
    lines = run("compile").err.splitlines()
    assert "embedder  none" in lines and "model     none" in lines


def test_controls_of_direction_in_names_and_titles_stand_on_no_page(vault: Path, run: Run) -> None:
    (vault / "raw/report\u202egpj.md").write_text("# Yearly \u202etroper\n\nAlpha Service grew in 2024.\n", "utf-8")
    assert run("compile").code == 0
    pages = [path for path in (vault / "wiki").rglob("*.md") if path.name != "log.md"]
    held = [path.name for path in pages if "\u202e" in path.read_text("utf-8")]
    assert held == [] and run("check", "--json").json["problems"] == []


def test_an_entity_that_no_sentence_names_lists_the_source_that_it_is_the_subject_of(vault: Path, run: Run) -> None:
    (vault / "raw/notes.md").write_text(
        '---\ntitle: "Deployment Notes 7"\naliases: ["Project Zebra"]\n---\nThe rollout took three days.\n', "utf-8"
    )
    run("compile")
    pages = [p.read_text("utf-8") for p in (vault / "wiki/entities").glob("*.md")]
    about = [page for page in pages if "Project Zebra" in page]
    assert all('supported_by: ["[[raw/notes|notes]]"]' in page and "sources/notes.md" in page for page in about)
    assert len(about) == 1


def test_a_long_form_and_its_short_form_are_one_page(vault: Path, run: Run) -> None:
    (vault / "raw/a.md").write_text(
        "# Stores\n\nHarbor Database (HDB) is a store for ships. Harbor Database was written in 2019. HDB is fast.\n"
        "\nEvery port runs HDB today. HDB keeps records.\n", "utf-8"
    )
    run("compile")
    pages = [p.read_text("utf-8") for p in (vault / "wiki/entities").glob("*.md")]
    assert sum('"HDB"' in p.partition("# ")[0] for p in pages) == 1
    assert next(p for p in pages if '"HDB"' in p).count('"Harbor Database"') == 1
