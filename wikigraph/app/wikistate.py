"""wiki/ and the names in raw/ as they stand on the disk: what impact and check read, with or without an index."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from wikigraph.model.diagnostic import Diagnostic
from wikigraph.model.page import PageFile
from wikigraph.store.vault import Vault
from wikigraph.store.wikidir import WikiListing, read, scan
from wikigraph.text.links import Files
from wikigraph.text.pagefile import human_edits, read_page
from wikigraph.text.typedlinks import Edge, typed_edges


@dataclass(frozen=True, slots=True)
class WikiState:
    """Every page by path, every file that a link can lead to, every page's typed edges."""

    pages: dict[str, PageFile]
    files: Files
    edges_by_page: dict[str, tuple[Edge, ...]]

    @property
    def edges(self) -> Iterator[Edge]:
        """All typed edges, by page."""
        return (edge for edges in self.edges_by_page.values() for edge in edges)

    def edges_of(self, path: str) -> tuple[Edge, ...]:
        """The typed edges that a page states."""
        return self.edges_by_page.get(path, ())


def read_wiki(vault: Vault) -> WikiState:
    """Reads all pages of wiki/; of raw/ only the names."""
    pages, _ = read_pages(vault, scan(vault.root))
    files = Files((*file_names(vault.root, "raw"), *file_names(vault.root, "wiki")))
    edges = {path: tuple(edge for edge, _ in typed_edges(pages[path], files)) for path in sorted(pages)}
    return WikiState(pages, files, edges)


def read_pages(vault: Vault, listing: WikiListing) -> tuple[dict[str, PageFile], tuple[Diagnostic, ...]]:
    """Every page that can be read, by path, and why the others cannot."""
    pages: dict[str, PageFile] = {}
    problems = list(listing.diagnostics)
    for entry in listing.pages:
        text, problem = read(vault.root, entry.path)
        if problem is None:
            pages[entry.path] = read_page(text, entry.path)
        else:
            problems.append(problem)
    return pages, tuple(problems)


def file_names(root: Path, folder: str) -> Iterator[str]:
    """Paths of all files under a folder of the vault, hidden ones and those behind links left out, sorted by folder."""
    for here, folders, names in os.walk(root / folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        place = Path(here).relative_to(root).as_posix()
        for name in sorted(names):
            path = f"{place}/{name}"
            if not name.startswith(".") and _is_text(path):
                yield path


def _is_text(path: str) -> bool:
    """Whether the name of a file is valid in the file system's encoding."""
    return path.isascii() or not any("\ud800" <= char <= "\udfff" for char in path)


def is_human(page: PageFile) -> bool:
    """Whether a person made the page or changed what was generated on it."""
    return not page.id or bool(human_edits(page))
