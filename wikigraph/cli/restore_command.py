"""wikigraph restore."""

from __future__ import annotations

from pathlib import Path

import click

from wikigraph.app.restore import Restored, deleted_pages, restore, without_subject
from wikigraph.cli import output
from wikigraph.cli.counts import n_of
from wikigraph.cli.options import json_option, the_vault, vault_option
from wikigraph.errors import LEFT_UNDONE, OK
from wikigraph.store.vault import Vault

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
        return _show(vault, None, OK, as_json=as_json)
    with output.progress(as_json=as_json) as listen:
        done = restore(vault, () if every else pages, wait_seconds=wait, on_event=listen)
    if not as_json:
        output.tell_diagnostics(done.report.diagnostics)
    code = OK if done.report.is_complete else LEFT_UNDONE
    return _show(vault, done, code, as_json=as_json)


def _show(vault: Vault, done: Restored | None, code: int, *, as_json: bool) -> int:
    """What was done, where anything was asked back, and what stays away."""
    deleted = deleted_pages(vault)
    gone = without_subject(vault) if deleted else frozenset()
    restored, not_made = (done.pages, done.not_made) if done else ((), ())
    written = done.report.pages_written if done else ()
    if as_json:
        output.say_json({
            "restored": _pairs(restored),
            "not_made": _pairs(not_made),
            "written": list(written),
            "deleted": [{**pair, "has_subject": pair["id"] not in gone} for pair in _pairs(deleted)],
            "exit_code": code,
        })  # fmt: skip
        return code
    for id_, path in restored:
        output.say(f"restored  {path}  ({id_})")
    for id_, path in not_made:
        output.say(f"not made  {path}  ({id_}): nothing in the sources calls for it any more; no longer on record")
    if restored or not_made:
        output.say(f"wrote {n_of(len(written), 'page')}")
    for id_, path in deleted:
        why = ": nothing in the sources calls for it any more, restore only strikes it off" if id_ in gone else ""
        output.say(f"away      {path}  ({id_}){why}")
    if not (restored or not_made or deleted):
        output.say("no page is on record as deleted")
    return code


def _pairs(pages: tuple[tuple[str, str], ...]) -> list[dict[str, str]]:
    return [{"id": id_, "path": path} for id_, path in pages]
