"""wikigraph review."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from wikigraph.app.decide import Decision, decide, find_items, to_review
from wikigraph.cli import output
from wikigraph.cli.counts import n_of
from wikigraph.cli.options import json_option, the_vault, vault_option
from wikigraph.errors import LEFT_UNDONE, OK
from wikigraph.model.review import Review, ReviewItem
from wikigraph.pages.reviewpage import difference

EPILOG = """\b
Examples:
  wikigraph review                        what waits for a decision
  wikigraph review show r-1a2b3c4d        one thing in full, with its difference
  wikigraph review accept r-1a2b3c4d      take what is generated
  wikigraph review keep --all             leave everything as it stands
  wikigraph review list --corrections     what people changed, and which lines it was about
"""


@click.command(epilog=EPILOG)
@click.argument("action", type=click.Choice(["list", "show", "accept", "keep"]), default="list")
@click.argument("items", nargs=-1, metavar="[ITEM]...")
@click.option("--all", "every", is_flag=True, help="accept, keep: everything. accept leaves out pages without support.")
@click.option("--corrections", is_flag=True, help="list: what people changed on compiled pages, too.")
@click.option("--wait", type=click.FloatRange(min=0), default=0.0, metavar="SECONDS",
              help="How long to wait for a compile of this vault.")
@vault_option
@json_option
def command(
    action: str,
    items: tuple[str, ...],
    every: bool,
    corrections: bool,
    wait: float,
    vault_path: Path | None,
    as_json: bool,
) -> int:
    """Look at what waits for a decision: list, show ITEM, accept ITEM, keep ITEM (an id, its beginning, or a page).

    A place that you changed and for which something new is generated; a page or footnote whose support is gone; two
    names that may be one; pages that only superseded sources support. `accept` takes what is generated, `keep` leaves
    what stands until something newer is generated. Both compile. list and show write nothing.
    """
    _check(action, items, every=every)
    vault = the_vault(vault_path)
    with output.progress(as_json=as_json) as listen:
        if action in ("accept", "keep"):
            verdict = "accept" if action == "accept" else "keep"
            decision = decide(vault, () if every else items, verdict, wait_seconds=wait, on_event=listen)  # type: ignore[arg-type]
            review, code = to_review(vault), OK if decision.report.is_complete else LEFT_UNDONE
        else:
            decision, review, code = None, to_review(vault, on_event=listen), OK
    if action == "show":
        chosen = find_items((*review.items, *review.corrections), items)
        review = Review(
            tuple(item for item in chosen if item in review.items),
            tuple(item for item in chosen if item in review.corrections),
        )
    if as_json:
        output.say_json(_as_dict(review, decision, code))
    elif decision is not None:
        _show_decision(decision, review, action)
    else:
        _show(review, in_full=action == "show", corrections=corrections or action == "show")
    return code


def _check(action: str, items: Sequence[str], *, every: bool) -> None:
    if action == "list" and items:
        raise click.UsageError(f"list takes no ITEM; do you mean: wikigraph review show {items[0]}")
    if action == "show" and not items:
        raise click.UsageError("say which ITEM to show")
    if action in ("accept", "keep") and bool(items) == every:
        raise click.UsageError(f"say which ITEM to {action}, or --all")


def _as_dict(review: Review, decision: Decision | None, code: int) -> dict[str, object]:
    return {
        "items": [_item_dict(item) for item in review.items],
        "corrections": [_item_dict(item) for item in review.corrections],
        "decided": [item.id for item in decision.decided] if decision else [],
        "skipped": [item.id for item in decision.skipped] if decision else [],
        "written": list(decision.report.pages_written) if decision else [],
        "exit_code": code,
    }


def _item_dict(item: ReviewItem) -> dict[str, object]:
    return {
        "id": item.id, "kind": item.kind, "path": item.path, "title": item.title, "part": item.part, "line": item.line,
        "stands": item.stands, "generated": item.generated, "difference": difference(item),
        "sources": list(item.sources), "reason": item.reason,
    }  # fmt: skip


def _show(review: Review, *, in_full: bool, corrections: bool) -> None:
    for item in (*review.items, *(review.corrections if corrections else ())):
        place = f"{item.path}:{item.line}" if item.path else item.title
        part = f"  {item.part}" if item.kind not in ("merge", "page", "superseded") else ""
        output.say(f"{item.id}  {place}{part}\n    {item.reason}")
        if item.sources:
            output.say(f"    about {', '.join(item.sources)}")
        if in_full or (corrections and item in review.corrections):
            for line in difference(item):
                output.say(f"    {line}")
    if not in_full:
        n = len(review.items)
        said = f"{n_of(n, 'thing')} to review" if n else "nothing to review"
        output.say(f"{said}, {n_of(len(review.corrections), 'correction')}")


def _show_decision(decision: Decision, review: Review, action: str) -> None:
    output.tell_diagnostics(decision.report.diagnostics)
    for item in decision.decided:
        verb = "accepted" if action == "accept" else "kept"
        output.say(f"{verb}  {item.id}  {item.path or item.title}")
    for item in decision.skipped:
        output.say(f"left      {item.id}  {item.path or item.title}: {item.reason}")
    output.say(f"wrote {n_of(len(decision.report.pages_written), 'page')}, {len(review.items)} left to review")
