"""How the parts of a local context read: a line each. Their tokens are counted of these lines."""

from __future__ import annotations

from wikigraph.model.context import ContextClaim, ContextRelationship, EntryEntity
from wikigraph.model.evidence import Evidence


def entity_text(entity: EntryEntity) -> str:
    kind = f" ({entity.type})" if entity.type else ""
    return " ".join([f"{entity.title}{kind}:", *map(evidence_text, entity.description)])


def relationship_text(held: ContextRelationship) -> str:
    head = f"{held.source_title} — {held.type} ({held.weight}) — {held.target_title}:"
    return " ".join([head, *map(evidence_text, held.evidence)])


def claim_text(claim: ContextClaim) -> str:
    return f"{claim.entity_title}: {evidence_text(claim.evidence)}"


def evidence_text(evidence: Evidence) -> str:
    """A quote with its place."""
    lines = f"{evidence.start_line}-{evidence.end_line}"
    place = f"{evidence.path}:{lines if evidence.start_line != evidence.end_line else evidence.start_line}"
    return f"{evidence.quote} ({place})" if evidence.quote else f"({place})"
