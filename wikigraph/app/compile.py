"""raw/ + schema/ → wiki/ and the index.

Order of writes: pages first (each whole or not at all), then the index. A run that is killed in between leaves pages
that the next compile finds to be right already.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec

from wikigraph.app.crew import ProcessCrew
from wikigraph.app.inputs import Before, Sources, gather_sources, once
from wikigraph.app.kept import store_report, stored_names, stored_report
from wikigraph.app.publish import Wiki, diagnostics_of, wiki_rows, write_index
from wikigraph.app.schema import load_ontology, load_settings
from wikigraph.app.wikifiles import (
    WikiBefore,
    WikiFiles,
    append_to_log,
    apply_writes,
    plan_pages,
    read_wiki_files,
)
from wikigraph.app.wikistate import file_names
from wikigraph.config import Settings
from wikigraph.engine.execute import Build, StepRun, execute
from wikigraph.engine.fingerprint import digest, encode
from wikigraph.engine.memo import Memo, MemoryMemo
from wikigraph.engine.results import Result
from wikigraph.engine.settle import BuildMemo, continued
from wikigraph.events import Listener, StepFinished, ignore
from wikigraph.model.compilation import CompileReport, StepStory
from wikigraph.model.diagnostic import Diagnostic
from wikigraph.model.ontology import Ontology
from wikigraph.model.page import PageWrite
from wikigraph.model.record import PageRow
from wikigraph.pipeline import pipeline
from wikigraph.store.index import Index, open_for_compile, open_index
from wikigraph.store.index_writer import begin_index
from wikigraph.store.lock import hold_lock
from wikigraph.store.memo import IndexMemo, value_layout
from wikigraph.store.vault import Vault
from wikigraph.store.wikidir import clean_up
from wikigraph.text.links import Files
from wikigraph.text.wikilog import compile_line
from wikigraph.text.wikiplan import known_pages


@dataclass(frozen=True, slots=True)
class _Run:
    """One compile under way."""

    vault: Vault
    settings: Settings
    ontology: Ontology
    index: Index | None  # the generation that it builds on
    started_ns: int
    on_event: Listener

    @property
    def memo(self) -> Memo:
        return MemoryMemo() if self.index is None else IndexMemo(self.index)

    @property
    def rules(self) -> str:
        """Digest of everything but the files that a compile depends on: schema/ and the stages' versions."""
        versions = " ".join(f"{step.name} {step.version}" for step in pipeline(self.settings))
        return digest(encode(self.settings) + encode(self.ontology) + versions.encode())


def compile_vault(
    vault: Vault, *, wait_seconds: float = 0.0, on_event: Listener = ignore
) -> CompileReport:
    """Brings wiki/ and the index up to date.

    Raises NoVaultError, SettingsError, LockedError (after `wait_seconds`), IndexUnusableError (pages are
    written then, the index is not), ChangedMeanwhileError, WikiWriteError.
    """
    settings, ontology = load_settings(vault), load_ontology(vault)
    started_ns = time.time_ns()
    with hold_lock(vault.state / "lock", wait_seconds=wait_seconds), no_garbage_collection():
        index, told = open_for_compile(vault.state / "index", memo_format(settings))
        with index or nullcontext():
            clean_up(vault.root)
            run = _Run(vault, settings, ontology, index, started_ns, on_event)
            return _compile(run, told)


def check_compiled(vault: Vault, *, on_event: Listener = ignore) -> CompileReport:
    """What a compile would do; nothing is written, no lock is taken. `is_stale` says whether it would do anything."""
    settings, ontology = load_settings(vault), load_ontology(vault)
    index = open_index(vault.state / "index")
    if index is not None and index.meta("memo_format") != memo_format(settings):
        index.close()
        index = None
    with index or nullcontext(), no_garbage_collection():
        run = _Run(vault, settings, ontology, index, time.time_ns(), on_event)
        sources, wiki = _gather(run)
        with ProcessCrew(settings) as crew:
            build = execute(pipeline(settings), _inputs(run, sources, wiki), run.memo, on_event, crew)
        plan = _plan(build, wiki)
        report = _report(run, build, sources, wiki, plan, written=_kind(plan, "create", "update"))
        is_stale = bool(report.pages_written or report.pages_removed)
        return _replaced(report, is_stale=is_stale)


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


def memo_format(settings: Settings) -> str:
    """An index whose values look otherwise is not built upon."""
    return value_layout(step.type for step in pipeline(settings))


