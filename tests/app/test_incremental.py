"""Whatever the history of a vault, the wiki ends equal to a clean compile (E1–E3), and no text of a person is lost."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.app.histories import History, by_id, clean, compiled_without_index, document, pages_of
from wikigraph.app.check import check
from wikigraph.app.compile import compile_vault
from wikigraph.store.vault import Vault

N_QUICK, N_LONG = 5, 220  # of each kind


@pytest.fixture(autouse=True)
def one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WIKIGRAPH_PROCESSES", "1")  # small vaults


def compile_and_check(history: History, other: Path) -> None:
    """E1: without the index a compile changes nothing."""
    history.compile()
    stands = pages_of(history.wiki)
    assert compiled_without_index(history.vault.root, other) == stands, history.done


def sources_only(seed: int, folder: Path) -> None:
    """Sources, schema and index change; nobody writes on a page."""
    history = History(folder / "vault", seed, people=False)
    compile_and_check(history, folder / "other")
    for _ in range(4):
        for _ in range(history.dice.choice((1, 1, 3))):
            history.step()
        compile_and_check(history, folder / "other")
    assert by_id(history.wiki) == clean(history.vault.root, folder / "clean"), history.done
    problems = [p for p in check(history.vault) if p.severity == "error" and p.code != "case-collision"]
    assert problems == [], history.done
    again = compile_vault(history.vault)
    assert (again.pages_written, again.pages_removed) == ((), ()), history.done
    assert not any(step.n_run for step in again.steps)


def with_people(seed: int, folder: Path) -> None:
    """The same, and people write on pages, move and delete them."""
    history = History(folder / "vault", seed, people=True)
    history.compile()
    for _ in range(5):
        for _ in range(history.dice.choice((1, 2, 4))):
            history.step()
        compile_and_check(history, folder / "other")
        text = b"\n".join(pages_of(history.wiki).values()).decode()
        assert [words for words in history.written if words not in text] == [], history.done


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(N_QUICK))
def test_any_history_of_sources_and_schema(seed: int, tmp_path: Path) -> None:
    sources_only(seed, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(N_QUICK))
def test_any_history_with_people(seed: int, tmp_path: Path) -> None:
    with_people(1000 + seed, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(N_LONG))
def test_many_histories_of_sources_and_schema(seed: int, tmp_path: Path) -> None:
    sources_only(10_000 + seed, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(N_LONG))
def test_many_histories_with_people(seed: int, tmp_path: Path) -> None:
    with_people(20_000 + seed, tmp_path)


def test_adding_and_deleting_a_source_equals_never_having_added_it(tmp_path: Path) -> None:
    dice = random.Random(7)
    raw = tmp_path / "raw"
    raw.mkdir()
    for number in range(5):
        (raw / f"{number}.md").write_text(document(dice), encoding="utf-8")
    compile_vault(Vault(tmp_path))
    before = {p: p.read_bytes() for p in (tmp_path / "wiki").rglob("*.md") if p.name != "log.md"}
    (raw / "extra.md").write_text(document(dice) + "\nZeta Gateway is a gateway. Zeta Gateway calls Beta Store.\n")
    compile_vault(Vault(tmp_path))
    (raw / "extra.md").unlink()
    compile_vault(Vault(tmp_path))
    assert {p: p.read_bytes() for p in (tmp_path / "wiki").rglob("*.md") if p.name != "log.md"} == before
