"""A page as it stands and a page as it should be → what to do with the file.

What was generated and nobody touched is renewed; what a person wrote or changed stays; all other bytes stay too. What
cannot be told apart with certainty is left alone and reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from wikigraph.model.diagnostic import Diagnostic
from wikigraph.model.page import (
    Followed,
    FrontMatterSlice,
    FrontMatterValue,
    PageEdit,
    PageFile,
    PagePart,
    PageWrite,
    RenderedPage,
    RenderedSection,
    Verdicts,
)
from wikigraph.pages.footmerge import merge_footnotes
from wikigraph.pages.footnotes import Standing, cited_lines, definition_id, nowhere
from wikigraph.pages.former import with_former_names
from wikigraph.pages.frontmerge import merge_front
from wikigraph.pages.humantext import NOTES, holds_human_text
from wikigraph.pages.pagefile import is_owned, key_values, page_text, read_page, value_end, values_of
from wikigraph.pages.pagehash import FOOTNOTES, LEAD, OWNED_KEYS, item_hashes
from wikigraph.pages.records import Items, entries_of, generated_front, without_text
from wikigraph.pages.renaming import Renaming
from wikigraph.pages.sectionmerge import merge_sections, replaced
from wikigraph.text.markdown import escape, one_line
from wikigraph.text.yaml_writer import quoted, quoted_list

UNSUPPORTED = "Nothing in the sources supports this page any more. It is kept because of what was added to it by hand."
_WITHOUT_NOTES = ("index", "log", "review")
AS_BEFORE = Renaming()
_SEEN = ("00000000",)  # what `kept` records of something that has no content of its own


def plan_write(
    existing: PageFile | None,
    rendered: RenderedPage,
    verdicts: Verdicts = (),
    standing: Standing = nowhere,
    renaming: Renaming = AS_BEFORE,
) -> PageWrite:
    """`existing` is the page of the same id wherever it stands, else the file at the same path, else None. `verdicts`
    are what a person decided about its parts, `standing` finds claims that the generated text does not cite, `renaming`
    tells which files had other paths when the page was made."""
    if existing is None:
        return PageWrite("create", rendered.path, rendered.id, create(rendered))
    refusal = refuse(existing, rendered.id)
    if refusal:
        return PageWrite("left-alone", existing.path, existing.id or rendered.id, "", diagnostics=refusal)
    kept = _kept(existing, verdicts, is_gone=False)
    return _merge(existing, rendered, kept, verdicts, standing, renaming, is_gone=False)


def plan_follow(
    existing: PageFile,
    rendered: RenderedPage,
    followed: Followed,
    verdicts: Verdicts = (),
    standing: Standing = nowhere,
    renaming: Renaming = AS_BEFORE,
) -> PageWrite:
    """A page whose subject has another id now, and stands elsewhere perhaps. What people wrote goes along, and then the
    page tells under which names it was known."""
    damage = refuse(existing, existing.id)
    if damage:
        return PageWrite("left-alone", existing.path, rendered.id, "", diagnostics=damage)
    page = read_page(_made_with_id(existing, rendered.id), rendered.path)
    if holds_human_text(existing) and followed.old_id != followed.id:
        page = with_former_names(page, (followed.old_id, followed.old_subject), now=(followed.id, followed.subject))
    renaming = Renaming(renaming.paths, (existing.path, rendered.path))
    write = plan_write(page, rendered, verdicts, standing, renaming)
    text = write.text if write.kind == "update" else page_text(page)
    origin = existing.path if existing.path != rendered.path else ""
    return PageWrite("update", rendered.path, rendered.id, text, False, write.diagnostics, write.edits, origin)


def plan_kept(
    existing: PageFile, kept_page: RenderedPage, verdicts: Verdicts, standing: Standing, renaming: Renaming
) -> PageWrite:
    """A page that says what it said. `kept_page` holds its sections as they stand or with other links; one that it
    lacks a person has edited, and it stays."""
    damage = refuse(existing, existing.id)
    if damage:
        return PageWrite("left-alone", existing.path, existing.id, "", diagnostics=damage)
    kept = _kept(existing, verdicts, is_gone=False)
    return _merge(existing, kept_page, kept, verdicts, standing, renaming, is_gone=True)


def plan_removal(
    existing: PageFile, verdicts: Verdicts = (), standing: Standing = nowhere, successor: str = ""
) -> PageWrite:
    """A page whose subject is gone: removed, or kept with a note where it holds a person's text. `successor` is the
    page of the entity that its subject is part of now."""
    damage = refuse(existing, existing.id)
    if damage:
        return PageWrite("left-alone", existing.path, existing.id, "", diagnostics=damage)
    if not holds_human_text(existing) or ("page", "accept") in verdicts:
        return PageWrite("remove", existing.path, existing.id, "")
    kept = _kept(existing, verdicts, is_gone=True)
    write = _merge(existing, _without_support(existing), kept, verdicts, standing, AS_BEFORE, is_gone=True)
    is_open = "unsupported" not in dict(kept)
    gone = f"its subject is part of {successor} now" if successor else "its subject is gone from the sources"
    message = f"{gone}; it is kept because a person wrote on it"
    note = Diagnostic("page-unsupported", "warning" if is_open else "info", message, existing.path, 1)
    edit = PageEdit("page-unsupported", "page", 1, existing.title, successor, (), is_open)
    edits = (item for item in write.edits if item.kind != "footnote-unsupported")  # the page as a whole is asked about
    return PageWrite(write.kind, write.path, write.id, write.text, diagnostics=(note,), edits=(edit, *edits))


def create(rendered: RenderedPage) -> str:
    """The text of a new page."""
    front = "".join(front_line(item) + "\n" for item in rendered.front_matter)
    pieces = [section.text for section in rendered.sections]
    if rendered.kind not in _WITHOUT_NOTES:
        pieces.append(NOTES)
    return f"---\n{front}---\n" + "\n\n".join(pieces) + "\n"


def front_line(item: FrontMatterValue) -> str:
    """A key of the front matter as it is written, without its line ending."""
    return f"{item.key}: {quoted_list(item.values) if item.is_list else quoted(item.values[0])}"


def refuse(existing: PageFile, id_: str) -> tuple[Diagnostic, ...]:
    """Why this file must not be written: it is not ours, or it is damaged."""
    if existing.id != id_:
        message = f"this file stands where a generated page ({id_}) belongs; it is not wikigraph's and is not written"
        return (Diagnostic("page-not-ours", "warning", message, existing.path, 1),)
    return tuple(item for item in existing.diagnostics if item.code == "page-damaged")


def with_id(existing: PageFile, id_: str) -> str:
    """The page's text with this id, in the place of another or in front of all keys."""
    newline = "\r\n" if existing.opening.endswith("\r\n") else "\n"
    slices: list[FrontMatterSlice] = []
    for item in existing.slices:
        if item.key == "id":
            line = f"id: {quoted(id_)}{_comments(item.text)[0]}{newline}"
            item = FrontMatterSlice("id", line + _comments(item.text)[1])
        slices.append(item)
    if all(item.key != "id" for item in existing.slices):
        slices.insert(0, FrontMatterSlice("id", f"id: {quoted(id_)}{newline}"))
    front = "".join(item.text for item in slices)
    return existing.opening + front + existing.closing + "".join(part.text for part in existing.parts)


