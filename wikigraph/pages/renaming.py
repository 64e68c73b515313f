"""Files that have other paths now → what a page that was made before said, as if it had been made with the new ones.

A renamed source changes links, their labels and the ids of the footnotes that quote it (an id holds the path), and
nothing that a page says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from math import perm

from wikigraph.model.ids import content_id
from wikigraph.pages.footnotes import definition_id, quoted_in
from wikigraph.text.links import linked_path, relative, source_label
from wikigraph.text.markdown import escape_label
from wikigraph.text.quotes import quote_key

_LINK = re.compile(r"\[(?P<label>(?:[^\[\]\\]|\\.)*)\]\((?P<way>[^()\s#?]+)(?P<anchor>#[^()\s]*)?\)")
_REFERENCE = re.compile(r"(?<!\\)\[\^(c-[0-9a-f]{10,})\]")
_ELSEWHERE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|/")
_MOST_ORDERS = 2000  # of a list that are tried
_N_REPEATS = 8  # of a quote within a source whose ids are tried


@dataclass(frozen=True, slots=True)
class Renaming:
    """From one set of names to another. Falsy where both are the same."""

    paths: Mapping[str, str] = field(default_factory=dict)
    page: tuple[str, str] = ("", "")  # where the page that is looked at stood, and where it stands
    ids: Mapping[str, str] = field(default_factory=dict)  # of footnotes

    def __bool__(self) -> bool:
        return bool(self.paths)

    def on(self, page: tuple[str, str], footnotes: str) -> Renaming:
        """For one page, with the ids of the footnotes that are to stand on it now."""
        return Renaming(self.paths, page, dict(_renamed_ids(self.paths, footnotes, page[1]))) if self else self

    @property
    def reverse(self) -> Renaming:
        """The way back."""
        return Renaming(_turned(self.paths), (self.page[1], self.page[0]), _turned(self.ids))

    def text(self, text: str) -> str:
        """The text with the other names in its links, their labels and its references to footnotes."""
        if not self:
            return text
        text = _REFERENCE.sub(lambda found: f"[^{self.ids.get(found[1], found[1])}]", text)
        return _LINK.sub(self._link, text)

    def texts(self, text: str) -> Iterator[str]:
        """What the text may have been under the other names: lists are sorted by path, so that an item with another
        one may have stood elsewhere in its list."""
        lines = text.split("\n")
        renamed = [self.text(line) for line in lines]
        yield "\n".join(renamed)
        moved = [at for at, line in enumerate(lines) if line.startswith("- ") and _ways(line) != _ways(renamed[at])]
        if len(moved) > 1:
            yield from _orders(renamed, moved)
        if len(moved) != 1:
            return
        item = renamed.pop(moved[0])
        for step in (-1, 1):
            at = moved[0]
            while _is_item(renamed, at - 1 if step < 0 else at):
                at += step
                yield "\n".join((*renamed[:at], item, *renamed[at:]))

    def _link(self, found: re.Match[str]) -> str:
        if _ELSEWHERE.match(found["way"]):
            return found[0]
        path = linked_path(found["way"], self.page[0])
        target = self.paths.get(path or "", path)
        folders = {page.rpartition("/")[0] for page in self.page}
        if path is None or target is None or (target == path and len(folders) == 1):
            return found[0]
        label, old = found["label"], escape_label(source_label(path))
        if label == old or label.startswith(f"{old}, line"):
            label = escape_label(source_label(target)) + label[len(old) :]
        return f"[{label}]({relative(target, self.page[1])}{found['anchor'] or ''})"


def _ways(line: str) -> list[str]:
    return [found["way"] for found in _LINK.finditer(line)]


def _folded(line: str) -> list[str]:
    return [line.casefold()]


def _is_item(lines: Sequence[str], at: int) -> bool:
    return 0 <= at < len(lines) and lines[at].startswith("- ")


def _orders(lines: Sequence[str], moved: Sequence[int]) -> Iterator[str]:
    """What lists may have been of which several items stood elsewhere: first each one sorted, then, where few are left,
    all orders in which the other items keep theirs."""
    runs = [range(at, next(n for n in range(at, len(lines) + 1) if not _is_item(lines, n)))
            for at in range(len(lines)) if _is_item(lines, at) and not _is_item(lines, at - 1)]  # fmt: skip
    for key in (_ways, _folded):
        ordered = list(lines)
        for run in runs:
            rest = [lines[at] for at in run if at not in moved]
            for item in sorted((lines[at] for at in run if at in moved), key=key):
                rest.insert(next((n for n, other in enumerate(rest) if key(other) > key(item)), len(rest)), item)
            ordered[run.start : run.stop] = rest
        yield "\n".join(ordered)
    run = next(run for run in runs if moved[0] in run)
    if all(at in run for at in moved) and perm(len(run), len(moved)) <= _MOST_ORDERS:
        rest = [lines[at] for at in run if at not in moved]
        for places in permutations(range(len(run)), len(moved)):
            others, items = iter(rest), {place: lines[at] for place, at in zip(places, moved, strict=True)}
            here = [items[n] if n in items else next(others) for n in range(len(run))]
            yield "\n".join((*lines[: run.start], *here, *lines[run.stop :]))


def _turned(pairs: Mapping[str, str]) -> dict[str, str]:
    return {new: old for old, new in pairs.items()}


def _renamed_ids(paths: Mapping[str, str], footnotes: str, page: str) -> Iterator[tuple[str, str]]:
    """(id under the former path, id now) of generated definitions."""
    former = _turned(paths)
    for line in footnotes.split("\n"):
        way, quote = quoted_in(line)
        path = linked_path(way, page) if way else None
        for repeat in map(str, range(_N_REPEATS if path in former else 0)):
            if path is not None and content_id("c", path, quote_key(quote), repeat) == definition_id(line):
                yield content_id("c", former[path], quote_key(quote), repeat), definition_id(line)
