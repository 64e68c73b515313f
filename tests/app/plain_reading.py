"""The index read by plain joins over whole tables: slow, and without any look-up or memory of the product's reading."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from wikigraph.graph.walk import edges, personalised_pagerank
from wikigraph.model.answer import HitRelationship, RelatedEntity
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
from wikigraph.model.record import HEADING_SEPARATOR, Passage, PassageSentence
from wikigraph.retrieval.lexical import TermPostings
from wikigraph.store.index import Index


class PlainTerms:
    """An index as retrieval asks it (retrieval.basic.RetrievalIndex)."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._size: tuple[int, float] | None = None
        self.scope = None

    def within(self, scope: None) -> PlainTerms:
        return self

    def read_ahead(self, terms: Sequence[str]) -> None:
        pass

    def size(self) -> tuple[int, float]:
        if self._size is None:
            found = self._index.rows("SELECT count(*), coalesce(sum(n_terms), 0) FROM text_unit")[0]
            self._size = (int(found[0]), int(found[1]) / max(1, int(found[0])))
        return self._size

    def document_frequencies(self, terms: Sequence[str]) -> dict[str, int]:
        found = self._index.columns(
            "SELECT term, count(*) FROM posting JOIN wanted ON term = key GROUP BY term", keys=terms
        )
        return {str(term): int(n) for term, n in zip(*found, strict=True)}

    def postings(self, terms: Sequence[str]) -> TermPostings:
        found = self._index.arrays(
            """WITH asked AS (SELECT unnest($terms::VARCHAR[]) AS term, unnest($places::BIGINT[]) AS place)
            SELECT place, unit::BIGINT AS unit, tf::BIGINT AS tf, n_terms::BIGINT AS n_terms
            FROM posting JOIN asked USING (term) JOIN text_unit ON number = unit
            ORDER BY place, unit""",
            terms=list(terms), places=list(range(len(terms))),
        )  # fmt: skip
        columns = [np.asarray(found[name], np.int64) for name in ("place", "unit", "tf", "n_terms")]
        return TermPostings(*columns)

    def owners(self, keys: Sequence[str]) -> dict[str, list[tuple[str, float]]]:
        columns = self._index.columns(
            "SELECT n.key, path, worth FROM document_name n JOIN wanted USING (key) ORDER BY n.key, path", keys=keys
        )
        held: dict[str, list[tuple[str, float]]] = {}
        for key, path, worth in zip(*columns, strict=True):
            held.setdefault(key, []).append((path, worth))
        return held

    def units_of_documents(self, paths: Sequence[str]) -> dict[str, list[tuple[int, str]]]:
        rows = self._index.rows(
            """SELECT path, number, text FROM text_unit WHERE path IN (SELECT unnest($paths::VARCHAR[]))
            ORDER BY path, first_sentence, number""",
            paths=list(paths),
        )
        held: dict[str, list[tuple[int, str]]] = {path: [] for path in paths}
        for path, number, text in rows:
            held[path].append((number, text))
        return held

    def network(self) -> PlainNetwork:
        return _network(self._index)

    def texts(self, numbers: Sequence[int]) -> list[str]:
        return [passage.text for passage in passages(self._index, numbers)]

    def titles_named(self, numbers: Sequence[int]) -> dict[int, list[str]]:
        rows = self._index.rows("SELECT DISTINCT unit, title FROM entity_mention JOIN entity ON id = entity_id")
        return {number: sorted(title for unit, title in rows if unit == number) for number in numbers}


@lru_cache(maxsize=2)
def _network(index: Index) -> PlainNetwork:
    return PlainNetwork(index)


