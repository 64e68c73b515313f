"""A page that lost its id, or whose front matter is gone → which page it is.

The list `generated` holds the hash of the id that a page was made with. A page without any front matter is known by its
place, if what only wikigraph writes stands in it. Either way nobody makes a second page of that id, and nothing is
written in this one until `check --fix` gives back what it lost.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from wikigraph.model.diagnostic import Diagnostic
from wikigraph.model.page import LostPage, PageFile
from wikigraph.pages.humantext import NOTES
from wikigraph.pages.pagefile import values_of
from wikigraph.pages.pagehash import FOOTNOTES, REVIEW_ID, item_hashes, with_lf

_OF_THE_VAULT = ("index", REVIEW_ID)  # pages without notes and footnotes, known by their titles


def lost_page(page: PageFile) -> LostPage | None:
    """What can be told of a page that may be another one than its id says; None for all others."""
    made_with = dict(page.front).get("id", ())
    if len(made_with) == 1 and made_with != item_hashes((page.id,)):
        return LostPage(page.path, made_with[0])
    return LostPage(page.path) if is_bare(page) else None


def is_bare(page: PageFile) -> bool:
    """Whether the file has nothing of a compiled page's front matter, but its footnotes or notes."""
    if page.id or page.generated or page.front or "id" in dict(values_of(page)):
        return False
    return any(part.slug == FOOTNOTES or with_lf(part.text) == NOTES or NOTES in with_lf(part.text)
               for part in page.parts)  # fmt: skip


def is_that_page(page: PageFile, id_: str, title: str) -> bool:
    """Whether a file that stands where the last compile left a page is that page without its front matter."""
    if id_ in _OF_THE_VAULT:
        return not page.id and not page.generated and not page.front and page.title == title
    return is_bare(page)


def found_again(lost: Mapping[str, LostPage], id_: str, path: str) -> bool:
    """Whether the lost page at a path is the one of an id that belongs there; `lost` is by path."""
    page = lost.get(path)
    return page is not None and page.made_with in ("", *item_hashes((id_,)))


def as_lost(page: PageFile, id_: str, kind: str = "", title: str = "") -> PageFile:
    """The file as the page of this id, damaged: nothing is written in it."""
    return replace(page, id=id_, kind=kind or page.kind, title=title or page.title,
                   diagnostics=(lost_problem(page.path, id_),))  # fmt: skip


def lost_problem(path: str, id_: str = "") -> Diagnostic:
    """What to tell of it."""
    message = (
        f"its front matter or its id is gone{f', it is the page {id_}' if id_ else ''}: it is left alone; "
        "`wikigraph check --fix` gives back what it lost"
    )
    return Diagnostic("page-damaged", "warning", message, path, 1)
