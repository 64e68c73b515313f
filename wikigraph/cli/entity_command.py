"""wikigraph entity."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from pathlib import Path

import click

from wikigraph.app.entity import EntityChange, Told, change_entities, list_entities, show_entity
from wikigraph.cli import output
from wikigraph.cli.counts import n_of
from wikigraph.cli.options import json_option, the_vault, vault_option
from wikigraph.cli.touched_output import touched_dict, touched_lines
from wikigraph.errors import LEFT_UNDONE, OK
from wikigraph.model.entity import EntityEffect, EntityStory, Entry, Named
from wikigraph.model.settings import ONTOLOGY_FILE

EPILOG = """\b
Examples:
  wikigraph entity list --search docker
  wikigraph entity show "Docker Compose"
  wikigraph entity merge Kubernetes K8s --dry-run     what would change
  wikigraph entity merge Kubernetes K8s --compile     the first one names them both
  wikigraph entity split Kubernetes K8s               takes that back
  wikigraph entity rename wiki/entities/bm25.md "Okapi BM25"
  wikigraph entity alias "Entity resolution" 实体消歧
  wikigraph entity no-page Linux --undo
"""
_N_MOST = 20
_VERBS = ("list", "show", "merge", "split", "rename", "alias", "type", "page", "no-page")


@click.command(epilog=EPILOG)
@click.argument("action", type=click.Choice(_VERBS), default="list")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--search", metavar="WORDS", default="", help="list: those with a name that holds this.")
@click.option("--undo", is_flag=True, help="Take out of schema/ontology.toml what the same command has put there.")
@click.option("--dry-run", is_flag=True, help="Show what would change; write nothing.")
@click.option("--compile", "compiles", is_flag=True, help="Compile at once.")
@click.option("--wait", type=click.FloatRange(min=0), default=0.0, metavar="SECONDS",
              help="How long to wait for a compile of this vault.")
@vault_option
@json_option
def command(
    action: str,
    names: tuple[str, ...],
    search: str,
    undo: bool,
    dry_run: bool,
    compiles: bool,
    wait: float,
    vault_path: Path | None,
    as_json: bool,
) -> int:
    """Say which names are one entity, which are two, and what they are called.

    \b
    list                    all entities; with --search those with such a name
    show NAME               one: its names, what the schema says of it, and why it is one
    merge NAME OTHER...     they are one; the first names it
    split NAME [OTHER...]   they are two: what joins them in the schema goes, or they are kept apart
    rename NAME NEW         its title is NEW; the old one is an alias
    alias NAME ALIAS...     other names of it
    type NAME TYPE          what kind of thing it is
    page NAME...            it always gets a page      no-page NAME...   it never does

    NAME is a title, another spelling, an id or the path of a page. All but list and show edit schema/ontology.toml
    (comments and order stay), tell what the next compile will do because of it, and name the command that takes it
    back.
    """
    _check(action, names, search, changes=undo or dry_run or compiles)
    vault = the_vault(vault_path)
    if action == "list":
        _show_list(list_entities(vault, search), as_json=as_json)
        return OK
    if action == "show":
        _show_one(show_entity(vault, names[0]), as_json=as_json)
        return OK
    with output.progress(as_json=as_json) as listen:
        change = change_entities(
            vault, action, names, undo=undo, writes=not dry_run, compiles=compiles, wait_seconds=wait, on_event=listen
        )
    code = OK if change.report is None or change.report.is_complete else LEFT_UNDONE
    if as_json:
        output.say_json(_as_dict(change, action, code))
    else:
        _show_change(change)
    return code


def _check(action: str, names: tuple[str, ...], search: str, *, changes: bool) -> None:
    if action == "list" and names:
        wanted = f"wikigraph entity list --search {shlex.quote(names[0])}"
        raise click.UsageError(f"list takes no NAME; do you mean: {wanted}")
    if search and action != "list":
        raise click.UsageError("--search goes with list")
    if action == "show" and len(names) != 1:
        raise click.UsageError("show takes one NAME")
    if action in ("list", "show") and changes:
        raise click.UsageError(f"{action} changes nothing: --undo, --dry-run and --compile do not go with it")


# --- list and show


def _show_list(entities: list[Named], *, as_json: bool) -> None:
    if as_json:
        output.say_json({"entities": [_entity_dict(entity) for entity in entities], "exit_code": OK})
        return
    for entity in entities:
        kind = f"  [{entity.type}]" if entity.type else ""
        output.say(f"{entity.title}{kind}  {n_of(entity.n_mentions, 'mention')}  {entity.page or '(no page)'}")
    output.say(f"{n_of(len(entities), 'entity', 'entities')}")


def _show_one(told: Told, *, as_json: bool) -> None:
    entity = told.entity
    if as_json:
        reasons = [{"rule": rule, "detail": detail} for rule, detail in told.reasons]
        output.say_json({"entity": _entity_dict(entity), "schema": list(map(_entry_dict, told.entries)),
                         "reasons": reasons, "exit_code": OK})  # fmt: skip
        return
    output.say(f"{entity.title}  {entity.id}\n  {entity.page or 'no page'}")
    output.say(f"  {n_of(entity.n_mentions, 'mention')} in {n_of(entity.n_documents, 'source')}")
    if entity.type:
        output.say(f"  type: {entity.type}")
    _say_list("names", entity.names)
    _say_list(ONTOLOGY_FILE, [entry.line for entry in told.entries])
    _say_list("why", [f"{rule}: {detail}" for rule, detail in told.reasons])


def _entity_dict(entity: Named) -> dict[str, object]:
    return {
        "id": entity.id, "title": entity.title, "names": list(entity.names), "type": entity.type, "page": entity.page,
        "mentions": entity.n_mentions, "documents": entity.n_documents,
    }  # fmt: skip


# --- what changes


def _as_dict(change: EntityChange, action: str, code: int) -> dict[str, object]:
    effect, report = change.effect, change.report
    return {
        "action": action,
        "added": [_entry_dict(entry) for entry in change.edit.added],
        "removed": [_entry_dict(entry) for entry in change.edit.removed],
        "undo": change.edit.undo,
        "effect": {
            "entities": [
                {"kind": s.kind, "before": list(s.before), "after": list(s.after), "what": list(s.what)}
                for s in effect.stories
            ],
            "pages": {
                "written": list(effect.pages_written), "removed": list(effect.pages_removed),
                "kept": list(effect.pages_kept),
            },
            "links": effect.links,
            "touched": touched_dict(effect.touched),
        },
        "written": change.is_written,
        "compiled": report is not None,
        "diagnostics": [output.diagnostic_dict(d) for d in report.diagnostics] if report else [],
        "exit_code": code,
    }  # fmt: skip


def _entry_dict(entry: Entry) -> dict[str, object]:
    item = entry.item if isinstance(entry.item, str) else list(entry.item)
    return {"table": entry.table, "key": entry.key, "item": item}


def _show_change(change: EntityChange) -> None:
    if change.report is not None:
        output.tell_diagnostics(change.report.diagnostics)
    verb = ("put into", "taken out of") if change.is_written else ("would put into", "would take out of")
    for word, entries in zip(verb, (change.edit.added, change.edit.removed), strict=True):
        for entry in entries:
            output.say(f"{word} {ONTOLOGY_FILE}:  {entry.line}")
    _show_effect(change.effect, "done" if change.report else "next compile" if change.is_written else "would change")
    if change.report is not None:
        n_written, n_removed = len(change.report.pages_written), len(change.report.pages_removed)
        output.say(f"compiled: wrote {n_of(n_written, 'page')}, removed {n_removed}")
    elif change.is_written:
        output.say("now run: wikigraph compile")
    if change.is_written:
        output.say(f"to take it back: {change.edit.undo}")


def _show_effect(effect: EntityEffect, heading: str) -> None:
    told = [_story(story) for story in effect.stories]
    pages = [
        *(f"writes  {path}" for path in effect.pages_written),
        *(f"removes {path}" for path in effect.pages_removed),
        *(f"keeps   {path}: its entity is gone, a person wrote on it" for path in effect.pages_kept),
    ]
    _say_list(heading, told or ["no entity changes"])
    _say_list("graph", [*touched_lines(effect.touched), f"links on pages: {effect.links}"])
    _say_list("pages", pages)


def _story(story: EntityStory) -> str:
    if story.kind == "changed":
        return f"changed: {' + '.join(story.after)} ({'; '.join(story.what)})"
    return f"{story.kind}: {' → '.join(' + '.join(names) for names in (story.before, story.after) if names)}"


def _say_list(heading: str, lines: Iterable[str]) -> None:
    lines = list(lines)
    if lines:
        output.say(f"  {heading}")
        for line in lines[:_N_MOST]:
            output.say(f"    {line}")
        if len(lines) > _N_MOST:
            output.say(f"    … and {len(lines) - _N_MOST} more (all of them with --json)")
