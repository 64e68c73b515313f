"""wikigraph init."""

from __future__ import annotations

from pathlib import Path

import click

from wikigraph.app.init import init_vault
from wikigraph.cli import output
from wikigraph.cli.options import json_option

EPILOG = """\b
Examples:
  wikigraph init            this folder becomes a vault
  wikigraph init notes      so does notes/, made if need be
"""


@click.command(epilog=EPILOG)
@click.argument("folder", type=click.Path(path_type=Path), default=Path(), metavar="[DIR]")
@json_option
def command(folder: Path, as_json: bool) -> None:
    """Make a vault in DIR (default: here): raw/, wiki/, schema/. What is there already stays as it is."""
    vault = init_vault(folder)
    if as_json:
        output.say_json({"vault": str(folder), "created": list(vault.created), "kept": list(vault.kept)})
        return
    for path in vault.created:
        output.say(f"created  {path}")
    for path in vault.kept:
        output.say(f"kept     {path}")
    output.say("\nPut sources into raw/ (.md, .markdown, .txt), then run: wikigraph compile")
