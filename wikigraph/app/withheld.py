"""What is shown of the sources, without the sentences that hold a secret."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from wikigraph.model.answer import Hit
from wikigraph.model.context import Context
from wikigraph.model.evidence import Evidence
from wikigraph.text.secrets import secret_in, without_secrets


def hits_to_show(hits: Iterable[Hit]) -> tuple[Hit, ...]:
    """Hits, with notes in place of lines that hold a secret."""
    return tuple(replace(hit, text=without_secrets(hit.text)) for hit in hits)


def context_to_show(context: Context) -> Context:
    """A context, with notes in place of lines that hold a secret; sentences that do are not among its evidence."""
    return replace(
        context,
        entities=tuple(replace(e, description=_without(e.description)) for e in context.entities),
        relationships=tuple(replace(r, evidence=_without(r.evidence)) for r in context.relationships),
        text_units=tuple(replace(unit, text=without_secrets(unit.text)) for unit in context.text_units),
    )


def _without(evidence: Iterable[Evidence]) -> tuple[Evidence, ...]:
    return tuple(e for e in evidence if not secret_in(e.quote) and not secret_in(e.text))
