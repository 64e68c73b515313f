"""Values → Arrow tables, one per table of the index, rows in a settled order."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterable, Sequence

import msgspec
import numpy as np
import pyarrow as pa

from wikigraph.model.base import Value
from wikigraph.model.claim import CommunityReport, Statement
from wikigraph.model.graph import Community, Entity, Relationship
from wikigraph.model.record import HEADING_SEPARATOR, DocumentRows
from wikigraph.retrieval.entity_names import entity_keys
from wikigraph.retrieval.names import title_keys
from wikigraph.text.embedded import content_hash, embedded_text
from wikigraph.text.stems import stem
from wikigraph.text.tokens import search_tokens

_TYPES = {"s": pa.string(), "i": pa.int64(), "u": pa.uint64(), "f": pa.float64(), "b": pa.bool_(), "x": pa.binary()}
_encode = msgspec.msgpack.Encoder().encode


def digest(value: Value | tuple[Value, ...]) -> str:
    """Stands for a value, to tell whether its rows have changed."""
    return hashlib.blake2b(_encode(value), digest_size=8).hexdigest()


def table(columns: str, rows: Iterable[tuple[object, ...]]) -> pa.Table:
    """Rows → an Arrow table; `columns` is "name:type …" with s text, i integer, u one without sign, f number, b
    boolean, x bytes."""
    named = [column.split(":") for column in columns.split()]
    series: Sequence[Sequence[object]] = list(zip(*rows, strict=True)) or [()] * len(named)
    arrays = [pa.array(values, _TYPES[kind]) for values, (_, kind) in zip(series, named, strict=True)]
    return pa.Table.from_arrays(arrays, names=[name for name, _ in named])


def keys(values: Iterable[str]) -> pa.Table:
    """A table of one column `key`."""
    return pa.table({"key": pa.array(list(values), pa.string())})


class _Codes(dict[str, int]):
    """Search terms → numbers of their stems; both are made when a term is first met."""

    def __init__(self) -> None:
        self.terms: dict[str, int] = {}  # stem → number

    def __missing__(self, token: str) -> int:
        code = self[token] = self.terms.setdefault(stem(token), len(self.terms))
        return code


class Postings:
    """Gathers the terms of text units (stems of their search terms); gives their postings sorted by term and unit.

    Terms are numbered as they come, so that millions of tokens are small integers until the end.
    """

    def __init__(self) -> None:
        self._codes = _Codes()
        self._tokens = array("q")
        self._units: list[int] = []
        self._lengths: list[int] = []
        self._known: dict[str, array[int]] = {}  # of titles and headings, which repeat from unit to unit

    def add(self, unit: int, headings: Sequence[str], text: str) -> int:
        """Takes a unit; gives its number of terms."""
        before = len(self._tokens)
        for heading in headings:
            self._tokens.extend(self._heading(heading))
        self._tokens.extend(self._numbered(text))
        self._units.append(unit)
        self._lengths.append(len(self._tokens) - before)
        return self._lengths[-1]

    def table(self) -> pa.Table:
        """term, unit, tf."""
        numbers = self._codes.terms
        terms = sorted(numbers)
        order = np.empty(len(terms), np.int64)
        order[[numbers[term] for term in terms]] = np.arange(len(terms))
        ranks = order[np.frombuffer(self._tokens, np.int64)] if self._tokens else np.empty(0, np.int64)
        n_units = max(1, len(self._units))
        places = np.repeat(np.arange(len(self._units)), self._lengths)
        pairs, counts = np.unique(ranks * n_units + places, return_counts=True)
        units = np.asarray(self._units, np.int64)
        names = pa.DictionaryArray.from_arrays(pa.array(pairs // n_units), pa.array(terms, pa.string()))
        return pa.Table.from_arrays(
            [names, pa.array(units[pairs % n_units] if len(units) else pairs), pa.array(counts)],
            names=["term", "unit", "tf"],
        )

    def _heading(self, text: str) -> array[int]:
        if text not in self._known:
            self._known[text] = self._numbered(text)
        return self._known[text]

    def _numbered(self, text: str) -> array[int]:
        return array("q", map(self._codes.__getitem__, search_tokens(text)))


def document_tables(documents: Sequence[DocumentRows], first_number: int) -> dict[str, pa.Table]:
    """Documents, sorted by path → the rows of every table that holds a piece of them, by table name.
    Their text units are numbered from `first_number`."""
    postings = Postings()
    units: list[tuple[object, ...]] = []
    mentions: list[tuple[object, ...]] = []
    for rows in documents:
        holders: dict[int, list[int]] = {}
        title = rows.info.title
        for unit in rows.chunks.units:
            number = first_number + len(units)
            inside = {
                sentence.text
                for sentence in rows.chunks.sentences[unit.first_sentence : unit.last_sentence + 1]
                if rows.info.block_kinds[sentence.block] == "heading"
            }
            above = [text for text in dict.fromkeys((title, *unit.heading_path)) if text not in inside]
            n_terms = postings.add(number, above, unit.text)
            content = content_hash(embedded_text(unit.path, title, unit.heading_path, unit.text))
            units.append((
                number, unit.id, unit.path, HEADING_SEPARATOR.join(unit.heading_path), unit.first_sentence,
                unit.last_sentence, unit.text, unit.n_tokens, n_terms, unit.span.start_line, unit.span.end_line,
                content,
            ))  # fmt: skip
            for ordinal in range(unit.first_sentence, unit.last_sentence + 1):
                holders.setdefault(ordinal, []).append(number)
        path = rows.info.path
        mentions += [
            (m.entity_id, path, number, m.sentence, m.start, m.end, m.mark)
            for m in rows.mentions.mentions
            for number in holders.get(m.sentence, (-1,))
        ]
    return {
        "document": table("path:s title:s date:s n_lines:i", (
            (d.info.path, d.info.title, d.info.date, d.info.n_lines) for d in documents
        )),
        "document_tag": table("path:s tag:s", ((d.info.path, tag) for d in documents for tag in d.info.tags)),
        "document_name": table("path:s key:s worth:f", (
            (d.info.path, key, worth) for d in documents for key, worth in title_keys(d.info.title).items()
        )),
        "sentence": table(
            "path:s ordinal:i text:s quote:s start_line:i end_line:i block:i block_kind:s",
            (
                (d.info.path, s.ordinal, s.text, s.quote, s.span.start_line, s.span.end_line, s.block,
                 d.info.block_kinds[s.block])
                for d in documents for s in d.chunks.sentences
            ),
        ),
        "text_unit": table(
            "number:i id:s path:s heading_path:s first_sentence:i last_sentence:i text:s n_tokens:i n_terms:i"
            " start_line:i end_line:i content:s",
            units,
        ),
        "posting": postings.table(),
        "entity_mention": table(
            "entity_id:s path:s unit:i sentence:i start_offset:i end_offset:i mark:s", mentions
        ),
        **_claim_tables(documents),
    }  # fmt: skip


def _claim_tables(documents: Sequence[DocumentRows]) -> dict[str, pa.Table]:
    claims = [claim for rows in documents for claim in rows.claims.claims]
    return {
        "claim": table(
            "id:s path:s sentence:i start_line:i end_line:i quote:s statement:s subject_entity_id:s type:s time:s"
            " score:f",
            (
                (c.id, c.path, c.sentence, c.span.start_line, c.span.end_line, c.quote, c.statement,
                 c.subject_entity_id, c.type, c.time, c.score)
                for c in claims
            ),
        ),
        "claim_entity": table("claim_id:s path:s entity_id:s position:i", (
            (c.id, c.path, entity_id, at) for c in claims for at, entity_id in enumerate(c.object_entity_ids)
        )),
    }  # fmt: skip


def entity_tables(entities: Sequence[Entity], digests: Sequence[str]) -> dict[str, pa.Table]:
    """Entities with the digests of their values → entity, entity_alias, entity_name, entity_reason."""
    return {
        "entity": table(
            "id:s title:s key:s disambiguator:s type:s score:f is_page_worthy:b n_mentions:i n_units:i n_documents:i"
            " digest:s",
            (
                (e.id, e.title, e.key, e.disambiguator, e.type, e.score, e.is_page_worthy, e.n_mentions, e.n_units,
                 e.n_documents, mark)
                for e, mark in zip(entities, digests, strict=True)
            ),
        ),
        "entity_alias": table("entity_id:s alias:s position:i", (
            (e.id, name, at) for e in entities for at, name in enumerate((e.title, *e.aliases))
        )),
        "entity_name": table("entity_id:s key:s surface:s worth:f", (
            (e.id, key, surface, worth) for e in entities for key, surface, worth in entity_keys(e.title, e.aliases)
        )),
        "entity_reason": table("entity_id:s position:i rule:s detail:s", (
            (e.id, at, reason.rule, reason.detail) for e in entities for at, reason in enumerate(e.reasons)
        )),
    }  # fmt: skip


def relationship_tables(edges: Sequence[Relationship], digests: Sequence[str]) -> dict[str, pa.Table]:
    """Relationships → relationship, adjacency, relationship_mention, relationship_evidence."""
    return {
        "relationship": table(
            "id:s source_entity_id:s target_entity_id:s type:s weight:i strength:f digest:s",
            (
                (r.id, r.source_entity_id, r.target_entity_id, r.type, r.weight, r.strength, mark)
                for r, mark in zip(edges, digests, strict=True)
            ),
        ),
        "adjacency": table("entity_id:s other_id:s is_source:b relationship_id:s type:s weight:i", (
            (*ends, is_source, r.id, r.type, r.weight)
            for r in edges for ends, is_source in _from_both_ends(r.source_entity_id, r.target_entity_id)
        )),
        "relationship_mention": table(
            "relationship_id:s unit_id:s", ((r.id, unit_id) for r in edges for unit_id in r.unit_ids)
        ),
        "relationship_evidence": table("relationship_id:s path:s sentence:i", (
            (r.id, path, sentence) for r in edges for path, sentence in r.evidence
        )),
    }  # fmt: skip


def _from_both_ends(source: str, target: str) -> list[tuple[tuple[str, str], bool]]:
    there = ((source, target), True)
    return [there] if source == target else [there, ((target, source), False)]


def community_tables(communities: Sequence[Community], digests: Sequence[str]) -> dict[str, pa.Table]:
    """Communities → community, community_member."""
    return {
        "community": table(
            "id:s level:i number:i parent_id:s is_page_worthy:b digest:s",
            (
                (c.id, c.level, c.number, c.parent_id, c.is_page_worthy, mark)
                for c, mark in zip(communities, digests, strict=True)
            ),
        ),
        "community_member": table("community_id:s entity_id:s position:i is_hub:b", (
            (c.id, entity_id, at, entity_id in c.hub_ids)
            for c in communities for at, entity_id in enumerate(c.entity_ids)
        )),
    }  # fmt: skip


def report_tables(reports: Sequence[CommunityReport], digests: Sequence[str]) -> dict[str, pa.Table]:
    """Reports → report, report_statement, report_citation."""
    statements = [
        (report.community_id, finding, title, at, statement)
        for report in reports
        for finding, (title, held) in enumerate(_parts(report))
        for at, statement in enumerate(held)
    ]
    return {
        "report": table(
            "community_id:s title:s rating:f rating_reason:s digest:s",
            (
                (r.community_id, r.title, r.rating, r.rating_reason, mark)
                for r, mark in zip(reports, digests, strict=True)
            ),
        ),
        "report_statement": table(
            "community_id:s finding:i finding_title:s position:i text:s",
            ((report, finding, title, at, statement.text) for report, finding, title, at, statement in statements),
        ),
        "report_citation": table(
            "community_id:s finding:i position:i claim_id:s path:s start_line:i end_line:i quote:s",
            (
                (report, finding, at, c.claim_id, c.path, c.start_line, c.end_line, c.quote)
                for report, finding, _, at, statement in statements for c in statement.citations
            ),
        ),
    }  # fmt: skip


def _parts(report: CommunityReport) -> list[tuple[str, tuple[Statement, ...]]]:
    return [("", report.summary), *((finding.title, finding.statements) for finding in report.findings)]
