"""wiki/ and the names in raw/ as they stand on the disk: what impact and check read, with or without an index."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from wikigraph.engine.impact import cycles
from wikigraph.model.diagnostic import Diagnostic
from wikigraph.model.page import PageFile
from wikigraph.pages.humantext import human_edits
from wikigraph.pages.pagefile import read_page
from wikigraph.pages.typedlinks import Edge, typed_edges
from wikigraph.store.vault import Vault
from wikigraph.store.wikidir import WikiListing, read, scan
from wikigraph.text.links import Files, resolve_wikilink


@dataclass(frozen=True)
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

    # --- what impact asks

    @cached_property
    def names(self) -> Collection[str]:
        """Every path that can be named: files, and what pages rest on, there or not."""
        return {*self.files.paths, *self.pages, *(end for edge in self.edges for end in (edge[0], edge[2]))}

    def knows(self, path: str) -> bool:
        """Whether a path is a file of the vault, or one that some page rests on."""
        return path in self.names

    def called(self, name: str) -> tuple[str, ...]:
        """The pages and sources that a name may mean: an id or title, else what a wikilink of that name would lead
        to."""
        named = tuple(sorted(page.path for page in self.pages.values() if name and name in (page.id, page.title)))
        if named or not name:
            return named
        found = resolve_wikilink(name, "", self.files)
        return (found.path,) if found.outcome == "found" else found.candidates

    def leading_to(self, paths: Sequence[str], relations: Collection[str]) -> Iterable[Edge]:
        """Edges of these relations that lead to any of these paths."""
        return (edge for path in paths for edge in self._by_target.get(path, ()) if edge[1] in relations)

    @cached_property
    def _by_target(self) -> dict[str, list[Edge]]:
        held: dict[str, list[Edge]] = {}
        for edge in self.edges:
            held.setdefault(edge[2], []).append(edge)
        return held

    def stating(self, relation: str) -> Iterable[Edge]:
        """Every edge of a relation."""
        return (edge for edge in self.edges if edge[1] == relation)

    def support(self, pages: Sequence[str]) -> dict[str, set[str]]:
        """The sources and pages that each page says it is supported by."""
        return {path: {edge[2] for edge in self.edges_of(path) if edge[1] == "supported_by"} for path in pages}

    def cycles(self) -> tuple[tuple[str, ...], ...]:
        """Rings of `requires`."""
        return cycles(self.edges)

    def facts(self, paths: Sequence[str]) -> dict[str, tuple[str, bool]]:
        """Path → (kind, whether a person made or edited it) of those that are pages."""
        pages = (self.pages[path] for path in paths if path in self.pages)
        return {page.path: (page.kind, is_human(page)) for page in pages}

    def page(self, path: str) -> PageFile | None:
        """A page that can be read."""
        return self.pages.get(path)

    def is_as_compiled(self, path: str) -> bool:
        """Whether a source is what the last compile read: without an index nothing speaks against it."""
        return True

    def quoting(self, paths: Sequence[str], roots: Sequence[str]) -> Iterable[PageFile]:
        """Those of the pages that may hold footnotes which quote a root."""
        return (self.pages[path] for path in paths if path in self.pages)


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
