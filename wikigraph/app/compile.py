"""raw/ + schema/ → wiki/ and the index.

Order of writes: pages first (each whole or not at all), then the index. A run that is killed in between leaves pages
that the next compile finds to be right already.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

import msgspec

from wikigraph.app.embed import Embedding, begin_embedding, carry_over, finish_embedding
from wikigraph.app.inputs import Before, Sources, gather_sources, once
from wikigraph.app.publish import diagnostics_of, store_report, stored_report, write_index
from wikigraph.app.schema import load_ontology, load_settings
from wikigraph.app.wikifiles import WikiFiles, append_to_log, apply_writes, read_wiki_files
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
from wikigraph.model.page import PageWrite, RenderedPage
from wikigraph.pipeline import pipeline
from wikigraph.store.index import Index, open_for_compile, open_index
from wikigraph.store.index_writer import begin_index
from wikigraph.store.lock import hold_lock
from wikigraph.store.memo import IndexMemo, value_layout
from wikigraph.store.vault import Vault
from wikigraph.store.wikidir import clean_up
from wikigraph.text.wikilog import compile_line
from wikigraph.text.wikiplan import known_pages, plan_wiki


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
    vault: Vault, *, wait_seconds: float = 0.0, embedder: str | None = None, on_event: Listener = ignore
) -> CompileReport:
    """Brings wiki/ and the index up to date; `embedder` stands in for the one in the settings.

    Raises NoVaultError, SettingsError, LockedError (after `wait_seconds`), IndexUnusableError (pages are
    written then, the index is not), ChangedMeanwhileError, WikiWriteError; UsageError and ModelUnreachableError where
    the embedder cannot be used (nothing is written then).
    """
    settings, ontology = load_settings(vault), load_ontology(vault)
    started_ns = time.time_ns()
    with hold_lock(vault.state / "lock", wait_seconds=wait_seconds):
        index, told = open_for_compile(vault.state / "index", memo_format(settings))
        with index or nullcontext():
            clean_up(vault.root)
            embedding = begin_embedding(embedder or settings.embed.embedder, vault.root, index, on_event)
            run = _Run(vault, settings, ontology, index, started_ns, on_event)
            report = _compile(run, embedding, told)
        finish_embedding(vault.state / "index", embedding, memo_format(settings))
    return _with_vectors(report, embedding)


def check_compiled(vault: Vault, *, on_event: Listener = ignore) -> CompileReport:
    """What a compile would do; nothing is written, no lock is taken. `is_stale` says whether it would do anything."""
    settings, ontology = load_settings(vault), load_ontology(vault)
    index = open_index(vault.state / "index")
    if index is not None and index.meta("memo_format") != memo_format(settings):
        index.close()
        index = None
    with index or nullcontext():
        run = _Run(vault, settings, ontology, index, time.time_ns(), on_event)
        sources, wiki = _gather(run)
        build = execute(pipeline(settings), _inputs(run, sources, wiki), run.memo, on_event)
        plan = plan_wiki(_rendered(build), tuple(wiki.pages.values()))
        report = _report(run, build, sources, wiki, plan, written=_kind(plan, "create", "update"))
        is_stale = bool(report.pages_written or report.pages_removed)
        return _replaced(report, is_stale=is_stale)


def memo_format(settings: Settings) -> str:
    """An index whose values look otherwise is not built upon."""
    return value_layout(step.type for step in pipeline(settings))


def _compile(run: _Run, embedding: Embedding, told: Iterable[Diagnostic]) -> CompileReport:
    sources, wiki = _gather(run)
    known = _nothing_to_do(run, sources, wiki)
    if known is not None:
        return known
    steps = pipeline(run.settings)
    inputs = _inputs(run, sources, wiki)
    build = execute(steps, inputs, run.memo, run.on_event)
    if build.runs["chunk"].changed:
        embedding.make_ready()
    plan = plan_wiki(_rendered(build), tuple(wiki.pages.values()))
    phase = time.perf_counter()
    written, problems = apply_writes(run.vault, plan)
    run.on_event(StepFinished("write", len(written), len(plan) - len(written), time.perf_counter() - phase))
    report = _report(run, build, sources, wiki, plan, written, (*told, *problems))
    _log(run, report, is_first=not wiki.pages)
    after = read_wiki_files(run.vault, Before.nothing())
    # The pages that now stand in wiki/ keep their places from here on: the same compile over them gives the same,
    # and what is remembered is that one, so that the next compile has nothing to run.
    settled = execute(steps, {**inputs, "known_pages": once(known_pages(after.pages.values()))},
                      BuildMemo(run.memo, build))  # fmt: skip
    _publish(run, embedding, continued(build, settled), sources, after, report)
    return report


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
    return gather_sources(run.vault, run.settings.sources, before), read_wiki_files(run.vault, before)


def _inputs(run: _Run, sources: Sources, wiki: WikiFiles) -> dict[str, Result]:
    return {
        "source": sources.result,
        "ontology": once(run.ontology),
        "known_pages": once(known_pages(wiki.pages.values())),
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
    run: _Run, embedding: Embedding, build: Build, sources: Sources, after: WikiFiles, report: CompileReport
) -> None:
    phase = time.perf_counter()
    with begin_index(run.vault.state / "index", run.index, memo_format(run.settings)) as writer:
        write_index(
            writer, build, sources, after.states, after.pages, after.link_targets(sources), is_fresh=run.index is None
        )
        writer.set_meta("taken_ns", str(run.started_ns))
        writer.set_meta("wiki_taken_ns", str(after.listed_ns))
        writer.set_meta("encodings", sources.encodings)
        writer.set_meta("rules", run.rules)
        writer.set_meta("sources", sources.result.digest)
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


def _with_vectors(report: CompileReport, embedding: Embedding) -> CompileReport:
    said = _unique((*report.diagnostics, *embedding.diagnostics))
    return _replaced(
        report, diagnostics=said, embedder=embedding.key, vectors=embedding.n_held, vectors_new=embedding.n_new
    )


def _rendered(build: Build) -> tuple[RenderedPage, ...]:
    whole: Any = build.results["rendered"].whole()
    return tuple(whole.values())


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
    of_people = tuple(d for page in wiki.pages.values() if not page.id for d in page.diagnostics)
    graph = results["graph"].whole()
    changes = set(written)
    return CompileReport(
        documents=len(results["document"]),
        text_units=sum(len(chunks.units) for chunks in results["chunks"].whole().values()),
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
