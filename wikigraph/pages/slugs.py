"""Title → file name, and wanted names → paths that no two files share on any system.

One set of rules for files and for links, so that they cannot differ. A name is built from an allow-list of
characters: letters, marks and digits of every script (nothing is romanised), and `-`, `_`, `.`, `+`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

MAX_BYTES = 200  # of a file name, with its suffix and ".md"
_SUFFIX_BYTES = 11  # "-" and 10 hex digits
_STEM_BYTES = MAX_BYTES - _SUFFIX_BYTES - len(".md")
_DEVICE = re.compile(r"^(con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?=\s*(?:\.|$))", re.IGNORECASE)
_VARIATION = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_FORBIDDEN = re.compile(r'[<>:"/\\|?*#^\[\]%`{}$\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffd]')
_EDGES = "-. "
_MAX_READ = 1000  # characters of a title; far more than fit
FALLBACK = "page"


class Wanted(NamedTuple):
    """A new page that needs a path."""

    id: str
    folder: str  # "wiki/entities"
    stem: str  # a slug, or the mirrored name of a source


def slug(title: str) -> str:
    """The stem of a page's file name: lower-case, hyphens for what may not stand in it, never empty,
    at most 186 bytes of UTF-8. slug(slug(x)) == slug(x)."""
    text = unicodedata.normalize("NFC", unicodedata.normalize("NFC", title[:_MAX_READ]).lower())
    kept = "".join(char if _is_allowed(char) else "" if unicodedata.category(char) == "Cf" else "-" for char in text)
    kept = re.sub(r"-{2,}", "-", _VARIATION.sub("", kept))
    return _finish(kept)


def file_name(name: str) -> str:
    """A component of a source's path as it stands in wiki/sources: the same in NFC if portable, else its slug."""
    composed = unicodedata.normalize("NFC", name)
    return composed if is_portable(composed) else slug(name)


def is_portable(name: str) -> bool:
    """Whether a file of this name can exist everywhere, be linked to by Obsidian, and does nothing in a page."""
    return (
        bool(name)
        and name.isprintable()  # no controls, no spaces but the ordinary one
        and _FORBIDDEN.search(name) is None
        and name == _finish(name)
        and unicodedata.is_normalized("NFC", name)
    )


def same_file_key(path: str) -> str:
    """Equal for paths that are one file on a system that folds case or normalises names."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", path).casefold())


def place(wanted: Sequence[Wanted], taken: Iterable[str] = ()) -> dict[str, str]:
    """Wanted names → {id: path ending in ".md"}, sorted by id.

    If new pages want the same path, all of them get a suffix from their ids; so does one that wants a `taken` path.
    The result does not depend on the order of `wanted`.
    """
    occupied = {same_file_key(path) for path in taken}
    paths = {item.id: f"{item.folder}/{item.stem}.md" for item in wanted}
    counts: dict[str, int] = {}
    for path in paths.values():
        key = same_file_key(path)
        counts[key] = counts.get(key, 0) + 1
    placed: dict[str, str] = {}
    for item in sorted(wanted):
        path = paths[item.id]
        if counts[same_file_key(path)] > 1 or same_file_key(path) in occupied:
            path = _with_suffix(item, occupied | {same_file_key(other) for other in placed.values()})
        placed[item.id] = path
    return placed


def mirror(raw_path: str) -> tuple[str, str]:
    """(folder, stem) of the page of a source: raw/a/readme.md → ("wiki/sources/a", "readme"),
    raw/a/readme.txt → ("wiki/sources/a", "readme.txt")."""
    *folders, name = raw_path.split("/")[1:]
    stem = name[:-3] if name.endswith(".md") and len(name) > len(".md") else name
    return "/".join(["wiki", "sources", *(file_name(part) for part in folders)]), file_name(stem)


def suffix_digits(id_: str) -> str:
    """What tells a page's file name from another that is wanted too."""
    return re.sub(r"[^0-9a-z]", "", id_.rpartition("-")[2].lower())[:10] or "x"


def _with_suffix(item: Wanted, occupied: set[str]) -> str:
    digits = suffix_digits(item.id)
    path, extra = f"{item.folder}/{item.stem}-{digits}.md", 0
    while same_file_key(path) in occupied:  # only if a person named a file like that
        extra += 1
        path = f"{item.folder}/{item.stem}-{digits}-{extra}.md"
    return path


def _is_allowed(char: str) -> bool:
    return char in "-_.+" or unicodedata.category(char)[0] in "LMN"


def _finish(text: str) -> str:
    """No hyphen, dot, space or combining mark in front, no hyphen, dot or space at the end, no device name, short."""
    text = _cut(_trim(text))
    text = _DEVICE.sub(lambda found: found[0] + "_", text)
    return text or FALLBACK


def _trim(text: str) -> str:
    text = text.strip(_EDGES)
    while text and unicodedata.category(text[0])[0] == "M":
        text = text[1:].strip(_EDGES)
    return text


def _cut(text: str) -> str:
    if len(text.encode("utf-8", "replace")) <= _STEM_BYTES:
        return text
    cut = text.encode("utf-8", "replace")[:_STEM_BYTES].decode("utf-8", "ignore")
    return cut.rstrip(_EDGES)
