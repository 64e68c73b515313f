"""Where a claim that a person's text cites stands in its source now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from msgspec.structs import replace

from wikigraph.engine.execute import Build
from wikigraph.model.claim import Citation, DocumentClaims, DocumentDigest
from wikigraph.model.text import Chunks
from wikigraph.pages.footnotes import Standing
from wikigraph.text.quotes import citation_of, claim_ids, quote_key


def standing_in(build: Build, renamed: Mapping[str, str]) -> Standing:
    """A look-up in what the compile found; a document is decoded only if somebody asks for one of its claims. `renamed`
    are sources that stand elsewhere now. A claim that was made under the source's former name is known by its
    quote."""

    def where(path: str, claim_id: str, quote: str) -> Citation | None:
        path = renamed.get(path, path)
        if path not in build.results["claims"].outputs:
            return None
        held = cast(DocumentClaims, build.results["claims"][path])
        digest = cast(DocumentDigest, build.results["digest"][path])
        told = (citation for statement in digest.summary for citation in statement.citations)
        citations = (
            *(Citation(c.id, path, c.span.start_line, c.span.end_line, c.quote) for c in held.claims),
            *(citation for _, citation in held.evidence),
            *told,
        )
        held_there = tuple(citations)
        found = next((citation for citation in held_there if citation.claim_id == claim_id), None)
        if found is None:
            key = quote_key(quote)
            same = next((citation for citation in held_there if quote_key(citation.quote) == key), None)
            found = replace(same, claim_id=claim_id) if same is not None else None
        return found or _sentence(cast(Chunks, build.results["chunks"][path]), claim_id, quote)

    return where


def _sentence(chunks: Chunks, claim_id: str, quote: str) -> Citation | None:
    """Any sentence of the document that is the quote: what an answer quotes need be no claim about an entity."""
    key = quote_key(quote)
    same = [sentence for sentence in chunks.sentences if quote_key(sentence.quote) == key]
    ids = claim_ids(chunks.path, same, [sentence.ordinal for sentence in same])
    best = next((sentence for sentence in same if ids[sentence.ordinal] == claim_id), same[0] if same else None)
    return None if best is None else citation_of(chunks.path, claim_id, best)
