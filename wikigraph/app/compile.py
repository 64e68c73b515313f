"""raw/ + schema/ → wiki/ and the index.

Order of writes: pages first (each whole or not at all), then the index. A run that is killed in between leaves pages
that the next compile finds to be right already.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, cast

import msgspec

from wikigraph.app.answerpages import kept_answers, neighbours_in
from wikigraph.app.crew import ProcessCrew
from wikigraph.app.deleted import Deleted, find_deleted, load_deleted, pages_away, store_deleted
from wikigraph.app.embed import Embedding, begin_embedding, carry_over, finish_embedding, wanted_embedder
from wikigraph.app.inputs import Before, Sources, gather_sources, once
from wikigraph.app.kept import store_report, stored_names, stored_report
from wikigraph.app.knownwiki import known_wiki
from wikigraph.app.publish import Wiki, wiki_rows, write_index
from wikigraph.app.report import foreseen, nothing_done, report_of
from wikigraph.app.review import review_of
from wikigraph.app.rules import memo_format, rules_digest
from wikigraph.app.schema import load_ontology, load_settings
from wikigraph.app.standing import standing_in
from wikigraph.app.touched import touched_by
from wikigraph.app.wikifiles import (
    Outcome,
    WikiBefore,
    WikiFiles,
    append_to_log,
    apply_writes,
    not_as_planned,
    plan_pages,
    plan_review,
    read_wiki_files,
)
from wikigraph.app.wikistate import file_names
from wikigraph.config import Settings
from wikigraph.engine.execute import Build, execute
from wikigraph.engine.memo import Memo, MemoryMemo
from wikigraph.engine.results import Result
from wikigraph.engine.settle import BuildMemo, continued
from wikigraph.errors import IndexUnusableError
from wikigraph.events import Listener, StepFinished, ignore
from wikigraph.model.compilation import CompileReport
from wikigraph.model.diagnostic import Diagnostic
from wikigraph.model.ontology import Ontology
from wikigraph.model.page import PageWrite, SiteMap, Verdicts
from wikigraph.model.record import PageRow
from wikigraph.model.review import Review
from wikigraph.pages.renaming import Renaming
from wikigraph.pages.wikilog import compile_line
from wikigraph.pages.wikiplan import Decided
from wikigraph.pipeline import pipeline
from wikigraph.store.index import Index, open_for_compile, open_index
from wikigraph.store.index_writer import begin_index
from wikigraph.store.lock import hold_lock
from wikigraph.store.memo import IndexMemo
from wikigraph.store.vault import Vault
from wikigraph.store.vaultlook import Looks
from wikigraph.store.wikidir import WikiWriteError, clean_up
from wikigraph.text.links import Files


@dataclass(frozen=True, slots=True)
class Asked:
    """What a person decided that this compile is to carry out."""

    verdicts: Mapping[str, Verdicts] = field(default_factory=dict)  # by page id
    restored: Collection[str] = ()  # ids of deleted pages that are wanted back

    def __bool__(self) -> bool:
        return bool(self.verdicts or self.restored)


@dataclass(frozen=True, slots=True)
class _Run:
    """One compile under way."""

    vault: Vault
    settings: Settings
    ontology: Ontology
    index: Index | None  # the generation that it builds on
    started_ns: int
    on_event: Listener
    deleted: Mapping[str, str]  # pages that are on record as deleted by a person: id → path
    asked: Asked = field(default_factory=Asked)
    settled: Mapping[str, Looks] | None = None  # see gather_sources

    @property
    def memo(self) -> Memo:
        return MemoryMemo() if self.index is None else IndexMemo(self.index)

    @property
    def last_report(self) -> CompileReport | None:
        """Of the compile that left the index."""
        return stored_report(self.index.meta("last_report")) if self.index else None

    @property
    def rules(self) -> str:
        """Digest of everything but the files that a compile depends on: schema/ and the stages' versions."""
        return rules_digest(self.settings, self.ontology, self.deleted)


