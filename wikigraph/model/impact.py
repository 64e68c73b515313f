"""What a change reaches."""

from __future__ import annotations

from typing import Literal

from wikigraph.model.base import Value

NAMES = "names"  # the relation of a hit that no typed link explains: what counts as a name, or as one entity, changes
EVERYTHING = "raw/"  # where such a hit leads: to the sources as a whole

Basis = Literal["whole", "lines", "text"]  # of a closure: whole files; lines of them; what a text says otherwise
Change = Literal["", "statements", "goes", "unsupported", "rests", "gone", "new"]


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
    line: int  # of the claim's footnote on the page, 0 for a page and for a claim that is not there yet
    via: tuple[Via, ...]  # from it to a root
    other_support: int  # sources that support it and are not reached by the change
    is_human: bool  # a person wrote or edited the page
    # with the basis "text" — a page: its statements change, it goes, it stays unsupported, or it rests on what
    # changes; a claim: gone, new
    change: Change = ""


class SourceChange(Value, frozen=True):
    """What became of one source, by its sentences: one that only moved is no change."""

    path: str
    kind: Literal["added", "edited", "deleted", "renamed"]
    gone: tuple[tuple[int, int], ...]  # (first line, last line) before, of the sentences that are gone
    new: tuple[tuple[int, int], ...]  # (first line, last line) now, of the sentences that are new
    n_moved: int  # sentences whose lines are others now
    former: str = ""  # of a renamed one: the path that it had


class PageChange(Value, frozen=True):
    """A page that changes otherwise than in what it states."""

    page: str  # path
    kind: str
    what: tuple[str, ...]  # of "names", "community", "outline", "links", "footnotes", "index"


class Structural(Value, frozen=True):
    """What follows from communities, names and the worth of pages, not from statements."""

    created: tuple[str, ...] = ()  # paths of pages that come
    removed: tuple[str, ...] = ()  # and go
    unsupported: tuple[str, ...] = ()  # of pages whose subject goes and that stay because a person wrote on them
    moved: tuple[tuple[str, str], ...] = ()  # (from, to) of pages that go where their sources went
    changed: tuple[PageChange, ...] = ()
    n_only_lines: int = 0  # pages of which only line numbers change


class Superseded(Value, frozen=True):
    """Pages that only an outdated source supports."""

    source: str  # the outdated one
    by: tuple[str, ...]  # pages and sources that say they supersede it
    pages: tuple[str, ...]


class Impact(Value, frozen=True):
    """The closure of some roots, by (page, claim)."""

    roots: tuple[str, ...]
    relations: tuple[str, ...]
    affected: tuple[Affected, ...]
    cycles: tuple[tuple[str, ...], ...]  # of `requires`, anywhere in the wiki
    basis: Basis = "whole"
    changes: tuple[SourceChange, ...] = ()  # with the basis "text"
    structural: Structural = Structural()
    superseded: tuple[Superseded, ...] = ()  # of which a root is the outdated or the newer source
    notes: tuple[str, ...] = ()  # what the reader should know
