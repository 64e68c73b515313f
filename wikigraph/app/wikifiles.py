"""wiki/ before and after a compile."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from wikigraph.engine.results import Result
from wikigraph.model.diagnostic import Diagnostic
from wikigraph.model.page import PageFile, PageWrite, RenderedPage
from wikigraph.model.record import FileState, Names, PageRow
from wikigraph.model.review import Review
from wikigraph.pages import wikilog
from wikigraph.pages.blank import as_being_saved, is_blank
from wikigraph.pages.lostid import as_lost, is_that_page
from wikigraph.pages.pagefile import UNRECORDED, page_text, read_page
from wikigraph.pages.pagehash import REVIEW_ID, REVIEW_PATH
from wikigraph.pages.reviewpage import review_page
from wikigraph.pages.wikiplan import Decided, plan_wiki
from wikigraph.store.filetimes import is_settled
from wikigraph.store.vault import Vault
from wikigraph.store.wikidir import (
    Change,
    WikiEntry,
    WikiListing,
    WikiWriteError,
    move_all,
    read,
    remove,
    scan,
    write,
    write_all,
)

_N_LOOKS, _LOOK_SECONDS = 6, 0.05


@dataclass(frozen=True, slots=True)
class WikiBefore:
    """wiki/ as the last compile left it."""

    states: Mapping[str, FileState] = field(default_factory=dict)  # of its pages, by path
    taken_ns: int = 0  # when the states were taken
    rows: Callable[[], Mapping[str, PageRow]] = dict  # what is known of them, by path
    names: Names | None = None  # None: nothing is taken for granted


class WikiFiles:
    """The files of wiki/ as listed. A page that is as the last compile left it is not read unless somebody asks."""

    def __init__(self, vault: Vault, listing: WikiListing, before: WikiBefore, listed_ns: int) -> None:
        self._vault = vault
        self.before = before
        self._pages: dict[str, PageFile | Diagnostic] = {}
        self.listing = listing
        self.listed_ns = listed_ns

    @cached_property
    def entries(self) -> dict[str, WikiEntry]:
        """The listed pages by path."""
        return {entry.path: entry for entry in self.listing.pages}

    @cached_property
    def _as_before(self) -> frozenset[str]:
        known = self.before.states
        return frozenset(path for path, entry in self.entries.items() if path in known and self._is_same(entry))

    @property
    def is_as_before(self) -> bool:
        """Whether the pages are those that the last compile left and no others, going by size and time, and by content
        where the time is too fresh to tell."""
        return self.before.states.keys() == self._as_before == self.entries.keys()

    @cached_property
    def vouched(self) -> dict[str, PageRow]:
        """Pages that are as they were and that need not be read to know what they are, by path."""
        if self.before.names is None:
            return {}
        rows, watched = self.before.rows(), frozenset(self.before.names.watched)
        return {path: rows[path] for path in sorted(self._as_before) if path in rows and path not in watched}

    @cached_property
    def changed(self) -> dict[str, PageFile]:
        """All other pages that can be read, by path."""
        pages = {path: self.page(path) for path in self.entries if path not in self.vouched}
        return {path: page for path, page in pages.items() if page is not None}

    @property
    def facts(self) -> list[PageFile | PageRow]:
        """What is known of every page that can be read, by path."""
        return [*self.vouched.values(), *self.changed.values()]

    def is_untouched(self, path: str) -> bool:
        """Whether a page stands as the last compile left it."""
        return path in self._as_before

    @property
    def problems(self) -> tuple[Diagnostic, ...]:
        """Why the others cannot be read."""
        held = (self._pages[path] for path in sorted(self.unreadable))
        return (*self.listing.diagnostics, *(problem for problem in held if isinstance(problem, Diagnostic)))

    @property
    def unreadable(self) -> frozenset[str]:
        """Files that stand there and cannot be read: nobody knows whose text is in them."""
        return frozenset(path for path in self.entries if path not in self.vouched and path not in self.changed)

    @property
    def hashes(self) -> dict[str, str]:
        """Of every page that can be read, by path."""
        read_now = {path: sha256(page_text(page)) for path, page in self.changed.items()}
        return {**{path: self.before.states[path].sha256 for path in self.vouched}, **read_now}

    def page(self, path: str) -> PageFile | None:
        """A listed page, read when first asked for; None where it cannot be read."""
        if path not in self._pages:
            text, problem = self._read_settled(path)
            self._pages[path] = problem or self._as_known(read_page(text, path))
        page = self._pages[path]
        return page if isinstance(page, PageFile) else None

    def _read_settled(self, path: str) -> tuple[str, Diagnostic | None]:
        """A page that held something and is empty now is most likely being saved: it is waited for a moment."""
        text, problem = read(self._vault.root, path)
        for _ in range(_N_LOOKS if path in self.before.states else 0):
            if text or problem is not None:
                break
            time.sleep(_LOOK_SECONDS)
            text, problem = read(self._vault.root, path)
        return text, problem

    @cached_property
    def _rows_before(self) -> Mapping[str, PageRow]:
        return self.before.rows()

    def _as_known(self, page: PageFile) -> PageFile:
        """A file that is blank, or has nothing left of its front matter, is the compiled page that the last compile
        left there."""
        row = None if page.id or page.generated else self._rows_before.get(page.path)
        if row is None or not row.id or row.id in UNRECORDED:
            return page
        if is_blank(page):
            return as_being_saved(page, row.id, row.kind, row.title)
        return as_lost(page, row.id, row.kind, row.title) if is_that_page(page, row.id, row.title) else page

    @property
    def _taken_for(self) -> dict[str, PageRow]:
        """Files that are known only by what stood there."""
        rows = {path: self._rows_before.get(path) for path, page in self.changed.items() if not page.generated}
        return {path: row for path, row in rows.items() if row is not None and row.id == self.changed[path].id}

    def suppose(self, path: str, text: str) -> None:
        """From now on the page is taken to hold this text; to be said before anybody looks."""
        self._pages[path] = read_page(text, path)

    def state(self, path: str) -> FileState:
        """Of a page that is as before: the content that was known, the size and time of now."""
        entry = self.entries[path]
        digits = self.before.states[path].sha256
        return FileState(path, entry.size, entry.mtime_ns, digits, entry.ctime_ns, entry.inode)

    def read_once(self, path: str) -> PageFile | None:
        """A listed page, read now and not kept."""
        text, problem = read(self._vault.root, path)
        return self._as_known(read_page(text, path)) if problem is None else None

    def look_again(self) -> WikiFiles:
        """wiki/ as it stands now: pages that are vouched for and stand as they were listed still are."""
        before = self.before
        states = {path: self.state(path) for path in self.vouched}
        rows = {**self.vouched, **self._taken_for}
        left = WikiBefore(states, before.taken_ns, lambda: rows, _unwatched(before.names))
        return read_wiki_files(self._vault, left)

    def _is_same(self, entry: WikiEntry) -> bool:
        """By size and time; by content where they are others (a vault that was copied) or too fresh to tell."""
        state = self.before.states[entry.path]
        if entry.looks == state.looks and is_settled(entry.mtime_ns, self.before.taken_ns):
            return True
        if entry.size != state.size:
            return False
        text, problem = read(self._vault.root, entry.path)
        return problem is None and sha256(text) == state.sha256


def read_wiki_files(vault: Vault, before: WikiBefore) -> WikiFiles:
    """wiki/ as it stands."""
    listed_ns = time.time_ns()  # before the first file is looked at
    return WikiFiles(vault, scan(vault.root), before, listed_ns)


def _unwatched(names: Names | None) -> Names | None:
    return None if names is None else Names(names.version, names.others, names.loose)


def plan_pages(
    rendered: Result,
    changed: Collection[str],
    wiki: WikiFiles,
    decided: Decided,
    answers: Sequence[RenderedPage] = (),
) -> tuple[PageWrite, ...]:
    """What to do with each page but the review: see plan_wiki. `changed` are the ids of pages whose rendering is not
    the last one, `answers` the pages of saved answers as they are to stand.

    A page whose file and rendering are those of the last compile needs no look: that compile left it as it should be.
    Pages that people edited are looked at all the same, to tell what stands on them.
    """
    copied = {page.id for page in wiki.changed.values()}
    touched = {*changed, *copied, *decided.verdicts}
    settled = {
        row.id: path
        for path, row in wiki.vouched.items()
        if row.id in rendered.outputs and row.id not in touched and not row.is_human
    }
    pages: Any = rendered.some(id_ for id_ in rendered.outputs if id_ not in settled)
    wanted = {page.path for page in pages.values()}
    held = [page for page in wiki.changed.values() if page.id != REVIEW_ID]
    for path, row in wiki.vouched.items():
        if (row.id and row.id not in settled and row.id != REVIEW_ID) or path in wanted:
            page = wiki.page(path)
            held += [page] if page is not None else []
    plan = plan_wiki((*pages.values(), *answers), held, wiki.unreadable, decided)
    unchanged = (PageWrite("unchanged", path, id_, "") for id_, path in settled.items())
    return tuple(sorted((*plan, *unchanged), key=lambda write: (write.path, write.id)))


def plan_review(review: Review, wiki: WikiFiles) -> tuple[PageWrite, ...]:
    """What to do with wiki/review.md: it is there if there is something to say."""
    at = [fact.path for fact in wiki.facts if fact.id == REVIEW_ID]
    rendered = review_page(review, at[0] if at else REVIEW_PATH)
    wanted = [*at, *([REVIEW_PATH] if rendered and REVIEW_PATH in wiki.entries else [])]
    held = [page for path in dict.fromkeys(wanted) if (page := wiki.page(path)) is not None]
    return plan_wiki((rendered,) if rendered else (), held, wiki.unreadable)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of the planned pages."""

    written: tuple[str, ...]
    removed: tuple[str, ...]
    problems: tuple[Diagnostic, ...]


