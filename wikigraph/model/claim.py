"""Statements and what supports them."""

from __future__ import annotations

from wikigraph.model.base import Value
from wikigraph.model.text import Span


class Claim(Value, frozen=True):
    """A sentence of a source that states something about an entity."""

    id: str  # "c-" + 10 hex digits of (source path, normalised quote, which repeat)
    path: str
    sentence: int  # ordinal in its document
    span: Span
    quote: str  # verbatim, each line break as one space
    statement: str  # the sentence as a reader sees it
    subject_entity_id: str
    object_entity_ids: tuple[str, ...]  # other entities named, in order
    type: str  # "definition", "fact"
    time: str = ""  # a date or year named in it, ISO where it can be, else as written
    score: float = 0.0  # how well it stands alone as a statement about its subject, within the document


class DocumentClaims(Value, frozen=True):
    """All claims of one document, by sentence."""

    path: str
    claims: tuple[Claim, ...]


class Citation(Value, frozen=True):
    """Lines of a source that say it."""

    claim_id: str  # names the footnote
    path: str
    start_line: int
    end_line: int
    quote: str


class Statement(Value, frozen=True):
    """A sentence of a page or answer with everything that supports it."""

    text: str  # plain text, not Markdown
    citations: tuple[Citation, ...]


class Finding(Value, frozen=True):
    """One point of a report."""

    title: str
    statements: tuple[Statement, ...]


class CommunityReport(Value, frozen=True):
    """What a community is about, readable without a question."""

    community_id: str
    title: str
    summary: tuple[Statement, ...]
    findings: tuple[Finding, ...]
    rating: float  # 0–10
    rating_reason: str
