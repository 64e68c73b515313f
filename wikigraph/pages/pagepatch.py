"""A page as it stands and a page as it should be → what to do with the file.

Only what was generated and nobody touched is written; all other bytes stay. Whatever cannot be told apart with
certainty is left alone and reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from wikigraph.model.diagnostic import Diagnostic
from wikigraph.model.page import (
    FrontMatterSlice,
    FrontMatterValue,
    PageFile,
    PagePart,
    PageWrite,
    RenderedPage,
    RenderedSection,
)
from wikigraph.pages.pagefile import has_comment, human_edits, is_owned, line_of_part, page_text, value_end, values_of
from wikigraph.pages.pagehash import FOOTNOTES, FRONT, LEAD, OWNED_KEYS, front_hash, section_hash, with_lf
from wikigraph.text.markdown import escape, one_line
from wikigraph.text.yaml_writer import quoted, quoted_list

NOTES = "## Notes\n\nYours: wikigraph never writes in this section."
UNSUPPORTED = "Nothing in the sources supports this page any more. It is kept because of what was added to it by hand."
_WITHOUT_NOTES = ("index", "log", "review")
_FOOTNOTE_LINK = re.compile(r"\]: \[((?:[^\]\\]|\\.)*)\]\([^()]*\)")
_TAIL = re.compile(r"\s*\Z")


def plan_write(existing: PageFile | None, rendered: RenderedPage) -> PageWrite:
    """`existing` is the page of the same id wherever it stands, else the file at the same path, else None."""
    if existing is None:
        return PageWrite("create", rendered.path, rendered.id, create(rendered))
    refusal = refuse(existing, rendered.id)
    if refusal:
        return PageWrite("left-alone", existing.path, existing.id or rendered.id, "", diagnostics=refusal)
    text = patch(existing, rendered.front_matter, rendered.sections)
    if text == page_text(existing):
        return PageWrite("unchanged", existing.path, rendered.id, "")
    recorded = tuple(f"{slug} {digits}" for slug, digits in existing.generated)
    is_only_lines = recorded == rendered.value("generated")
    return PageWrite("update", existing.path, rendered.id, text, is_only_lines=is_only_lines)


def plan_removal(existing: PageFile) -> PageWrite:
    """A page whose subject is gone: removed, or kept with a note where it holds a person's text."""
    damage = tuple(item for item in existing.diagnostics if item.code == "page-damaged")
    if damage:
        return PageWrite("left-alone", existing.path, existing.id, "", diagnostics=damage)
    if not holds_human_text(existing):
        return PageWrite("remove", existing.path, existing.id, "")
    text = _unsupported(existing)
    message = "its subject is gone from the sources; it is kept because a person wrote on it"
    note = Diagnostic("page-unsupported", "warning", message, existing.path, 1)
    if text == page_text(existing):
        return PageWrite("unchanged", existing.path, existing.id, "", diagnostics=(note,))
    return PageWrite("update", existing.path, existing.id, text, diagnostics=(note,))


def create(rendered: RenderedPage) -> str:
    """The text of a new page."""
    front = "".join(f"{item.key}: {_written(item)}\n" for item in rendered.front_matter)
    pieces = [section.text for section in rendered.sections]
    if rendered.kind not in _WITHOUT_NOTES:
        pieces.append(NOTES)
    return f"---\n{front}---\n" + "\n\n".join(pieces) + "\n"


def refuse(existing: PageFile, id_: str) -> tuple[Diagnostic, ...]:
    """Why this file must not be written: it is not ours, it is damaged, or a person edited what was generated."""
    if existing.id != id_:
        message = f"this file stands where a generated page ({id_}) belongs; it is not wikigraph's and is not written"
        return (Diagnostic("page-not-ours", "warning", message, existing.path, 1),)
    damage = tuple(item for item in existing.diagnostics if item.code == "page-damaged")
    if damage:
        return damage
    edited = list(human_edits(existing))
    if LEAD not in dict(existing.generated) and any(part.slug == LEAD for part in existing.parts):
        edited.append(LEAD)
    found = [_edited(existing, f"the generated section {slug!r}", line_of_part(existing, slug)) for slug in edited]
    if dict(existing.generated).get(FRONT) != front_hash(values_of(existing)):
        found.append(_edited(existing, "front matter that wikigraph owns", 1))
    return tuple(found)


def patch(
    existing: PageFile, front_matter: Sequence[FrontMatterValue], sections: Sequence[RenderedSection]
) -> str:
    """The page's text with its generated pieces put in; to be called only where nothing generated was edited."""
    newline = "\r\n" if existing.opening.endswith("\r\n") else "\n"
    front = "".join(item.text for item in _patched_front(existing, front_matter, newline))
    parts = _patched_parts(existing, sections, newline)
    return existing.opening + front + existing.closing + "".join(part.text for part in parts)


def holds_human_text(page: PageFile) -> bool:
    """Whether a person wrote anything on a generated page: a section, a comment, a front matter key, an edit."""
    recorded = dict(page.generated)
    for part in page.parts:
        is_generated = recorded.get(part.slug) == section_hash(part.text)
        if not is_generated and part.text.strip() and with_lf(part.text) != NOTES:
            return True
    if any(item.text.strip() for item in page.slices if not is_owned(item) or has_comment(item)):
        return True
    return recorded.get(FRONT) != front_hash(values_of(page))


def _edited(page: PageFile, what: str, line: int) -> Diagnostic:
    message = f"a person edited {what}; the page is left alone"
    return Diagnostic("page-edited", "warning", message, page.path, line)


