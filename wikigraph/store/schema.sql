-- The index: everything that a compile knows, as tables. It is disposable: raw/, schema/ and wiki/ are the
-- state of record, and a new compile gives all of it again.
--
-- History of versions (meta.schema_version):
--   1  the first.
--   2  file_state.ctime_ns and inode.
--   3  text_unit.content; vector.vector is an array of fixed size.
--   4  entity_name; adjacency.
--
-- Offsets count characters, half-open; lines are 1-based and inclusive; paths are relative to the vault, with
-- forward slashes. There are no foreign keys (DuckDB cannot delete and insert again within one transaction where
-- they are declared) and no array columns for provenance, which is in join tables. Look-ups are in indexes.sql.

-- Facts about the index itself.
CREATE TABLE meta (
    key   VARCHAR NOT NULL,  -- "schema_version", "product_version", "memo_format", "compiled_at", …
    value VARCHAR NOT NULL
);

-- Files as the last compile saw them, to tell without reading which may have changed.
CREATE TABLE file_state (
    path     VARCHAR NOT NULL,  -- of a file in raw/, wiki/ or schema/
    size     BIGINT  NOT NULL,  -- bytes
    mtime_ns BIGINT  NOT NULL,  -- modification time, nanoseconds since the epoch
    sha256   VARCHAR NOT NULL,  -- of its bytes, hex
    ctime_ns BIGINT  NOT NULL,  -- when its name, place or content last changed
    inode    UBIGINT NOT NULL
);

-- One row per source that is read.
CREATE TABLE document (
    path    VARCHAR NOT NULL,
    title   VARCHAR NOT NULL,
    date    VARCHAR NOT NULL,  -- ISO date of its front matter, '' where there is none
    n_lines INTEGER NOT NULL
);

-- Tags of documents.
CREATE TABLE document_tag (
    path VARCHAR NOT NULL,  -- document
    tag  VARCHAR NOT NULL   -- as written in its front matter
);

-- Titles of documents as a dictionary of names.
CREATE TABLE document_name (
    path  VARCHAR NOT NULL,  -- document
    key   VARCHAR NOT NULL,  -- stems of the words, joined by spaces
    worth DOUBLE  NOT NULL   -- 1 the title itself, less for a part of it
);

-- The smallest pieces that can be cited.
CREATE TABLE sentence (
    path       VARCHAR NOT NULL,  -- document
    ordinal    INTEGER NOT NULL,  -- position in the document, from 0
    text       VARCHAR NOT NULL,  -- as a reader sees it
    quote      VARCHAR NOT NULL,  -- verbatim from the source, each line break as one space
    start_line INTEGER NOT NULL,
    end_line   INTEGER NOT NULL,
    block      INTEGER NOT NULL,  -- position of its block in the document
    block_kind VARCHAR NOT NULL   -- heading, paragraph, list_item, table_row, code, math
);

-- Runs of sentences: what retrieval ranks.
CREATE TABLE text_unit (
    number         INTEGER NOT NULL,  -- names it inside this file only; larger than all before it when inserted
    id             VARCHAR NOT NULL,  -- "tu-" + 16 hex digits, from its content
    path           VARCHAR NOT NULL,  -- document
    heading_path   VARCHAR NOT NULL,  -- headings above it, outermost first, joined by U+001F
    first_sentence INTEGER NOT NULL,  -- ordinals, inclusive
    last_sentence  INTEGER NOT NULL,
    text           VARCHAR NOT NULL,
    n_tokens       INTEGER NOT NULL,  -- size for context budgets
    n_terms        INTEGER NOT NULL,  -- length for BM25: search terms of title, headings and text
    start_line     INTEGER NOT NULL,
    end_line       INTEGER NOT NULL,
    content        VARCHAR NOT NULL   -- hash of what is embedded of it: vector.content
);

-- BM25 postings. Document frequencies are counts of these rows.
CREATE TABLE posting (
    term VARCHAR NOT NULL,  -- search term
    unit INTEGER NOT NULL,  -- text_unit.number
    tf   INTEGER NOT NULL   -- how often
);

