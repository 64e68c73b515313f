"""Owned front matter keys as they stand + as they are generated → what is to stand there, key by key and item by item.

Of a list, items that a person added stay and items that a person removed stay away; all others follow the generator. A
list that nobody touched is exactly the generated one. Of another key, the value that a person gave stays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from wikigraph.model.page import FrontMatterValue, PageEdit, PageFile
from wikigraph.pages.pagefile import is_owned, is_readable, values_of
from wikigraph.pages.pagehash import LIST_KEYS, OWNED_KEYS, item_hashes
from wikigraph.pages.records import Items, generated_front, without_former

Hashes = tuple[str, ...]


class Merged(NamedTuple):
    """The keys with their values, what is recorded of them, and what a person's hand is to be seen in."""

    values: tuple[FrontMatterValue, ...]
    records: Items
    edits: tuple[PageEdit, ...]


class _Key(NamedTuple):
    """One key: its values as they stand, as generated now, and the hashes of what was generated before."""

    now: tuple[str, ...]
    new: tuple[str, ...]
    base: Hashes


def merge_front(
    page: PageFile, wanted: Sequence[FrontMatterValue], verdicts: Mapping[str, str], *, is_gone: bool = False
) -> Merged:
    """`wanted` without `generated`. `is_gone`: the page's subject is gone, so that nothing new is said."""
    now = dict(values_of(page))
    new = {item.key: item.values for item in wanted}
    base = generated_front(page, tuple(now.items()))
    broken = {item.key for item in page.slices if item.key in now and not is_readable(item)}  # not to be touched
    values: list[FrontMatterValue] = []
    records: list[tuple[str, Hashes]] = []
    edits: list[PageEdit] = []
    for key in OWNED_KEYS[:-1]:
        if key == "status" and any(item.key == key and not is_owned(item) for item in page.slices):
            continue  # a person's own
        if key in broken:
            values.append(FrontMatterValue(key, now[key], is_list=key in LIST_KEYS))
            records += [(key, base[key])] if base and key in base else []
            continue
        held = _Key(now.get(key, ()), new.get(key, ()), ())
        held = held._replace(base=_guessed(key, held) if base is None else base.get(key, ()))
        merge = _merged_list if key in LIST_KEYS else _merged_value
        found, recorded = merge(held, verdicts.get(f"front.{key}", ""), is_gone)
        if found:
            values.append(FrontMatterValue(key, found, is_list=key in LIST_KEYS))
        if recorded:
            records.append((key, recorded))
        if set(without_former(key, found)) != set(without_former(key, held.new)) and not (is_gone and key not in new):
            edits.append(_edit(key, found, held, recorded, is_gone=is_gone))
    return Merged(tuple(values), tuple(records), tuple(edits))


def _merged_list(held: _Key, verdict: str, is_gone: bool) -> tuple[tuple[str, ...], Hashes]:
    hashes, new_hashes = item_hashes(held.now), item_hashes(held.new)
    if hashes == held.base or verdict == "accept":
        return held.new, new_hashes
    removed = tuple(item for item in held.base if item not in hashes)
    kept = [item for item, digits in zip(held.now, hashes, strict=True)
            if digits not in held.base or item in held.new]  # fmt: skip
    for number, item in enumerate(held.new):
        if item not in kept and new_hashes[number] not in held.base:
            before = [kept.index(other) for other in held.new[:number] if other in kept]
            kept.insert(max(before, default=-1) + 1, item)
    return tuple(kept), (*new_hashes, *(item for item in removed if item not in new_hashes))


def _merged_value(held: _Key, verdict: str, is_gone: bool) -> tuple[tuple[str, ...], Hashes]:
    new_hashes = item_hashes(held.new)
    if is_gone and held.base and item_hashes(held.now) != held.base:
        return held.now, held.base  # what is "new" for a page without a subject is what stands there
    if held.now == held.new or item_hashes(held.now) == held.base or verdict == "accept":
        return held.new, new_hashes
    return held.now, new_hashes if verdict == "keep" else held.base


def _guessed(key: str, held: _Key) -> Hashes:
    """What may have been generated, on a page of an older version with an edited front matter: nothing that stands
    there goes, and no value waits for a decision."""
    if key in LIST_KEYS:
        return item_hashes(item for item in held.now if item in held.new)
    return item_hashes(held.now if key == "id" else held.new)


def _edit(key: str, found: tuple[str, ...], held: _Key, recorded: Hashes, *, is_gone: bool) -> PageEdit:
    is_open = key not in LIST_KEYS and not is_gone and recorded != item_hashes(held.new)
    kind = "edited" if found else "deleted"
    return PageEdit(kind, f"front.{key}", 1, ", ".join(found), ", ".join(held.new), (), is_open)  # type: ignore[arg-type]