def apply_writes(vault: Vault, plan: Sequence[PageWrite], before: WikiFiles) -> Outcome:
    """Writes and removes pages, each only if it still is what was read; one page that cannot be written never stops
    the others."""
    failures = move_all(vault.root, {write.origin: write.path for write in plan if write.origin})
    changes = [
        Change(write.path, write.text.encode("utf-8"), _expected(before, write.origin or write.path))
        for write in plan if write.kind in ("create", "update") and write.path not in failures
    ]  # fmt: skip
    failures.update(write_all(vault.root, changes))
    removed: list[str] = []
    for path in (planned.path for planned in plan if planned.kind == "remove"):
        expected = _expected(before, path)
        try:
            if expected is not None:
                remove(vault.root, path, expected)
                removed.append(path)
        except WikiWriteError as error:
            failures[path] = error
    problems = tuple(_undone(path, problem) for path, problem in sorted(failures.items()))
    written = tuple(change.path for change in changes if change.path not in failures)
    return Outcome(written, tuple(removed), problems)


def _undone(path: str, problem: WikiWriteError) -> Diagnostic:
    return Diagnostic(problem.code, "error", f"{problem.message}; {problem.hint}", path)


def _expected(before: WikiFiles, path: str) -> bytes | None:
    page = before.page(path) if path in before.entries else None
    return None if page is None else page_text(page).encode("utf-8")


