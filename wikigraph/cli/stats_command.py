"""wikigraph stats."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from wikigraph.app.stats import stats
from wikigraph.cli import output
from wikigraph.cli.options import json_option, the_vault, vault_option

EPILOG = """\b
Examples:
  wikigraph stats
  wikigraph stats --json
"""


@click.command(epilog=EPILOG)
@vault_option
@json_option
def command(vault_path: Path | None, as_json: bool) -> None:
    """Show what the index holds, its size on the disk, and the broadest communities."""
    found = stats(the_vault(vault_path))
    counts = {name: getattr(found.counts, name) for name in found.counts.__struct_fields__}
    if as_json:
        output.say_json({
            **counts,
            "relationships_extracted": found.n_extracted,
            "database_bytes": found.size,
            "generation": found.generation,
            "modularity": float(found.modularity or 0),
            "largest_communities": [asdict(community) for community in found.communities],
        })  # fmt: skip
        return
    rows = [(name.replace("_", " "), f"{n:,}") for name, n in counts.items()]
    rows += [("database", f"{found.size / 1e6:,.1f} MB"), ("generation", str(found.generation))]
    output.say_table(rows)
    if found.communities:
        output.say("\n  broadest communities")
        for community in found.communities:
            page = f"  {community.page}" if community.page else ""
            output.say(f"  {community.display_id:<8} {community.n_entities:>5} entities  {community.title}{page}")
