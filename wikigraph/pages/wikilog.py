"""wiki/log.md: one line for each compile that changed something.

It holds no clock, so that the same compiles give the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence

from wikigraph.text.markdown import escape

PATH = "wiki/log.md"
HEAD = '---\nid: "log"\ntype: "log"\ntitle: "Log"\n---\n# Log\n\n'
MAX_NAMES = 5


def append_log(text: str | None, line: str) -> str:
    """The log with one line more; None is a vault without a log. What stands in it stays byte for byte."""
    if not text or not text.strip("\ufeff \t\r\n"):
        return f"{HEAD}{line}\n"
    newline = "\r\n" if "\r\n" in text else "\n"
    gap = "" if text.endswith(("\n", "\r")) else newline
    return f"{text}{gap}{line}{newline}"


def compile_line(
    *,
    added: Sequence[str],
    changed: Sequence[str],
    removed: Sequence[str],
    n_written: int,
    n_removed: int,
) -> str:
    """The line of a compile: which sources came, changed and went, and how many pages were written (those that only got
    new line numbers do not count) and removed."""
    pieces = [
        f"{verb} {_names(paths)}"
        for verb, paths in (("added", added), ("changed", changed), ("removed", removed))
        if paths
    ]
    pages = [f"{n_written} written"]
    if n_removed:
        pages.append(f"{n_removed} removed")
    return "- compile: " + "; ".join([*pieces, "pages: " + ", ".join(pages)])


def _names(paths: Sequence[str]) -> str:
    ordered = sorted(paths)
    shown = ", ".join(escape(path, at_start=False) for path in ordered[:MAX_NAMES])
    return f"{shown} and {len(ordered) - MAX_NAMES} more" if len(ordered) > MAX_NAMES else shown
