"""What a stage has to say about its input beside its result."""

from __future__ import annotations

from typing import Literal

from wikigraph.model.base import Value

Severity = Literal["error", "warning", "info"]


class Diagnostic(Value, frozen=True):
    """One remark about one place. `docs/FORMATS.md` lists every code.

    error: something that should have been done was left undone (exit 1); warning: done, but look at it;
    info: for the record (a file that is no source).
    """

    code: str  # kebab-case kind, e.g. "not-read-binary"
    severity: Severity
    message: str  # what and what to do, one sentence or two
    path: str = ""  # from the vault's root
    line: int = 0  # 1-based, 0 where there is none
