"""No single source decides over half of the wiki: thresholds fade, they do not switch."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from wikigraph.app.compile import compile_vault
from wikigraph.store.vault import Vault

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.parametrize("source", ["de/markdown.md", "en/pagerank.md", "zh/实体消歧.md"])
def test_one_source_less_keeps_most_entities(source: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "raw", tmp_path / "raw")
    compile_vault(Vault(tmp_path))
    before = titles(tmp_path)
    (tmp_path / "raw" / source).unlink()
    compile_vault(Vault(tmp_path))
    after = titles(tmp_path)
    assert len(before & after) >= 0.75 * len(before)
    assert len(after - before) <= 0.1 * len(before)


def titles(vault: Path) -> set[str]:
    """Of all entity pages."""
    return {page.name for page in (vault / "wiki/entities").glob("*.md")}