def _compile(run: _Run, told: Iterable[Diagnostic]) -> CompileReport:
    sources, wiki = _gather(run)
    known = _nothing_to_do(run, sources, wiki)
    if known is not None:
        return known
    steps = pipeline(run.settings)
    inputs = _inputs(run, sources, wiki)
    with ProcessCrew(run.settings) as crew:
        build = execute(steps, inputs, run.memo, run.on_event, crew)
    plan = _plan(build, wiki)
    phase = time.perf_counter()
    written, problems = apply_writes(run.vault, plan)
    run.on_event(StepFinished("write", len(written), len(plan) - len(written), time.perf_counter() - phase))
    report = _report(run, build, sources, wiki, plan, written, (*told, *problems))
    _log(run, report, is_first=not wiki.entries)
    after = wiki.look_again()
    files = Files((*file_names(run.vault.root, "raw"), *file_names(run.vault.root, "wiki")))
    pages = wiki_rows(build, after, run.index, files, _unsettled(plan, problems))
    # The pages that now stand in wiki/ keep their places from here on: the same compile over them gives the same,
    # and what is remembered is that one, so that the next compile has nothing to run.
    settled = execute(steps, {**inputs, "known_pages": once(known_pages(_facts(after, pages)))},
                      BuildMemo(run.memo, build))  # fmt: skip
    pages.watched = tuple(sorted({*pages.watched, *_moved_on(settled, pages)}))
    _publish(run, continued(build, settled), sources, after.listed_ns, pages, report)
    return report


def _plan(build: Build, wiki: WikiFiles) -> tuple[PageWrite, ...]:
    return plan_pages(build.results["rendered"], build.runs["render"].changed, wiki)


def _facts(after: WikiFiles, pages: Wiki) -> list[PageRow]:
    return [*(after.vouched[path] for path in pages.kept), *pages.rows]


def _unsettled(plan: Iterable[PageWrite], problems: Iterable[Diagnostic]) -> list[str]:
    """Pages that are not what they should be, or of which something is to be told at every compile."""
    told = (write.path for write in plan if write.kind == "left-alone" or write.diagnostics)
    return [*told, *(problem.path for problem in problems)]


def _moved_on(settled: Build, pages: Wiki) -> list[str]:
    """Pages that would say something else now that the pages stand: the next compile must look at them."""
    changed = frozenset(settled.runs["render"].changed)
    return [row.path for row in pages.rows if row.id in changed]


def _log(run: _Run, report: CompileReport, *, is_first: bool) -> None:
    """A line in wiki/log.md, if any page says something else now. Which sources are new is only known beside an index
    or where there was no wiki yet."""
    n_written = len(report.pages_written) - report.pages_only_lines
    if not n_written and not report.pages_removed:
        return
    knows = run.index is not None or is_first
    line = compile_line(
        added=report.sources_added if knows else (),
        changed=report.sources_changed if knows else (),
        removed=report.sources_removed if knows else (),
        n_written=n_written,
        n_removed=len(report.pages_removed),
    )
    append_to_log(run.vault, line)


def _gather(run: _Run) -> tuple[Sources, WikiFiles]:
    before = Before.nothing()
    if run.index is not None:
        before = Before(
            run.index.file_states(),
            frozenset(path for path, _ in run.index.documents()),
            int(run.index.meta("taken_ns") or 0),
            int(run.index.meta("wiki_taken_ns") or 0),
            run.index.meta("encodings"),
        )
    wiki = read_wiki_files(run.vault, _wiki_before(run, before))
    return gather_sources(run.vault, run.settings.sources, before), wiki


def _wiki_before(run: _Run, before: Before) -> WikiBefore:
    index = run.index
    if index is None:
        return WikiBefore()
    states = {path: state for path, state in before.states.items() if path.startswith("wiki/")}
    rows = partial(_page_rows, index)
    return WikiBefore(states, before.wiki_taken_ns, rows, stored_names(index))


def _page_rows(index: Index) -> dict[str, PageRow]:
    return {row.path: row for row in index.pages()}


def _inputs(run: _Run, sources: Sources, wiki: WikiFiles) -> dict[str, Result]:
    return {
        "source": sources.result,
        "ontology": once(run.ontology),
        "known_pages": once(known_pages(wiki.facts)),
    }


