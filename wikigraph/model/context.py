"""What local search gathers around a question: everything that an answer may rest on, with its lines."""

from __future__ import annotations

from typing import Literal

from wikigraph.model.base import Value
from wikigraph.model.evidence import Evidence

EntryWay = Literal["name", "history", "description"]


class ContextPart(Value, frozen=True):
    """A part of the context and its budget."""

    part: str  # history, reports, entities, relationships, claims, text_units
    n_allowed: int  # tokens
    n_built: int  # tokens really in it
    n_shown: int  # blocks
    n_left_out: int  # blocks that the budget cut


class EntryEntity(Value, frozen=True):
    """An entity through which the question enters the graph."""

    id: str
    title: str
    type: str
    page: str  # path of its page, "" if it has none
    way: EntryWay
    matched: str  # the words of the question that name it, "" where its description is like the question
    description: tuple[Evidence, ...]  # statements about it


class ContextRelationship(Value, frozen=True):
    """An edge at an entry entity. Adjacent is not supported: the evidence says what the sources say."""

    id: str
    source_entity_id: str
    source_title: str
    target_entity_id: str
    target_title: str
    type: str
    weight: int  # a count of repetitions
    is_inside: bool  # both ends are entry entities
    combined_degree: int
    evidence: tuple[Evidence, ...]  # sentences that name both; with an empty quote: a text unit that does


class ContextReport(Value, frozen=True):
    """A report about a community that holds entry entities."""

    community_id: str
    label: str  # c_<level>_<number>
    title: str
    rating: float
    n_entries: int  # entry entities inside
    text: str
    is_cut: bool  # at a finding, because it alone exceeds its budget


class ContextClaim(Value, frozen=True):
    """A statement about an entry entity."""

    id: str
    entity_id: str
    entity_title: str
    type: str
    time: str
    evidence: Evidence


class ContextUnit(Value, frozen=True):
    """A text unit of the context."""

    id: str
    path: str
    heading_path: tuple[str, ...]
    start_line: int
    end_line: int
    n_tokens: int
    entity_rank: int  # of the entry entity that brought it, from 0; -1: retrieval alone did
    edge_count: int  # of that entity's relationships, how many cite it
    text: str


class Context(Value, frozen=True):
    """All parts in the order in which they are shown."""

    parts: tuple[ContextPart, ...]
    entities: tuple[EntryEntity, ...]
    relationships: tuple[ContextRelationship, ...]
    reports: tuple[ContextReport, ...]
    claims: tuple[ContextClaim, ...]
    text_units: tuple[ContextUnit, ...]


# --- what the index gives of an entity's surroundings ---------------------------------------------------------


class KnownName(Value, frozen=True):
    """A name of the dictionary and the entity that it means."""

    key: str
    entity_id: str
    surface: str  # as sources write it
    worth: float  # 1 a spelling as it is, less for one with other endings
    n_units: int  # text units that name the entity


class EntityCard(Value, frozen=True):
    """An entity as a context shows it."""

    id: str
    title: str
    type: str
    page: str
    degree: int  # number of its relationships


class EntityEdge(Value, frozen=True):
    """A relationship at an entity."""

    id: str
    source_entity_id: str
    target_entity_id: str
    type: str
    weight: int


class EdgeSentence(Value, frozen=True):
    """A sentence that names both ends of a relationship."""

    text: str
    kind: str  # of its block
    evidence: Evidence


class EntityClaim(Value, frozen=True):
    """A claim with its subject."""

    id: str
    entity_id: str
    type: str
    time: str
    score: float
    statement: str
    evidence: Evidence


class CommunityCard(Value, frozen=True):
    """A community with the entry entities in it."""

    id: str
    level: int
    number: int
    title: str
    rating: float
    entity_ids: tuple[str, ...]


class ReportText(Value, frozen=True):
    """A report in pieces: title and summary first, then a piece per finding."""

    community_id: str
    pieces: tuple[str, ...]