-- Vectors of text units, by content, so that moved text is not embedded again. All are of one embedder; for another one
-- the table is made anew with its dimension. A unit without a vector is found by words alone.
CREATE TABLE vector (
    content  VARCHAR NOT NULL,  -- hash of what was embedded
    embedder VARCHAR NOT NULL,  -- key of the model
    vector   FLOAT[384] NOT NULL  -- as many numbers as the model gives, length 1
);

-- Nodes of the graph.
CREATE TABLE entity (
    id             VARCHAR NOT NULL,
    title          VARCHAR NOT NULL,
    key            VARCHAR NOT NULL,  -- smallest normalised name of its merge class
    disambiguator  VARCHAR NOT NULL,  -- '' but for homonyms
    type           VARCHAR NOT NULL,
    score          DOUBLE  NOT NULL,
    is_page_worthy BOOLEAN NOT NULL,
    n_mentions     INTEGER NOT NULL,
    n_units        INTEGER NOT NULL,
    n_documents    INTEGER NOT NULL,
    digest         VARCHAR NOT NULL   -- of the whole value with its aliases and reasons: only changed rows are written
);

-- Every spelling of an entity, its title included.
CREATE TABLE entity_alias (
    entity_id VARCHAR NOT NULL,
    alias     VARCHAR NOT NULL,
    position  INTEGER NOT NULL   -- 0 the title, then most frequent first
);

-- Names of entities as a dictionary.
CREATE TABLE entity_name (
    entity_id VARCHAR NOT NULL,
    key       VARCHAR NOT NULL,  -- merge key of a spelling, or the stems of its words joined by spaces
    surface   VARCHAR NOT NULL,  -- the spelling
    worth     DOUBLE  NOT NULL   -- 1 the spelling itself, less for its stems
);

-- Why it is an entity, why it has (no) page, why names were merged.
CREATE TABLE entity_reason (
    entity_id VARCHAR NOT NULL,
    position  INTEGER NOT NULL,  -- order of telling
    rule      VARCHAR NOT NULL,  -- name of the rule
    detail    VARCHAR NOT NULL   -- what it saw
);

-- Entity ↔ text unit ↔ sentence: where each entity is named.
CREATE TABLE entity_mention (
    entity_id    VARCHAR NOT NULL,
    path         VARCHAR NOT NULL,  -- document
    unit         INTEGER NOT NULL,  -- text_unit.number; one row for each unit that holds the sentence, -1 if none does
    sentence     INTEGER NOT NULL,  -- sentence.ordinal
    start_offset INTEGER NOT NULL,  -- in sentence.text
    end_offset   INTEGER NOT NULL,
    mark         VARCHAR NOT NULL   -- the strongest markup over it, '' for none
);

-- Edges of the graph.
CREATE TABLE relationship (
    id               VARCHAR NOT NULL,
    source_entity_id VARCHAR NOT NULL,
    target_entity_id VARCHAR NOT NULL,
    type             VARCHAR NOT NULL,  -- related (undirected) or references (directed)
    weight           INTEGER NOT NULL,  -- number of supporting mentions
    strength         DOUBLE  NOT NULL,  -- for ranking only
    digest           VARCHAR NOT NULL   -- of the whole value
);

-- Entity → its relationships: two rows for each, one from either end.
CREATE TABLE adjacency (
    entity_id       VARCHAR NOT NULL,
    other_id        VARCHAR NOT NULL,  -- the entity at the other end
    is_source       BOOLEAN NOT NULL,  -- whether entity_id is the source end
    relationship_id VARCHAR NOT NULL,
    type            VARCHAR NOT NULL,  -- as in relationship
    weight          INTEGER NOT NULL   -- as in relationship
);

-- Relationship ↔ text unit, by the unit's id.
CREATE TABLE relationship_mention (
    relationship_id VARCHAR NOT NULL,
    unit_id         VARCHAR NOT NULL   -- text_unit.id
);

-- Sentences that name both ends of a relationship, or hold the link.
CREATE TABLE relationship_evidence (
    relationship_id VARCHAR NOT NULL,
    path            VARCHAR NOT NULL,  -- document
    sentence        INTEGER NOT NULL   -- sentence.ordinal
);

