"""wikigraph impact."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO, Literal

import click

from wikigraph.app.settings import load_section
from wikigraph.cli import output
from wikigraph.cli.options import json_option, the_vault, vault_option
from wikigraph.errors import UsageError
from wikigraph.model.impact import Impact
from wikigraph.model.settings import RELATIONS, ImpactSettings
from wikigraph.store.looking import Looking
from wikigraph.store.vault import Vault

EPILOG = """\b
Examples:
  wikigraph impact raw/source-v1.md                  before it changes: what rests on it
  wikigraph impact raw/source-v1.md:10-20            what rests on these lines
  wikigraph impact raw/source-v1.md --text new.md    what a new text would change
  wikigraph impact                                   what changed since the last compile
  wikigraph impact raw/a.md wiki/topics/claim.md --json
  wikigraph impact raw/source-v1.md --relations supported_by --graph mermaid
"""


@click.command(epilog=EPILOG)
@click.argument("roots", nargs=-1, metavar="[SOURCE_OR_PAGE]...")
@click.option("--text", "proposal", type=click.File("rb"), metavar="FILE",
              help="What the one SOURCE would say; - reads standard input.")
@click.option("--changed", is_flag=True, help="All sources that changed since the last compile; the default.")
@click.option("--relations", default="", metavar="A,B", help="Relations to follow (default: [impact] of the settings).")
@click.option("--graph", type=click.Choice(["mermaid", "dot"]), help="Print a picture of the closure, for Mermaid or"
              " Graphviz.")  # fmt: skip
@vault_option
@json_option
def command(
    roots: tuple[str, ...],
    proposal: BinaryIO | None,
    changed: bool,
    relations: str,
    graph: Literal["mermaid", "dot"] | None,
    vault_path: Path | None,
    as_json: bool,
) -> None:
    """List every page and claim that rests on these sources, lines or pages, and the way that leads there.

    A line range is written raw/a.md:10-20 or raw/a.md#L10-L20. With --text, and where no SOURCE is named, texts are
    compared with what the last compile read: only what they say otherwise counts, and lines that move are no change.

    It is a list to look through, never a retraction. Without --text and --changed no index is needed; where there is
    one, only pages that changed since are read. A source that is gone can be named as long as a page still cites it.
    """
    if changed and (roots or proposal):
        raise UsageError(
            "usage", "--changed takes no SOURCE and no --text: it compares all sources", where="--changed",
            hint="leave one of them out",
        )  # fmt: skip
    if proposal is not None and len(roots) != 1:
        hint = "wikigraph impact raw/a.md --text new.md"
        raise UsageError("usage", f"--text needs exactly one SOURCE, not {len(roots)}", where="--text", hint=hint)
    vault = the_vault(vault_path)
    chosen = _relations(relations) or load_section(vault, ImpactSettings, "impact").relations
    found = _found(vault, roots, proposal, chosen, as_json=as_json)
    from wikigraph.app.closuregraph import closure_graph
    from wikigraph.cli.impact_output import impact_dict, show_impact

    picture = closure_graph(found, graph) if graph else None
    if as_json:
        output.say_json(impact_dict(found, picture))
    elif picture is not None:
        output.say(picture)
    else:
        show_impact(found)


def _found(
    vault: Vault, roots: tuple[str, ...], proposal: BinaryIO | None, relations: tuple[str, ...], *, as_json: bool
) -> Impact:
    here = Path.cwd()
    looking = Looking(str(vault.root)) if roots and proposal is None else None
    # Only here: a process looks at the files while this one imports.
    from wikigraph.app.impact import changed_impact, impact, proposed_impact

    if proposal is None and roots:
        return impact(vault, roots, relations, here=here, looking=looking)
    with output.progress(as_json=as_json) as listener:
        if proposal is None:
            return changed_impact(vault, relations, on_event=listener)
        return proposed_impact(vault, roots[0], proposal.read(), relations, here=here, on_event=listener)


def _relations(text: str) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(name.strip().replace(" ", "_") for name in text.split(",") if name.strip()))
    unknown = [name for name in names if name not in RELATIONS]
    if unknown:
        known = ", ".join(RELATIONS)
        raise UsageError("unknown-relation", f"no relation {unknown[0]!r}", where="--relations", hint=f"known: {known}")
    return names
