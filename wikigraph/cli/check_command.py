"""wikigraph check."""

from __future__ import annotations

from pathlib import Path

import click

from wikigraph.app.check import check
from wikigraph.cli import output
from wikigraph.cli.options import json_option, the_vault, vault_option
from wikigraph.errors import LEFT_UNDONE, OK

EPILOG = """\b
Examples:
  wikigraph check
  wikigraph check --json
"""


@click.command(epilog=EPILOG)
@vault_option
@json_option
def command(vault_path: Path | None, as_json: bool) -> int:
    """Verify the wiki against itself and against raw/: links, quotes, ids, front matter, cycles, orphans.

    Nothing is written and no index is needed. Exit 1 if a problem is an error.
    """
    problems = check(the_vault(vault_path))
    code = LEFT_UNDONE if any(problem.severity == "error" for problem in problems) else OK
    if as_json:
        output.say_json({"problems": [output.diagnostic_dict(problem) for problem in problems], "exit_code": code})
        return code
    for problem in problems:
        output.say(output.diagnostic_line(problem))
    n_errors = sum(problem.severity == "error" for problem in problems)
    output.say(f"{n_errors} errors, {len(problems) - n_errors} other remarks" if problems else "no problems")
    return code