-- Statements about entities.
CREATE TABLE claim (
    id                VARCHAR NOT NULL,
    path              VARCHAR NOT NULL,  -- document
    sentence          INTEGER NOT NULL,  -- sentence.ordinal
    start_line        INTEGER NOT NULL,
    end_line          INTEGER NOT NULL,
    quote             VARCHAR NOT NULL,  -- verbatim, each line break as one space
    statement         VARCHAR NOT NULL,  -- as a reader sees it
    subject_entity_id VARCHAR NOT NULL,
    type              VARCHAR NOT NULL,  -- definition, fact
    time              VARCHAR NOT NULL,  -- '' where none is named
    score             DOUBLE  NOT NULL
);

-- Other entities that a claim names.
CREATE TABLE claim_entity (
    claim_id  VARCHAR NOT NULL,
    path      VARCHAR NOT NULL,  -- document of the claim
    entity_id VARCHAR NOT NULL,
    position  INTEGER NOT NULL   -- order in the sentence, from 0
);

-- Sets of entities, level by level; level 0 is the coarsest.
CREATE TABLE community (
    id             VARCHAR NOT NULL,
    level          INTEGER NOT NULL,
    number         INTEGER NOT NULL,  -- within its level: displayed as c_<level>_<number>
    parent_id      VARCHAR NOT NULL,  -- '' at level 0
    is_page_worthy BOOLEAN NOT NULL,
    digest         VARCHAR NOT NULL   -- of the whole value
);

-- Community ↔ entity.
CREATE TABLE community_member (
    community_id VARCHAR NOT NULL,
    entity_id    VARCHAR NOT NULL,
    position     INTEGER NOT NULL,  -- most central first, from 0
    is_hub       BOOLEAN NOT NULL   -- one of the few that name it
);

-- What a community is about.
CREATE TABLE report (
    community_id  VARCHAR NOT NULL,
    title         VARCHAR NOT NULL,
    rating        DOUBLE  NOT NULL,  -- 0 to 10
    rating_reason VARCHAR NOT NULL,
    digest        VARCHAR NOT NULL   -- of the whole value
);

-- Sentences of reports.
CREATE TABLE report_statement (
    community_id VARCHAR NOT NULL,
    finding      INTEGER NOT NULL,  -- 0 the summary, then the findings from 1
    finding_title VARCHAR NOT NULL, -- '' for the summary
    position     INTEGER NOT NULL,  -- of the statement within it, from 0
    text         VARCHAR NOT NULL
);

-- What supports a sentence of a report.
CREATE TABLE report_citation (
    community_id VARCHAR NOT NULL,
    finding      INTEGER NOT NULL,
    position     INTEGER NOT NULL,  -- of the statement
    claim_id     VARCHAR NOT NULL,
    path         VARCHAR NOT NULL,  -- document
    start_line   INTEGER NOT NULL,
    end_line     INTEGER NOT NULL,
    quote        VARCHAR NOT NULL
);

-- Pages of wiki/, those of people too.
CREATE TABLE page (
    path     VARCHAR NOT NULL,
    id       VARCHAR NOT NULL,  -- '' for a page without one
    kind     VARCHAR NOT NULL,  -- source, entity, community, answer, index, log, review; '' for a page of a person
    title    VARCHAR NOT NULL,
    is_human BOOLEAN NOT NULL,  -- made or edited by a person
    digest   VARCHAR NOT NULL   -- of the row with its links
);

-- Links of pages, typed or not.
CREATE TABLE page_link (
    origin   VARCHAR NOT NULL,  -- path of the page that holds it
    relation VARCHAR NOT NULL,  -- supported_by, requires, related, …; '' for a plain link
    target   VARCHAR NOT NULL,  -- path of the file it leads to
    line     INTEGER NOT NULL,  -- where it stands, 0 where unknown
    kind     VARCHAR NOT NULL   -- how it is written: front_matter, item, link, wikilink, footnote
);

-- Steps of the pipeline as the last compile left them.
CREATE TABLE build_step (
    step        VARCHAR NOT NULL,
    fingerprint VARCHAR NOT NULL   -- of the whole step
);

-- Nodes of the steps: what they gave, so that they need not run again.
CREATE TABLE build_node (
    step        VARCHAR NOT NULL,
    key         VARCHAR NOT NULL,  -- '' for a step that runs once
    fingerprint VARCHAR NOT NULL,  -- of everything that went in
    output      VARCHAR NOT NULL,  -- digest of what came out
    value       BLOB    NOT NULL   -- what came out, as msgpack
);
