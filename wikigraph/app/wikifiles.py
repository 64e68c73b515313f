"""wiki/ before and after a compile."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from functools import cached_property

from wikigraph.app.inputs import Before
from wikigraph.app.wikistate import read_pages
from wikigraph.model.diagnostic import Diagnostic
from wikigraph.model.page import PageFile, PageWrite
from wikigraph.model.record import FileState
from wikigraph.store.filetimes import is_settled
from wikigraph.store.vault import Vault
from wikigraph.store.wikidir import WikiEntry, WikiListing, WikiWriteError, read, remove, scan, write, write_all
from wikigraph.text import wikilog
from wikigraph.text.pagefile import page_text


class WikiFiles:
    """The files of wiki/ as listed; their texts are read when somebody asks for a page."""

    def __init__(self, vault: Vault, listing: WikiListing, before: Before, listed_ns: int) -> None:
        self._vault = vault
        self._listing = listing
        self._before = before
        self.listed_ns = listed_ns

    @property
    def is_as_before(self) -> bool:
        """Whether every page is the one that the last compile left, going by size and time, and by content where the
        time is too fresh to tell."""
        known = {path: state for path, state in self._before.states.items() if path.startswith("wiki/")}
        if known.keys() != {entry.path for entry in self._listing.pages}:
            return False
        return all(self._is_same(entry, known[entry.path]) for entry in self._listing.pages)

    @cached_property
    def _read(self) -> tuple[dict[str, PageFile], tuple[Diagnostic, ...]]:
        return read_pages(self._vault, self._listing)

    @property
    def pages(self) -> dict[str, PageFile]:
        """Every page that can be read, by path."""
        return self._read[0]

    @property
    def problems(self) -> tuple[Diagnostic, ...]:
        """Why the others cannot."""
        return self._read[1]

    @property
    def states(self) -> tuple[FileState, ...]:
        """How each page was when it was read."""
        entries = {entry.path: entry for entry in self._listing.pages}
        return tuple(
            FileState(path, entries[path].size, entries[path].mtime_ns, _sha256(page))
            for path, page in self.pages.items()
        )

    def _is_same(self, entry: WikiEntry, state: FileState) -> bool:
        if (entry.size, entry.mtime_ns) != (state.size, state.mtime_ns):
            return False
        if is_settled(entry.mtime_ns, self._before.wiki_taken_ns):
            return True
        text, problem = read(self._vault.root, entry.path)
        return problem is None and hashlib.sha256(text.encode("utf-8")).hexdigest() == state.sha256


def read_wiki_files(vault: Vault, before: Before) -> WikiFiles:
    """wiki/ as it stands."""
    listed_ns = time.time_ns()  # before the first file is looked at
    return WikiFiles(vault, scan(vault.root), before, listed_ns)


def apply_writes(vault: Vault, plan: Sequence[PageWrite]) -> tuple[tuple[str, ...], tuple[Diagnostic, ...]]:
    """Writes and removes pages. Gives the paths that were written and what could not be written; one page that cannot
    be written never stops the others."""
    texts = {change.path: change.text.encode("utf-8") for change in plan if change.kind in ("create", "update")}
    failures = write_all(vault.root, texts)
    for change in plan:
        if change.kind == "remove":
            try:
                remove(vault.root, change.path)
            except WikiWriteError as error:
                failures[change.path] = error
    problems = tuple(
        Diagnostic(error.code, "error", f"{error.message}; {error.hint}", path)
        for path, error in sorted(failures.items())
    )
    return tuple(path for path in texts if path not in failures), problems


def append_to_log(vault: Vault, line: str) -> None:
    """One more line in wiki/log.md. Raises WikiWriteError where the log cannot be read or written."""
    exists = (vault.root / wikilog.PATH).exists()
    text, problem = read(vault.root, wikilog.PATH) if exists else ("", None)
    if problem is not None:
        raise WikiWriteError(problem.code, problem.message, where=problem.path, hint="mend or remove the file")
    write(vault.root, wikilog.PATH, wikilog.append_log(text, line).encode("utf-8"))


def _sha256(page: PageFile) -> str:
    return hashlib.sha256(page_text(page).encode("utf-8")).hexdigest()

