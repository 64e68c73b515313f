"""A file of wiki/ that holds nothing where a compiled page stood → that page, being saved.

Editors and syncing tools empty a file before they fill it. An empty file is nobody's text: it keeps the id of the page
that stood there, so that no second page is made and links stay; and it is damaged, so that nothing is written there.
"""

from __future__ import annotations

from msgspec.structs import replace

from wikigraph.model.diagnostic import Diagnostic
from wikigraph.model.page import PageFile
from wikigraph.pages.pagefile import page_text


def is_blank(page: PageFile) -> bool:
    """Whether the file is empty, or holds white space only."""
    return not page_text(page).strip("\ufeff \t\r\n\f\v\u3000")


def as_being_saved(page: PageFile, id_: str, kind: str, title: str) -> PageFile:
    """The blank file as the compiled page that stood there."""
    return replace(page, id=id_, kind=kind, title=title, diagnostics=(blank_problem(page.path, id_),))


def blank_problem(path: str, id_: str) -> Diagnostic:
    """What to tell of it."""
    message = (
        f"it is empty where the page {id_} belongs: taken for that page, being saved, and left alone; compile when its "
        "text is back, or delete the file and `wikigraph restore` it"
    )
    return Diagnostic("page-damaged", "warning", message, path, 1)
