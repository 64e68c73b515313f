"""What local search reads of the index: names, edges, claims, reports and text units around entities.

Each question is a few look-ups by key (indexes.sql) one after the other, not a join: a join reads whole tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wikigraph.model.context import (
    CommunityCard,
    EdgeSentence,
    EntityCard,
    EntityClaim,
    EntityEdge,
    KnownName,
    ReportText,
)
from wikigraph.model.evidence import Evidence
from wikigraph.model.record import Passage
from wikigraph.store.index import Index
from wikigraph.store.passages import passages, sentence_rows, units
from wikigraph.store.terms import IndexTerms


class IndexSurroundings:
    """An index as local search asks it (retrieval.surroundings.Surroundings).

    If the terms have a scope, nothing is given that no document of the scope says: entities that it does not name,
    relationships and statements without a line in it.
    """

    def __init__(self, index: Index, terms: IndexTerms) -> None:
        self._index = index
        self._terms = terms
        self._scope = terms.scope

    def n_units(self) -> int:
        return self._terms.size()[0]

    def document_frequencies(self, terms: Sequence[str]) -> dict[str, int]:
        return self._terms.document_frequencies(terms)

    def passages(self, numbers: Sequence[int]) -> list[Passage]:
        return passages(self._index, numbers)

    def names(self, keys: Sequence[str]) -> dict[str, list[KnownName]]:
        """The entities that each key means, those that are named most often first."""
        rows = self._rows(
            "SELECT key, entity_id, surface, worth FROM entity_name WHERE list_contains($keys::VARCHAR[], key)", keys
        )
        n_units = dict(self._rows(
            "SELECT id, n_units FROM entity WHERE list_contains($keys::VARCHAR[], id)", sorted({row[1] for row in rows})
        ))  # fmt: skip
        if self._scope is not None:
            here = self.units_of(list(n_units))
            n_units = {entity_id: n for entity_id, n in n_units.items() if here[entity_id]}
        names = [
            KnownName(key, entity_id, surface, worth, n_units[entity_id])
            for key, entity_id, surface, worth in rows if entity_id in n_units
        ]  # fmt: skip
        held: dict[str, list[KnownName]] = {}
        for name in sorted(names, key=lambda name: (name.key, -name.n_units, name.entity_id)):
            held.setdefault(name.key, []).append(name)
        return held

    def cards(self, entity_ids: Sequence[str]) -> dict[str, EntityCard]:
        degrees = dict(self._rows(
            "SELECT entity_id, count(*) FROM adjacency WHERE list_contains($keys::VARCHAR[], entity_id) GROUP BY ALL",
            entity_ids,
        ))  # fmt: skip
        pages = self._index.page_paths(entity_ids)
        rows = self._rows("SELECT id, title, type FROM entity WHERE list_contains($keys::VARCHAR[], id)", entity_ids)
        return {
            entity_id: EntityCard(entity_id, title, kind, pages.get(entity_id, ""), degrees.get(entity_id, 0))
            for entity_id, title, kind in rows
        }

    def edges(self, entity_ids: Sequence[str]) -> list[EntityEdge]:
        """Every relationship of these entities, once, by id: looked up by entity, no relationship else is read."""
        rows = self._rows(
            """SELECT relationship_id, entity_id, other_id, is_source, type, weight FROM adjacency
            WHERE list_contains($keys::VARCHAR[], entity_id)""",
            entity_ids,
        )
        held = {
            edge: EntityEdge(edge, *((one, other) if is_source else (other, one)), kind, weight)
            for edge, one, other, is_source, kind, weight in rows
        }
        here = self._held_here(list(held))
        return [held[edge] for edge in sorted(held) if here is None or edge in here]

    def evidence(self, relationship_ids: Sequence[str], limit: int) -> dict[str, list[EdgeSentence]]:
        """Sentences that name both ends, by relationship, in reading order; at most `limit` of each."""
        rows = self._rows(
            """SELECT relationship_id, path, sentence FROM relationship_evidence
            WHERE list_contains($keys::VARCHAR[], relationship_id)""",
            relationship_ids,
        )
        places: dict[str, list[tuple[str, int]]] = {}
        for relationship_id, path, ordinal in sorted(rows):
            if not self._has(path):
                continue
            held = places.setdefault(relationship_id, [])
            if len(held) < limit:
                held.append((path, ordinal))
        known = self._sentences({place for held in places.values() for place in held})
        return {relationship_id: [known[place] for place in held] for relationship_id, held in places.items()}

    def _sentences(self, places: set[tuple[str, int]]) -> dict[tuple[str, int], EdgeSentence]:
        rows = sentence_rows(self._index, "text, block_kind, start_line, end_line, quote", places)
        return {
            (path, ordinal): EdgeSentence(text, kind, Evidence(path, first, last, quote, text))
            for path, ordinal, text, kind, first, last, quote in rows if (path, ordinal) in places
        }  # fmt: skip

    def citing_units(self, relationship_ids: Sequence[str]) -> dict[str, list[tuple[int, Evidence]]]:
        """(number, lines) of the text units that hold each relationship; the quotes are empty."""
        holders = self._rows(
            """SELECT relationship_id, unit_id FROM relationship_mention
            WHERE list_contains($keys::VARCHAR[], relationship_id)""",
            relationship_ids,
        )
        units = self._rows(
            "SELECT id, number, path, start_line, end_line FROM text_unit WHERE list_contains($keys::VARCHAR[], id)",
            sorted({unit for _, unit in holders}),
        )
        known = {
            unit: (number, Evidence(path, first, last, ""))
            for unit, number, path, first, last in units if self._has(path)
        }  # fmt: skip
        found = [(relationship_id, *known[unit]) for relationship_id, unit in holders if unit in known]
        held: dict[str, list[tuple[int, Evidence]]] = {}
        for relationship_id, number, lines in sorted(found, key=lambda row: row[:2]):
            held.setdefault(relationship_id, []).append((number, lines))
        return held

    def units_of(self, entity_ids: Sequence[str]) -> dict[str, list[int]]:
        """Numbers of the text units that name each entity, ascending."""
        rows = self._rows(
            "SELECT entity_id, unit FROM entity_mention WHERE list_contains($keys::VARCHAR[], entity_id)", entity_ids
        )
        held: dict[str, list[int]] = {entity_id: [] for entity_id in entity_ids}
        for entity_id, unit in sorted({row for row in rows if row[1] >= 0}):
            held[entity_id].append(unit)
        if self._scope is None:
            return held
        return {entity_id: self._scope.only(units) for entity_id, units in held.items()}

    def claims_of(self, entity_ids: Sequence[str], limit: int) -> list[EntityClaim]:
        """Claims about these entities, the best of each first, definitions before others; at most `limit` of each."""
        best = self._index.rows(  # narrow first: a hub is the subject of many thousands
            f"""WITH held AS MATERIALIZED (
                SELECT rowid, subject_entity_id, type, score, path, sentence FROM claim
                WHERE list_contains($keys::VARCHAR[], subject_entity_id))
            SELECT rowid FROM held WHERE $all OR path IN (SELECT unnest($paths::VARCHAR[]))
            QUALIFY row_number() OVER (
                PARTITION BY subject_entity_id ORDER BY type <> 'definition', score DESC, path, sentence)
            <= {int(limit)}""",
            keys=list(entity_ids),
            all=self._scope is None,
            paths=sorted(self._scope.paths) if self._scope is not None else [],
        ) if entity_ids else []  # fmt: skip
        rows = self._index.rows(
            """SELECT subject_entity_id, type, score, path, sentence, id, time, statement, start_line, end_line, quote
            FROM claim WHERE rowid IN (SELECT unnest($rows::BIGINT[]))""",
            rows=[row for (row,) in best],
        ) if best else []  # fmt: skip
        rows.sort(key=lambda row: (row[0], row[1] != "definition", -row[2], row[3], row[4]))
        return [
            EntityClaim(claim_id, subject, kind, time, score, text, Evidence(path, first, last, quote, text))
            for subject, kind, score, path, _, claim_id, time, text, first, last, quote in rows
        ]

    def claims_near(self, numbers: Sequence[int], limit: int) -> list[EntityClaim]:
        """The same of the entities about which these text units state something."""
        held = {place for unit in units(self._index, numbers).values() for place in unit.places}
        rows = self._rows(
            "SELECT DISTINCT path, sentence, subject_entity_id FROM claim WHERE list_contains($keys::VARCHAR[], path)",
            sorted({path for path, _ in held}),
        )
        return self.claims_of(sorted({subject for path, at, subject in rows if (path, at) in held}), limit)

    def communities_of(self, entity_ids: Sequence[str], level: int) -> list[CommunityCard]:
        """The finest community of each entity down to a level, with the entities of these that are inside."""
        members = self._rows(
            "SELECT entity_id, community_id FROM community_member WHERE list_contains($keys::VARCHAR[], entity_id)",
            entity_ids,
        )
        ids = sorted({community for _, community in members})
        reports = {community: (title, rating) for community, title, rating in self._rows(
            "SELECT community_id, title, rating FROM report WHERE list_contains($keys::VARCHAR[], community_id)", ids
        )}  # fmt: skip
        places = {community: (at, number) for community, at, number in self._rows(
            "SELECT id, level, number FROM community WHERE list_contains($keys::VARCHAR[], id)", ids
        ) if at <= level and community in reports}  # fmt: skip
        if self._scope is not None:
            places = {community: places[community] for community in self.reports(list(places))}
        finest: dict[str, tuple[int, str]] = {}
        for entity_id, community in members:
            if community in places:
                finest[entity_id] = max(finest.get(entity_id, (-1, "")), (places[community][0], community))
        inside: dict[str, list[str]] = {}
        for entity_id, (_, community) in sorted(finest.items()):
            inside.setdefault(community, []).append(entity_id)
        return [
            CommunityCard(community, places[community][0], places[community][1], *reports[community], tuple(held))
            for community, held in sorted(inside.items())
        ]

    def reports(self, community_ids: Sequence[str]) -> dict[str, ReportText]:
        """Reports in pieces: the summary, then each finding."""
        rows = self._rows(
            """SELECT community_id, finding, finding_title, text, position FROM report_statement
            WHERE list_contains($keys::VARCHAR[], community_id) ORDER BY community_id, finding, position""",
            community_ids,
        )
        said_here = self._said_here(community_ids)
        pieces: dict[str, dict[int, list[str]]] = {}
        for community_id, finding, title, text, position in rows:
            if said_here is not None and (community_id, finding, position) not in said_here:
                continue
            lines = pieces.setdefault(community_id, {}).setdefault(finding, [f"{title}:"] if title else [])
            lines.append(text)
        return {
            community_id: ReportText(community_id, tuple(" ".join(lines) for _, lines in sorted(held.items())))
            for community_id, held in pieces.items()
        }

    def _said_here(self, community_ids: Sequence[str]) -> frozenset[tuple[str, int, int]] | None:
        """The statements of reports that a document of the scope says: (report, finding, position); None: all."""
        if self._scope is None:
            return None
        rows = self._rows(
            """SELECT community_id, finding, position, path FROM report_citation
            WHERE list_contains($keys::VARCHAR[], community_id)""",
            community_ids,
        )
        return frozenset((community, finding, at) for community, finding, at, path in rows if self._has(path))

    def _held_here(self, relationship_ids: Sequence[str]) -> frozenset[str] | None:
        """The relationships that a text unit of the scope holds; None: all. A hub has so many that a pass over the
        table is faster than looking each one up."""
        if self._scope is None:
            return None
        rows = self._index.rows(
            """SELECT DISTINCT relationship_id FROM relationship_mention
            WHERE relationship_id IN (SELECT unnest($keys::VARCHAR[]))
            AND unit_id IN (SELECT id FROM text_unit WHERE path IN (SELECT unnest($paths::VARCHAR[])))""",
            keys=list(relationship_ids),
            paths=sorted(self._scope.paths),
        )
        return frozenset(relationship_id for (relationship_id,) in rows)

    def _has(self, path: str) -> bool:
        return self._scope is None or path in self._scope.paths

    def _rows(self, sql: str, keys: Sequence[str]) -> list[tuple[Any, ...]]:
        return self._index.rows(sql, keys=list(keys)) if keys else []
