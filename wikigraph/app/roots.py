"""What a person names → the files, and lines of them, that are meant."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from wikigraph.app.renamed import gone_to
from wikigraph.errors import UsageError
from wikigraph.store.vault import Vault

_LINES = re.compile(r"(?P<file>.+?)(?::(\d+)(?:-(\d+))?|#L(\d+)(?:-L?(\d+))?)", re.DOTALL)
_ENDINGS = ("", ".md", ".markdown", ".txt")
_HINT = "paths are relative to the vault, such as raw/source-v1.md"


class Named(Protocol):
    """What must be known of a vault to find a root."""

    @property
    def names(self) -> Collection[str]: ...
    def knows(self, path: str) -> bool: ...
    def called(self, name: str) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class Root:
    """A file, or some of its lines."""

    path: str
    lines: tuple[int, int] | None = None  # first, last

    def __str__(self) -> str:
        if self.lines is None:
            return self.path
        first, last = self.lines
        return f"{self.path}#L{first}" + (f"-L{last}" if last != first else "")


def find_roots(vault: Vault, wiki: Named, names: Sequence[str], here: Path | None) -> tuple[Root, ...]:
    """The roots in the order of the names, repeats left out. Lines of a source: `raw/a.md:10-20`, `raw/a.md#L10-L20`.

    Raises UsageError: see `find_root`; "lines-invalid" where lines count backwards, from 0, or are those of a page.
    """
    return tuple(dict.fromkeys(_root(vault, wiki, name, here) for name in names))


def find_root(vault: Vault, wiki: Named, name: str, here: Path | None) -> str:
    """The node that a person means. A file that is gone but that some page still rests on is one.

    Raises UsageError: "unknown-root" (with the nearest names), "ambiguous-root", "outside-vault".
    """
    found = _known(vault, wiki, name, here)
    if found:
        return found
    if name and not _inside(vault, name, here):
        raise UsageError(
            "outside-vault", f"{name!r} lies outside the vault", where=name, hint="name a file of raw/ or wiki/"
        )
    hint = _nearest(name, wiki.names)
    raise UsageError("unknown-root", f"no source or page {name!r}", where=name, hint=hint)


def _root(vault: Vault, wiki: Named, name: str, here: Path | None) -> Root:
    lines = _LINES.fullmatch(name)
    if lines is None:
        return Root(find_root(vault, wiki, name, here))
    whole = _spelled(vault, wiki, name, here)
    if whole:
        return Root(whole)  # a file of this very name
    path = find_root(vault, wiki, lines["file"], here)
    first = int(lines[2] or lines[4])
    last = int(lines[3] or lines[5] or first)
    if not path.startswith("raw/"):
        raise UsageError(
            "lines-invalid", f"{path} is a page; lines can be named of sources", where=name, hint=f"name {path} whole"
        )
    if not 1 <= first <= last:
        hint = "lines count from 1, the first one first: raw/a.md:10-20"
        raise UsageError("lines-invalid", f"there are no lines {first}-{last}", where=name, hint=hint)
    return Root(path, (first, last))


def _known(vault: Vault, wiki: Named, name: str, here: Path | None) -> str:
    """The path that a name stands for, "" where it stands for none. Raises UsageError ("ambiguous-root")."""
    found = _spelled(vault, wiki, name, here)
    candidates = (found,) if found else wiki.called(name)
    if len(candidates) > 1:
        raise UsageError(
            "ambiguous-root", f"{name!r} may be any of: {', '.join(candidates)}", where=name,
            hint="name one of them by its path",
        )
    return candidates[0] if candidates else ""


def _spelled(vault: Vault, wiki: Named, name: str, here: Path | None) -> str:
    """The path that a name spells out, with or without its ending; the new one of a file that was renamed."""
    paths = [path + ending for path in _spellings(vault, name, here) for ending in _ENDINGS]
    found = next((path for path in paths if wiki.knows(path)), "")
    renamed = (gone_to(vault, path) for path in paths if not found)
    return found or next((path for path in renamed if path and wiki.knows(path)), "")


def _spellings(vault: Vault, name: str, here: Path | None) -> Iterable[str]:
    """`name` from the vault's root, and as a path from where the person stands."""
    yield name.replace("\\", "/").removeprefix("./").rstrip("/")
    yield from _inside(vault, name, here)


def _inside(vault: Vault, name: str, here: Path | None) -> list[str]:
    """The paths in the vault that a name may spell out; none where it leads out of the vault."""
    found = []
    for base in (here, vault.root):
        if base is not None:
            try:
                found.append((base / name).resolve().relative_to(vault.root.resolve()).as_posix())
            except (ValueError, OSError):
                continue
    return found


def _nearest(name: str, known: Iterable[str]) -> str:
    stem = name.rpartition("/")[2].casefold()
    names = {path: path.rpartition("/")[2].casefold() for path in sorted(known)}
    near = difflib.get_close_matches(name, list(names), n=3, cutoff=0.6)
    near += [
        path for path, last in names.items()
        if path not in near and difflib.SequenceMatcher(None, stem, last.rpartition(".")[0] or last).ratio() > 0.6
    ]  # fmt: skip
    if not near:
        return _HINT
    return "did you mean " + " or ".join(near[:3]) + "?"