def compile_vault(
    vault: Vault,
    *,
    wait_seconds: float = 0.0,
    embedder: str | None = None,
    on_event: Listener = ignore,
    settled: Mapping[str, Looks] | None = None,
    asked: Asked | None = None,
) -> CompileReport:
    """Brings wiki/ and the index up to date; `embedder` stands in for the one of the environment and the settings.
    Where there is an index to keep the rest from, only sources that look as in `settled` are taken as they stand.

    Raises NoVaultError, SettingsError, LockedError (after `wait_seconds`), IndexUnusableError (pages are
    written then, the index is not), ChangedMeanwhileError, WikiWriteError; UsageError and ModelUnreachableError where
    the embedder cannot be used (nothing is written then).
    """
    settings, ontology = load_settings(vault), load_ontology(vault)
    started_ns = time.time_ns()
    with hold_lock(vault.state / "lock", wait_seconds=wait_seconds), no_garbage_collection():
        index, told = open_for_compile(vault.state / "index", memo_format(settings))
        with index or nullcontext():
            clean_up(vault.root)
            name = embedder or wanted_embedder(settings.embed.embedder)
            embedding = begin_embedding(name, vault.root, index, on_event)
            deleted = load_deleted(vault)
            at_rest = settled if index else None
            run = _Run(vault, settings, ontology, index, started_ns, on_event, deleted, asked or Asked(), at_rest)
            report = _compile(run, embedding, told)
        finish_embedding(vault.state / "index", embedding, memo_format(settings))
    return msgspec.structs.replace(
        report, diagnostics=(*report.diagnostics, *embedding.diagnostics), embedder=embedding.key,
        vectors=embedding.n_held, vectors_new=embedding.n_new,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What a compile would do: its report, what it would do with each page, and what waits for a decision."""

    report: CompileReport
    plan: tuple[PageWrite, ...]
    review: Review
    build: Build


def check_compiled(vault: Vault, *, on_event: Listener = ignore) -> CompileReport:
    """What a compile would do; nothing is written, no lock is taken. `is_stale` says whether it would do anything."""
    return foresee(vault, on_event=on_event).report


def foresee(
    vault: Vault, *, supposed: Mapping[str, str] | None = None, on_event: Listener = ignore
) -> Foreseen:
    """What a compile would do, page by page; nothing is written, no lock is taken. `supposed` are texts that changed
    pages are taken to hold, by path."""
    with foresight(vault, on_event) as look:
        return look(supposed, None)


@contextmanager
def foresight(
    vault: Vault, on_event: Listener = ignore
) -> Iterator[Callable[[Mapping[str, str] | None, Ontology | None], Foreseen]]:
    """Gives a function that foresees a compile: with texts that pages are taken to hold, by path, and with what
    schema/ontology.toml is taken to say. What it gives can be looked at until the context ends."""
    settings = load_settings(vault)
    index, told = _readable_index(vault, settings)
    with index or nullcontext(), no_garbage_collection():

        def look(supposed: Mapping[str, str] | None, ontology: Ontology | None) -> Foreseen:
            said = load_ontology(vault) if ontology is None else ontology
            run = _Run(vault, settings, said, index, time.time_ns(), on_event, load_deleted(vault))
            return _foreseen(run, supposed or {}, told)

        yield look


def _foreseen(run: _Run, supposed: Mapping[str, str], told: tuple[Diagnostic, ...]) -> Foreseen:
    sources, wiki = _gather(run)
    for path, text in supposed.items():
        wiki.suppose(path, text)
    deleted = _deleted(run, wiki)
    with ProcessCrew(run.settings) as crew:
        inputs = _inputs(run, sources, wiki, deleted)
        build = execute(pipeline(run.settings), inputs, run.memo, run.on_event, crew)
    deleted = deleted.following(_site(build).away_moved)
    plan, review = _plan(run, build, wiki)
    told = (*told, *deleted.news(_kept_away(build)))
    report = report_of(build, sources, wiki, plan, foreseen(plan), run.last_report, told)
    report = _with_review(report, build, deleted, review)
    is_stale = bool(report.pages_written or report.pages_removed)
    report = msgspec.structs.replace(report, is_stale=is_stale, touched=touched_by(build, run.memo))
    return Foreseen(report, plan, review, build)


def _readable_index(vault: Vault, settings: Settings) -> tuple[Index | None, tuple[Diagnostic, ...]]:
    """The current generation if it can be built upon; why not, if it is damaged."""
    try:
        index = open_index(vault.state / "index")
    except IndexUnusableError as error:
        return None, (Diagnostic(error.code, "warning", f"{error.message}; a compile puts it aside", error.where),)
    if index is not None and index.meta("memo_format") != memo_format(settings):
        index.close()
        return None, ()
    return index, ()


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    """While it lasts no cycles are looked for: values hold none, and millions of small objects would be walked again
    and again (a quarter of the time of `resolve`)."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _compile(run: _Run, embedding: Embedding, told: Iterable[Diagnostic]) -> CompileReport:
    sources, wiki = _gather(run)
    known = _nothing_to_do(run, sources, wiki)
    if known is not None:
        return known
    steps = pipeline(run.settings)
    deleted = _deleted(run, wiki)
    inputs = _inputs(run, sources, wiki, deleted)
    with ProcessCrew(run.settings) as crew:
        build = execute(steps, inputs, run.memo, run.on_event, crew)
    if build.runs["chunk"].changed:
        embedding.make_ready()
    plan, review = _plan(run, build, wiki)
    deleted = deleted.following(_site(build).away_moved)
    run = replace(run, deleted=deleted.to_record(_kept_away(build)))
    store_deleted(run.vault, run.deleted)
    phase = time.perf_counter()
    outcome = apply_writes(run.vault, plan, wiki)
    n_done = len(outcome.written) + len(outcome.removed)
    run.on_event(StepFinished("write", n_done, len(plan) - n_done, time.perf_counter() - phase))
    told = (*told, *deleted.news(_kept_away(build)))
    report = report_of(build, sources, wiki, plan, outcome, run.last_report, told)
    report = msgspec.structs.replace(report, touched=touched_by(build, run.memo))
    report = _with_review(report, build, deleted, review)
    report = _log(run, report, is_first=not any(page.id for page in wiki.facts))
    after = wiki.look_again()
    files = Files((*file_names(run.vault.root, "raw"), *file_names(run.vault.root, "wiki")))
    pages = wiki_rows(build, after, run.index, files)
    # The pages that now stand in wiki/ keep their places from here on: the same compile over them gives the same,
    # and what is remembered is that one, so that the next compile has nothing to run.
    away = pages_away(run.deleted, MemoryMemo(), (), ())
    standing = known_wiki(_facts(after, pages), run.deleted, away, sources.result.outputs, (), after)
    settled = execute(steps, {**inputs, "known_pages": once(standing)},
                      BuildMemo(run.memo, build), earlier=build)  # fmt: skip
    surprises = not_as_planned(plan, wiki, {state.path: state.sha256 for state in pages.states})
    pages.watched.update(_unsettled(plan, outcome), surprises, _moved_on(settled, pages))
    are_all_read = len(pages.states) == len(after.entries)
    is_finished = not outcome.problems and are_all_read and not surprises
    done = continued(build, settled)
    _publish(run, embedding, done, sources, after.listed_ns, pages, report, is_finished=is_finished)
    return report


def _deleted(run: _Run, wiki: WikiFiles) -> Deleted:
    return find_deleted(run.vault, wiki, wiki.before.rows(), run.deleted, run.asked.restored)


def _kept_away(build: Build) -> frozenset[str]:
    """Ids of the pages that there would be if nobody had deleted them."""
    return frozenset(_site(build).kept_away)


def _site(build: Build) -> SiteMap:
    return cast(SiteMap, build.results["site"].whole())


def _plan(run: _Run, build: Build, wiki: WikiFiles) -> tuple[tuple[PageWrite, ...], Review]:
    site = _site(build)
    paths = {page.id: page.path for page in site.pages}
    followed = {item.id: item for item in site.followed}
    successors = {old: paths.get(new, "") for old, new in site.joined}
    renamed = {item.old_subject: item.subject for item in (*site.followed, *site.away_moved) if item.old_subject}
    moved = {item.old_path: paths.get(item.id, item.old_path) for item in site.followed}
    renaming = Renaming({**renamed, **{old: new for old, new in moved.items() if old != new}})
    decided = Decided(run.asked.verdicts, standing_in(build, renamed), followed, successors, renaming)
    answers = kept_answers(wiki, neighbours_in(site, wiki.facts), decided.standing)
    plan = plan_pages(build.results["rendered"], build.runs["render"].changed, wiki, decided, answers)
    review = review_of(build, plan, wiki)
    return tuple(sorted((*plan, *plan_review(review, wiki)), key=lambda write: (write.path, write.id))), review


def _with_review(report: CompileReport, build: Build, deleted: Deleted, review: Review) -> CompileReport:
    """The report with what a person has a hand in."""
    kept_away = _kept_away(build)
    paths = tuple(sorted(path for id_, path in deleted.away.items() if id_ in kept_away))
    return msgspec.structs.replace(report, pages_kept_away=paths, n_to_review=len(review.items))


def _facts(after: WikiFiles, pages: Wiki) -> list[PageRow]:
    rows = (row for row in pages.rows if row.path not in pages.blank)
    return [*(after.vouched[path] for path in pages.kept), *rows]


def _unsettled(plan: Iterable[PageWrite], outcome: Outcome) -> list[str]:
    """Pages that are not what they should be, or of which something is to be told at every compile."""
    told = (write.path for write in plan if write.kind == "left-alone" or write.diagnostics)
    return [*told, *(problem.path for problem in outcome.problems)]


def _moved_on(settled: Build, pages: Wiki) -> list[str]:
    """Pages that would say something else now that the pages stand: the next compile must look at them."""
    changed = frozenset(settled.runs["render"].changed)
    return [row.path for row in pages.rows if row.id in changed]


def _log(run: _Run, report: CompileReport, *, is_first: bool) -> CompileReport:
    """A line in wiki/log.md, if any page says something else now. Which sources are new is only known beside an index
    or where there was no wiki yet. A log that cannot be written is reported and stops nothing."""
    n_written = len(report.pages_written) - report.pages_only_lines
    if not n_written and not report.pages_removed:
        return report
    knows = run.index is not None or is_first
    line = compile_line(
        added=report.sources_added if knows else (),
        changed=report.sources_changed if knows else (),
        renamed=report.sources_renamed,
        removed=report.sources_removed if knows else (),
        n_written=n_written,
        n_removed=len(report.pages_removed),
    )
    try:
        append_to_log(run.vault, line)
    except WikiWriteError as error:
        lost = Diagnostic("log-not-written", "error", f"this compile is not in the log: {error.message}", error.where)
        return msgspec.structs.replace(report, diagnostics=(*report.diagnostics, lost))
    return report


def _gather(run: _Run) -> tuple[Sources, WikiFiles]:
    before = Before.nothing() if run.index is None else Before.of(run.index)
    wiki = read_wiki_files(run.vault, _wiki_before(run, before))
    return gather_sources(run.vault, run.settings.sources, before, run.settled), wiki


def _wiki_before(run: _Run, before: Before) -> WikiBefore:
    index = run.index
    if index is None:
        return WikiBefore()
    states = {path: state for path, state in before.states.items() if path.startswith("wiki/")}
    rows = partial(_page_rows, index)
    return WikiBefore(states, before.wiki_taken_ns, rows, stored_names(index))


def _page_rows(index: Index) -> dict[str, PageRow]:
    return {row.path: row for row in index.pages()}


def _inputs(run: _Run, sources: Sources, wiki: WikiFiles, deleted: Deleted) -> dict[str, Result]:
    outputs, changed = sources.result.outputs, sources.changed
    away = pages_away(deleted.away, run.memo, outputs, changed)
    return {
        "source": sources.result,
        "ontology": once(run.ontology),
        "known_pages": once(known_wiki(wiki.facts, deleted.ids, away, outputs, changed, wiki)),
    }


def _nothing_to_do(run: _Run, sources: Sources, wiki: WikiFiles) -> CompileReport | None:
    """The last report again, if every file and every setting is as it was and nothing was left to be tried again."""
    if run.asked or run.index is None:
        return None
    if run.index.meta("is_finished") != "yes" or run.index.meta("rules") != run.rules:
        return None
    if run.index.meta("sources") != sources.digest or not wiki.is_as_before:
        return None
    last = run.last_report
    return None if last is None else nothing_done(last, sources, wiki)


def _publish(
    run: _Run,
    embedding: Embedding,
    build: Build,
    sources: Sources,
    listed_ns: int,
    pages: Wiki,
    report: CompileReport,
    *,
    is_finished: bool,
) -> None:
    phase = time.perf_counter()
    with begin_index(run.vault.state / "index", run.index, memo_format(run.settings)) as writer:
        write_index(writer, build, sources, pages, is_fresh=run.index is None)
        writer.set_meta("taken_ns", str(run.started_ns))
        writer.set_meta("wiki_taken_ns", str(listed_ns))
        writer.set_meta("encodings", sources.encodings)
        writer.set_meta("rules", run.rules)
        writer.set_meta("sources", sources.digest)
        writer.set_meta("is_finished", "yes" if is_finished else "no")
        hierarchy: Any = build.results["hierarchy"].whole()
        writer.set_meta("modularity", f"{hierarchy.modularity:.4f}")
        writer.set_meta("relationships_extracted", str(report.relationships_extracted))
        store_report(writer, report)
        seconds = time.perf_counter() - phase
        if run.index is None:
            carry_over(run.vault.state / "index", writer)
        embedding.round(writer)
        phase = time.perf_counter()
        writer.publish()
    run.on_event(StepFinished("index", 1, 0, seconds + time.perf_counter() - phase))
