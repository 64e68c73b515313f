"""Whatever people do to pages while sources change: no line of theirs is lost, nothing depends on the index, and what
is done is done once."""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path

import pytest

from tests.app.test_incremental import change, document
from wikigraph.app.check import check
from wikigraph.app.compile import compile_vault
from wikigraph.app.decide import decide, to_review
from wikigraph.app.restore import deleted_pages, restore
from wikigraph.store.vault import Vault

RUNS = 6 * int(os.environ.get("WIKIGRAPH_TEST_SCALE", "1"))


class People:
    """Edits of pages, and what must stand somewhere in wiki/ afterwards."""

    def __init__(self, root: Path, dice: random.Random) -> None:
        self._root = root
        self._dice = dice
        self._n = 0
        self.lines: set[str] = set()

    def act(self) -> None:
        """One edit of a compiled page: in a section, in the front matter, a deletion, a move."""
        pages = [p for p in sorted((self._root / "wiki").rglob("*.md")) if p.name not in ("log.md", "review.md")]
        page = self._dice.choice(pages)
        edits = (self.add_line, self.add_line, self.reword, self.add_alias, self.retitle)
        self._dice.choice((*edits, self.cut, self.move, self.remove))(page)

    def _mine(self) -> str:
        self._n += 1
        line = f"mine {self._n}, 我的"
        self.lines.add(line)
        return line

    def add_line(self, page: Path) -> None:
        lines = page.read_text(encoding="utf-8").split("\n")
        start = lines.index("---", 1) + 1
        lines.insert(self._dice.randint(start, len(lines)), self._mine())
        page.write_text("\n".join(lines), encoding="utf-8")

    def reword(self, page: Path) -> None:
        text = page.read_text(encoding="utf-8")
        head, fence, body = text.partition("\n---\n")
        page.write_text(head + fence + body.replace(" is ", f" {self._mine()} ", 1), encoding="utf-8")
        if " is " not in body:
            self.lines.discard(f"mine {self._n}, 我的")

    def add_alias(self, page: Path) -> None:
        text = page.read_text(encoding="utf-8")
        if 'aliases: ["' in text:
            page.write_text(text.replace('aliases: ["', f'aliases: ["{self._mine()}", "', 1), encoding="utf-8")

    def retitle(self, page: Path) -> None:
        lines = page.read_text(encoding="utf-8").split("\n")
        at = next((n for n, line in enumerate(lines) if line.startswith("title: ")), None)
        if at is not None and "mine" not in lines[at]:
            lines[at] = f"title: '{self._mine()}'  # why"
            page.write_text("\n".join(lines), encoding="utf-8")

    def cut(self, page: Path) -> None:
        """A generated section, if nothing of a person stands on the page."""
        text = page.read_text(encoding="utf-8")
        start, end = text.find("\n## Mentioned in"), text.find("\n[^c-")
        if 0 < start < end and "mine" not in text:
            page.write_text(text[:start] + text[end:], encoding="utf-8")

    def move(self, page: Path) -> None:
        target = self._root / f"wiki/moved/{self._n}-{page.name}"
        if page.name != "index.md" and not target.exists():
            target.parent.mkdir(exist_ok=True)
            page.rename(target)

    def remove(self, page: Path) -> None:
        text = page.read_text(encoding="utf-8")
        if "mine" not in text and page.name != "index.md":
            page.unlink()


def pages(root: Path) -> dict[str, bytes]:
    return {p.relative_to(root).as_posix(): p.read_bytes() for p in sorted((root / "wiki").rglob("*")) if p.is_file()}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(RUNS))
def test_any_history_of_edits(seed: int, tmp_path: Path) -> None:
    dice = random.Random(seed)
    vault = Vault(tmp_path)
    vault.raw.mkdir()
    for number in range(dice.randint(4, 8)):
        (vault.raw / f"start{number}.md").write_text(document(dice), encoding="utf-8")
    compile_vault(vault)
    people = People(tmp_path, dice)
    for _ in range(5):
        for _ in range(dice.choice((1, 2, 4))):
            people.act()
        for _ in range(dice.choice((0, 1, 2))):
            change(vault.raw, dice)
        report = compile_vault(vault)
        assert [d for d in report.diagnostics if d.severity == "error"] == []
        assert report.pages_left_alone == ()
        text = b"\n".join(pages(tmp_path).values()).decode()
        assert [line for line in people.lines if line not in text] == []
        again = compile_vault(vault)
        assert (again.pages_written, again.pages_removed) == ((), ())
        assert [p for p in check(vault) if p.severity == "error" and not by_hand(p.path, tmp_path)] == []
    before = pages(tmp_path)
    shutil.rmtree(vault.state)
    compile_vault(vault)
    assert pages(tmp_path) == before
    if to_review(vault).items:
        decide(vault, (), "keep")
        assert to_review(vault).items == ()
        shutil.rmtree(vault.state)
        assert compile_vault(vault).n_to_review == 0
    if deleted_pages(vault):
        restore(vault, ())
        assert deleted_pages(vault) == ()
    assert compile_vault(vault).pages_kept_away == ()
    text = b"\n".join(pages(tmp_path).values()).decode()
    assert [line for line in people.lines if line not in text] == []


def by_hand(path: str, root: Path) -> bool:
    """Whether a person's text may hold what check finds: a link to a page that went, say."""
    return "mine" in (root / path).read_text(encoding="utf-8") or path.startswith("wiki/moved/")