def not_as_planned(plan: Sequence[PageWrite], before: WikiFiles, found: Mapping[str, str]) -> frozenset[str]:
    """Pages that are not what the plan left, because somebody saved something meanwhile; the log apart. `found` are the
    hashes of the pages as they stand now, by path."""
    expected = before.hashes
    for change in plan:
        if change.origin:
            expected.pop(change.origin, None)
    for change in plan:
        if change.kind in ("create", "update"):
            expected[change.path] = sha256(change.text)
        elif change.kind == "remove":
            expected.pop(change.path, None)
    return frozenset(path for path, _ in expected.items() ^ found.items() if path != wikilog.PATH)


def sha256(text: str) -> str:
    """Of the bytes of a text, hex."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def append_to_log(vault: Vault, line: str) -> None:
    """One more line in wiki/log.md. Raises WikiWriteError where the log cannot be read or written."""
    exists = (vault.root / wikilog.PATH).exists()
    text, problem = read(vault.root, wikilog.PATH) if exists else ("", None)
    if problem is not None:
        raise WikiWriteError(problem.code, problem.message, where=problem.path, hint="mend or remove the file")
    before = text.encode("utf-8") if exists else None
    write(vault.root, wikilog.PATH, wikilog.append_log(text, line).encode("utf-8"), before)

