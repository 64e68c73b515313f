"""A build and what became of its pages → the report of the compile."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from wikigraph.app.inputs import Sources
from wikigraph.app.publish import diagnostics_of
from wikigraph.app.wikifiles import Outcome, WikiFiles
from wikigraph.engine.execute import Build, StepRun
from wikigraph.model.claim import DocumentDigest
from wikigraph.model.compilation import CompileReport, StepStory
from wikigraph.model.diagnostic import Diagnostic
from wikigraph.model.page import PageWrite, SiteMap
from wikigraph.model.touched import Touched
from wikigraph.pages.deadlinks import dead_links
from wikigraph.text.links import Files


def foreseen(plan: Sequence[PageWrite]) -> Outcome:
    """What would become of the planned pages if nothing stood in the way."""
    return Outcome(of_kind(plan, "create", "update"), of_kind(plan, "remove"), ())


def report_of(
    build: Build,
    sources: Sources,
    wiki: WikiFiles,
    plan: Sequence[PageWrite],
    outcome: Outcome,
    last: CompileReport | None,
    told: Iterable[Diagnostic] = (),
) -> CompileReport:
    """`last` is the report of the compile before, `told` what was found on the way."""
    results: Mapping[str, Any] = build.results
    graph = results["graph"].whole()
    documents = build.runs["parse"]
    site: SiteMap = results["site"].whole()
    renamed = tuple(sorted((f.old_subject, f.subject) for f in (*site.followed, *site.away_moved) if f.old_subject))
    appeared = tuple(key for key, why in documents.ran.items() if why == "new")
    added = tuple(key for key in appeared if key not in {new for _, new in renamed})
    standing = _unique((
        *diagnostics_of(build, last.standing if last else ()),
        *(d for write in plan for d in write.diagnostics),
        *(d for page in wiki.changed.values() if not page.id for d in page.diagnostics),
        *_dead_links(results["digest"].whole(), site),
    ))  # fmt: skip
    written = set(outcome.written)
    return CompileReport(
        documents=len(results["document"]),
        text_units=sum(digest.n_units for digest in results["digest"].whole().values()),
        entities=len(results["lexicon"].whole().entities),
        relationships=len(graph.relationships),
        relationships_extracted=graph.n_extracted,
        claims=sum(len(found.claims) for found in results["claims"].whole().values()),
        communities=len(results["hierarchy"].whole().communities),
        pages_written=outcome.written,
        pages_unchanged=len(of_kind(plan, "unchanged")),
        pages_removed=outcome.removed,
        pages_left_alone=of_kind(plan, "left-alone"),
        pages_only_lines=sum(write.is_only_lines for write in plan if write.path in written),
        sources_added=added,
        pages_moved=tuple(sorted((w.origin, w.path) for w in plan if w.origin and w.path in written)),
        sources_changed=tuple(key for key in documents.ran if key not in appeared),
        sources_removed=tuple(key for key in documents.removed if key not in {old for old, _ in renamed}),
        sources_renamed=renamed,
        steps=tuple(_story(run) for run in build.runs.values()),
        seconds=tuple((name, round(run.seconds, 3)) for name, run in build.runs.items()),
        diagnostics=_unique((*told, *outcome.problems, *sources.diagnostics, *wiki.problems, *standing)),
        standing=standing,
    )


def _dead_links(digests: Mapping[str, DocumentDigest], site: SiteMap) -> Iterator[Diagnostic]:
    """Typed links of sources that lead nowhere; check tells those of pages."""
    others = (*site.answers, *site.people)
    files = Files((*digests, *(page.path for page in site.pages), *(page.path for page in others)))
    for path, digest in digests.items():
        if digest.links:
            yield from dead_links(path, digest.links, files)


def nothing_done(last: CompileReport, sources: Sources, wiki: WikiFiles) -> CompileReport:
    """The report of a compile that had nothing to do: the last one's, with what can be seen now."""
    return msgspec.structs.replace(
        last,
        pages_written=(),
        pages_removed=(),
        pages_moved=(),
        pages_unchanged=last.pages_unchanged + len(last.pages_written),
        pages_only_lines=0,
        steps=tuple(StepStory(s.step, 0, s.n_run + s.n_reused, 0, 0, 0.0) for s in last.steps),
        seconds=(),
        sources_added=(),
        sources_changed=(),
        sources_removed=(),
        sources_renamed=(),
        touched=Touched(),
        diagnostics=_unique((*sources.diagnostics, *wiki.listing.diagnostics, *last.standing)),
    )


def of_kind(plan: Iterable[PageWrite], *kinds: str) -> tuple[str, ...]:
    """Paths of the planned writes of these kinds."""
    return tuple(write.path for write in plan if write.kind in kinds)


def _story(run: StepRun) -> StepStory:
    n_run = len(run.ran)
    reasons = tuple(run.ran.items())
    return StepStory(
        run.step, n_run, len(run.result) - n_run, len(run.changed), len(run.removed), run.seconds, reasons
    )


def _unique(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(sorted(set(diagnostics), key=lambda d: (d.path, d.line, d.code, d.message)))
