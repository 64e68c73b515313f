"""Pages that a person deleted, brought back."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import PurePosixPath

from wikigraph.app.compile import Asked, compile_vault
from wikigraph.app.deleted import load_deleted
from wikigraph.app.kept import stored_report
from wikigraph.app.wikistate import read_pages
from wikigraph.errors import UsageError
from wikigraph.events import Listener, ignore
from wikigraph.model.compilation import CompileReport
from wikigraph.store import wikidir
from wikigraph.store.index import open_index
from wikigraph.store.vault import Vault

_N_NEAR = 5
_KINDS = ("source", "entity", "community")


@dataclass(frozen=True, slots=True)
class Restored:
    """What was asked back, and the compile that made it."""

    pages: tuple[tuple[str, str], ...]  # (id, path where it stood), of those that stand again
    not_made: tuple[tuple[str, str], ...]  # the same of those that nothing in the sources calls for any more
    report: CompileReport


def deleted_pages(vault: Vault) -> tuple[tuple[str, str], ...]:
    """(id, path where it stood) of every page on record, and of those that are gone since the last compile, by path.
    Raises IndexUnusableError."""
    held = {**_gone(vault), **load_deleted(vault)}
    return tuple(sorted(held.items(), key=lambda pair: (pair[1], pair[0])))


def _gone(vault: Vault) -> dict[str, str]:
    """Id → path of the compiled pages that the last compile left and that stand nowhere now."""
    index = open_index(vault.state / "index")
    with index or nullcontext():
        rows = index.pages() if index else []
    found = {row.id: row.path for row in rows if row.kind in _KINDS and not (vault.root / row.path).exists()}
    standing = _standing(vault) if found else frozenset()
    return {id_: path for id_, path in found.items() if id_ not in standing}


def _standing(vault: Vault) -> frozenset[str]:
    return frozenset(page.id for page in read_pages(vault, wikidir.scan(vault.root))[0].values())


def without_subject(vault: Vault) -> frozenset[str]:
    """Ids of those that the last compile would not have made anyway; empty where nobody knows. Raises
    IndexUnusableError."""
    index = open_index(vault.state / "index")
    with index or nullcontext():
        report = stored_report(index.meta("last_report")) if index else None
    wanted = None if report is None else report.pages_kept_away
    return frozenset(id_ for id_, path in load_deleted(vault).items() if wanted is not None and path not in wanted)


def restore(
    vault: Vault,
    names: Sequence[str],
    *,
    wait_seconds: float = 0.0,
    embedder: str | None = None,
    on_event: Listener = ignore,
) -> Restored:
    """`names` are paths, file names or ids; none of them means all. A page that has no subject any more is no longer on
    record, and is made when it has one again. Raises UsageError, and whatever `compile_vault` raises."""
    deleted = deleted_pages(vault)
    wanted = tuple(dict.fromkeys(_find(deleted, name) for name in names)) if names else deleted
    asked = Asked(restored=[id_ for id_, _ in wanted])
    report = compile_vault(vault, wait_seconds=wait_seconds, embedder=embedder, on_event=on_event, asked=asked)
    standing = _standing(vault)
    made = tuple(pair for pair in wanted if pair[0] in standing)
    return Restored(made, tuple(pair for pair in wanted if pair[0] not in standing), report)


def _find(deleted: Sequence[tuple[str, str]], name: str) -> tuple[str, str]:
    for id_, path in deleted:
        if name in (id_, path, path.removesuffix(".md")):
            return id_, path
    named = [pair for pair in deleted if name in (PurePosixPath(pair[1]).name, PurePosixPath(pair[1]).stem)]
    if len(named) == 1:
        return named[0]
    spelled = {form: path for _, path in deleted for form in (path, PurePosixPath(path).stem)}
    close = difflib.get_close_matches(name, spelled, n=_N_NEAR)
    near = [path for _, path in named] or [spelled[form] for form in close]
    hint = f"did you mean: {', '.join(dict.fromkeys(near))}" if near else "see: wikigraph restore --list"
    raise UsageError("not-deleted", "no page of this name is on record as deleted", where=name, hint=hint)