def _made_with_id(existing: PageFile, id_: str) -> str:
    """The page's text as if it had been made with this id."""
    old, new = (f"front.id {item_hashes((value,))[0]}" for value in (existing.id, id_))
    slices = tuple(
        FrontMatterSlice(item.key, item.text.replace(old, new, 1)) if item.key == "generated" else item
        for item in existing.slices
    )
    return with_id(replace(existing, slices=slices), id_)


def _merge(
    existing: PageFile,
    wanted: RenderedPage,
    kept: Items,
    verdicts: Verdicts,
    standing: Standing,
    renaming: Renaming,
    *,
    is_gone: bool,
) -> PageWrite:
    newline = "\r\n" if existing.opening.endswith("\r\n") else "\n"
    decided = dict(verdicts)
    front = merge_front(existing, [v for v in wanted.front_matter if v.key != "generated"], decided, is_gone=is_gone)
    texts = {section.slug: section.text for section in wanted.sections}
    sections = [section for section in wanted.sections if section.slug != FOOTNOTES]
    renaming = renaming.on(renaming.page if renaming.page[0] else (existing.path,) * 2, texts.get(FOOTNOTES, ""))
    body = merge_sections(existing, sections, decided, newline, renaming, is_gone=is_gone)
    notes = merge_footnotes(existing, body.parts, texts.get(FOOTNOTES, ""), dict(kept), standing, renaming)
    parts = list(body.parts)
    if notes.text:
        parts.insert(body.footnotes_at, _footnotes_part(existing, notes.text, newline))
    own = ((FOOTNOTES, notes.record),) if notes.record else ()
    marked = {edit.part for edit in notes.edits if edit.kind == "footnote-unsupported"}
    kept = tuple((name, hashes) for name, hashes in kept if name in marked or not name.startswith("c-"))
    entries = entries_of((*body.records, *own), front.records, kept, wanted.text)
    values = (*front.values, FrontMatterValue("generated", entries, is_list=True))
    slices = _patched_front(existing, values, newline)
    text = existing.opening + "".join(item.text for item in slices) + existing.closing
    text += "".join(part.text for part in _spaced(parts, existing.parts, newline))
    edits = _with_sources(existing, (*front.edits, *body.edits, *notes.edits), texts.get(FOOTNOTES, ""), notes.text)
    if text == page_text(existing):
        return PageWrite("unchanged", existing.path, existing.id, "", edits=edits)
    recorded = next((key_values(item) for item in existing.slices if item.key == "generated"), ())
    says_the_same = without_text(recorded) == without_text(entries)
    return PageWrite("update", existing.path, existing.id, text, is_only_lines=says_the_same, edits=edits)


