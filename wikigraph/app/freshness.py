"""Whether the sources are still those of the last compile, by their names, sizes and times."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from wikigraph.store.index import Index
from wikigraph.store.rawdir import markup_of
from wikigraph.store.vault import Vault

CHANGED = "sources changed since the last compile: run `wikigraph compile` for an answer from what they say now"


def freshness_notes(vault: Vault, index: Index) -> tuple[str, ...]:
    """What a reader should know before trusting an answer. No file is opened."""
    known = index.rows(
        "SELECT path, size, mtime_ns, ctime_ns, inode FROM file_state WHERE starts_with(path, 'raw/')"
    )
    now: list[tuple[str, int, int, int, int]] = []
    folders = ["raw"]
    while folders:
        _look_in(vault.root, folders.pop(), folders, now)
    return () if set(known) == set(now) else (CHANGED,)


def _look_in(root: Path, path: str, folders: list[str], now: list[tuple[str, int, int, int, int]]) -> None:
    """Adds (path, what can be seen without reading it) of every file of a folder that is a source by its name."""
    try:
        with os.scandir(root / path) as entries:
            for entry in entries:
                if entry.name.startswith("."):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    folders.append(f"{path}/{entry.name}")
                elif markup_of(entry.name) is not None:
                    state = entry.stat(follow_symlinks=False)
                    if stat.S_ISREG(state.st_mode):
                        looks = (state.st_size, state.st_mtime_ns, state.st_ctime_ns, state.st_ino)
                        now.append((f"{path}/{entry.name}", *looks))
    except OSError:
        return
