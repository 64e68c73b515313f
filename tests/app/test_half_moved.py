"""A compile is killed while pages change places: the next one brings them where they belong, with people's words."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.app.histories import compiled_without_index, pages_of
from tests.cli.conftest import ALPHA, BETA, ZH
from wikigraph.app.check import check
from wikigraph.app.compile import compile_vault
from wikigraph.store import wikidir
from wikigraph.store.vault import Vault

NAMES = ("alpha", "beta", "zh")


class KilledError(Exception):
    """Stands for a kill."""


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """Compiled, with a note on each source's page."""
    root = tmp_path / "vault"
    (root / "raw").mkdir(parents=True)
    for name, text in zip(NAMES, (ALPHA, BETA, ZH), strict=True):
        (root / f"raw/{name}.md").write_text(text, encoding="utf-8")
    compile_vault(Vault(root))
    for name in NAMES:
        page = root / f"wiki/sources/{name}.md"
        page.write_text(page.read_text(encoding="utf-8") + f"\nMine on {name}.\n", encoding="utf-8")
    compile_vault(Vault(root))
    return root


def turn(vault: Path) -> None:
    """Each source gets the name of the next."""
    (vault / "raw/alpha.md").rename(vault / "raw/x.md")
    for name, new in (("zh", "alpha"), ("beta", "zh"), ("x", "beta")):
        (vault / f"raw/{name}.md").rename(vault / f"raw/{new}.md")


def turn_back(vault: Path) -> None:
    turn(vault)
    turn(vault)


def remove(vault: Path) -> None:
    for name in NAMES[:2]:
        (vault / f"raw/{name}.md").unlink()


def stay(_: Path) -> None:
    pass


@pytest.mark.parametrize("then", [stay, turn_back, remove])
@pytest.mark.parametrize("n_moves", [1, 2, 3])
@pytest.mark.parametrize("has_index", [True, False])
def test_killed_between_two_moves(
    vault: Path, monkeypatch: pytest.MonkeyPatch, n_moves: int, then: Callable[[Path], None], *, has_index: bool
) -> None:
    turn(vault)
    moved = 0
    move = wikidir.move_file

    def killed(origin: Path, target: Path) -> None:
        nonlocal moved
        if moved == n_moves:
            raise KilledError
        moved += 1
        move(origin, target)

    with monkeypatch.context() as patch, pytest.raises(KilledError):
        patch.setattr(wikidir, "move_file", killed)
        compile_vault(Vault(vault))
    assert [p.path for p in check(Vault(vault)) if p.code == "page-half-moved"] == [
        path.relative_to(vault).as_posix() for path in (vault / "wiki").rglob("*.moving-*.md")
    ]
    assert list((vault / "wiki").rglob("*.moving-*.md"))
    then(vault)
    if not has_index:
        shutil.rmtree(vault / ".wikigraph")
    compile_vault(Vault(vault))
    assert list((vault / "wiki").rglob("*.moving-*")) == []
    pages = pages_of(vault / "wiki")
    words = b"".join(text for path, text in sorted(pages.items()) if path.startswith("sources/"))
    assert [words.count(f"Mine on {name}.".encode()) for name in NAMES] == [1, 1, 1]
    assert [p for p in check(Vault(vault)) if p.severity == "error"] == []
    if then is stay:
        assert [f"Mine on {old}.".encode() in pages[f"sources/{new}.md"] for old, new in
                (("alpha", "beta"), ("beta", "zh"), ("zh", "alpha"))] == [True] * 3  # fmt: skip
    compile_vault(Vault(vault))
    assert compiled_without_index(vault, vault.parent / "other") == pages_of(vault / "wiki")