def _written(item: FrontMatterValue) -> str:
    return quoted_list(item.values) if item.is_list else quoted(item.values[0])


def _patched_front(
    existing: PageFile, wanted: Sequence[FrontMatterValue], newline: str
) -> list[FrontMatterSlice]:
    """Owned keys with other values are written anew in their places, new ones behind their predecessors."""
    by_key = {item.key: item for item in wanted}
    held = dict(values_of(existing))
    slices: list[FrontMatterSlice] = []
    for item in existing.slices:
        new = by_key.get(item.key)
        if not is_owned(item) or (new is not None and held[item.key] == new.values):
            slices.append(item)
            continue
        comments = _comments(item.text)
        if new is not None:
            slices.append(FrontMatterSlice(item.key, f"{item.key}: {_written(new)}{comments[0]}{newline}"))
        if comments[1]:
            slices.append(FrontMatterSlice("", comments[1]))
    for key in (key for key in OWNED_KEYS if key in by_key and key not in held):
        before = OWNED_KEYS[: OWNED_KEYS.index(key)]
        at = max((number for number, item in enumerate(slices, 1) if item.key in before), default=0)
        slices.insert(at, FrontMatterSlice(key, f"{key}: {_written(by_key[key])}{newline}"))
    return slices


def _comments(text: str) -> tuple[str, str]:
    """(comment behind the value, with the space before it; whole comment lines between its items)."""
    lines = re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z", text)
    whole = "".join(line for line in lines[1:] if line.lstrip().startswith("#"))
    behind = lines[0].rstrip("\r\n")[value_end(text) :]
    return (behind.rstrip() if behind.lstrip().startswith("#") else ""), whole


def _patched_parts(existing: PageFile, sections: Sequence[RenderedSection], newline: str) -> list[PagePart]:
    recorded = dict(existing.generated)
    wanted = {section.slug: section for section in sections}
    parts: list[PagePart] = []
    placed: dict[str, int] = {}  # slug → position in parts
    for part in existing.parts:
        is_ours = part.slug not in placed and recorded.get(part.slug) == section_hash(part.text)
        if not is_ours:
            parts.append(part)
        elif part.slug in wanted:
            placed[part.slug] = len(parts)
            parts.append(_replaced(part, wanted[part.slug].text, newline))
    previous = -1
    for section in sections:
        if section.slug in placed:
            previous = placed[section.slug]
            continue
        previous += 1
        parts.insert(previous, PagePart(section.slug, section.text.replace("\n", newline) + newline * 2))
        placed = {slug: at + (at >= previous) for slug, at in placed.items()} | {section.slug: previous}
    return _spaced(parts, existing.parts, newline)


def _replaced(part: PagePart, text: str, newline: str) -> PagePart:
    if with_lf(part.text) == text:
        return part
    own = "\r\n" if "\r\n" in part.text else "\n" if "\n" in part.text else newline
    tail = _TAIL.search(part.text)
    return PagePart(part.slug, text.replace("\n", own) + (tail[0] if tail else ""))


def _spaced(parts: list[PagePart], before: Iterable[PagePart], newline: str) -> list[PagePart]:
    """Where parts were put in or taken out: a blank line between two, and none at the end."""
    if [part.slug for part in parts] == [part.slug for part in before]:
        return parts
    spaced = []
    for number, part in enumerate(parts, 1):
        text = part.text
        if number == len(parts):
            text = text.rstrip() + newline
        elif not re.search(r"(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)\s*\Z", text):
            text += newline if text.endswith(("\r", "\n")) else newline * 2
        spaced.append(PagePart(part.slug, text))
    return spaced


def _unsupported(existing: PageFile) -> str:
    """Generated sections go, the lead says why; what people wrote stays, with the footnotes that it cites."""
    edited = set(human_edits(existing))
    held = dict(values_of(existing))
    sections: list[RenderedSection] = []
    if LEAD not in edited and LEAD in dict(existing.generated):
        title = escape(one_line(existing.title), at_start=False)
        sections.append(RenderedSection(LEAD, f"# {title}\n\n{UNSUPPORTED}"))
    footnotes = _kept_footnotes(existing)
    if footnotes:
        sections.append(RenderedSection(FOOTNOTES, footnotes))
    front = [
        FrontMatterValue(key, held[key], is_list=key in ("aliases", "tags"))
        for key in ("id", "type", "title", "aliases", "tags")
        if held.get(key)
    ]
    if all(item.key != "status" or is_owned(item) for item in existing.slices):
        front.append(FrontMatterValue("status", ("unsupported",), is_list=False))
    recorded = [f"{section.slug} {section_hash(section.text)}" for section in sections]
    recorded.append(f"{FRONT} {front_hash((item.key, item.values) for item in front)}")
    front.append(FrontMatterValue("generated", tuple(recorded), is_list=True))
    return patch(existing, front, sections)


def _kept_footnotes(existing: PageFile) -> str:
    recorded = dict(existing.generated)
    human = [part.text for part in existing.parts if recorded.get(part.slug) != section_hash(part.text)]
    cited = set(re.findall(r"\[\^(c-[0-9a-f]+)\](?!:)", "\n".join(human)))
    definitions = (
        line
        for part in existing.parts
        if part.slug == FOOTNOTES and recorded.get(FOOTNOTES) == section_hash(part.text)
        for line in with_lf(part.text).split("\n")
    )
    kept = [line for line in definitions if (found := re.match(r"\[\^(c-[0-9a-f]+)\]:", line)) and found[1] in cited]
    return "\n".join(_FOOTNOTE_LINK.sub(r"]: no longer supported: \1", line, count=1) for line in kept)
