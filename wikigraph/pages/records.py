"""The list `generated` of a front matter ↔ what it records, so that an edit can be told without an index.

    lead 3f9a1c22d0                    the hash of a section as it was last generated, or as a person last dismissed it
    front.related 1a2b3c4d 5e6f7a8b    the hashes of a key's items, with those that a person removed at the end
    kept.unsupported 00000000          something that a person was told and decided to leave as it is
    source.text 5d0c9f3e21             a source page: stands for its source's text, by which a renamed one is known
    front 81759c170a                   older versions: one hash for all keys
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from wikigraph.model.page import FrontMatterValue, PageFile, RenderedSection
from wikigraph.pages.pagehash import FORMER, FRONT, LIST_KEYS, front_hash, item_hashes, section_hash

Items = tuple[tuple[str, tuple[str, ...]], ...]  # (name, hashes)
_SECTION = re.compile(r"(\S+) ([0-9a-f]{10})")
_TEXT = re.compile(r"source\.text ([0-9a-f]{10})")
_ITEMS = re.compile(r"(front|kept)\.(\S+)((?: [0-9a-f]{8})*)")


class Records(NamedTuple):
    """What `generated` says."""

    sections: tuple[tuple[str, str], ...]
    front: Items
    kept: Items
    text: str
    is_whole: bool  # nothing unreadable, no name twice, the id among it


def read_records(entries: Sequence[str]) -> Records:
    """Never fails; what cannot be read is left out, and `is_whole` is false."""
    sections: list[tuple[str, str]] = []
    items: dict[str, list[tuple[str, tuple[str, ...]]]] = {"front": [], "kept": []}
    texts: list[str] = []
    n_read = 0
    for entry in entries:
        found = _ITEMS.fullmatch(entry)
        if (text := _TEXT.fullmatch(entry)) is not None:
            texts.append(text[1])
            n_read += 1
        elif found is not None:
            items[found[1]].append((found[2], tuple(found[3].split())))
            n_read += 1
        elif (section := _SECTION.fullmatch(entry)) is not None:
            sections.append((section[1], section[2]))
            n_read += 1
    names = [*(f"{group}.{name}" for group, held in items.items() for name, _ in held), *(name for name, _ in sections)]
    names += ["source.text"] * len(texts)
    is_whole = n_read == len(entries) == len(set(names)) and ("front.id" in names or FRONT in names)
    return Records(tuple(sections), tuple(items["front"]), tuple(items["kept"]), "".join(texts[:1]), is_whole)


def entries_of(
    sections: Iterable[tuple[str, str]], front: Items, kept: Items = (), text: str = ""
) -> tuple[str, ...]:
    """The list as it is written."""
    return (
        *(f"{slug} {digits}" for slug, digits in sections),
        *(" ".join((f"front.{key}", *hashes)) for key, hashes in front),
        *(" ".join((f"kept.{name}", *hashes)) for name, hashes in kept),
        *((f"source.text {text}",) if text else ()),
    )


def without_text(entries: Iterable[str]) -> tuple[str, ...]:
    """The list without what stands for the text of a source, which is nothing that the page says."""
    return tuple(entry for entry in entries if not _TEXT.fullmatch(entry))


def with_records(
    front: Sequence[FrontMatterValue], sections: Sequence[RenderedSection], text: str = ""
) -> tuple[FrontMatterValue, ...]:
    """The owned keys of a page that is all generated, `generated` last."""
    hashes = ((section.slug, section_hash(section.text)) for section in sections)
    items = tuple((item.key, item_hashes(item.values)) for item in front)
    return (*front, FrontMatterValue("generated", entries_of(hashes, items, text=text), is_list=True))


def generated_front(page: PageFile, held: Sequence[tuple[str, tuple[str, ...]]]) -> dict[str, tuple[str, ...]] | None:
    """Key → hashes of what was generated for it. `held` are the owned keys as they stand. None for a page of an older
    version whose keys were edited: nobody knows which."""
    old = dict(page.generated).get(FRONT)
    if page.front or old is None:
        return dict(page.front)
    if old != front_hash(held):
        return None
    return {key: item_hashes(values) for key, values in held if values and key != "generated"}


def is_as_generated(key: str, values: tuple[str, ...], hashes: tuple[str, ...]) -> bool:
    """Whether a key holds what was generated; the order of a list does not count, nor do former names."""
    now = item_hashes(without_former(key, values))
    return set(now) == set(hashes) if key in LIST_KEYS else now == hashes


def without_former(key: str, values: Sequence[str]) -> tuple[str, ...]:
    """The values of a key without the names under which the page was known before."""
    return tuple(value for value in values if key != "aliases" or not FORMER.fullmatch(value))


def intact_sections(page: PageFile) -> frozenset[str]:
    """Slugs of the sections that stand as they were generated."""
    recorded = dict(page.generated)
    return frozenset(part.slug for part in page.parts if recorded.get(part.slug) == section_hash(part.text))