def _with_sources(
    existing: PageFile, edits: Iterable[PageEdit], *blocks: str
) -> tuple[PageEdit, ...]:
    """The edits with the lines that their texts rest on."""
    held = (part.text for part in existing.parts if part.slug == FOOTNOTES)
    lines = (line.rstrip() for block in (*held, *reversed(blocks)) for line in block.split("\n"))
    definitions = {id_: line for line in lines if (id_ := definition_id(line))}
    return tuple(
        PageEdit(e.kind, e.part, e.line, e.stands, e.generated,
                 cited_lines(f"{e.generated or e.stands}\n[^{e.part}]", definitions, existing.path), e.is_open)
        for e in edits
    )  # fmt: skip


def _kept(existing: PageFile, verdicts: Verdicts, *, is_gone: bool) -> Items:
    """What a person decided to leave as it is; a page whose subject is back has nothing of the kind to decide."""
    held = dict(existing.kept)
    for part, verdict in verdicts:
        if verdict == "keep" and (part == "page" or part.startswith(("c-", "superseded."))):
            held["unsupported" if part == "page" else part] = _SEEN
    if not is_gone:
        held.pop("unsupported", None)
    return tuple(sorted(held.items()))


def _without_support(existing: PageFile) -> RenderedPage:
    """What is generated for a page whose subject is gone: its names, and a lead that says why it stays."""
    held = dict(values_of(existing))
    base = generated_front(existing, tuple(held.items())) or {}
    front = [
        FrontMatterValue(key, held[key], is_list=False) for key in ("id", "type", "title") if held.get(key)
    ]
    for key in ("aliases", "tags"):
        values = tuple(value for value in held.get(key, ()) if set(item_hashes((value,))) & set(base.get(key, ())))
        if values:
            front.append(FrontMatterValue(key, values, is_list=True))
    front.append(FrontMatterValue("status", ("unsupported",), is_list=False))
    title = escape(one_line(existing.title), at_start=False)
    lead = [RenderedSection(LEAD, f"# {title}\n\n{UNSUPPORTED}")] if LEAD in dict(existing.generated) else []
    return RenderedPage(existing.id, "entity", existing.path, tuple(front), tuple(lead), existing.text)


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
            slices.append(FrontMatterSlice(item.key, f"{front_line(new)}{comments[0]}{newline}"))
        left = comments[1] if new is not None or not comments[0] else f"{comments[0].lstrip()}{newline}{comments[1]}"
        if left:
            slices.append(FrontMatterSlice("", left))
    for key in (key for key in OWNED_KEYS if key in by_key and key not in held):
        before = OWNED_KEYS[: OWNED_KEYS.index(key)]
        at = max((number for number, item in enumerate(slices, 1) if item.key in before), default=0)
        slices.insert(at, FrontMatterSlice(key, front_line(by_key[key]) + newline))
    return slices


def _comments(text: str) -> tuple[str, str]:
    """(comment behind the value, with the space before it; whole comment lines between its items)."""
    lines = re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z", text)
    whole = "".join(line for line in lines[1:] if line.lstrip().startswith("#"))
    behind = lines[0].rstrip("\r\n")[value_end(text) :]
    return (behind.rstrip() if behind.lstrip().startswith("#") else ""), whole


def _footnotes_part(existing: PageFile, text: str, newline: str) -> PagePart:
    """The block in the place of the one that stood there, with its line endings and the blank lines behind it."""
    for part in existing.parts:
        if part.slug == FOOTNOTES:
            return replaced(part, text, newline)
    return PagePart(FOOTNOTES, text.replace("\n", newline) + newline * 2)


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
