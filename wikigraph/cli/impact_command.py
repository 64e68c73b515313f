"""wikigraph impact."""

from __future__ import annotations

from pathlib import Path

import click

from wikigraph.app.impact import impact
from wikigraph.app.settings import load_section
from wikigraph.cli import output
from wikigraph.cli.options import json_option, the_vault, vault_option
from wikigraph.errors import UsageError
from wikigraph.model.impact import Affected, Impact, Via
from wikigraph.model.settings import ImpactSettings
from wikigraph.pages.typedlinks import RELATIONS

EPILOG = """\b
Examples:
  wikigraph impact raw/source-v1.md
  wikigraph impact raw/a.md wiki/topics/claim.md --json
  wikigraph impact raw/source-v1.md --relations supported_by
"""


@click.command(epilog=EPILOG)
@click.argument("roots", nargs=-1, metavar="SOURCE_OR_PAGE...")
@click.option("--relations", default="", metavar="A,B", help="Relations to follow (default: [impact] of the settings).")
@vault_option
@json_option
def command(roots: tuple[str, ...], relations: str, vault_path: Path | None, as_json: bool) -> None:
    """List every page and claim that rests on these sources or pages, and the way that leads there.

    It is a list to look through, never a retraction. No index is needed; where there is one, only pages that changed
    since are read. A source that is gone can be named as long as a page still cites it.
    """
    vault = the_vault(vault_path)
    chosen = _relations(relations) or load_section(vault, ImpactSettings, "impact").relations
    found = impact(vault, roots, chosen, here=Path.cwd())
    if as_json:
        output.say_json(_as_dict(found))
    else:
        _show(found)


def _relations(text: str) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(name.strip().replace(" ", "_") for name in text.split(",") if name.strip()))
    unknown = [name for name in names if name not in RELATIONS]
    if unknown:
        known = ", ".join(RELATIONS)
        raise UsageError("unknown-relation", f"no relation {unknown[0]!r}", where="--relations", hint=f"known: {known}")
    return names


def _as_dict(found: Impact) -> dict[str, object]:
    return {
        "roots": list(found.roots),
        "relations": list(found.relations),
        "affected": [
            {
                "page": a.page,
                "kind": a.kind,
                "claim": {"id": a.claim, "quote": a.statement, "line": a.line} if a.claim else None,
                "via": [{"from": v.origin, "relation": v.relation, "to": v.target} for v in a.via],
                "other_support": a.other_support,
                "human": a.is_human,
            }
            for a in found.affected
        ],
        "cycles": [list(cycle) for cycle in found.cycles],
    }


def _show(found: Impact) -> None:
    pages = [a for a in found.affected if not a.claim]
    claims: dict[str, list[Affected]] = {}
    for a in found.affected:
        if a.claim:
            claims.setdefault(a.page, []).append(a)
    n_claims = sum(map(len, claims.values()))
    what = ", ".join(found.roots) or "nothing"
    output.say(f"If {what} changes: look at {len(pages)} pages ({n_claims} quoted claims).")
    for page in pages:
        output.say(f"\n{page.page}  [{page.kind}{', by a person' if page.is_human else ''}]")
        for via in page.via:
            output.say(f"    {_arrow(via)}")
        output.say(f"    {_support(page)}")
        for claim in claims.get(page.page, ()):
            output.say(f"    {page.page}:{claim.line}: “{claim.statement}”")
    for cycle in found.cycles:
        output.say(f"\nA cycle of requires: {' → '.join((*cycle, cycle[0]))}")


def _arrow(via: Via) -> str:
    return f"{via.origin} {via.relation} {via.target}"


def _support(page: Affected) -> str:
    if page.other_support == 0:
        return "no other source supports it"
    if page.other_support == 1:
        return "1 other source still supports it"
    return f"{page.other_support} other sources still support it"
