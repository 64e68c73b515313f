"""What waits for a person's decision."""

from __future__ import annotations

from typing import Literal

from wikigraph.model.base import Value

ReviewKind = Literal["section", "front-matter", "page", "footnote", "merge", "superseded"]


class ReviewItem(Value, frozen=True):
    """One thing to decide, or a correction that stands."""

    id: str  # "r-" + 8 hex digits, the same for as long as it is about the same
    kind: ReviewKind
    path: str  # of the page, "" for a merge
    title: str  # of the page; of a merge both names
    part: str  # slug of a section, "front.title", "page", a claim id; of a merge the other entity's id
    line: int  # on the page, 0 where there is none
    stands: str  # what stands there now
    generated: str  # what is generated for it now
    sources: tuple[str, ...]  # lines that the generated text rests on, as "raw/a.md:3-5"; sources that supersede
    reason: str  # why it is asked
    subject: str  # id of the page; of a merge the one entity's id


class Review(Value, frozen=True):
    """Everything to decide, and the corrections that people made, by kind, path and line."""

    items: tuple[ReviewItem, ...] = ()
    corrections: tuple[ReviewItem, ...] = ()
