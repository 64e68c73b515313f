"""What a person decided about the things to review → the pages, schema/ontology.toml, and a compile that follows."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass

from wikigraph.app.compile import Asked, compile_vault, foresee
from wikigraph.errors import SettingsError, UsageError
from wikigraph.events import Listener, ignore
from wikigraph.model.compilation import CompileReport
from wikigraph.model.page import Verdict, Verdicts
from wikigraph.model.review import Review, ReviewItem
from wikigraph.model.settings import ONTOLOGY_FILE
from wikigraph.store.lock import hold_lock
from wikigraph.store.schemadir import schema_text, write_schema
from wikigraph.store.vault import Vault
from wikigraph.text.toml_edit import CannotEditError, with_pair

_ONLY_KEPT = ("footnote", "superseded")  # there is nothing generated to take instead
_N_NEAR = 5


@dataclass(frozen=True, slots=True)
class Decision:
    """What was decided, what was left as it is, and what the compile that followed did."""

    decided: tuple[ReviewItem, ...]
    skipped: tuple[ReviewItem, ...]  # with --all: what no one word can decide
    report: CompileReport


def to_review(vault: Vault, *, on_event: Listener = ignore) -> Review:
    """Everything that waits for a decision, as the sources, the schema and the pages stand; nothing is written."""
    return foresee(vault, on_event=on_event).review


def find_items(items: Sequence[ReviewItem], names: Sequence[str]) -> tuple[ReviewItem, ...]:
    """The items that ids (or their beginnings, or paths of pages) name. Raises UsageError."""
    found: dict[str, ReviewItem] = {}
    for name in names:
        wanted = [item for item in items if item.id == name] or [
            item for item in items if item.path == name or (len(name) >= 4 and item.id.startswith(name))
        ]
        if not wanted:
            near = difflib.get_close_matches(name, [key for item in items for key in (item.id, item.path)], n=_N_NEAR)
            hint = f"did you mean: {', '.join(near)}" if near else "see: wikigraph review list"
            raise UsageError("unknown-item", "nothing to review has this id or path", where=name, hint=hint)
        found.update((item.id, item) for item in wanted)
    return tuple(found.values())


def decide(
    vault: Vault,
    names: Sequence[str],
    verdict: Verdict,
    *,
    wait_seconds: float = 0.0,
    embedder: str | None = None,
    on_event: Listener = ignore,
) -> Decision:
    """Carries out one verdict on the named items, on all that it fits where none is named, and compiles.

    Raises UsageError for an item that is not there or that cannot be accepted, SettingsError where schema/ontology.toml
    cannot be edited, and whatever `compile_vault` raises.
    """
    items = to_review(vault, on_event=on_event).items
    chosen = find_items(items, names) if names else tuple(item for item in items if _fits_all(item, verdict))
    for item in chosen:
        if verdict == "accept" and item.kind in _ONLY_KEPT:
            hint = "change the page by hand, or keep it"
            message = f"{item.reason}: nothing is generated instead"
            raise UsageError("nothing-to-accept", message, where=item.id, hint=hint)
    with hold_lock(vault.state / "lock", wait_seconds=wait_seconds):
        _edit_ontology(vault, [item for item in chosen if item.kind == "merge"], verdict)
    verdicts: dict[str, Verdicts] = {}
    for item in chosen:
        if item.kind != "merge":
            verdicts[item.subject] = (*verdicts.get(item.subject, ()), (item.part, verdict))
    report = compile_vault(
        vault, wait_seconds=wait_seconds, embedder=embedder, on_event=on_event, asked=Asked(verdicts)
    )
    skipped = () if names else tuple(item for item in items if item not in chosen)
    return Decision(chosen, skipped, report)


def _fits_all(item: ReviewItem, verdict: Verdict) -> bool:
    """Whether a verdict on everything is one on this. To remove a page with a person's text it must be named."""
    return verdict == "keep" or item.kind not in (*_ONLY_KEPT, "page")


def _edit_ontology(vault: Vault, merges: Sequence[ReviewItem], verdict: Verdict) -> None:
    before = schema_text(vault, ONTOLOGY_FILE)
    text = before or ""
    key = "merges" if verdict == "accept" else "dismissed"
    for item in merges:
        pair = (item.generated, item.part)
        try:
            text = with_pair(text, key, pair)
        except CannotEditError as error:
            hint = f'write it there by hand: {key} = [["{pair[0]}", "{pair[1]}"]]'
            raise SettingsError("schema-not-written", str(error), where=ONTOLOGY_FILE, hint=hint) from error
    if merges:
        write_schema(vault, ONTOLOGY_FILE, text, before)
