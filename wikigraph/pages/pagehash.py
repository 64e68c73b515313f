"""What a generated section or front matter says → the hash that the page records for it in `generated`."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

# Keys that the compiler writes, in the order in which it writes them.
OWNED_KEYS = (
    "id",
    "type",
    "title",
    "status",
    "aliases",
    "tags",
    "community",
    "supported_by",
    "requires",
    "related",
    "supersedes",
    "generated",
)
LIST_KEYS = ("aliases", "tags", "supported_by", "requires", "related", "supersedes")
FORMER = re.compile(r"(?:src|ent|com)-[0-9a-f]{10,64}|(?:raw|wiki)/.+")  # see pages/former.py
FRONT = "front"  # pages of older versions: the one entry of `generated` for all owned keys
LEAD = "lead"
REVIEW_ID, REVIEW_PATH = "review", "wiki/review.md"
FOOTNOTES = "footnotes"
NOTHING = "0" * 10  # stands for the hash of a section that is not generated any more
_VISIBLE_LINES = re.compile(r", lines? \d+(?:–\d+)?\]\(")
_LINKED_LINES = re.compile(r"#L\d+(?:-L\d+)?\)")


def with_lf(text: str) -> str:
    """CRLF and CR as LF, no blank space at the end."""
    return text.replace("\r\n", "\n").replace("\r", "\n").rstrip()


def without_line_numbers(text: str) -> str:
    """The text without the line numbers of its locators."""
    return _LINKED_LINES.sub("#L)", _VISIBLE_LINES.sub("](", text))


def section_hash(text: str) -> str:
    """10 hex digits. Line endings, blank lines at the end and the line numbers of locators do not count:
    a source that grows at its top changes no content of the pages that cite it."""
    return _digits(without_line_numbers(with_lf(text)))


def item_hashes(values: Iterable[str]) -> tuple[str, ...]:
    """8 hex digits of each item of a front matter list, or of the one value of another key."""
    return tuple(hashlib.sha256(value.encode("utf-8", "surrogatepass")).hexdigest()[:8] for value in values)


def front_hash(values: Iterable[tuple[str, tuple[str, ...]]]) -> str:
    """What older versions recorded: 10 hex digits of the owned keys' parsed values, `generated` apart; an absent key is
    an empty one."""
    held = {key: found for key, found in values if found}
    return _digits("\n".join(f"{key}\0" + "\0".join(held[key]) for key in OWNED_KEYS[:-1] if key in held))


def section_slug(heading: str) -> str:
    """The name in `generated` of the section under this heading: "Mentioned in" → "mentioned-in"."""
    return re.sub(r"\s+", "-", heading.strip().lower())


def _digits(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:10]
