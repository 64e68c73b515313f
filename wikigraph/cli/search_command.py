"""wikigraph search."""

from __future__ import annotations

from pathlib import Path

import click

from wikigraph.app.freshness import freshness_notes
from wikigraph.app.meaning import open_meaning
from wikigraph.app.reading import require_index
from wikigraph.app.scope import NOTHING, scope_notes, select
from wikigraph.app.search import check_question, search
from wikigraph.app.settings import load_section
from wikigraph.cli import output
from wikigraph.cli.context_output import told_parts
from wikigraph.cli.filter_options import filter_options, selection_dict
from wikigraph.cli.options import json_option, the_vault, vault_option
from wikigraph.model.filters import Filters
from wikigraph.retrieval.answer import Params

EPILOG = """\b
Examples:
  wikigraph search "reciprocal rank fusion"
  wikigraph search "HNSW" -k 3 --json
  wikigraph search "HNSW" --tag retrieval --since 2024-05
"""


@click.command(epilog=EPILOG)
@click.argument("query")
@click.option("-k", "n_hits", type=click.IntRange(1, 1000), default=10, show_default=True, help="How many to list.")
@click.option("--explain", is_flag=True, help="Show what each score is made of.")
@filter_options
@vault_option
@json_option
def command(
    query: str, n_hits: int, explain: bool, filters: Filters, vault_path: Path | None, as_json: bool
) -> None:
    """List the text units that match QUERY best, with their lines."""
    check_question(query)
    vault = the_vault(vault_path)
    params = load_section(vault, Params, "ask")
    with require_index(vault) as index:
        meaning, told = open_meaning(index, vault, params.retrieval.vectors)
        scope, selection = select(index, filters)
        notes = (*freshness_notes(vault, index), *told, *scope_notes(selection))
        found = search(index, query, k=n_hits, notes=notes, meaning=meaning, params=params.retrieval, scope=scope)
    if as_json:
        output.say_json({
            "query": found.query,
            "hits": [
                {
                    "path": hit.path, "heading_path": list(hit.heading_path), "start_line": hit.start_line,
                    "end_line": hit.end_line, "score": hit.score, "text": hit.text,
                    "parts": [{"channel": name, "points": points} for name, points in hit.parts],
                }
                for hit in found.hits
            ],
            "notes": list(found.notes),
            "filter": selection_dict(selection),
        })  # fmt: skip
        return
    for note in found.notes:
        output.tell(f"note: {note}")
    if not found.hits:
        is_empty = selection is not None and not selection.documents
        output.say(NOTHING if is_empty else "nothing matches")
    for rank, hit in enumerate(found.hits, 1):
        place = f"{hit.path}:{hit.start_line}-{hit.end_line}"
        output.say(f"{rank:>2}. {place}  ({hit.score:.4f})")
        if hit.heading_path:
            output.say(f"    {' › '.join(hit.heading_path)}")
        output.say(f"    {' '.join(hit.text.split())[:200]}")
        if explain and hit.parts:
            output.say(f"    {told_parts(hit)}")
