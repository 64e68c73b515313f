"""Where a claim that a person's text cites stands in its source now."""

from __future__ import annotations

from typing import cast

from wikigraph.engine.execute import Build
from wikigraph.model.claim import Citation, DocumentClaims, DocumentDigest
from wikigraph.pages.footnotes import Standing


def standing_in(build: Build) -> Standing:
    """A look-up in what the compile found; a document is decoded only if somebody asks for one of its claims."""

    def where(path: str, claim_id: str) -> Citation | None:
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
        return next((citation for citation in citations if citation.claim_id == claim_id), None)

    return where
