"""wikigraph check."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import click

from wikigraph.app.check import check
from wikigraph.cli import output
from wikigraph.cli.counts import n_of
from wikigraph.cli.options import json_option, the_vault, vault_option
from wikigraph.errors import LEFT_UNDONE, OK
from wikigraph.model.diagnostic import Diagnostic
from wikigraph.store.vault import Vault

EPILOG = """\b
Examples:
  wikigraph check
  wikigraph check --json
  wikigraph check --fix --dry-run    what the program would mend
  wikigraph check --fix              and mend it
"""


@click.command(epilog=EPILOG)
@click.option("--fix", is_flag=True, help="Mend what needs no person: compile, and give pages their lost ids back.")
@click.option("--dry-run", is_flag=True, help="With --fix: write nothing, say what would be mended.")
@click.option("--wait", type=click.FloatRange(min=0), default=0.0, metavar="SECONDS",
              help="With --fix: how long to wait for a compile of this vault.")
@vault_option
@json_option
def command(fix: bool, dry_run: bool, wait: float, vault_path: Path | None, as_json: bool) -> int:
    """Verify the wiki against itself and against raw/: links, quotes, ids, front matter, cycles, orphans.

    Without --fix nothing is written and no index is needed. Exit 1 if a problem that is left is an error, or
    if --fix had to leave a page alone.
    """
    if dry_run and not fix:
        raise click.UsageError("--dry-run goes with --fix")
    mended = _mended(the_vault(vault_path), wait, fix=fix, dry_run=dry_run, as_json=as_json)
    problems = mended.left
    is_sound = mended.is_complete and all(problem.severity != "error" for problem in problems)
    code = OK if is_sound else LEFT_UNDONE
    if as_json:
        output.say_json({
            "problems": [output.diagnostic_dict(problem) for problem in problems],
            "fixed": [output.diagnostic_dict(problem) for problem in mended.fixed],
            "changed": list(mended.changed),
            "exit_code": code,
        })  # fmt: skip
        return code
    verb = "would fix" if dry_run else "fixed"
    for problem in mended.fixed:
        output.say(f"{verb}  {output.diagnostic_line(problem)}")
    if fix:
        output.say(f"{verb} {len(mended.fixed)}, {n_of(len(mended.changed), 'page')}; left for a person:")
    for problem in problems:
        output.say(output.diagnostic_line(problem))
    n_errors = sum(problem.severity == "error" for problem in problems)
    counts = f"{n_of(n_errors, 'error')}, {n_of(len(problems) - n_errors, 'other remark')}"
    output.say(counts if problems else "no problems")
    return code


class _Found(NamedTuple):
    """What is left, what was mended, which pages changed for it."""

    left: tuple[Diagnostic, ...]
    fixed: tuple[Diagnostic, ...] = ()
    changed: tuple[str, ...] = ()
    is_complete: bool = True


def _mended(vault: Vault, wait: float, *, fix: bool, dry_run: bool, as_json: bool) -> _Found:
    if not fix:
        return _Found(check(vault))
    from wikigraph.app.mend import foresee_mending, mend  # only here: it loads every stage

    with output.progress(as_json=as_json) as listen:
        done = foresee_mending(vault, on_event=listen) if dry_run else mend(vault, wait_seconds=wait, on_event=listen)
    return _Found(done.left, done.fixed, done.changed, done.is_complete)
