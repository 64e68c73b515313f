"""Statements and what supports them."""

from __future__ import annotations

from wikigraph.model.base import Value
from wikigraph.model.text import LinkField, Span


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
    # "lead": its subject's page may show it with nothing around it; "naming": it stands alone but is about something
    # else, or would but for a conjunction at its start; "evidence": it needs its surroundings and only supports
    # relationships
    use: str = "lead"


class Citation(Value, frozen=True):
    """Lines of a source that say it."""

    claim_id: str  # names the footnote
    path: str
    start_line: int
    end_line: int
    quote: str


class DocumentClaims(Value, frozen=True):
    """All claims of one document, by sentence."""

    path: str
    claims: tuple[Claim, ...]
    evidence: tuple[tuple[int, Citation], ...] = ()  # further sentences that hold two entities or a link, by ordinal


class ClaimContext(Value, frozen=True):
    """What the claims of one document need of the lexicon: the entities it mentions."""

    path: str
    entities: tuple[tuple[str, str], ...]  # (entity id, key), by id


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


class OutlineItem(Value, frozen=True):
    """A heading of a document."""

    level: int  # 1–6
    text: str
    line: int


class DocumentDigest(Value, frozen=True):
    """A document in short: what its source page shows."""

    path: str
    title: str
    outline: tuple[OutlineItem, ...]
    summary: tuple[Statement, ...]  # sentences of the document that stand alone, in reading order
    links: tuple[LinkField, ...]  # typed links of its front matter
    n_units: int
    n_tokens: int
    text: str = ""  # stands for its text, white space apart: by it a renamed source is known again


class ContextEntity(Value, frozen=True):
    """A member of a community as its report sees it."""

    id: str
    title: str


class ContextClaim(Value, frozen=True):
    """A claim as a report sees it."""

    subject_entity_id: str
    object_entity_ids: tuple[str, ...]  # members of the community only
    type: str
    score: float
    statement: Statement


class ContextEdge(Value, frozen=True):
    """A relationship between two members with the claims that say it."""

    source_entity_id: str
    target_entity_id: str
    type: str
    claims: tuple[int, ...]  # indices into CommunityContext.claims


class CommunityContext(Value, frozen=True):
    """All that goes into the report of one community, bounded; nothing in it moves with the rest of the vault."""

    community_id: str
    hub_ids: tuple[str, ...]  # the few that name it, most central first; each is in `entities`
    entities: tuple[ContextEntity, ...]  # by id
    claims: tuple[ContextClaim, ...]  # by (path, position)
    edges: tuple[ContextEdge, ...]  # strongest first
