"""Entities as people see them: listed, shown, joined, split, renamed; schema/ontology.toml is what holds it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wikigraph.app.compile import compile_vault, foresight
from wikigraph.app.entity_edits import about, edit_of
from wikigraph.app.entity_effect import effect_between
from wikigraph.app.entity_names import EntityNames
from wikigraph.app.reading import require_index
from wikigraph.app.schema import load_ontology
from wikigraph.config import read_ontology
from wikigraph.errors import SettingsError
from wikigraph.events import Listener, ignore
from wikigraph.model.compilation import CompileReport
from wikigraph.model.entity import EntityEdit, EntityEffect, Entry, Named
from wikigraph.model.settings import ONTOLOGY_FILE
from wikigraph.store.lock import hold_lock
from wikigraph.store.schemadir import schema_text, write_schema
from wikigraph.store.vault import Vault
from wikigraph.text.toml_edit import CannotEditError, with_item, without_item


@dataclass(frozen=True, slots=True)
class Told:
    """An entity, what the schema says of it, and why it is what it is."""

    entity: Named
    entries: tuple[Entry, ...]
    reasons: tuple[tuple[str, str], ...]  # (rule, detail)


@dataclass(frozen=True, slots=True)
class EntityChange:
    """What was asked for, what it does, and the compile that did it, if one was asked for."""

    edit: EntityEdit
    effect: EntityEffect
    is_written: bool
    report: CompileReport | None = None


def list_entities(vault: Vault, words: str = "") -> list[Named]:
    """Those with a name that holds `words`; most mentions first. Raises NoVaultError ("no-index")."""
    with require_index(vault) as index:
        return EntityNames(index, load_ontology(vault)).like(words)


def show_entity(vault: Vault, name: str) -> Told:
    """Raises UsageError ("unknown-entity", "ambiguous-entity"), NoVaultError ("no-index")."""
    ontology = load_ontology(vault)
    with require_index(vault) as index:
        entity = EntityNames(index, ontology).find(name)
        return Told(entity, about(entity, ontology), tuple(index.reasons(entity.id)))


def change_entities(
    vault: Vault,
    action: str,
    names: Sequence[str],
    *,
    undo: bool = False,
    writes: bool = True,
    compiles: bool = False,
    wait_seconds: float = 0.0,
    on_event: Listener = ignore,
) -> EntityChange:
    """Edits schema/ontology.toml, and tells what the next compile will do because of that; `compiles` it at once.

    Raises UsageError for names that are unknown or ambiguous and for what contradicts the file, SettingsError where the
    file cannot be read or edited, and whatever a compile raises.
    """
    text = schema_text(vault, ONTOLOGY_FILE)
    ontology = load_ontology(vault)
    with require_index(vault) as index:
        edit = edit_of(action, EntityNames(index, ontology), ontology, names, undo=undo)
    after = edited(text or "", edit)
    with foresight(vault, on_event) as look:
        effect = effect_between(look(None, ontology), look(None, read_ontology(after)))
    if not writes:
        return EntityChange(edit, effect, is_written=False)
    with hold_lock(vault.state / "lock", wait_seconds=wait_seconds):
        write_schema(vault, ONTOLOGY_FILE, after, text)
    report = compile_vault(vault, wait_seconds=wait_seconds, on_event=on_event) if compiles else None
    return EntityChange(edit, effect, is_written=True, report=report)


def edited(text: str, edit: EntityEdit) -> str:
    """The text of schema/ontology.toml after an edit. Raises SettingsError."""
    for change, entries in ((without_item, edit.removed), (with_item, edit.added)):
        for entry in entries:
            try:
                text = change(text, entry.table, entry.key, entry.item)
            except CannotEditError as error:
                verb = "write it there" if change is with_item else "take it out"
                hint = f"{verb} by hand: {entry.line}"
                raise SettingsError("schema-not-written", str(error), where=ONTOLOGY_FILE, hint=hint) from error
    return text