class PlainNetwork:
    """The graph of an index as the graph channel asks it (retrieval.graph_channel.Network), by dicts."""

    def __init__(self, index: Index) -> None:
        rows = index.rows("SELECT number, path FROM text_unit ORDER BY number")
        self._paths = [path for path, _ in index.documents()]
        self.units = np.array([number for number, _ in rows], np.int64)
        self.documents = np.array([self._paths.index(path) for _, path in rows], np.int64)
        self._place = {number: place for place, (number, _) in enumerate(rows)}
        self._named: dict[int, set[str]] = {place: set() for place in range(len(rows))}
        for unit, entity in index.rows("SELECT unit, entity_id FROM entity_mention WHERE unit >= 0"):
            self._named[self._place[unit]].add(entity)
        self._holders: dict[str, set[int]] = {}
        for place, entities in self._named.items():
            for entity in entities:
                self._holders.setdefault(entity, set()).add(place)
        self._owners: dict[str, dict[int, float]] = {}
        for entity, path, worth in index.rows(
            "SELECT entity_id, path, n.worth FROM document_name n JOIN entity_name e ON n.key = e.key"
        ):
            held = self._owners.setdefault(entity, {})
            held[self._paths.index(path)] = max(worth, held.get(self._paths.index(path), 0.0))
        self._written = {
            (self._place[number], entity)
            for number, entity in index.rows(
                """SELECT u.number, r.target_entity_id FROM relationship r JOIN relationship_mention m
                ON m.relationship_id = r.id JOIN text_unit u ON u.id = m.unit_id WHERE r.type = 'references'"""
            )
        }
        self._links = self._read_links()

    def _read_links(self) -> dict[int, dict[int, tuple[float, float]]]:
        n = max(1, len(self.units))
        links: dict[int, dict[int, tuple[float, float]]] = {}
        namings = [(place, entity) for place, entities in self._named.items() for entity in sorted(entities)]
        for place, entity, is_written in [*((*naming, False) for naming in namings),
                                          *((*written, True) for written in sorted(self._written))]:  # fmt: skip
            owners = self._owners.get(entity, {})
            if not owners or len(owners) > 8 or self.documents[place] in owners:
                continue
            rarity = math.log(1 + n / (1 + len(self._holders.get(entity, ())))) / math.log(1 + n)
            for document, worth in owners.items():
                value = (1.0 if is_written else rarity) * worth / math.sqrt(len(owners))
                held = links.setdefault(place, {})
                held[document] = max((value, 1 / len(owners)), held.get(document, (0.0, 0.0)))
        return links

    @property
    def linkedness(self) -> float:
        best: dict[int, float] = {}
        for held in self._links.values():
            for document, (_, alone) in held.items():
                best[document] = max(alone, best.get(document, 0.0))
        return sum(best.values()) / max(1, len(self._paths))

    def numbers_of(self, paths: Sequence[str]) -> list[int]:
        return [self._paths.index(path) for path in paths]

    def leads_to(self, places: Any) -> tuple[Any, Any, Any]:
        found = [
            (at, document, value)
            for at, place in enumerate(places.tolist())
            for document, (value, _) in sorted(self._links.get(place, {}).items())
        ]
        columns = list(zip(*found, strict=True)) or [(), (), ()]
        return np.array(columns[0], np.int64), np.array(columns[1], np.int64), np.array(columns[2], np.float64)

    def walk(self, seeds: Mapping[int, float]) -> Any:
        n = len(self.units)
        numbers = {entity: n + at for at, entity in enumerate(sorted(self._holders))}
        found: list[tuple[int, int, float]] = []
        for place, held in self._links.items():
            for document, (value, _) in held.items():
                lead = self.documents.tolist().index(document)
                found += [(place, lead, value), (lead, place, value / 2)]
        for entity, holders in self._holders.items():
            if 2 <= len(holders) <= 50:
                share = 0.5 * math.log(1 + n / len(holders)) / math.log(1 + n) / math.sqrt(len(holders))
                for place in holders:
                    found += [(place, numbers[entity], share), (numbers[entity], place, share)]
        columns = list(zip(*found, strict=True)) or [(), (), ()]
        source, target = np.array(columns[0], np.int64), np.array(columns[1], np.int64)
        graph = edges(n + len(numbers), source, target, np.array(columns[2], np.float64))
        return personalised_pagerank(graph, seeds, 0.5, 1e-5)[:n]


def passages(index: Index, units: Sequence[int]) -> list[Passage]:
    """Text units by their numbers, in this order."""
    rows = index.rows(
        """SELECT number, id, u.path, d.title, heading_path, text, n_tokens, start_line, end_line
        FROM text_unit u JOIN document d ON d.path = u.path WHERE number IN (SELECT unnest($units::INTEGER[]))""",
        units=list(units),
    )
    known = {
        number: Passage(number, unit_id, path, title, tuple(above.split(HEADING_SEPARATOR)) if above else (), *rest)
        for number, unit_id, path, title, above, *rest in rows
    }
    return [known[number] for number in units]


