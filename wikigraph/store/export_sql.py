"""What is exported, as queries: every row in a settled order, so that one index gives the same bytes each time.

Numbers of text units name them inside one index file only, and depend on the order of compiles; an export has their
ids instead. Left out is what only the compiler reads: digests, states of files, and its memory of the last run.
"""

from __future__ import annotations

_LOCATED = """
    SELECT m.relationship_id, s.path, s.start_line, s.end_line, s.quote, 'sentence' AS evidence
    FROM relationship_evidence m JOIN sentence s ON s.path = m.path AND s.ordinal = m.sentence
    UNION ALL
    SELECT m.relationship_id, u.path, u.start_line, u.end_line, '', 'text_unit'
    FROM relationship_mention m JOIN text_unit u ON u.id = m.unit_id
    WHERE m.relationship_id NOT IN (SELECT relationship_id FROM relationship_evidence)
"""

RELATIONSHIPS = f"""
    SELECT r.id, r.source_entity_id, a.title AS source_title, r.target_entity_id, b.title AS target_title,
        r.type, r.weight, coalesce(l.path, '') AS path, coalesce(l.start_line, 0) AS start_line,
        coalesce(l.end_line, 0) AS end_line, coalesce(l.quote, '') AS quote, coalesce(l.evidence, '') AS evidence
    FROM relationship r JOIN entity a ON a.id = r.source_entity_id JOIN entity b ON b.id = r.target_entity_id
    LEFT JOIN ({_LOCATED}) l ON l.relationship_id = r.id
    ORDER BY r.id, l.path, l.start_line, l.end_line, l.quote, l.evidence
"""
"""A row for each place that supports a relationship: the sentences that name both ends or hold the link, or, where
there is none, the text units that name both."""

NODES = """
    SELECT e.id, e.title, e.type, e.n_mentions, e.n_documents, coalesce(min(p.path), '') AS page,
        coalesce(min('c_' || c.level || '_' || c.number), '') AS community,
        coalesce(min(r.title), '') AS community_title
    FROM entity e LEFT JOIN page p ON p.id = e.id
    LEFT JOIN (SELECT c.*, m.entity_id FROM community c JOIN community_member m ON m.community_id = c.id
        WHERE c.level = 0) c ON c.entity_id = e.id
    LEFT JOIN report r ON r.community_id = c.id
    GROUP BY e.id, e.title, e.type, e.n_mentions, e.n_documents ORDER BY e.id
"""
EDGES = """
    SELECT id, source_entity_id, target_entity_id, type, weight FROM relationship ORDER BY id
"""

TABLES: dict[str, str] = {
    "document": "SELECT * FROM document ORDER BY ALL",
    "document_tag": "SELECT * FROM document_tag ORDER BY ALL",
    "sentence": "SELECT * FROM sentence ORDER BY path, ordinal",
    "text_unit": "SELECT * EXCLUDE (number) FROM text_unit ORDER BY path, first_sentence, id",
    "posting": """SELECT term, u.id AS unit_id, tf FROM posting JOIN text_unit u ON u.number = unit
        ORDER BY term, unit_id""",
    "vector": "SELECT content, embedder, vector FROM vector ORDER BY content, embedder",
    "entity": "SELECT * EXCLUDE (digest) FROM entity ORDER BY id",
    "entity_alias": "SELECT * FROM entity_alias ORDER BY entity_id, position",
    "entity_reason": "SELECT * FROM entity_reason ORDER BY entity_id, position",
    "entity_mention": """SELECT entity_id, m.path, coalesce(u.id, '') AS unit_id, sentence, start_offset, end_offset,
        mark FROM entity_mention m LEFT JOIN text_unit u ON u.number = m.unit ORDER BY ALL""",
    "relationship": "SELECT * EXCLUDE (digest) FROM relationship ORDER BY id",
    "relationship_mention": "SELECT * FROM relationship_mention ORDER BY ALL",
    "relationship_evidence": "SELECT * FROM relationship_evidence ORDER BY ALL",
    "claim": "SELECT * FROM claim ORDER BY path, sentence, id",
    "claim_entity": "SELECT * FROM claim_entity ORDER BY ALL",
    "community": "SELECT * EXCLUDE (digest) FROM community ORDER BY level, number, id",
    "community_member": "SELECT * FROM community_member ORDER BY community_id, position",
    "report": "SELECT * EXCLUDE (digest) FROM report ORDER BY community_id",
    "report_statement": "SELECT * FROM report_statement ORDER BY community_id, finding, position",
    "report_citation": "SELECT * FROM report_citation ORDER BY ALL",
    "page": "SELECT * EXCLUDE (digest) FROM page ORDER BY path",
    "page_link": "SELECT * FROM page_link ORDER BY ALL",
}
"""Table → its rows. Names and columns are those of schema.sql, `unit_id` in the place of numbers."""

INTERNAL = frozenset(
    "meta file_state build_step build_node document_name entity_name adjacency".split()
)
"""Tables that are not exported: of the compiler alone, or look-ups that others hold."""

NEO4J: dict[str, str] = {
    "entities.csv": f"""SELECT id AS "id:ID", title, type, n_mentions AS "n_mentions:int",
        n_documents AS "n_documents:int", page, 'Entity' AS ":LABEL" FROM ({NODES}) ORDER BY id""",
    "documents.csv": """SELECT path AS "path:ID", title, date, 'Document' AS ":LABEL" FROM document ORDER BY path""",
    "communities.csv": """SELECT c.id AS "id:ID", coalesce(r.title, '') AS title, level AS "level:int",
        'Community' AS ":LABEL" FROM community c LEFT JOIN report r ON r.community_id = c.id ORDER BY c.id""",
    "relationships.csv": """SELECT source_entity_id AS ":START_ID", target_entity_id AS ":END_ID",
        upper(type) AS ":TYPE", id, weight AS "weight:int", strength AS "strength:double"
        FROM relationship ORDER BY id""",
    "mentions.csv": """SELECT entity_id AS ":START_ID", path AS ":END_ID", 'NAMED_IN' AS ":TYPE",
        count(DISTINCT sentence)::INTEGER AS "n_sentences:int" FROM entity_mention GROUP BY ALL ORDER BY ALL""",
    "members.csv": """SELECT entity_id AS ":START_ID", community_id AS ":END_ID", 'MEMBER_OF' AS ":TYPE"
        FROM community_member ORDER BY ALL""",
    "parents.csv": """SELECT id AS ":START_ID", parent_id AS ":END_ID", 'PART_OF' AS ":TYPE" FROM community
        WHERE parent_id <> '' ORDER BY ALL""",
}
"""File → its rows, with the headers that `neo4j-admin database import` reads."""
