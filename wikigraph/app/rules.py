"""What a compile depends on beside the files of raw/ and wiki/."""

from __future__ import annotations

from wikigraph.config import Settings
from wikigraph.engine.fingerprint import digest, encode
from wikigraph.model.ontology import Ontology
from wikigraph.pipeline import pipeline
from wikigraph.store.memo import value_layout


def rules_digest(settings: Settings, ontology: Ontology) -> str:
    """Digest of schema/ and the stages' versions."""
    versions = " ".join(f"{step.name} {step.version}" for step in pipeline(settings))
    return digest(encode(settings) + encode(ontology) + versions.encode())


def memo_format(settings: Settings) -> str:
    """An index whose values look otherwise is not built upon."""
    return value_layout(step.type for step in pipeline(settings))
