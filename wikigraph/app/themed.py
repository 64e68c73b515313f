"""An answer whose sentences stand under the titles of their themes."""

from __future__ import annotations

from collections.abc import Sequence

from wikigraph.model.evidence import Evidence
from wikigraph.model.report import Theme

NO_ROOM = "The budget of the answer has no room for a single sentence."


def themed_text(themes: Sequence[Theme], citations: Sequence[Evidence]) -> str:
    """Sentences a line each, under the titles of their themes; themes apart by a blank line."""
    blocks: list[str] = []
    at = 0
    for theme in themes:
        held = [citation.text for citation in citations[at : at + theme.n_sentences]]
        blocks.append("\n".join([*([theme.title] if theme.title else []), *held]))
        at += theme.n_sentences
    return "\n\n".join(blocks)
