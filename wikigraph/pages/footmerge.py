"""Footnote definitions as they stand + as they are generated → the block that is to stand on the page.

A definition stays as long as anything on the page cites it. One that only a person's text cites gets the lines on which
its claim stands now, or a mark where no source says it any more; the mark goes when the claim is back. A definition
that a person wrote or changed stays as it is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from wikigraph.model.page import EditKind, PageEdit, PageFile, PagePart
from wikigraph.pages.footnotes import Standing, cited_in, definition_id, is_generated, is_marked, renewed
from wikigraph.pages.pagefile import line_of_part
from wikigraph.pages.pagehash import FOOTNOTES, section_hash, with_lf
from wikigraph.pages.renaming import Renaming


class Merged(NamedTuple):
    """The block without blank lines at its ends, "" for none; what is recorded of it; what a person has to do with."""

    text: str
    record: str
    edits: tuple[PageEdit, ...]


def merge_footnotes(
    page: PageFile,
    body: Sequence[PagePart],
    wanted: str,
    kept: Mapping[str, object],
    standing: Standing,
    renaming: Renaming,
) -> Merged:
    """`body` are the page's other parts as they will stand, `wanted` is the generated block, `kept` are the ids of
    unsupported footnotes that a person has looked at."""
    cited, elsewhere = cited_in(part.text for part in body)
    block = next((with_lf(part.text) for part in page.parts if part.slug == FOOTNOTES), "")
    recorded = dict(page.generated).get(FOOTNOTES, "")
    new = {id_: line for line in wanted.split("\n") if (id_ := definition_id(line)) in cited - elsewhere}
    lines = _lines(block, new, is_ours=section_hash(block) == recorded)
    lines = list(_renamed(lines, cited, renaming))
    human = {line.id for line in lines if line.is_human}
    known = dict(new)
    for line in lines:
        if line.id not in new and line.id not in human and line.id in cited - elsewhere:
            known[line.id] = renewed(line.text, page.path, standing)
    ours = [id_ for id_ in known if id_ not in human]
    texts = [known[id_] for id_ in ours]
    if human:
        texts = [line.text if line.is_human else known.get(line.id, "") for line in lines]
        standing_there = {line.id for line in lines}
        texts = [text for text in texts if text] + [known[id_] for id_ in ours if id_ not in standing_there]
    edits = [_edit("edited", page, FOOTNOTES, line.text, new.get(line.id, ""), is_open=False)
             for line in lines if line.is_human]  # fmt: skip
    edits += [_edit("footnote-unsupported", page, id_, known[id_], "", is_open=id_ not in kept)
              for id_ in ours if is_marked(known[id_])]  # fmt: skip
    text = "\n".join(texts)
    record = section_hash("\n".join(known[id_] for id_ in ours))
    if human and recorded and recorded != section_hash(text):
        record = recorded  # it only has to say that the block is not as generated
    return Merged(text, record if text else "", tuple(edits))


class _Line(NamedTuple):
    """A line of the block."""

    id: str  # "" where it defines nothing
    text: str
    is_human: bool


def _lines(block: str, new: Mapping[str, str], *, is_ours: bool) -> list[_Line]:
    lines: list[_Line] = []
    seen: set[str] = set()
    for text in block.split("\n"):
        id_ = definition_id(text)
        if text.strip():
            is_human = not is_ours and (id_ in seen or not id_ or not is_generated(text, new.get(id_, "")))
            lines.append(_Line(id_, text, is_human))
            seen.add(id_)
    return lines


def _renamed(lines: Sequence[_Line], cited: Collection[str], renaming: Renaming) -> Iterator[_Line]:
    """A definition that a person changed follows the names of files; under its former id it stays too if that is still
    cited."""
    for line in lines:
        id_ = renaming.ids.get(line.id, line.id)
        if not line.is_human or id_ == line.id or id_ in {other.id for other in lines if other.is_human}:
            yield line
            continue
        text = renaming.text(line.text)
        if id_ in cited:
            yield _Line(id_, text, is_human=True)
        if line.id in cited:
            yield _Line(line.id, text.replace(f"[^{id_}]", f"[^{line.id}]", 1), is_human=True)


def _edit(kind: EditKind, page: PageFile, part: str, stands: str, new: str, *, is_open: bool) -> PageEdit:
    return PageEdit(kind, part, line_of_part(page, FOOTNOTES), stands, new, (), is_open)
