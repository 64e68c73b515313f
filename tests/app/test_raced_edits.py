"""Saves raced against a hot compile loop: every line that was saved stands somewhere in wiki/ afterwards."""

from __future__ import annotations

import contextlib
import os
import random
import sys
import threading
import time
from pathlib import Path

import pytest

from wikigraph.app.compile import compile_vault
from wikigraph.store.vault import Vault

N_SAVES = 150 * int(os.environ.get("WIKIGRAPH_TEST_SCALE", "1"))


def save_atomically(page: Path, text: str) -> None:
    """As vim and VS Code do."""
    aside = page.with_name(f".{page.name}.swp")
    aside.write_text(text, encoding="utf-8")
    aside.replace(page)


def save_in_place(page: Path, text: str) -> None:
    """As simple editors do: truncate, then write."""
    page.write_text(text, encoding="utf-8")


class Editor(threading.Thread):
    """Puts lines of a person into generated sections of pages, one after the other."""

    def __init__(self, pages: list[Path], seed: int) -> None:
        super().__init__()
        self._pages = pages
        self._dice = random.Random(seed)
        self.saved: list[str] = []

    def run(self) -> None:
        for number in range(N_SAVES):
            time.sleep(self._dice.random() * 0.08)
            page = self._dice.choice(self._pages)
            with contextlib.suppress(OSError, ValueError):
                lines = page.read_text(encoding="utf-8").split("\n")
                line = f"mine {number} of {self._dice.random()}"
                lines.insert(self._dice.randint(lines.index("---", 1) + 1, len(lines)), line)
                self._dice.choice((save_atomically, save_in_place))(page, "\n".join(lines))
                self.saved.append(line)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere two files cannot be exchanged in one step")
def test_no_saved_line_is_lost(tmp_path: Path) -> None:
    vault = Vault(tmp_path)
    vault.raw.mkdir()
    for number in range(6):
        (vault.raw / f"{number}.md").write_text(f"# Part {number}\n\nPart {number} is a part of the Engine {number}.\n")
    compile_vault(vault)
    pages = [p for p in sorted((tmp_path / "wiki").rglob("*.md")) if p.name not in ("log.md", "index.md")]
    editor = Editor(pages, seed=1)
    editor.start()
    n_compiles = 0
    while editor.is_alive():
        n_compiles += 1
        for number in range(6):
            (vault.raw / f"{number}.md").write_text(
                f"# Part {number}\n\nPart {number} is a part of the Engine {number} since {n_compiles}.\n")
        compile_vault(vault)
    editor.join()
    compile_vault(vault)
    text = "\n".join(p.read_text(encoding="utf-8") for p in (tmp_path / "wiki").rglob("*.md"))
    assert n_compiles > 2
    assert len(editor.saved) > N_SAVES / 2
    assert [line for line in editor.saved if line not in text] == []