def _nothing_to_do(run: _Run, sources: Sources, wiki: WikiFiles) -> CompileReport | None:
    """The last report again, if every file and every setting is as it was."""
    if run.index is None or not wiki.is_as_before or run.index.meta("rules") != run.rules:
        return None
    if run.index.meta("sources") != sources.result.digest:
        return None
    last = stored_report(run.index.meta("last_report"))
    if last is None or any(d.code == "page-not-written" for d in last.diagnostics):
        return None  # what could not be written is tried again
    stories = tuple(StepStory(s.step, 0, s.n_run + s.n_reused, 0, 0, 0.0) for s in last.steps)
    n_pages = last.pages_unchanged + len(last.pages_written)
    return _replaced(
        last, pages_written=(), pages_removed=(), pages_unchanged=n_pages, pages_only_lines=0,
        steps=stories, seconds=(), sources_added=(), sources_changed=(), sources_removed=(),
    )  # fmt: skip


def _publish(
    run: _Run, build: Build, sources: Sources, listed_ns: int, pages: Wiki, report: CompileReport
) -> None:
    phase = time.perf_counter()
    with begin_index(run.vault.state / "index", run.index, memo_format(run.settings)) as writer:
        write_index(writer, build, sources, pages, is_fresh=run.index is None)
        writer.set_meta("taken_ns", str(run.started_ns))
        writer.set_meta("wiki_taken_ns", str(listed_ns))
        writer.set_meta("encodings", sources.encodings)
        writer.set_meta("rules", run.rules)
        writer.set_meta("sources", sources.result.digest)
        hierarchy: Any = build.results["hierarchy"].whole()
        writer.set_meta("modularity", f"{hierarchy.modularity:.4f}")
        writer.set_meta("relationships_extracted", str(report.relationships_extracted))
        store_report(writer, report)
        writer.publish()
    run.on_event(StepFinished("index", 1, 0, time.perf_counter() - phase))


def _kind(plan: Iterable[PageWrite], *kinds: str) -> tuple[str, ...]:
    return tuple(write.path for write in plan if write.kind in kinds)


def _report(
    run: _Run,
    build: Build,
    sources: Sources,
    wiki: WikiFiles,
    plan: tuple[PageWrite, ...],
    written: tuple[str, ...],
    told: Iterable[Diagnostic] = (),
) -> CompileReport:
    results: Mapping[str, Any] = build.results
    last = stored_report(run.index.meta("last_report")) if run.index else None
    said = diagnostics_of(build, last.diagnostics if last else ())
    documents = build.runs["parse"]
    added = tuple(key for key, why in documents.ran.items() if why == "new")
    of_pages = tuple(d for write in plan for d in write.diagnostics)
    of_people = tuple(d for page in wiki.changed.values() if not page.id for d in page.diagnostics)
    graph = results["graph"].whole()
    changes = set(written)
    return CompileReport(
        documents=len(results["document"]),
        text_units=sum(digest.n_units for digest in results["digest"].whole().values()),
        entities=len(results["lexicon"].whole().entities),
        relationships=len(graph.relationships),
        relationships_extracted=graph.n_extracted,
        claims=sum(len(found.claims) for found in results["claims"].whole().values()),
        communities=len(results["hierarchy"].whole().communities),
        pages_written=written,
        pages_unchanged=len(_kind(plan, "unchanged")),
        pages_removed=_kind(plan, "remove"),
        pages_left_alone=_kind(plan, "left-alone"),
        pages_only_lines=sum(write.is_only_lines for write in plan if write.path in changes),
        sources_added=added,
        sources_changed=tuple(key for key in documents.ran if key not in added),
        sources_removed=documents.removed,
        steps=tuple(_story(r) for r in build.runs.values()),
        seconds=tuple((name, round(r.seconds, 3)) for name, r in build.runs.items()),
        diagnostics=_unique((*told, *sources.diagnostics, *said, *wiki.problems, *of_pages, *of_people)),
    )


def _story(run: StepRun) -> StepStory:
    n_run = len(run.ran)
    reasons = tuple(run.ran.items())
    return StepStory(
        run.step, n_run, len(run.result) - n_run, len(run.changed), len(run.removed), run.seconds, reasons
    )


def _unique(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(sorted(set(diagnostics), key=lambda d: (d.path, d.line, d.code, d.message)))


def _replaced(report: CompileReport, **changes: Any) -> CompileReport:
    return msgspec.structs.replace(report, **changes)
