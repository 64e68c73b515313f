-- Look-ups of schema.sql: what questions ask for by key. They are made when a generation is published, which is faster
-- than keeping them while rows come in; a generation without some of them is only slower to read.
-- DuckDB uses an index where a filter names constants, also `list_contains($keys, column)`; never for a join.

CREATE INDEX IF NOT EXISTS adjacency_of_entity ON adjacency (entity_id);
CREATE INDEX IF NOT EXISTS claim_of_document ON claim (path);
CREATE INDEX IF NOT EXISTS claim_of_entity ON claim (subject_entity_id);
CREATE INDEX IF NOT EXISTS community_by_id ON community (id);
CREATE INDEX IF NOT EXISTS community_of_entity ON community_member (entity_id);
CREATE INDEX IF NOT EXISTS document_by_path ON document (path);
CREATE INDEX IF NOT EXISTS document_of_name ON document_name (key);
CREATE INDEX IF NOT EXISTS entity_by_id ON entity (id);
CREATE INDEX IF NOT EXISTS entity_of_name ON entity_name (key);
CREATE INDEX IF NOT EXISTS link_to_file ON page_link (target);
CREATE INDEX IF NOT EXISTS mention_of_entity ON entity_mention (entity_id);
CREATE INDEX IF NOT EXISTS mention_in_unit ON entity_mention (unit);
CREATE INDEX IF NOT EXISTS page_by_id ON page (id);
CREATE INDEX IF NOT EXISTS page_by_path ON page (path);
CREATE INDEX IF NOT EXISTS relationship_by_id ON relationship (id);
CREATE INDEX IF NOT EXISTS relationship_in_sentence ON relationship_evidence (relationship_id);
CREATE INDEX IF NOT EXISTS relationship_in_unit ON relationship_mention (relationship_id);
CREATE INDEX IF NOT EXISTS unit_of_relationship ON relationship_mention (unit_id);
CREATE INDEX IF NOT EXISTS report_of_community ON report (community_id);
CREATE INDEX IF NOT EXISTS sentence_of_document ON sentence (path);
CREATE INDEX IF NOT EXISTS statement_of_report ON report_statement (community_id);
CREATE INDEX IF NOT EXISTS unit_by_id ON text_unit (id);
CREATE INDEX IF NOT EXISTS unit_by_number ON text_unit (number);
CREATE INDEX IF NOT EXISTS unit_of_document ON text_unit (path);
