"""Pages that a compile does not read again are treated as if it had."""

from __future__ import annotations

import random
import shutil
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.app.test_impact_index import changed_at_random, compiled_vault
from wikigraph.app.compile import compile_vault
from wikigraph.app.wikifiles import WikiFiles
from wikigraph.model.compilation import CompileReport
from wikigraph.store import wikidir
from wikigraph.store.index import open_index
from wikigraph.store.vault import Vault


def known(root: Path) -> tuple[Any, ...]:
    """What the index says of the pages."""
    index = open_index(root / ".wikigraph/index")
    assert index is not None
    with index:
        tables = [
            index.rows(f"SELECT * FROM {name} ORDER BY ALL")
            for name in ("page", "page_link", "build_step", "build_node")
        ]
        hashes = index.rows("SELECT path, size, sha256 FROM file_state ORDER BY path")
        names = msgspec.json.decode(index.meta("names"))
    return (*tables, hashes, names)


def told(report: CompileReport) -> CompileReport:
    """A report without its times."""
    steps = tuple(msgspec.structs.replace(step, seconds=0.0) for step in report.steps)
    return msgspec.structs.replace(report, seconds=(), steps=steps)


def files(root: Path) -> dict[str, bytes]:
    return {p.relative_to(root).as_posix(): p.read_bytes() for p in sorted((root / "wiki").rglob("*")) if p.is_file()}


@pytest.mark.parametrize("seed", range(20))
def test_the_same_as_with_all_pages_read(tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    outcomes = []
    for reads_all in (False, True):
        dice = random.Random(seed)
        root = compiled_vault(tmp_path / str(reads_all))
        stories = []
        with monkeypatch.context() as patch:
            if reads_all:
                patch.setattr("wikigraph.app.compile.stored_names", lambda index: None)
            for _ in range(2):
                changed_at_random(root, dice)
                stories.append((told(compile_vault(Vault(root))), files(root), known(root)))
        outcomes.append(stories)
    for lazy, whole in zip(*outcomes, strict=True):
        assert lazy[1] == whole[1]
        assert lazy[0] == whole[0]
        assert lazy[2] == whole[2]


def test_only_what_changed_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "raw").mkdir()
    for number in range(12):
        text = f"# Part {number}\n\nThe Part {number} is a kind of Engine. It has Valve {number} in it.\n"
        (tmp_path / f"raw/{number:02}.md").write_text(text)
    compile_vault(Vault(tmp_path))
    source = tmp_path / "raw/03.md"
    source.write_text(source.read_text().replace("is a kind", "was a kind"))
    time.sleep(0.1)  # until the times of the other files can vouch for them
    compile_vault(Vault(tmp_path))
    source.write_text(source.read_text().replace("was a kind", "will be a kind"))
    read: list[str] = []
    original = wikidir.read
    monkeypatch.setattr("wikigraph.app.wikifiles.read", lambda vault, path: read.append(path) or original(vault, path))
    report = compile_vault(Vault(tmp_path))
    assert len(report.pages_written) < 6
    assert report.pages_written and set(read) <= {*report.pages_written, "wiki/log.md"}


def test_a_page_that_a_person_adds_is_listed_by_the_next_compile(tmp_path: Path) -> None:
    (tmp_path / "raw").mkdir()
    (tmp_path / "raw/a.md").write_text("# Alpha Service\n\nAlpha Service is a service.\n")
    compile_vault(Vault(tmp_path))
    (tmp_path / "wiki/mine.md").write_text("# Mine\n")
    assert compile_vault(Vault(tmp_path)).pages_written == ("wiki/index.md",)
    assert "[Mine](mine.md)" in (tmp_path / "wiki/index.md").read_text()
    assert compile_vault(Vault(tmp_path)).pages_written == ()


def test_a_copied_vault_keeps_what_is_known_of_its_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other times and inodes, the same content: the pages are compared by content, and no more is done with them."""
    root = tmp_path / "copy"
    shutil.copytree(compiled_vault(tmp_path / "vault"), root, copy_function=shutil.copyfile)
    again = compile_vault(Vault(root))
    assert again.pages_written == () and all(step.n_run == 0 for step in again.steps)

    source = min((root / "raw").rglob("*.md"))
    source.write_text(source.read_text("utf-8") + "\nThe cache was looked at again in the spring.\n", "utf-8")
    read: list[str] = []
    read_once = WikiFiles.read_once
    monkeypatch.setattr(WikiFiles, "read_once", lambda files, path: read.append(path) or read_once(files, path))
    report = compile_vault(Vault(root))
    assert report.pages_written
    assert set(report.pages_written) <= set(read) <= {*report.pages_written, "wiki/log.md", "wiki/index.md"}
