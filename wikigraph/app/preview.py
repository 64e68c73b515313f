"""What a compile would do to the pages of wiki/, page by page, and in what they would differ."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import Literal

from wikigraph.app.compile import foresee
from wikigraph.events import Listener, ignore
from wikigraph.model.compilation import CompileReport
from wikigraph.model.page import PageWrite
from wikigraph.store.vault import Vault
from wikigraph.store.wikidir import read

Action = Literal["create", "update", "move", "remove"]


@dataclass(frozen=True, slots=True)
class PagePreview:
    """What would become of one page."""

    action: Action
    path: str
    origin: str  # where it stands, if it would move
    is_only_lines: bool
    difference: tuple[str, ...] = ()  # lines of a unified difference, if it was asked for


@dataclass(frozen=True, slots=True)
class Preview:
    """What a compile would report, and its pages by path."""

    report: CompileReport
    pages: tuple[PagePreview, ...]


def preview(vault: Vault, *, differences: bool, on_event: Listener = ignore) -> Preview:
    """Nothing is written, no lock is taken. Raises what a compile raises of settings and schema."""
    found = foresee(vault, on_event=on_event)
    writes = [write for write in found.plan if write.kind in ("create", "update", "remove")]
    return Preview(found.report, tuple(_previewed(vault, write, differences=differences) for write in writes))


def _previewed(vault: Vault, write: PageWrite, *, differences: bool) -> PagePreview:
    action: Action = "move" if write.origin else write.kind  # type: ignore[assignment]
    lines = _difference(vault, write) if differences else ()
    return PagePreview(action, write.path, write.origin, write.is_only_lines, lines)


def _difference(vault: Vault, write: PageWrite) -> tuple[str, ...]:
    stands = "" if write.kind == "create" else read(vault.root, write.origin or write.path)[0]
    names = ("/dev/null" if write.kind == "create" else write.origin or write.path,
             "/dev/null" if write.kind == "remove" else write.path)  # fmt: skip
    return tuple(difflib.unified_diff(stands.splitlines(), write.text.splitlines(), *names, lineterm=""))
