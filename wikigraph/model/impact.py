"""What a change reaches."""

from __future__ import annotations

from wikigraph.model.base import Value


class Via(Value, frozen=True):
    """One typed edge: `origin` depends on `target`."""

    origin: str  # path of a page; with "#c-…" for a claim on it
    relation: str
    target: str  # path of a page or source


class Affected(Value, frozen=True):
    """A page, or a claim on a page, that must be looked at again. It is a list to review, never a retraction."""

    page: str  # path
    kind: str  # of the page: "source", "entity", …, "page" for one of a person; "claim" for a claim
    claim: str  # id of the claim, "" for a page
    statement: str  # the quote that supports the claim, "" for a page
    line: int  # of the claim's footnote on the page, 0 for a page
    via: tuple[Via, ...]  # from it to a root
    other_support: int  # sources that support it and are not reached by the change
    is_human: bool  # a person wrote or edited the page


class Impact(Value, frozen=True):
    """The closure of some roots, by (page, claim)."""

    roots: tuple[str, ...]
    relations: tuple[str, ...]
    affected: tuple[Affected, ...]
    cycles: tuple[tuple[str, ...], ...]  # of `requires`, anywhere in the wiki
