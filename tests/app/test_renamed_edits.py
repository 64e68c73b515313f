"""A source under another name says nothing new: what people changed on pages that cite it stays, and follows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.app.histories import compiled_without_index, pages_of
from tests.cli.conftest import ALPHA, BETA, ZH
from wikigraph.app.check import check
from wikigraph.app.compile import compile_vault
from wikigraph.model.compilation import CompileReport
from wikigraph.store.vault import Vault

PAGE = "wiki/entities/beta-store.md"
NEW_NAMES = ("raw/zeta.md", "raw/aa.md", "raw/sub/beta.md", "raw/other name (2).md", "raw/ベータ.md")


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    root = tmp_path / "vault"
    (root / "raw").mkdir(parents=True)
    for name, text in {"alpha.md": ALPHA, "beta.md": BETA, "zh.md": ZH}.items():
        (root / "raw" / name).write_text(text, encoding="utf-8")
    compile_vault(Vault(root))
    return root


def change(vault: Path, old: str, new: str) -> None:
    text = (vault / PAGE).read_bytes().decode("utf-8")
    assert old in text
    (vault / PAGE).write_bytes(text.replace(old, new, 1).encode("utf-8"))


def renamed(vault: Path, name: str) -> CompileReport:
    compile_vault(Vault(vault))
    (vault / name).parent.mkdir(exist_ok=True)
    (vault / "raw/beta.md").rename(vault / name)
    report = compile_vault(Vault(vault))
    assert report.sources_renamed == (("raw/beta.md", name),)
    assert compiled_without_index(vault, vault.parent / "other") == pages_of(vault / "wiki")
    found = [item for item in check(Vault(vault)) if item.path.startswith("wiki/") and item.code != "page-edited"]
    assert [item for item in found if "raw/alpha.md" not in item.message and "beta.md'" not in item.message] == []
    return report


@pytest.mark.parametrize("name", NEW_NAMES)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_an_edited_section_follows_and_nothing_waits(vault: Path, name: str, newline: str) -> None:
    (vault / PAGE).write_bytes((vault / PAGE).read_bytes().replace(b"\n", newline.encode()))
    change(vault, "key-value database", "key-value DATABASE")
    change(vault, "## Relations" + newline * 2, "## Relations" + newline * 2 + "- my own" + newline)
    report = renamed(vault, name)
    assert report.n_to_review == 0
    text = (vault / PAGE).read_bytes().decode("utf-8")
    assert "DATABASE" in text and "- my own" in text
    assert "raw/beta.md" not in text.split("---", 2)[2]
    assert re.search(r"(?<!\r)\n", text) is None if newline == "\r\n" else "\r" not in text


def test_an_edited_section_waits_when_something_new_is_said(vault: Path) -> None:
    change(vault, "key-value database", "key-value DATABASE")
    assert renamed(vault, "raw/zeta.md").n_to_review == 0
    source = vault / "raw/zeta.md"
    source.write_text(source.read_text().replace("key-value database", "column store"))
    assert compile_vault(Vault(vault)).n_to_review >= 1  # and perhaps a footnote


@pytest.mark.parametrize("is_noted", [False, True])
def test_a_changed_footnote_follows(vault: Path, *, is_noted: bool) -> None:
    change(vault, '"Beta Store is a key-value database."', '"Beta Store is a key-value database, they say."')
    claim = re.search(r"\[\^(c-\w+)\]: [^\n]*they say", (vault / PAGE).read_text())
    assert claim
    if is_noted:
        change(vault, "## Notes", f"## Notes\n\nMine.[^{claim[1]}]")
    compile_vault(Vault(vault))
    (vault / "raw/beta.md").rename(vault / "raw/zeta.md")
    compile_vault(Vault(vault))
    text = (vault / PAGE).read_text()
    assert text.count(', they say."') == 1 + is_noted
    assert '"Beta Store is a key-value database."' not in text
    codes = {item.code for item in check(Vault(vault)) if item.path == PAGE}
    assert not codes & {"footnote-unused", "footnote-lost", "footnote-twice"}
    assert compiled_without_index(vault, vault.parent / "other") == pages_of(vault / "wiki")


def test_a_compile_is_only_advised_where_it_renews(vault: Path) -> None:
    quote = '[beta, line 3](../raw/beta.md#L3): "Beta Store was a database."'
    (vault / "wiki/mine.md").write_text(f"# Mine\n\nText.[^1]\n\n[^1]: {quote}\n")
    change(vault, '"Beta Store is a key-value database."', '"Beta Store is a database."')
    source = vault / "raw/beta.md"
    source.write_text(source.read_text().replace("replicates each order", "copies each order"))
    wrong = [item for item in check(Vault(vault)) if item.code == "quote-wrong"]
    told = {(item.path, "compile to renew" in item.message) for item in wrong}
    assert told == {("wiki/mine.md", False), (PAGE, False), ("wiki/sources/beta.md", True), (PAGE, True)}


@pytest.mark.parametrize("names", [("zz", "aa"), ("m", "b"), ("aa", "ab")])
@pytest.mark.parametrize("n_others", [0, 30])
def test_several_moved_items_of_a_list_are_nothing_new(tmp_path: Path, names: tuple[str, str], n_others: int) -> None:
    root = tmp_path / "vault"
    (root / "raw").mkdir(parents=True)
    sources = {"alpha": ALPHA, "beta": BETA, "zh": ZH}
    sources |= {name: f"# {name}\n\nBeta Store is in {name}.\n" for name in "cd"}
    sources |= {f"n{n}": f"# N{n}\n\nBeta Store is in N{n} too.\n" for n in range(n_others)}
    for name, text in sources.items():
        (root / f"raw/{name}.md").write_text(text, encoding="utf-8")
    compile_vault(Vault(root))
    for heading in ("## Relations\n\n", "## Mentioned in\n\n"):
        text = (root / PAGE).read_text(encoding="utf-8")
        (root / PAGE).write_text(text.replace(heading, f"{heading}- mine\n", 1), encoding="utf-8")
    compile_vault(Vault(root))
    for old, new in zip(("beta", "c"), names, strict=True):
        (root / f"raw/{old}.md").rename(root / f"raw/{new}.md")
    report = compile_vault(Vault(root))
    assert len(report.sources_renamed) == 2
    assert report.n_to_review == 0
    text = (root / PAGE).read_text(encoding="utf-8")
    assert text.count("- mine\n") == 2 and "raw/beta.md" not in text.split("---", 2)[2]
