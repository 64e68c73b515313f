"""What changed in the sources, on the disk or as somebody proposes → its closure."""

from __future__ import annotations

from collections.abc import Sequence

from wikigraph.app.changeimpact import change_impact
from wikigraph.app.deleted import load_deleted
from wikigraph.app.foresight import Foresight, foresee, sources_of
from wikigraph.app.impact import Wiki, closure_of
from wikigraph.app.inputs import Before, gather_sources
from wikigraph.app.roots import Root
from wikigraph.app.rules import memo_format, rules_digest
from wikigraph.app.schema import load_ontology, load_settings
from wikigraph.config import Settings
from wikigraph.errors import NoVaultError, UsageError
from wikigraph.events import Listener
from wikigraph.model.diagnostic import Diagnostic
from wikigraph.model.impact import Impact
from wikigraph.model.text import Source
from wikigraph.store.index import Index
from wikigraph.store.rawdir import source_of
from wikigraph.store.vault import Vault

_RULES = "settings or corrections in schema/ changed since the last compile: what they change is in the list too"
_WHOLE = "no index can tell what the source said before: this is the closure of the whole source"


def changes_since(vault: Vault, index: Index, wiki: Wiki, relations: Sequence[str], on_event: Listener) -> Impact:
    """Of every source that was added, edited or deleted since the compile that left the index."""
    settings = load_settings(vault)
    if index.meta("memo_format") != memo_format(settings):
        raise NoVaultError(
            "no-index", "another version of wikigraph made the index; it does not know what changed",
            where=".wikigraph/index", hint="run: wikigraph compile",
        )  # fmt: skip
    sources = gather_sources(vault, settings.sources, Before.of(index))
    notes = _rule_notes(vault, index, settings)
    if not notes and index.meta("sources") == sources.digest:
        return change_impact(wiki, Foresight((), {}, ()), relations)
    return change_impact(wiki, foresee(vault, index, sources.result, sources.changed, wiki, on_event), relations, notes)


def proposed(
    vault: Vault, index: Index | None, wiki: Wiki, root: Root, data: bytes, relations: Sequence[str], on_event: Listener
) -> Impact:
    """Of one source, if it held `data`. Raises UsageError: "not-a-source", "text-unreadable"."""
    settings = load_settings(vault)
    source = _proposed_source(root, data, settings)
    if index is None or index.meta("memo_format") != memo_format(settings):
        return closure_of(wiki, (root,), relations, (_WHOLE,))
    sources = sources_of(index, {root.path: source})
    foresight = foresee(vault, index, sources, (root.path,), wiki, on_event)
    notes = (*_rule_notes(vault, index, settings), *_pending_notes(vault, index, settings, root.path))
    return change_impact(wiki, foresight, relations, notes)


def _pending_notes(vault: Vault, index: Index, settings: Settings, proposed_path: str) -> tuple[str, ...]:
    """What else waits for a compile, which a proposal leaves out."""
    sources = gather_sources(vault, settings.sources, Before.of(index))
    gone = {path for path, _ in index.documents()} - sources.result.outputs.keys()
    pending = sorted({*sources.changed, *gone} - {proposed_path})
    if not pending:
        return ()
    what = f"{pending[0]} changed" if len(pending) == 1 else f"{len(pending)} other sources changed"
    return (f"{what} since the last compile; that does not count here (see: wikigraph impact)",)


def _proposed_source(root: Root, data: bytes, settings: Settings) -> Source | None:
    """None for a text that is empty: such a source gives nothing."""
    if not root.path.startswith("raw/") or root.lines is not None:
        raise UsageError(
            "not-a-source", f"{root} is no whole source; a text can stand for one only", where=str(root),
            hint="name a file of raw/: wikigraph impact raw/a.md --text new.md",
        )  # fmt: skip
    found = source_of(data, root.path, settings.sources.encodings)
    if isinstance(found, Diagnostic) and found.code == "not-read-empty":
        return None
    if isinstance(found, Diagnostic):
        raise UsageError(
            "text-unreadable", f"the text cannot stand for {root.path}: {found.message}", where=root.path,
            hint="give a text in UTF-8, or in the encoding of this source",
        )  # fmt: skip
    return found


def _rule_notes(vault: Vault, index: Index, settings: Settings) -> tuple[str, ...]:
    return () if index.meta("rules") == rules_digest(settings, load_ontology(vault), load_deleted(vault)) else (_RULES,)