def sentences(index: Index, units: Sequence[int]) -> dict[int, tuple[PassageSentence, ...]]:
    """The sentences of text units, by unit number, in reading order."""
    rows = index.rows(
        """SELECT u.number, s.ordinal, s.text, s.quote, s.start_line, s.end_line, s.block, s.block_kind
        FROM text_unit u JOIN sentence s ON s.path = u.path AND s.ordinal BETWEEN u.first_sentence AND u.last_sentence
        WHERE u.number IN (SELECT unnest($units::INTEGER[])) ORDER BY u.number, s.ordinal""",
        units=list(units),
    )
    held: dict[int, list[PassageSentence]] = {number: [] for number in units}
    for row in rows:
        held[row[0]].append(PassageSentence(*row[1:]))
    return {number: tuple(found) for number, found in held.items()}


class PlainSurroundings:
    """An index as local search asks it (retrieval.surroundings.Surroundings)."""

    def __init__(self, index: Index, terms: PlainTerms) -> None:
        self._index = index
        self._terms = terms

    def n_units(self) -> int:
        return self._terms.size()[0]

    def document_frequencies(self, terms: Sequence[str]) -> dict[str, int]:
        return self._terms.document_frequencies(terms)

    def passages(self, units: Sequence[int]) -> list[Passage]:
        return passages(self._index, units)

    def names(self, keys: Sequence[str]) -> dict[str, list[KnownName]]:
        """The entities that each key means, those that are named most often first."""
        columns = self._index.columns(
            """SELECT n.key, n.entity_id, n.surface, n.worth, e.n_units
            FROM entity_name n JOIN wanted USING (key) JOIN entity e ON e.id = n.entity_id
            ORDER BY n.key, e.n_units DESC, n.entity_id""",
            keys=keys,
        )
        held: dict[str, list[KnownName]] = {}
        for key, *rest in zip(*columns, strict=True):
            held.setdefault(key, []).append(KnownName(key, *rest))
        return held

    def cards(self, entity_ids: Sequence[str]) -> dict[str, EntityCard]:
        rows = self._rows(
            """WITH wanted AS (SELECT unnest($ids::VARCHAR[]) AS id),
            degree AS (SELECT id, count(*) AS n FROM adjacency JOIN wanted ON entity_id = id GROUP BY id)
            SELECT e.id, e.title, e.type, coalesce(page.path, ''), coalesce(degree.n, 0)
            FROM wanted JOIN entity e USING (id) LEFT JOIN page USING (id) LEFT JOIN degree USING (id)""",
            entity_ids,
        )
        return {row[0]: EntityCard(*row) for row in rows}

    def edges(self, entity_ids: Sequence[str]) -> list[EntityEdge]:
        """Every relationship of these entities, once, by id: looked up by entity, no relationship else is read."""
        rows = self._rows(
            """SELECT DISTINCT relationship_id, CASE WHEN is_source THEN entity_id ELSE other_id END,
            CASE WHEN is_source THEN other_id ELSE entity_id END, type, weight
            FROM adjacency WHERE entity_id IN (SELECT unnest($ids::VARCHAR[])) ORDER BY relationship_id""",
            entity_ids,
        )
        return [EntityEdge(*row) for row in rows]

    def evidence(self, relationship_ids: Sequence[str], limit: int) -> dict[str, list[EdgeSentence]]:
        """Sentences that name both ends, by relationship, in reading order."""
        rows = self._rows(
            """SELECT v.relationship_id, s.text, s.block_kind, s.path, s.start_line, s.end_line, s.quote
            FROM relationship_evidence v JOIN sentence s ON s.path = v.path AND s.ordinal = v.sentence
            WHERE v.relationship_id IN (SELECT unnest($ids::VARCHAR[]))
            ORDER BY v.relationship_id, s.path, s.ordinal""",
            relationship_ids,
        )
        held: dict[str, list[EdgeSentence]] = {}
        for relationship_id, text, kind, path, first, last, quote in rows:
            sentence = EdgeSentence(text, kind, Evidence(path, first, last, quote, text))
            held.setdefault(relationship_id, []).append(sentence)
        return {key: found[:limit] for key, found in held.items()}

    def citing_units(self, relationship_ids: Sequence[str]) -> dict[str, list[tuple[int, Evidence]]]:
        """(number, lines) of the text units that hold each relationship; the quotes are empty."""
        rows = self._rows(
            """SELECT m.relationship_id, u.number, u.path, u.start_line, u.end_line
            FROM relationship_mention m JOIN text_unit u ON u.id = m.unit_id
            WHERE m.relationship_id IN (SELECT unnest($ids::VARCHAR[])) ORDER BY m.relationship_id, u.number""",
            relationship_ids,
        )
        held: dict[str, list[tuple[int, Evidence]]] = {}
        for relationship_id, number, path, first, last in rows:
            held.setdefault(relationship_id, []).append((number, Evidence(path, first, last, "")))
        return held

    def units_of(self, entity_ids: Sequence[str]) -> dict[str, list[int]]:
        """Numbers of the text units that name each entity, ascending."""
        columns = self._index.columns(
            """SELECT DISTINCT entity_id, unit FROM entity_mention JOIN wanted ON key = entity_id WHERE unit >= 0
            ORDER BY entity_id, unit""",
            keys=entity_ids,
        )
        held: dict[str, list[int]] = {entity_id: [] for entity_id in entity_ids}
        for entity_id, unit in zip(*columns, strict=True):
            held[entity_id].append(unit)
        return held

    def claims_of(self, entity_ids: Sequence[str], limit: int) -> list[EntityClaim]:
        """Claims about these entities, the best of each first, definitions before others; at most `limit` of each."""
        return self._claims("SELECT unnest($wanted::VARCHAR[])", entity_ids, limit)

    def claims_near(self, units: Sequence[int], limit: int) -> list[EntityClaim]:
        """The same of the entities about which these text units state something."""
        subjects = """SELECT c.subject_entity_id FROM text_unit u JOIN claim c
            ON c.path = u.path AND c.sentence BETWEEN u.first_sentence AND u.last_sentence
            WHERE u.number IN (SELECT unnest($wanted::INTEGER[]))"""
        return self._claims(subjects, units, limit)

    def _claims(self, subjects: str, wanted: Sequence[str] | Sequence[int], limit: int) -> list[EntityClaim]:
        if not wanted:
            return []
        rows = self._index.rows(
            f"""SELECT id, subject_entity_id, type, time, score, statement, path, start_line, end_line, quote
            FROM claim WHERE subject_entity_id IN ({subjects})
            QUALIFY row_number() OVER (
                PARTITION BY subject_entity_id ORDER BY type <> 'definition', score DESC, path, sentence) <= $limit
            ORDER BY subject_entity_id, type <> 'definition', score DESC, path, sentence""",
            wanted=list(wanted),
            limit=limit,
        )
        return [
            EntityClaim(claim_id, subject, kind, time, score, text, Evidence(path, first, last, quote, text))
            for claim_id, subject, kind, time, score, text, path, first, last, quote in rows
        ]

    def communities_of(self, entity_ids: Sequence[str], level: int) -> list[CommunityCard]:
        """The finest community of each entity down to a level, with the entities of these that are inside."""
        rows = self._index.rows(
            """WITH held AS (
                SELECT m.entity_id, c.id, c.level, c.number FROM community_member m JOIN community c
                ON c.id = m.community_id JOIN report r ON r.community_id = c.id
                WHERE m.entity_id IN (SELECT unnest($ids::VARCHAR[])) AND c.level <= $level
                QUALIFY row_number() OVER (PARTITION BY m.entity_id ORDER BY c.level DESC) = 1)
            SELECT held.id, held.level, held.number, r.title, r.rating, list(held.entity_id ORDER BY held.entity_id)
            FROM held JOIN report r ON r.community_id = held.id
            GROUP BY held.id, held.level, held.number, r.title, r.rating ORDER BY held.id""",
            ids=list(entity_ids),
            level=level,
        )
        return [
            CommunityCard(community_id, at, number, title, rating, tuple(inside))
            for community_id, at, number, title, rating, inside in rows
        ]

    def reports(self, community_ids: Sequence[str]) -> dict[str, ReportText]:
        """Reports in pieces: the summary, then each finding."""
        rows = self._rows(
            """SELECT community_id, finding, finding_title, text FROM report_statement
            WHERE community_id IN (SELECT unnest($ids::VARCHAR[])) ORDER BY community_id, finding, position""",
            community_ids,
        )
        pieces: dict[str, dict[int, list[str]]] = {}
        for community_id, finding, title, text in rows:
            lines = pieces.setdefault(community_id, {}).setdefault(finding, [f"{title}:"] if title else [])
            lines.append(text)
        return {
            community_id: ReportText(community_id, tuple(" ".join(lines) for _, lines in sorted(held.items())))
            for community_id, held in pieces.items()
        }

    # --- around hits ---------------------------------------------------------------------------------------

    def entities_in(self, units: Sequence[int], limit: int) -> dict[int, list[RelatedEntity]]:
        """The entities that each text unit names, those that are named there most often first."""
        rows = self._index.rows(
            """WITH named AS (
                SELECT unit, entity_id, count(*) AS n FROM entity_mention
                WHERE unit IN (SELECT unnest($units::INTEGER[])) GROUP BY unit, entity_id)
            SELECT named.unit, e.id, e.title, coalesce(page.path, '') FROM named
            JOIN entity e ON e.id = named.entity_id LEFT JOIN page ON page.id = e.id
            QUALIFY row_number() OVER (PARTITION BY named.unit ORDER BY named.n DESC, e.n_units, e.id) <= $limit
            ORDER BY named.unit, named.n DESC, e.n_units, e.id""",
            units=list(units),
            limit=limit,
        )
        held: dict[int, list[RelatedEntity]] = {}
        for unit, *rest in rows:
            held.setdefault(unit, []).append(RelatedEntity(*rest))
        return held

    def relationships_in(self, unit_ids: Sequence[str], limit: int) -> dict[str, list[HitRelationship]]:
        """The relationships that each text unit holds, by its id, strongest first."""
        rows = self._index.rows(
            """SELECT m.unit_id, r.id, a.title, b.title, r.type, r.weight FROM relationship_mention m
            JOIN relationship r ON r.id = m.relationship_id JOIN entity a ON a.id = r.source_entity_id
            JOIN entity b ON b.id = r.target_entity_id WHERE m.unit_id IN (SELECT unnest($ids::VARCHAR[]))
            QUALIFY row_number() OVER (PARTITION BY m.unit_id ORDER BY r.weight DESC, r.id) <= $limit
            ORDER BY m.unit_id, r.weight DESC, r.id""",
            ids=list(unit_ids),
            limit=limit,
        )
        held: dict[str, list[HitRelationship]] = {}
        for unit_id, *rest in rows:
            held.setdefault(unit_id, []).append(HitRelationship(*rest))
        return held

    def _rows(self, sql: str, ids: Sequence[str]) -> list[tuple[Any, ...]]:
        return self._index.rows(sql, ids=list(ids)) if ids else []


