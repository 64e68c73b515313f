"""wiki/log.md: one line for each compile that changed something.

It holds no clock, so that the same compiles give the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from wikigraph.text.markdown import escape, unescape

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
    renamed: Sequence[tuple[str, str]] = (),
    n_written: int,
    n_removed: int,
) -> str:
    """The line of a compile: which sources came, changed and went, and how many pages were written (those that only got
    new line numbers do not count) and removed."""
    moves = renamings(renamed)
    pieces = [
        f"{verb} {_names(paths)}"
        for verb, paths in (("added", added), ("changed", changed), ("renamed", moves), ("removed", removed))
        if paths
    ]
    pages = [f"{n_written} written"]
    if n_removed:
        pages.append(f"{n_removed} removed")
    return "- compile: " + "; ".join([*pieces, "pages: " + ", ".join(pages)])


def renamings(pairs: Iterable[tuple[str, str]]) -> list[str]:
    """"raw/a.md → raw/b.md" for each pair; files of a folder that was renamed are told as the folder."""
    by_folder: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for pair in sorted(pairs):
        by_folder.setdefault(_renamed_part(*pair), []).append(pair)
    told = []
    for (old, new), held in by_folder.items():
        is_folder = old.endswith("/") and new.endswith("/") and len(held) > 1
        told += [f"{old} → {new}"] if is_folder else [f"{one} → {other}" for one, other in held]
    return told


def renamed_to(text: str, path: str) -> str:
    """What the log says of where a source went, "" for nothing. Later lines count on top of earlier ones."""
    now = path
    for line in text.splitlines():
        for piece in line.split("; ") if line.startswith("- compile: ") else ():
            found = re.match(r"(?:- compile: )?renamed (.+)", piece)
            for old, _, new in (move.partition(" → ") for move in found[1].split(", ")) if found else ():
                old, new = unescape(old), unescape(new)
                if now == old or (old.endswith("/") and now.startswith(old)):
                    now = new + now[len(old) :]
                    break
    return now if now != path else ""


def _renamed_part(old: str, new: str) -> tuple[str, str]:
    """The two paths without the end that they share."""
    ones, others = old.split("/"), new.split("/")
    n_shared = 0
    while n_shared < min(len(ones), len(others)) - 1 and ones[-1 - n_shared] == others[-1 - n_shared]:
        n_shared += 1
    end = "/" if n_shared else ""
    return "/".join(ones[: len(ones) - n_shared]) + end, "/".join(others[: len(others) - n_shared]) + end


def _names(paths: Sequence[str]) -> str:
    ordered = sorted(paths)
    shown = ", ".join(escape(path, at_start=False) for path in ordered[:MAX_NAMES])
    return f"{shown} and {len(ordered) - MAX_NAMES} more" if len(ordered) > MAX_NAMES else shown
