"""wikigraph restore."""

from __future__ import annotations

from pathlib import Path

import click

from wikigraph.app.restore import deleted_pages, restore
from wikigraph.cli import output
from wikigraph.cli.options import json_option, the_vault, vault_option
from wikigraph.errors import LEFT_UNDONE, OK

EPILOG = """\b
Examples:
  wikigraph restore --list                       what stays away
  wikigraph restore wiki/entities/docker.md      bring one page back
  wikigraph restore --all
"""


@click.command(epilog=EPILOG)
@click.argument("pages", nargs=-1, metavar="[PAGE]...")
@click.option("--all", "every", is_flag=True, help="Bring back all of them.")
@click.option("--list", "only_list", is_flag=True, help="Say which pages stay away; write nothing.")
@click.option("--wait", type=click.FloatRange(min=0), default=0.0, metavar="SECONDS",
              help="How long to wait for a compile of this vault.")
@vault_option
@json_option
def command(
    pages: tuple[str, ...], every: bool, only_list: bool, wait: float, vault_path: Path | None, as_json: bool
) -> int:
    """Bring back compiled pages that somebody deleted (PAGE: a path, file name or id), and compile.

    A compile does not make a page again that a person deleted; schema/deleted.toml says which.
    """
    vault = the_vault(vault_path)
    if not (pages or every or only_list):
        raise click.UsageError("name a page, or say --all or --list")
    if only_list:
        return _show(deleted_pages(vault), (), (), OK, as_json=as_json)
    with output.progress(as_json=as_json) as listen:
        done = restore(vault, () if every else pages, wait_seconds=wait, on_event=listen)
    if not as_json:
        output.tell_diagnostics(done.report.diagnostics)
    code = OK if done.report.is_complete else LEFT_UNDONE
    return _show(deleted_pages(vault), done.pages, done.report.pages_written, code, as_json=as_json)


def _show(
    deleted: tuple[tuple[str, str], ...],
    restored: tuple[tuple[str, str], ...],
    written: tuple[str, ...],
    code: int,
    *,
    as_json: bool,
) -> int:
    if as_json:
        output.say_json({
            "restored": [{"id": id_, "path": path} for id_, path in restored],
            "written": list(written),
            "deleted": [{"id": id_, "path": path} for id_, path in deleted],
            "exit_code": code,
        })  # fmt: skip
        return code
    for id_, path in restored:
        output.say(f"restored  {path}  ({id_})")
    if restored:
        output.say(f"wrote {len(written)} pages")
    for id_, path in deleted:
        output.say(f"away      {path}  ({id_})")
    if not restored and not deleted:
        output.say("no page is on record as deleted")
    return code
