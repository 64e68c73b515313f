"""A link as written in a source → the document it points at, by path or by title."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence

from wikigraph.text.links import Files, resolve_markdown, resolve_wikilink

_ENDINGS = (".md", ".markdown", ".txt")


class Places:
    """All documents by path and title. Links resolve as on pages (wikigraph.text.links); beyond that an ending may
    be missing, a wikilink may give a title, and of several documents of one name the nearest is meant."""

    def __init__(self, titles: Mapping[str, str]) -> None:
        """titles: path → title of every document."""
        self._files = Files(titles)
        self._titled: dict[str, list[str]] = {}
        for path in sorted(titles):
            self._titled.setdefault(_fold(titles[path]), []).append(path)

    def find(self, path: str, target: str, *, is_wikilink: bool) -> str:
        """The path of the document that `target`, written in the document `path`, points at; "" for none."""
        resolve = resolve_wikilink if is_wikilink else resolve_markdown
        bare = target.split("#", 1)[0].split("|", 1)[0].strip() if is_wikilink else target.split("#", 1)[0]
        if not bare:
            return ""
        for ending in ("", *_ENDINGS):
            found = resolve(bare + ending, path, self._files)
            if found.outcome in ("external", "outside"):
                return ""
            if found.outcome == "found":
                return found.path
            if found.candidates:
                return _nearest(path, found.candidates)
        return _nearest(path, self._titled.get(_fold(bare), ())) if is_wikilink else ""


def _fold(title: str) -> str:
    """The key under which spellings of a title are one: NFC, case-folded, spaces at the ends gone; "" for none."""
    return unicodedata.normalize("NFC", title).casefold().strip()


def _nearest(path: str, found: Sequence[str]) -> str:
    """Of these documents the one that shares most folders with `path`, of equals the smallest path."""
    folders = path.split("/")[:-1]
    return min(found, key=lambda other: (-_n_shared(folders, other.split("/")[:-1]), other), default="")


def _n_shared(folders: Sequence[str], others: Sequence[str]) -> int:
    count = 0
    for one, other in zip(folders, others, strict=False):
        if one != other:
            break
        count += 1
    return count
