"""What a person deleted stays away, and what a community's page holds stays there, when the subject gets another id."""

from __future__ import annotations

import re
import shutil
import tomllib
from pathlib import Path

import pytest

from tests.app.histories import compiled_without_index, pages_of
from tests.cli.conftest import ALPHA, BETA, ZH
from wikigraph.app.check import check
from wikigraph.app.compile import check_compiled, compile_vault
from wikigraph.app.entity import change_entities
from wikigraph.app.impact import changed_impact
from wikigraph.app.restore import restore
from wikigraph.model.ids import content_id
from wikigraph.store.vault import Vault

ENTITY = "wiki/entities/beta-store.md"


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    root = tmp_path / "vault"
    (root / "raw").mkdir(parents=True)
    for name, text in {"alpha.md": ALPHA, "beta.md": BETA, "zh.md": ZH}.items():
        (root / "raw" / name).write_text(text, encoding="utf-8")
    compile_vault(Vault(root))
    return root


def recorded(vault: Path) -> dict[str, str]:
    found: dict[str, str] = tomllib.loads((vault / "schema/deleted.toml").read_text(encoding="utf-8"))["pages"]
    return found


@pytest.mark.parametrize("is_at_once", [False, True])
def test_a_deleted_page_stays_away_when_its_source_is_renamed(vault: Path, *, is_at_once: bool) -> None:
    (vault / "wiki/sources/beta.md").unlink()
    if not is_at_once:
        compile_vault(Vault(vault))
    (vault / "raw/sub").mkdir()
    (vault / "raw/beta.md").rename(vault / "raw/sub/gamma.md")
    named = {hit.page for hit in changed_impact(Vault(vault)).affected}
    assert is_at_once or "wiki/sources/sub/gamma.md" not in named
    foreseen = check_compiled(Vault(vault))
    report = compile_vault(Vault(vault))
    assert foreseen.pages_written == report.pages_written
    assert report.sources_renamed == (("raw/beta.md", "raw/sub/gamma.md"),)
    assert report.pages_kept_away == ("wiki/sources/sub/gamma.md",)
    assert not (vault / "wiki/sources/sub").exists()
    assert recorded(vault) == {content_id("src", "raw/sub/gamma.md"): "wiki/sources/sub/gamma.md"}
    assert not compile_vault(Vault(vault)).pages_written
    assert compiled_without_index(vault, vault.parent / "other") == pages_of(vault / "wiki")
    (vault / "raw/beta.md").write_text("# Another\n\nBeta Store is another text here.\n", encoding="utf-8")
    compile_vault(Vault(vault))
    assert (vault / "wiki/sources/beta.md").exists()  # another source of the old name is another source
    restore(Vault(vault), ["wiki/sources/sub/gamma.md"])
    assert (vault / "wiki/sources/sub/gamma.md").exists() and recorded(vault) == {}


def test_edits_are_no_renames(vault: Path) -> None:
    (vault / "wiki/sources/beta.md").unlink()
    compile_vault(Vault(vault))
    (vault / "raw/copy.md").write_bytes((vault / "raw/beta.md").read_bytes())
    (vault / "raw/beta.md").write_text(BETA + "\nMore of Beta Store.\n", encoding="utf-8")
    compile_vault(Vault(vault))
    assert recorded(vault) == {content_id("src", "raw/beta.md"): "wiki/sources/beta.md"}
    assert (vault / "wiki/sources/copy.md").exists()


@pytest.mark.parametrize("is_at_once", [False, True])
def test_a_deleted_page_stays_away_when_its_entity_is_renamed(vault: Path, *, is_at_once: bool) -> None:
    (vault / ENTITY).unlink()
    if not is_at_once:
        compile_vault(Vault(vault))
    before = content_id("ent", "beta store") if is_at_once else next(iter(recorded(vault)))
    ontology = vault / "schema/ontology.toml"
    ontology.parent.mkdir(exist_ok=True)
    ontology.write_text('[aliases]\n"Beta Store" = ["A Beta"]\n', encoding="utf-8")
    compile_vault(Vault(vault))
    assert list(recorded(vault).values()) == [ENTITY]
    assert before not in recorded(vault)
    assert not [page for page in pages_of(vault / "wiki/entities") if "beta" in page]


@pytest.fixture
def example(tmp_path: Path) -> Path:
    """The example vault of this repository, with a note on each page of a community."""
    root = tmp_path / "example"
    for folder in ("raw", "schema"):
        shutil.copytree(Path(__file__).parents[2] / folder, root / folder)
    compile_vault(Vault(root))
    for page in (root / "wiki/communities").glob("*.md"):
        page.write_text(page.read_text(encoding="utf-8") + f"\nMine on {page.name}.\n", encoding="utf-8")
    compile_vault(Vault(root))
    return root


def test_the_page_of_a_community_follows_its_most_central_entity(example: Path) -> None:
    before = pages_of(example / "wiki/communities")
    (deleted, *kept) = sorted(before)
    (example / "wiki/communities" / deleted).unlink()
    compile_vault(Vault(example))
    for page in before.values():
        hub = re.search(r'^requires: \["\[\[[^|]*\|([^|\]]+)\]\]', page.decode(), re.MULTILINE)
        assert hub
        change_entities(Vault(example), "rename", [hub[1], f"A new name of {hub[1]}"])
    compile_vault(Vault(example))
    after = pages_of(example / "wiki/communities")
    assert sorted(after) == kept
    n_followed = 0
    for name in kept:
        assert f"Mine on {name}.".encode() in after[name]
        old, new = (re.search(rb'^id: "(com-\w+)"', page, re.MULTILINE) for page in (before[name], after[name]))
        assert old and new
        is_followed = old[1] != new[1]
        assert (b'aliases: ["' + old[1] + b'"]' in after[name]) == is_followed
        n_followed += is_followed
    assert n_followed
    assert [path for path in recorded(example).values() if "communities" in path] == [f"wiki/communities/{deleted}"]
    assert [p for p in check(Vault(example)) if p.severity == "error" or p.code == "page-edited"] == []
    assert compiled_without_index(example, example.parent / "other") == pages_of(example / "wiki")
