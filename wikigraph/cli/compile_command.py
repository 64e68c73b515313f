"""wikigraph compile."""

from __future__ import annotations

import time
from pathlib import Path

import click
import msgspec

from wikigraph.app.compile import check_compiled, compile_vault
from wikigraph.app.embed import embedder_in_use
from wikigraph.app.preview import PagePreview, preview
from wikigraph.cli import output
from wikigraph.cli.counts import n_of
from wikigraph.cli.options import json_option, the_vault, vault_option
from wikigraph.cli.touched_output import tallies, touched_dict, touched_lines
from wikigraph.errors import LEFT_UNDONE, OK, UsageError
from wikigraph.model.compilation import CompileReport
from wikigraph.store.vault import Vault

EPILOG = """\b
Examples:
  wikigraph compile               bring wiki/ and the index up to date
  wikigraph compile --explain     and say what ran, and why
  wikigraph compile --check       write nothing; exit 1 if anything is stale
  wikigraph compile --dry-run     write nothing; list the pages that would change
  wikigraph compile --dry-run --diff
"""


@click.command(epilog=EPILOG)
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit 1 if a page is stale.")
@click.option("--dry-run", is_flag=True, help="Write nothing; list each page that would be written, moved or removed.")
@click.option("--diff", is_flag=True, help="With --dry-run: in what each page would differ.")
@click.option("--explain", is_flag=True, help="Say for each stage what ran and why.")
@click.option(
    "--extraction-mode", type=click.Choice(["heuristic", "hybrid", "llm"]), default="heuristic", show_default=True,
    help="How entities are found; only heuristic needs no model.",
)
@click.option("--embedder", metavar="NAME", default=None,
              help="What finds texts by meaning: e5, none, or a folder with model.onnx and tokenizer.json"
              " (default: $WIKIGRAPH_EMBEDDER, else the setting embed.embedder).")
@click.option("--wait", type=click.FloatRange(min=0), default=0.0, metavar="SECONDS",
              help="How long to wait for another compile of this vault.")
@vault_option
@json_option
def command(
    only_check: bool,
    dry_run: bool,
    diff: bool,
    explain: bool,
    extraction_mode: str,
    embedder: str | None,
    wait: float,
    vault_path: Path | None,
    as_json: bool,
) -> int:
    """Turn the sources in raw/ into the pages of wiki/, under the rules in schema/.

    Only what a change touches runs again. Pages that a person made are read and never written; what a person changed
    on a compiled page stays, and where something new is generated for it, it waits for `wikigraph review`. Damaged
    pages are left alone (exit 1).
    """
    if extraction_mode != "heuristic":
        raise UsageError(
            "mode-missing", f"extraction mode {extraction_mode!r} is not there yet", where="--extraction-mode",
            hint="use heuristic: it needs no model",
        )
    if diff and not dry_run:
        raise click.UsageError("--diff goes with --dry-run")
    if dry_run and only_check:
        raise click.UsageError("--dry-run and --check exclude each other: --check tells by its exit code")
    vault = the_vault(vault_path)
    if not as_json:
        output.tell(f"vault     {vault.root}\nindex     {vault.state / 'index'}")
        output.tell(f"embedder  {embedder_in_use(vault, _from_here(embedder))}")
        output.tell(f"model     none\nmode      {extraction_mode}")
    started = time.perf_counter()
    pages: tuple[PagePreview, ...] | None = None
    with output.progress(as_json=as_json) as listen:
        if dry_run:
            found = preview(vault, differences=diff, on_event=listen)
            report, pages = msgspec.structs.replace(found.report, is_stale=False), found.pages
        elif only_check:
            report = check_compiled(vault, on_event=listen)
        else:
            report = compile_vault(vault, wait_seconds=wait, embedder=_from_here(embedder), on_event=listen)
    seconds = time.perf_counter() - started
    code = LEFT_UNDONE if report.is_stale or not report.is_complete else OK
    if as_json:
        planned = {"plan": [_page_dict(page, diff=diff) for page in pages]} if pages is not None else {}
        output.say_json({**_as_dict(report, seconds, code, explain=explain), **planned})
    else:
        _show(report, vault, seconds, only_check=only_check or dry_run, explain=explain)
        for page in pages or ():
            _show_page(page)
    return code


def _page_dict(page: PagePreview, *, diff: bool) -> dict[str, object]:
    told = {"difference": list(page.difference)} if diff else {}
    return {"action": page.action, "path": page.path, "from": page.origin, "only_line_numbers": page.is_only_lines,
            **told}  # fmt: skip


def _show_page(page: PagePreview) -> None:
    way = f"{page.origin} → {page.path}" if page.origin else page.path
    output.say(f"  {page.action:<6}  {way}" + ("  (line numbers only)" if page.is_only_lines else ""))
    for line in page.difference:
        output.say(f"    {line}")


def _from_here(embedder: str | None) -> str | None:
    """A folder that is named from the current folder, in full: settings name theirs from the vault."""
    return str(Path(embedder).resolve()) if embedder and Path(embedder).is_dir() else embedder


