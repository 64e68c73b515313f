"""A link as written in a source → the document it points at.

Markdown links are relative to the folder of the source; wikilinks name a path (from the vault's root or from
anywhere below it), a file's stem or a title. Anchors, query strings, %20 and a missing ending do not hide a
target; what leaves the vault or names another kind of thing (a web address) has none.
"""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections.abc import Mapping
from urllib.parse import unquote

_SCHEME = re.compile(r"^(?:[A-Za-z][A-Za-z0-9+.-]*:|//)")
_ENDINGS = ("", ".md", ".markdown", ".txt")


class Places:
    """All documents by every way to name them; where two share a name, the one in the nearest folder is meant,
    of equals the one with the smallest path."""

    def __init__(self, titles: Mapping[str, str]) -> None:
        """titles: path → title of every document."""
        self._paths = set(titles)
        self._named: dict[str, list[str]] = {}
        for path in sorted(titles):
            for name in {fold(tail) for tail in _tails(path)} | {fold(titles[path])}:
                if name:
                    self._named.setdefault(name, []).append(path)

    def find(self, path: str, target: str, *, is_wikilink: bool) -> str:
        """The path of the document that `target`, written in `path`, points at; "" for none."""
        if not is_wikilink:
            if _SCHEME.match(target):
                return ""
            return self._at(path, unquote(re.split(r"[#?]", target, maxsplit=1)[0]))
        name = target.split("#", 1)[0].split("|", 1)[0].strip()
        if not name:
            return ""
        exact = posixpath.normpath(name.lstrip("/"))
        for ending in _ENDINGS:
            if exact + ending in self._paths:
                return exact + ending
        return self._at(path, name) or self._nearest(path, fold(name.removesuffix(".md")))

    def _at(self, path: str, relative: str) -> str:
        if not relative:
            return ""
        base = "" if relative.startswith("/") else posixpath.dirname(path)
        full = posixpath.normpath(posixpath.join(base, relative.lstrip("/")))
        return next((full + ending for ending in _ENDINGS if full + ending in self._paths), "")

    def _nearest(self, path: str, name: str) -> str:
        """Of the documents of this name, the one that shares most folders with `path`."""
        found = self._named.get(name, ())
        if len(found) < 2:
            return found[0] if found else ""
        folders = path.split("/")[:-1]
        return min(found, key=lambda other: (-_n_shared(folders, other.split("/")[:-1]), other))


def fold(name: str) -> str:
    """The key under which spellings of a path or title are one: NFC, case-folded, spaces at the ends gone."""
    return unicodedata.normalize("NFC", name).casefold().strip()


def _tails(path: str) -> list[str]:
    """"raw/a/readme.md" → "readme", "a/readme", "raw/a/readme"; Obsidian resolves any of them."""
    stem = posixpath.splitext(path)[0]
    parts = stem.split("/")
    return ["/".join(parts[start:]) for start in range(len(parts))]


def _n_shared(folders: list[str], others: list[str]) -> int:
    count = 0
    for one, other in zip(folders, others, strict=False):
        if one != other:
            break
        count += 1
    return count
