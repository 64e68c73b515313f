"""Whether the sources are still those of the last compile, by their names, sizes and times."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from wikigraph.store.index import Index
from wikigraph.store.rawdir import markup_of
from wikigraph.store.vault import Vault

CHANGED = "sources changed since the last compile: run `wikigraph compile` for an answer from what they say now"


def freshness_notes(vault: Vault, index: Index) -> tuple[str, ...]:
    """What a reader should know before trusting an answer. No file is opened."""
    known = {path: state for path, state in index.file_states().items() if path.startswith("raw/")}
    now = dict(_looks(vault.raw, "raw"))
    unchanged = known.keys() == now.keys() and all(known[path].looks == now[path] for path in now)
    return () if unchanged else (CHANGED,)


def _looks(folder: Path, path: str) -> Iterator[tuple[str, tuple[int, int, int, int]]]:
    """(path, what can be seen without reading it) of every file that is a source by its name."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        below = f"{path}/{entry.name}"
        if entry.name.startswith("."):
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _looks(Path(entry.path), below)
        elif markup_of(entry.name) is not None:
            state = entry.stat(follow_symlinks=False)
            if stat.S_ISREG(state.st_mode):
                yield below, (state.st_size, state.st_mtime_ns, state.st_ctime_ns, state.st_ino)
