"""wiki/ before and after a compile."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from wikigraph.app.inputs import Before, Sources
from wikigraph.app.wikistate import read_pages
from wikigraph.model.diagnostic import Diagnostic
from wikigraph.model.page import PageFile, PageWrite
from wikigraph.model.record import FileState
from wikigraph.store.filetimes import is_settled
from wikigraph.store.vault import Vault
from wikigraph.store.wikidir import WikiEntry, WikiListing, WikiWriteError, read, remove, scan, write
from wikigraph.text import wikilog
from wikigraph.text.links import Files
from wikigraph.text.pagefile import page_text


class WikiFiles:
    """The files of wiki/ as listed; their texts are read when somebody asks for a page."""

    def __init__(self, vault: Vault, listing: WikiListing, before: Before, listed_ns: int) -> None:
        self._vault = vault
        self.listing = listing
        self._before = before
        self.listed_ns = listed_ns

    @property
    def is_as_before(self) -> bool:
        """Whether every page is the one that the last compile left, going by size and time, and by content where the
        time is too fresh to tell."""
        known = {path: state for path, state in self._before.states.items() if path.startswith("wiki/")}
        if known.keys() != {entry.path for entry in self.listing.pages}:
            return False
        return all(self._is_same(entry, known[entry.path]) for entry in self.listing.pages)

    @cached_property
    def _read(self) -> tuple[dict[str, PageFile], tuple[Diagnostic, ...]]:
        return read_pages(self._vault, self.listing)

    @property
    def pages(self) -> dict[str, PageFile]:
        """Every page that can be read, by path."""
        return self._read[0]

    @property
    def problems(self) -> tuple[Diagnostic, ...]:
        """Why the others cannot."""
        return self._read[1]

    @property
    def unreadable(self) -> frozenset[str]:
        """Files that stand there and cannot be read: nobody knows whose text is in them."""
        return frozenset(entry.path for entry in self.listing.pages) - self.pages.keys()

    @property
    def states(self) -> tuple[FileState, ...]:
        """How each page was when it was read."""
        entries = {entry.path: entry for entry in self.listing.pages}
        return tuple(
            FileState(path, entry.size, entry.mtime_ns, _sha256(page), entry.ctime_ns, entry.inode)
            for path, page in self.pages.items()
            if (entry := entries[path])
        )

    def link_targets(self, sources: Sources) -> Files:
        """Everything that a link on a page can lead to."""
        return Files((*(s.path for s in sources.states), *sources.others, *self.pages, *self.listing.others))

    def _is_same(self, entry: WikiEntry, state: FileState) -> bool:
        if (entry.size, entry.mtime_ns, entry.ctime_ns, entry.inode) != state.looks:
            return False
        if is_settled(entry.mtime_ns, self._before.wiki_taken_ns):
            return True
        text, problem = read(self._vault.root, entry.path)
        return problem is None and hashlib.sha256(text.encode("utf-8")).hexdigest() == state.sha256


def read_wiki_files(vault: Vault, before: Before) -> WikiFiles:
    """wiki/ as it stands."""
    listed_ns = time.time_ns()  # before the first file is looked at
    return WikiFiles(vault, scan(vault.root), before, listed_ns)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of the planned pages."""

    written: tuple[str, ...]
    removed: tuple[str, ...]
    problems: tuple[Diagnostic, ...]


def apply_writes(vault: Vault, plan: Sequence[PageWrite], before: WikiFiles) -> Outcome:
    """Writes and removes pages, each only if it still is what was read; one page that cannot be written never stops
    the others."""
    written: list[str] = []
    removed: list[str] = []
    problems: list[Diagnostic] = []
    for change in plan:
        page = before.pages.get(change.path)
        expected = None if page is None else page_text(page).encode("utf-8")
        try:
            if change.kind in ("create", "update"):
                write(vault.root, change.path, change.text.encode("utf-8"), expected)
                written.append(change.path)
            elif change.kind == "remove" and expected is not None:
                remove(vault.root, change.path, expected)
                removed.append(change.path)
        except WikiWriteError as error:
            problems.append(Diagnostic(error.code, "error", f"{error.message}; {error.hint}", change.path))
    return Outcome(tuple(written), tuple(removed), tuple(problems))


def is_as_planned(plan: Sequence[PageWrite], before: WikiFiles, after: WikiFiles) -> bool:
    """Whether every page is what the plan left, and nobody saved anything meanwhile; the log apart."""
    expected = {path: page_text(page) for path, page in before.pages.items()}
    for change in plan:
        if change.kind in ("create", "update"):
            expected[change.path] = change.text
        elif change.kind == "remove":
            expected.pop(change.path, None)
    found = {path: page_text(page) for path, page in after.pages.items()}
    for texts in (expected, found):
        texts.pop(wikilog.PATH, None)
    return expected == found


def append_to_log(vault: Vault, line: str) -> None:
    """One more line in wiki/log.md. Raises WikiWriteError where the log cannot be read or written."""
    exists = (vault.root / wikilog.PATH).exists()
    text, problem = read(vault.root, wikilog.PATH) if exists else ("", None)
    if problem is not None:
        raise WikiWriteError(problem.code, problem.message, where=problem.path, hint="mend or remove the file")
    before = text.encode("utf-8") if exists else None
    write(vault.root, wikilog.PATH, wikilog.append_log(text, line).encode("utf-8"), before)


def _sha256(page: PageFile) -> str:
    return hashlib.sha256(page_text(page).encode("utf-8")).hexdigest()

