"""wikigraph export."""

from __future__ import annotations

from pathlib import Path

import click

from wikigraph.app.export import export
from wikigraph.cli import output
from wikigraph.cli.context_output import as_dict
from wikigraph.cli.options import json_option, the_vault, vault_option
from wikigraph.errors import UsageError
from wikigraph.model.exporting import FORMATS

EPILOG = """\b
Examples:
  wikigraph export                                    relationships.csv: each with its source lines
  wikigraph export --format graphml --layout          graph.graphml, for Gephi, Cytoscape, NetworkX
  wikigraph export --format tables --output dump/     every table as Parquet
  wikigraph export --format neo4j --output neo/ --force
"""


@click.command(epilog=EPILOG)
@click.option("--format", "format_", type=click.Choice(list(FORMATS)), default="csv", show_default=True,
              help="csv, parquet: relationships with their source lines; graphml: the graph; tables: every table as "
                   "Parquet; neo4j: CSV files for its import.")
@click.option("--output", "target", type=click.Path(path_type=Path), default=None, metavar="PATH",
              help="File or folder to write (default: one in the current folder, by the format's name).")
@click.option("--force", is_flag=True, help="Replace files that are there.")
@click.option("--layout", is_flag=True, help="With graphml: a place (x, y) for each node.")
@vault_option
@json_option
def command(
    format_: str, target: Path | None, force: bool, layout: bool, vault_path: Path | None, as_json: bool
) -> None:
    """Write what the index holds for other programs: relationships with source lines, the graph, all tables.

    The same index gives the same bytes. Nothing in the vault is changed.
    """
    if layout and format_ != "graphml":
        raise UsageError("usage", "--layout counts for --format graphml alone", hint="leave it out")
    done = export(the_vault(vault_path), format_, target, may_replace=force, with_layout=layout)
    if as_json:
        output.say_json(as_dict(done))
        return
    for file in done.files:
        output.say(f"{file.path}  {file.rows:,} {'nodes and edges' if format_ == 'graphml' else 'rows'}")
