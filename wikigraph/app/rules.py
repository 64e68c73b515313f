"""What a compile depends on beside the files of raw/ and wiki/."""

from __future__ import annotations

from collections.abc import Iterable

from wikigraph.config import Settings
from wikigraph.engine.fingerprint import digest, encode
from wikigraph.model.ontology import Ontology
from wikigraph.pages import reviewpage
from wikigraph.pipeline import pipeline
from wikigraph.store.memo import value_layout


def rules_digest(settings: Settings, ontology: Ontology, deleted: Iterable[str]) -> str:
    """Digest of schema/ (`deleted` are the ids in schema/deleted.toml) and the versions of stages and review."""
    versions = " ".join(f"{step.name} {step.version}" for step in pipeline(settings))
    told = " ".join((versions, f"review {reviewpage.VERSION}", *sorted(deleted)))
    return digest(encode(settings) + encode(ontology) + told.encode())


def memo_format(settings: Settings) -> str:
    """An index whose values look otherwise is not built upon."""
    return value_layout(step.type for step in pipeline(settings))
