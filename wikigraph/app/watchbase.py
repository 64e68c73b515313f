"""What the watcher has dealt with, and what a change since then is.

The index tells how the last compile left each page: a page that looks so is no change, whoever compiled. So the watcher
does not wake itself, and needs no list of its own writes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from wikigraph.app.deleted import DELETED_FILE
from wikigraph.app.impact import impact
from wikigraph.app.settings import load_section
from wikigraph.errors import UsageError, WikigraphError
from wikigraph.model.record import FileState
from wikigraph.model.settings import ImpactSettings
from wikigraph.model.watching import Changed, Reached
from wikigraph.store.index import open_index
from wikigraph.store.rawdir import markup_of
from wikigraph.store.vault import Vault
from wikigraph.store.vaultlook import Looks, VaultLook


def compiled_files(vault: Vault) -> dict[str, FileState]:
    """Files as the last compile saw and left them; none where there is no index that can be read."""
    with suppress(WikigraphError):
        index = open_index(vault.state / "index")
        if index is not None:
            with index:
                return index.file_states()
    return {}


def as_compiled(vault: Vault) -> dict[str, Looks]:
    """How each file looked that the last compile knows."""
    return {path: state.looks for path, state in compiled_files(vault).items()}


def known_before(
    look: VaultLook, left: Mapping[str, Looks], handled: Mapping[str, Looks] | None = None
) -> dict[str, Looks]:
    """What was dealt with, as far as the last compile tells: its files as it left them, and those of which no index
    tells (pictures, schema/) as they were known, else as they stand. Without an index everything is as it stands."""
    if not left:
        return dict(look.files)
    earlier = look.files if handled is None else handled
    untold = {path: earlier[path] for path in look.files if path not in left and path in earlier}
    return {**{path: looks for path, looks in untold.items() if not _is_told(path)}, **left}


def _is_told(path: str) -> bool:
    """Whether an index tells of such a file."""
    return not path.startswith("schema/") and markup_of(path) is not None


def dealt_with(settled: Mapping[str, Looks], look: VaultLook, left: Mapping[str, Looks]) -> dict[str, Looks]:
    """After a compile of what had `settled`: that, and of the pages that look otherwise since what the compile `left`.
    Whatever differs from this in `look`, taken after it, is a change that nobody has dealt with."""
    files = {path: looks for path, looks in settled.items() if not path.startswith("wiki/") or path in look.files}
    moved = (path for path in left if path.startswith("wiki/") and look.files.get(path) != settled.get(path))
    own = {path: look.files[path] for path in (DELETED_FILE,) if path in look.files}  # a compile writes it, too
    return {**files, **{path: left[path] for path in moved}, **own}


def change_between(vault: Vault, handled: Mapping[str, Looks], settled: Mapping[str, Looks]) -> Changed:
    """What a person changed, with the impact closure over the wiki as it stands before the compile."""
    paths = sorted({path for path, _ in handled.items() ^ settled.items()})
    known = compiled_files(vault) if any(path in settled for path in paths) else {}
    paths = [path for path in paths if not _is_only_touched(vault, path, known.get(path), settled.get(path))]
    raw = [path for path in paths if path.startswith("raw/")]
    pages = [path for path in paths if path.startswith("wiki/")]
    before = [path for path in (*raw, *pages) if path in handled or path in known]
    return Changed(
        added=_shown(path for path in raw if path not in handled),
        changed=_shown(path for path in raw if path in handled and path in settled),
        removed=_shown(path for path in raw if path not in settled),
        pages=_shown(path for path in pages if path in settled),
        deleted=_shown(path for path in pages if path not in settled),
        schema=_shown(path for path in paths if path.startswith("schema/")),
        impact=_reached(vault, before) if before else None,
    )


def _is_only_touched(vault: Vault, path: str, known: FileState | None, looks: Looks | None) -> bool:
    """Whether the file says what the last compile read in it."""
    if known is None or looks is None or looks[0] != known.size:
        return False
    try:
        return hashlib.sha256((vault.root / path).read_bytes()).hexdigest() == known.sha256
    except OSError:
        return False


def _reached(vault: Vault, paths: Iterable[str]) -> Reached | None:
    """The closure of these files, None where it cannot be told now (nothing was compiled, a setting is broken)."""
    if not (vault.state / "index" / "current").exists():
        return None
    with suppress(WikigraphError, OSError):
        relations = load_section(vault, ImpactSettings, "impact").relations
        names = [path for path in paths if _can_be_named(path)]
        try:
            found = impact(vault, names, relations)
        except UsageError:  # a file that is gone and on which nothing rests
            names = [path for path in names if (vault.root / path).is_file()]
            found = impact(vault, names, relations)
        pages = tuple(sorted({a.page for a in found.affected}))
        return Reached(roots=found.roots, pages=pages, claims=sum(1 for a in found.affected if a.claim))
    return None


def _shown(paths: Iterable[str]) -> tuple[str, ...]:
    """Paths that can be printed."""
    return tuple(path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace") for path in paths)


def _can_be_named(path: str) -> bool:
    return Path(path).name != "" and not any("\ud800" <= char <= "\udfff" for char in path)