def _as_dict(report: CompileReport, seconds: float, code: int, *, explain: bool) -> dict[str, object]:
    return {
        "documents": report.documents,
        "text_units": report.text_units,
        "entities": report.entities,
        "relationships": report.relationships,
        "relationships_extracted": report.relationships_extracted,
        "claims": report.claims,
        "communities": report.communities,
        "pages": {
            "written": list(report.pages_written),
            "unchanged": report.pages_unchanged,
            "removed": list(report.pages_removed),
            "moved": [{"from": old, "to": new} for old, new in report.pages_moved],
            "left_alone": list(report.pages_left_alone),
            "only_line_numbers": report.pages_only_lines,
            "kept_away": list(report.pages_kept_away),
        },
        "review": {"open": report.n_to_review},
        "sources": {
            "added": list(report.sources_added),
            "changed": list(report.sources_changed),
            "removed": list(report.sources_removed),
            "renamed": [{"from": old, "to": new} for old, new in report.sources_renamed],
        },
        "touched": {
            **touched_dict(report.touched),
            "pages": len(report.pages_written) + len(report.pages_removed),
            "vectors": report.vectors_new,
        },
        "embedder": report.embedder or "none",
        "vectors": report.vectors,
        "vectors_new": report.vectors_new,
        "llm_calls": report.llm_calls,
        "llm_calls_by_kind": {},
        "seconds": {**dict(report.seconds), "total": round(seconds, 3)},
        "stages": {
            s.step: {
                "run": s.n_run, "reused": s.n_reused, "changed": s.n_changed, "removed": s.n_removed,
                **({"why": dict(s.reasons)} if explain else {}),
            }
            for s in report.steps
        },
        "stale": report.is_stale,
        "diagnostics": [output.diagnostic_dict(d) for d in report.diagnostics],
        "exit_code": code,
    }  # fmt: skip


def _show(report: CompileReport, vault: Vault, seconds: float, *, only_check: bool, explain: bool) -> None:
    output.tell_diagnostics(report.diagnostics)
    if explain:
        _explain(report)
    output.say_table(summary_rows(report))
    verb = "would write" if only_check else "wrote"
    removal = "would remove" if only_check else "removed"
    changes = f"{verb} {n_of(len(report.pages_written), 'page')}, {removal} {len(report.pages_removed)}"
    left = f", left {len(report.pages_left_alone)} alone" if report.pages_left_alone else ""
    is_only_built = not only_check and _is_built_anew(report)
    if is_only_built:
        changes = "the index was built; no page changed: wrote 0 pages, removed 0"
    output.say(f"\n{changes}, {report.pages_unchanged} unchanged{left}  ({seconds:.1f} s, 0 model calls)")
    for path in report.pages_left_alone:
        output.say(f"  left alone  {path}")
    if report.pages_kept_away:
        away = report.pages_kept_away
        output.say(f"{n_of(len(away), 'deleted page')} kept away: wikigraph restore --list")
    if report.n_to_review:
        output.say(f"{n_of(report.n_to_review, 'thing')} to review: wikigraph review")
    for old, new in report.sources_renamed:
        output.say(f"  renamed  {old} → {new}")
    if not is_only_built:
        _show_touched(report)
    if only_check and report.is_stale:
        for path in (*report.pages_written, *report.pages_removed):
            output.say(f"  stale  {path}")
    if not report.documents:
        output.tell(f"no source was read: put .md or .txt files into {vault.raw}")


def _is_built_anew(report: CompileReport) -> bool:
    """Whether there was no index to build upon, and wiki/ held every page already, as in a fresh clone."""
    is_anew = any(step.n_run for step in report.steps) and not any(step.n_reused for step in report.steps)
    return is_anew and bool(report.pages_unchanged) and not report.pages_written and not report.pages_removed


def _show_touched(report: CompileReport) -> None:
    """What the change reached, if it reached anything."""
    parts = [f"{t.added + t.changed + t.removed} {kind}" for kind, t in tallies(report.touched) if t]
    if parts:
        output.say(f"touched: {', '.join(parts)}")


def summary_rows(report: CompileReport) -> list[tuple[str, str]]:
    """The summary table of a compile."""
    stored = f"{report.relationships:,}"
    if report.relationships_extracted != report.relationships:
        stored += f" of {report.relationships_extracted:,} extracted"
    by_meaning = [("vectors", f"{report.vectors:,} ({report.vectors_new:,} new, {report.embedder})")]
    return [
        ("documents", f"{report.documents:,}"),
        ("text units", f"{report.text_units:,}"),
        ("entities", f"{report.entities:,}"),
        ("relationships", stored),
        ("claims", f"{report.claims:,}"),
        ("communities", f"{report.communities:,}"),
        *(by_meaning if report.embedder else []),
    ]


def _explain(report: CompileReport) -> None:
    """Each step with its reasons, and what came of it."""
    for verb in ("added", "changed", "removed"):
        for path in getattr(report, f"sources_{verb}"):
            output.say(f"source {verb}: {path}")
    for line in touched_lines(report.touched):
        output.say(line)
    for story in report.steps:
        output.say(f"{story.step}: {story.n_run} run, {story.n_reused} reused, {story.n_changed} changed")
        for key, why in story.reasons[:20]:
            output.say(f"    {key or 'everything'}: {why}")
        if len(story.reasons) > 20:
            output.say(f"    … and {len(story.reasons) - 20} more (all of them with --json)")
    output.say()
