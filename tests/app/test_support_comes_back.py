"""All sources of pages are deleted and restored: marks of missing support go, what people wrote is as it was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.app.histories import pages_of
from tests.cli.conftest import ALPHA, BETA, ZH
from wikigraph.app.compile import compile_vault
from wikigraph.store.vault import Vault

PAGES = ("wiki/entities/beta-store.md", "wiki/sources/beta.md")


def behind_the_footnotes(text: str) -> str:
    return text.replace("\n## Notes", "\nMine.\n\nMore of mine.\n\n## Notes", 1)


def in_the_lead(text: str) -> str:
    return text.replace("key-value database", "store of mine", 1)


def both(text: str) -> str:
    return behind_the_footnotes(in_the_lead(text))


@pytest.mark.parametrize("edit", [behind_the_footnotes, in_the_lead, both])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_marks_go(tmp_path: Path, edit: Callable[[str], str], newline: str) -> None:
    (tmp_path / "raw").mkdir()
    texts = {"alpha.md": ALPHA, "beta.md": BETA}
    for name, text in {**texts, "zh.md": ZH}.items():
        (tmp_path / "raw" / name).write_text(text, encoding="utf-8")
    compile_vault(Vault(tmp_path))
    for page in PAGES:
        text = edit((tmp_path / page).read_text(encoding="utf-8"))
        (tmp_path / page).write_text(text, encoding="utf-8", newline=newline)
    compile_vault(Vault(tmp_path))
    whole = pages_of(tmp_path / "wiki")
    for name in texts:
        (tmp_path / "raw" / name).unlink()
    compile_vault(Vault(tmp_path))
    for page in PAGES:
        assert b'status: "unsupported"' in (tmp_path / page).read_bytes()
    compile_vault(Vault(tmp_path))
    for name, text in texts.items():
        (tmp_path / "raw" / name).write_text(text, encoding="utf-8")
    assert compile_vault(Vault(tmp_path)).n_to_review == 0
    after = pages_of(tmp_path / "wiki")
    assert {page: after[page.removeprefix("wiki/")] for page in PAGES} == {
        page: whole[page.removeprefix("wiki/")] for page in PAGES
    }
