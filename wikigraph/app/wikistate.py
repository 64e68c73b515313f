"""wiki/ and the names in raw/ as they stand on the disk: what impact and check read, with or without an index."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from wikigraph.model.page import PageFile
from wikigraph.store.vault import Vault
from wikigraph.store.wikidir import read_pages
from wikigraph.text.links import Files
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
    pages = {page.path: page for page in read_pages(vault.root)}
    files = Files((*file_names(vault.root, "raw"), *file_names(vault.root, "wiki")))
    edges = {path: tuple(edge for edge, _ in typed_edges(pages[path], files)) for path in sorted(pages)}
    return WikiState(pages, files, edges)


def file_names(root: Path, folder: str) -> Iterator[str]:
    """Paths of all files under a folder of the vault, hidden ones and those behind links left out, sorted by folder."""
    for here, folders, names in os.walk(root / folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        place = Path(here).relative_to(root).as_posix()
        for name in sorted(names):
            path = f"{place}/{name}"
            if not name.startswith(".") and path.isprintable():
                yield path
