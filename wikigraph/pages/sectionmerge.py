"""Sections as they stand + as they are generated → what is to stand there, section by section.

    as it was generated                    → the new text, or away with it
    edited, and nothing new is generated   → stays, only line numbers are renewed
    edited, and something new is generated → stays, and waits for a decision
    deleted                                → stays away

What was generated is known by the hash that the page records. A decision to keep a text records the hash of the new
one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from wikigraph.model.page import EditKind, PageEdit, PageFile, PagePart, RenderedSection
from wikigraph.pages.pagefile import line_of_part
from wikigraph.pages.pagehash import (
    FOOTNOTES,
    FRONT,
    LEAD,
    NOTHING,
    section_hash,
    with_lf,
    without_line_numbers,
)
from wikigraph.pages.renaming import Renaming

_TAIL = re.compile(r"\s*\Z")
_LINES = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")


class Merged(NamedTuple):
    """The parts of the body without generated footnotes, and where those belong."""

    parts: list[PagePart]
    records: tuple[tuple[str, str], ...]
    edits: tuple[PageEdit, ...]
    footnotes_at: int  # position in parts


class _Fate(NamedTuple):
    """What becomes of one section."""

    at: int | None  # the part of the page that is meant
    text: str | None  # what is to stand there; None: what stands there now
    record: str  # hash, "" for none
    edit: PageEdit | None = None
    is_put: bool = False  # a new part


def merge_sections(
    page: PageFile,
    wanted: Sequence[RenderedSection],
    verdicts: Mapping[str, str],
    newline: str,
    renaming: Renaming,
    *,
    is_gone: bool = False,
) -> Merged:
    """`wanted` without footnotes. `is_gone`: the page's subject is gone, so that nothing new is said. A section in
    which only the names of renamed files are others is nothing new either; in one that a person edited they follow."""
    page = _renamed(page, wanted, newline, renaming)
    recorded = {slug: digits for slug, digits in page.generated if slug not in (FOOTNOTES, FRONT)}
    new = {section.slug: section.text for section in wanted}
    fates = {
        slug: _fate(page, slug, recorded.get(slug, ""), new.get(slug), verdicts.get(slug, ""), is_gone=is_gone)
        for slug in (*new, *(slug for slug in recorded if slug not in new))
    }
    by_part = {fate.at: fate for fate in fates.values() if fate.at is not None}
    parts, moved, footnotes_at = _standing_parts(page, by_part, newline)
    before = -1
    for slug in new:
        fate = fates[slug]
        if fate.at is not None:
            before = moved.get(fate.at, before)
        elif fate.is_put:
            before += 1
            parts.insert(before, PagePart(slug, (fate.text or "").replace("\n", newline) + newline * 2))
            moved = {number: at + (at >= before) for number, at in moved.items()}
            footnotes_at += footnotes_at >= before
    if footnotes_at < 0:
        footnotes_at = before + 1
    records = tuple((slug, fate.record) for slug, fate in fates.items() if fate.record)
    return Merged(parts, records, tuple(fate.edit for fate in fates.values() if fate.edit), footnotes_at)


def _renamed(page: PageFile, wanted: Sequence[RenderedSection], newline: str, renaming: Renaming) -> PageFile:
    """The page as if it had been made with the names that files have now: its edited sections, and what is recorded of
    sections that say the same but for them."""
    if not renaming:
        return page
    new, back = {section.slug: section.text for section in wanted}, renaming.reverse
    recorded = dict(page.generated)
    parts = tuple(
        replace(part, text=renaming.text(part.text))
        if part.slug != FOOTNOTES and recorded.get(part.slug) not in (None, section_hash(part.text)) else part
        for part in page.parts
    )  # fmt: skip
    same = {
        slug for slug, text in new.items()
        if slug in recorded and recorded[slug] in map(section_hash, back.texts(text))
    }  # fmt: skip
    parts = tuple(
        replaced(part, new[part.slug], newline)
        if part.slug in same and section_hash(part.text) == recorded[part.slug] else part
        for part in parts
    )  # fmt: skip
    generated = tuple((slug, section_hash(new[slug]) if slug in same else digits) for slug, digits in page.generated)
    return replace(page, parts=parts, generated=generated)


def _standing_parts(
    page: PageFile, fates: Mapping[int, _Fate], newline: str
) -> tuple[list[PagePart], dict[int, int], int]:
    """(the parts that stay, in their order; position on the page → among them; where the footnotes stood, or -1)."""
    parts: list[PagePart] = []
    moved: dict[int, int] = {}
    footnotes_at = -1
    for number, part in enumerate(page.parts):
        fate = fates.get(number)
        if part.slug == FOOTNOTES:
            footnotes_at = len(parts)
        elif fate is None or fate.text is None:
            moved[number] = len(parts)
            parts.append(part)
        elif fate.text:
            moved[number] = len(parts)
            parts.append(replaced(part, fate.text, newline))
    return parts, moved, footnotes_at


def _fate(page: PageFile, slug: str, base: str, new: str | None, verdict: str, *, is_gone: bool) -> _Fate:
    digits = NOTHING if new is None else section_hash(new)
    record = "" if new is None else digits
    theirs = [number for number, part in enumerate(page.parts) if part.slug == slug]
    hashes = {number: section_hash(page.parts[number].text) for number in theirs}
    ours = next((number for wanted in (base, digits) for number in theirs if hashes[number] == wanted), None)
    if ours is not None:
        return _Fate(ours, new or "", record)
    if new is not None and not base and (slug != LEAD or not theirs):
        return _Fate(None, new, record, is_put=True)
    if not theirs:
        if verdict == "accept" and new is not None:
            return _Fate(None, new, record, is_put=True)
        return _Fate(None, None, base, _edit("deleted", page, slug, "", new, is_open=False) if not is_gone else None)
    if verdict == "accept" and len(theirs) == 1:
        return _Fate(theirs[0], new or "", record)
    stands = page.parts[theirs[0]].text
    is_open = not is_gone and digits != base and verdict != "keep"
    renewed = _with_line_numbers(stands, new) if new is not None else None
    edit = _edit("edited", page, slug, with_lf(stands), new, is_open=is_open)
    return _Fate(theirs[0], renewed, digits if verdict == "keep" else base, edit)


def _edit(kind: EditKind, page: PageFile, slug: str, stands: str, new: str | None, *, is_open: bool) -> PageEdit:
    return PageEdit(kind, slug, line_of_part(page, slug), stands, new or "", (), is_open)


def _with_line_numbers(stands: str, new: str) -> str | None:
    """A person's section with the line numbers of the generated one, on lines that are otherwise the same; None where
    they are."""
    generated: dict[str, list[str]] = {}
    for line in new.split("\n"):
        plain = without_line_numbers(line)
        if plain != line:
            generated.setdefault(plain, []).append(line)
    if not generated:
        return None
    lines = _LINES.findall(stands)
    for number, line in enumerate(lines):
        text = line.rstrip("\r\n")
        waiting = generated.get(without_line_numbers(text))
        if waiting:
            lines[number] = waiting.pop(0) + line[len(text) :]
    joined = "".join(lines)
    return joined if joined != stands else None


def replaced(part: PagePart, text: str, newline: str) -> PagePart:
    """The part with another text, its line endings and the blank lines behind it as they were."""
    if with_lf(part.text) == with_lf(text):
        return part
    own = "\r\n" if "\r\n" in part.text else "\n" if "\n" in part.text else newline
    tail = _TAIL.search(part.text)
    return PagePart(part.slug, with_lf(text).replace("\n", own) + (tail[0] if tail else ""))
