"""What check finds → what the program can mend: a compile, and what pages lost of their front matter. The rest is
told."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from wikigraph.app.check import check, check_pages
from wikigraph.app.compile import compile_vault, foresight
from wikigraph.app.wikistate import file_names, read_pages
from wikigraph.events import Listener, ignore
from wikigraph.model.diagnostic import Diagnostic
from wikigraph.model.page import PageFile, PageWrite, RenderedPage
from wikigraph.pages.frontrepair import repaired
from wikigraph.pages.lostid import lost_page
from wikigraph.pages.pagefile import is_damaged, page_text, read_page
from wikigraph.store import wikidir
from wikigraph.store.lock import hold_lock
from wikigraph.store.vault import Vault

_Key = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Mended:
    """Problems that are gone, problems that are left, and the pages that were written or removed for it; whether the
    compile left nothing undone."""

    fixed: tuple[Diagnostic, ...]
    left: tuple[Diagnostic, ...]
    changed: tuple[str, ...]
    is_complete: bool


def mend(
    vault: Vault, *, wait_seconds: float = 0.0, embedder: str | None = None, on_event: Listener = ignore
) -> Mended:
    """Mends what can be mended without a person. Raises whatever `compile_vault` and `check` raise."""
    before = check(vault)
    repairs = _foreseen(vault, _pages(vault), {}, on_event)[1]
    with hold_lock(vault.state / "lock", wait_seconds=wait_seconds):
        for page, text in repairs.values():
            wikidir.write(vault.root, page.path, text.encode("utf-8"), page_text(page).encode("utf-8"))
    report = compile_vault(vault, wait_seconds=wait_seconds, embedder=embedder, on_event=on_event)
    changed = {*repairs, *report.pages_written, *report.pages_removed}
    after = _with_told(check(vault), report.diagnostics, report.pages_left_alone)
    return _compared(before, after, changed, is_complete=report.is_complete)


def foresee_mending(vault: Vault, *, on_event: Listener = ignore) -> Mended:
    """What `mend` would do; nothing is written."""
    before = check(vault)
    pages = _pages(vault)
    plan, mended = _foreseen(vault, pages, {}, on_event)
    repairs = {path: text for path, (_, text) in mended.items()}
    if repairs:
        plan, _ = _foreseen(vault, pages, repairs, ignore)
    after = {**pages, **{path: read_page(text, path) for path, text in repairs.items()}}
    changed = set(repairs)
    for write in plan:
        if write.kind in ("create", "update"):
            after[write.path] = read_page(write.text, write.path)
            changed.add(write.path)
        elif write.kind == "remove":
            after.pop(write.path, None)
            changed.add(write.path)
    gone = pages.keys() - after.keys()
    names = {*file_names(vault.root, "wiki"), *after} - gone
    problems = read_pages(vault, wikidir.scan(vault.root))[1]
    told = [problem for write in plan for problem in write.diagnostics]
    left_alone = [write.path for write in plan if write.kind == "left-alone"]
    found = _with_told(check_pages(vault, after, problems, names), told, left_alone)
    return _compared(before, found, changed, is_complete=not left_alone)


def _pages(vault: Vault) -> dict[str, PageFile]:
    return read_pages(vault, wikidir.scan(vault.root))[0]


def _foreseen(
    vault: Vault, pages: Mapping[str, PageFile], supposed: Mapping[str, str], on_event: Listener
) -> tuple[tuple[PageWrite, ...], dict[str, tuple[PageFile, str]]]:
    """(what a compile would do, path → (page, its text with what it lost) of pages that it would leave alone because of
    that)."""
    borne = {page.id for page in pages.values() if lost_page(page) is None and not is_damaged(page)}
    with foresight(vault, on_event) as look:
        foreseen = look(supposed, None)
        lost = {
            write.id: pages[write.path] for write in foreseen.plan
            if write.kind == "left-alone" and write.path in pages and write.id not in borne
        }  # fmt: skip
        rendered = foreseen.build.results["rendered"]
        wanted = cast(Mapping[str, RenderedPage], rendered.some(lost.keys() & rendered.outputs.keys()))
        texts = {id_: repaired(lost[id_], page) for id_, page in wanted.items()}
    found = {lost[id_].path: (lost[id_], text) for id_, text in sorted(texts.items()) if text is not None}
    return foreseen.plan, {path: pair for path, pair in found.items() if pair[1] != page_text(pair[0])}


def _with_told(
    found: Sequence[Diagnostic], told: Iterable[Diagnostic], left_alone: Collection[str]
) -> tuple[Diagnostic, ...]:
    """The problems, and what only a compile knows: which page an empty file is."""
    known = {(problem.code, problem.path) for problem in found}
    more = {
        problem for problem in told
        if problem.code == "page-damaged" and problem.path in left_alone and (problem.code, problem.path) not in known
    }  # fmt: skip
    return tuple(sorted((*found, *more), key=lambda item: (item.path, item.line, item.code, item.message)))


def _compared(
    before: Sequence[Diagnostic], after: Sequence[Diagnostic], changed: Iterable[str], *, is_complete: bool
) -> Mended:
    left = {_key(problem) for problem in after}
    fixed = tuple(problem for problem in before if _key(problem) not in left)
    return Mended(fixed, tuple(after), tuple(sorted(changed)), is_complete)


def _key(problem: Diagnostic) -> _Key:
    """A problem is the same if only its line is another."""
    return problem.code, problem.path, problem.message
