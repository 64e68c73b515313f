"""Mentions are in texts, entities are in the graph."""

from __future__ import annotations

from wikigraph.model.base import Value


class Reason(Value, frozen=True):
    """Why something is so: a named rule and what it saw. `explain` prints these."""

    rule: str  # kebab-case: "heading", "acronym-expansion", "same-key", …
    detail: str  # human words: 'the title of raw/a.md', '"natural language processing (NLP)" in raw/b.md'


class Name(Value, frozen=True):
    """A spelling that means an entity in texts."""

    surface: str  # as written in a source
    entity_id: str
    path: str = ""  # means it only in this document ("Kevin" in one transcript); "" everywhere
    is_case_sensitive: bool = False  # "Go" but not "go"


class Entity(Value, frozen=True):
    """A node of the graph. Its id comes from the smallest normalised name of its merge class + disambiguator."""

    id: str  # "ent-" + 10 hex digits
    title: str  # the most frequent form, with the disambiguator in parentheses where homonyms exist
    key: str  # smallest normalised name of the merge class
    disambiguator: str  # "" but for homonyms
    aliases: tuple[str, ...]  # other forms, most frequent first, the title excluded
    type: str  # by rule: "person", "identifier", "term", … or "" where none applies
    score: float
    is_page_worthy: bool
    n_mentions: int
    n_units: int
    n_documents: int
    reasons: tuple[Reason, ...]  # why it is an entity, why (not) a page, why each merge


class MergeProposal(Value, frozen=True):
    """Two entities that are only likely one; a person decides."""

    entity_id: str
    other_id: str
    reason: Reason


class Lexicon(Value, frozen=True):
    """What the resolve stage gives: all entities, every spelling, sorted by id / (surface, path)."""

    entities: tuple[Entity, ...]
    names: tuple[Name, ...]
    proposals: tuple[MergeProposal, ...] = ()
    subjects: tuple[tuple[str, str], ...] = ()  # (source path, id of the entity that its title names), sorted


class EntityMention(Value, frozen=True):
    """An entity named in a sentence: sentence.text[start:end] is the spelling."""

    entity_id: str
    sentence: int  # ordinal in its document
    start: int
    end: int
    mark: str = ""  # the strongest markup over it: "title", "heading", "code", "link", "wikilink", "strong", ""


class DocumentMentions(Value, frozen=True):
    """All mentions of one document, by (sentence, start); they do not overlap."""

    path: str
    mentions: tuple[EntityMention, ...]


class UnitEntities(Value, frozen=True):
    """Who is named in a text unit. What stands only in the overlap with the unit before was counted there."""

    unit_id: str
    fresh: tuple[int, ...]  # indices into DocumentEdges.entity_ids, ascending
    repeated: tuple[int, ...]  # named only in the overlap; a pair of these is not counted again


class SentenceEntities(Value, frozen=True):
    """Two or more entities that one sentence names."""

    sentence: int  # ordinal
    unit: int  # index into DocumentEdges.units: the first that holds the sentence
    entities: tuple[int, ...]  # indices into DocumentEdges.entity_ids, ascending


class WrittenLink(Value, frozen=True):
    """A link as it stands in a source; relate finds what it points at."""

    sentence: int  # ordinal, -1 in the front matter
    unit: int  # index into DocumentEdges.units, -1 where there is none
    source_entity_id: str  # what the link speaks for: the document's subject, else the sentence's
    named_entity_ids: tuple[str, ...]  # entities that the link's text names, in order
    target: str  # as written
    is_wikilink: bool


class DocumentEdges(Value, frozen=True):
    """What one document gives to the graph: who is named together, and its links. Linear in the document."""

    path: str
    title: str
    subject_entity_id: str  # the entity of its title, "" where there is none
    entity_ids: tuple[str, ...]  # sorted
    units: tuple[UnitEntities, ...]
    sentences: tuple[SentenceEntities, ...]
    links: tuple[WrittenLink, ...]


class Relationship(Value, frozen=True):
    """An undirected edge (type "related") or a directed one ("references", from a link or front matter)."""

    id: str  # "rel-" + 10 hex digits of (type, ends)
    source_entity_id: str  # for undirected edges the smaller id
    target_entity_id: str
    type: str
    weight: int  # number of supporting mentions (sentences that name both, units that do so in different sentences,
    # links); a count of repetitions, not a confidence
    strength: float  # normalised mutual information or 1.0 for explicit links; for ranking only
    unit_ids: tuple[str, ...]  # text units that hold it, sorted
    evidence: tuple[tuple[str, int], ...]  # (path, sentence ordinal) where one sentence names both, or the link stands


class Graph(Value, frozen=True):
    """Entities' edges, sorted by id."""

    relationships: tuple[Relationship, ...]
    n_extracted: int  # edges before thresholds
    # Pairs that are too weak to be told as relationships, but from which communities are formed too, because a
    # threshold moves edges far from an edit: (index of one end, of the other, weight) one after the other, indices
    # into `faint_ids`.
    faint_ids: tuple[str, ...] = ()
    faint: tuple[int, ...] = ()


class Community(Value, frozen=True):
    """A set of entities at one level; level 0 is the coarsest. Every entity is in exactly one per level."""

    id: str  # "com-" + 10 hex digits of (level, hub entity)
    level: int
    number: int  # position within its level, for display as c_<level>_<number>
    parent_id: str  # "" at level 0
    entity_ids: tuple[str, ...]  # most central first
    hub_ids: tuple[str, ...]  # the few that name it
    is_page_worthy: bool


class Hierarchy(Value, frozen=True):
    """Communities by (level, number)."""

    communities: tuple[Community, ...]
    n_levels: int
    modularity: float
