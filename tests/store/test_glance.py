"""The short look at wiki/ sees what the full one does."""

from __future__ import annotations

import os
from pathlib import Path

from wikigraph.app.wikistate import file_names
from wikigraph.store.wikidir import glance, scan


def test_a_glance_lists_what_a_scan_lists(tmp_path: Path) -> None:
    names = ("a.md", "B.MD", "deep/er/c.markdown", ".hidden.md", ".obsidian/x.md", "pic.png", "deep/名.md", "d.md/e.md")
    for name in names:
        file = tmp_path / "wiki" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(name)
    (tmp_path / "wiki/link.md").symlink_to("a.md")
    (tmp_path / "wiki/folder").symlink_to("deep")
    (tmp_path / "wiki/loop").symlink_to("../wiki")
    os.mkfifo(tmp_path / "wiki/pipe.md")
    (tmp_path / os.fsdecode(b"wiki/\xff.md")).write_text("x")
    pages, others = glance(tmp_path)
    assert pages == {entry.path: entry.looks for entry in scan(tmp_path).pages}
    assert sorted((*pages, *others)) == sorted(file_names(tmp_path, "wiki"))
    assert len(pages) == 5


def test_no_wiki_is_nothing(tmp_path: Path) -> None:
    assert glance(tmp_path) == ({}, [])
