"""wikigraph explain."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from wikigraph.app.explain import Explanation, explain
from wikigraph.cli import output
from wikigraph.cli.options import json_option, the_vault, vault_option

EPILOG = """\b
Examples:
  wikigraph explain wiki/entities/docker-compose.md
  wikigraph explain "Docker Compose"
  wikigraph explain ent-4f1c09a7b2 --json
"""


@click.command(epilog=EPILOG)
@click.argument("page")
@vault_option
@json_option
def command(page: str, vault_path: Path | None, as_json: bool) -> None:
    """Say why PAGE (a path, id or title) is what it is, and why it was or was not made anew."""
    found = explain(the_vault(vault_path), page, here=Path.cwd())
    if as_json:
        output.say_json(_as_dict(found))
    else:
        _show(found)


def _as_dict(found: Explanation) -> dict[str, object]:
    value = asdict(found)
    value["human"] = value.pop("is_human")
    value["reasons"] = [{"rule": rule, "detail": detail} for rule, detail in found.reasons]
    value["mentions"] = [{"path": p, "start_line": a, "end_line": b} for p, a, b in found.mentions]
    value["built"] = [{"stage": stage, "why": why} for stage, why in found.built]
    return value


def _show(found: Explanation) -> None:
    output.say(f"{found.title}\n  {found.page}  [{found.kind}] {found.id}")
    if not found.id:
        output.say("  a person's page: it is read, never written")
    if found.edited_sections:
        output.say(f"  edited by a person: {', '.join(found.edited_sections)}; a compile leaves it alone")
    _list("names", found.names)
    _list("why it is an entity with a page", [f"{rule}: {detail}" for rule, detail in found.reasons])
    _list("supported by", found.supported_by)
    _list("requires", found.requires)
    _list("required by", found.required_by)
    _list("named in", [f"{path}:{start}-{end}" for path, start, end in found.mentions])
    if not found.has_index:
        output.tell("note: there is no index yet, so reasons and mentions are not known: run `wikigraph compile`")
    elif found.id:
        _list("last compile", [f"{stage}: {why}" for stage, why in found.built] or ["nothing that it says has changed"])


def _list(heading: str, lines: list[str] | tuple[str, ...], *, n_most: int = 20) -> None:
    if lines:
        output.say(f"  {heading}")
        for line in lines[:n_most]:
            output.say(f"    {line}")
        if len(lines) > n_most:
            output.say(f"    … and {len(lines) - n_most} more")
