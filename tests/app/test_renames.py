"""A source under another name is the same document: its page goes along, with all that people wrote on it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.app.histories import by_id, clean, compiled_without_index, pages_of
from tests.cli.conftest import ALPHA, BETA, ZH
from wikigraph.app.check import check
from wikigraph.app.compile import compile_vault
from wikigraph.app.impact import impact
from wikigraph.model.compilation import CompileReport
from wikigraph.store.vault import Vault

NOTE = "My own words."


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """Compiled, with a note on the page of raw/a/alpha.md that cites a claim of it."""
    root = tmp_path / "vault"
    for name, text in {"a/alpha.md": ALPHA.replace("(beta.md)", "(../beta.md)"), "beta.md": BETA, "zh.md": ZH}.items():
        (root / "raw" / name).parent.mkdir(parents=True, exist_ok=True)
        (root / "raw" / name).write_text(text, encoding="utf-8")
    compile_vault(Vault(root))
    write_note(root / "wiki/sources/a/alpha.md", NOTE)
    return root


def write_note(page: Path, words: str) -> str:
    text = page.read_text(encoding="utf-8")
    claim = text.split("[^c-", 1)[1].split("]", 1)[0]
    page.write_text(f"{text}\n{words}[^c-{claim}]\n", encoding="utf-8")
    return f"c-{claim}"


def compiled(vault: Path) -> CompileReport:
    report = compile_vault(Vault(vault))
    assert compiled_without_index(vault, vault.parent / "other") == pages_of(vault / "wiki")
    assert [p for p in check(Vault(vault)) if p.severity == "error"] == []
    return report


def test_the_page_follows_with_what_people_wrote(vault: Path) -> None:
    (vault / "raw/b").mkdir()
    (vault / "raw/a/alpha.md").rename(vault / "raw/b/gamma.md")
    report = compiled(vault)
    assert report.sources_renamed == (("raw/a/alpha.md", "raw/b/gamma.md"),)
    assert report.pages_moved == (("wiki/sources/a/alpha.md", "wiki/sources/b/gamma.md"),)
    assert (report.sources_added, report.sources_removed, report.pages_removed) == ((), (), ())
    assert report.n_to_review == 0
    assert not (vault / "wiki/sources/a").exists()
    text = (vault / "wiki/sources/b/gamma.md").read_text(encoding="utf-8")
    assert NOTE in text and "no longer supported" not in text
    assert 'aliases: ["src-' in text and '"raw/a/alpha.md"]' in text
    assert "renamed raw/a/alpha.md → raw/b/gamma.md" in (vault / "wiki/log.md").read_text(encoding="utf-8")


def test_without_people_it_is_as_if_it_had_always_had_that_name(vault: Path) -> None:
    page = vault / "wiki/sources/a/alpha.md"
    page.write_text(page.read_text(encoding="utf-8").partition(f"\n{NOTE}")[0], encoding="utf-8")
    (vault / "raw/a/alpha.md").rename(vault / "raw/gamma.md")
    compiled(vault)
    assert "aliases" not in (vault / "wiki/sources/gamma.md").read_text(encoding="utf-8").partition("generated")[0]
    assert by_id(vault / "wiki") == clean(vault, vault.parent / "clean")


def test_it_needs_no_index(vault: Path) -> None:
    (vault / "raw/a/alpha.md").rename(vault / "raw/gamma.md")
    other = vault.parent / "with-index"
    shutil.copytree(vault, other)
    shutil.rmtree(vault / ".wikigraph")
    compiled(vault)
    compiled(other)
    assert pages_of(vault / "wiki") == pages_of(other / "wiki")
    assert NOTE in (vault / "wiki/sources/gamma.md").read_text(encoding="utf-8")


def test_a_note_elsewhere_that_cites_it_stays_supported(vault: Path) -> None:
    claim = write_note(vault / "wiki/entities/alpha-service.md", "Cited there.")
    (vault / "raw/a/alpha.md").rename(vault / "raw/gamma.md")
    assert compiled(vault).n_to_review == 0
    text = (vault / "wiki/entities/alpha-service.md").read_text(encoding="utf-8")
    [line] = [line for line in text.splitlines() if line.startswith(f"[^{claim}]: ")]
    assert "gamma" in line and "raw/gamma.md#L" in line


def test_an_entitys_page_keeps_its_place(vault: Path) -> None:
    before = sorted(path.name for path in (vault / "wiki/entities").iterdir())
    (vault / "raw/a/alpha.md").rename(vault / "raw/gamma.md")
    compiled(vault)
    assert sorted(path.name for path in (vault / "wiki/entities").iterdir()) == before


def only_case(raw: Path) -> dict[str, str]:
    (raw / "a/alpha.md").rename(raw / "a/Alpha.md")
    return {"a/Alpha.md": NOTE}


def whole_folder(raw: Path) -> dict[str, str]:
    (raw / "a").rename(raw / "c")
    return {"c/alpha.md": NOTE}


def swapped(raw: Path) -> dict[str, str]:
    one, other = (raw / "a/alpha.md").read_bytes(), (raw / "beta.md").read_bytes()
    (raw / "a/alpha.md").write_bytes(other)
    (raw / "beta.md").write_bytes(one)
    return {"beta.md": NOTE, "a/alpha.md": "Of beta."}


def shifted_by_one(raw: Path) -> dict[str, str]:
    (raw / "beta.md").rename(raw / "d.md")
    (raw / "a/alpha.md").rename(raw / "beta.md")
    return {"beta.md": NOTE, "d.md": "Of beta."}


def copied_then_edited(raw: Path) -> dict[str, str]:
    shutil.copy(raw / "a/alpha.md", raw / "old.md")
    (raw / "a/alpha.md").write_text(ALPHA + "\nAlpha Service writes a log.\n", encoding="utf-8")
    return {"a/alpha.md": NOTE}


@pytest.mark.parametrize("change", [only_case, whole_folder, swapped, shifted_by_one, copied_then_edited])
def test_where_what_people_wrote_stands_then(change: Callable[[Path], dict[str, str]], vault: Path) -> None:
    write_note(vault / "wiki/sources/beta.md", "Of beta.")
    compile_vault(Vault(vault))
    stands = change(vault / "raw")
    assert compiled(vault).n_to_review == 0
    for source, words in stands.items():
        assert words in (vault / "wiki/sources" / source).read_text(encoding="utf-8")
    held = [path for path, data in pages_of(vault / "wiki").items() if NOTE.encode() in data]
    assert len(held) == 1


def test_onto_the_name_of_a_deleted_one(vault: Path) -> None:
    (vault / "raw/beta.md").unlink()
    compile_vault(Vault(vault))
    (vault / "raw/a/alpha.md").rename(vault / "raw/beta.md")
    assert compiled(vault).pages_moved == (("wiki/sources/a/alpha.md", "wiki/sources/beta.md"),)
    assert NOTE in (vault / "wiki/sources/beta.md").read_text(encoding="utf-8")


def test_over_another_one_loses_no_words(vault: Path) -> None:
    (vault / "raw/a/alpha.md").replace(vault / "raw/beta.md")
    report = compile_vault(Vault(vault))
    assert NOTE in (vault / "wiki/sources/a/alpha.md").read_text(encoding="utf-8")
    assert report.n_to_review == 2  # the page without a source, and the footnote that nothing supports there


def test_a_rename_with_an_edit_is_a_deletion_and_an_addition(vault: Path) -> None:
    (vault / "raw/a/alpha.md").unlink()
    (vault / "raw/gamma.md").write_text(ALPHA + "\nOne sentence more.\n", encoding="utf-8")
    report = compile_vault(Vault(vault))
    assert (report.sources_added, report.sources_removed) == (("raw/gamma.md",), ("raw/a/alpha.md",))
    assert 'status: "unsupported"' in (vault / "wiki/sources/a/alpha.md").read_text(encoding="utf-8")


def test_a_page_that_a_person_moved_stays_there(vault: Path) -> None:
    (vault / "wiki/mine").mkdir()
    (vault / "wiki/sources/a/alpha.md").rename(vault / "wiki/mine/x.md")
    compile_vault(Vault(vault))
    (vault / "raw/a/alpha.md").rename(vault / "raw/gamma.md")
    assert compiled(vault).pages_moved == ()
    assert 'supported_by: ["[[raw/gamma|gamma]]"]' in (vault / "wiki/mine/x.md").read_text(encoding="utf-8")


def test_a_persons_page_in_the_way_is_not_touched(vault: Path) -> None:
    (vault / "wiki/sources/gamma.md").write_text("# Mine\n", encoding="utf-8")
    (vault / "raw/a/alpha.md").rename(vault / "raw/gamma.md")
    [(_, target)] = compiled(vault).pages_moved
    assert target.startswith("wiki/sources/gamma-")
    assert (vault / "wiki/sources/gamma.md").read_text(encoding="utf-8") == "# Mine\n"


def test_impact_knows_the_old_names(vault: Path) -> None:
    (vault / "raw/a").rename(vault / "raw/c")
    compile_vault(Vault(vault))
    relations = ("supported_by", "requires")
    assert impact(Vault(vault), ["raw/a/alpha.md"], relations).roots == ("raw/c/alpha.md",)
    assert impact(Vault(vault), ["wiki/sources/a/alpha.md"], relations).roots == ("wiki/sources/c/alpha.md",)