def entities_of_sentences(
    index: Index, units: Sequence[int], sentences: Iterable[tuple[str, int]], limit: int
) -> list[RelatedEntity]:
    pairs = sorted(set(sentences))
    found = index.rows(
        """WITH place AS (SELECT unnest($paths) AS path, unnest($ordinals) AS sentence),
        named AS (SELECT entity_id, count(DISTINCT (path, sentence)) AS n
                  FROM entity_mention JOIN place USING (path, sentence) GROUP BY entity_id)
        SELECT entity.id, entity.title, coalesce(page.path, '') FROM entity LEFT JOIN page ON page.id = entity.id
        JOIN named ON named.entity_id = entity.id ORDER BY named.n DESC, n_mentions, entity.id LIMIT $limit""",
        paths=[path for path, _ in pairs], ordinals=[ordinal for _, ordinal in pairs], limit=limit,
    )  # fmt: skip
    return [RelatedEntity(*row) for row in found]


def entities_of_units(index: Index, units: Sequence[int], limit: int) -> dict[int, list[RelatedEntity]]:
    return PlainSurroundings(index, PlainTerms(index)).entities_in(units, limit)


def relationships_of_units(index: Index, unit_ids: Sequence[str], limit: int) -> dict[str, list[HitRelationship]]:
    return PlainSurroundings(index, PlainTerms(index)).relationships_in(unit_ids, limit)
