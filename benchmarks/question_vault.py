"""A vault as a compile would have left it for questions: sources, and an index of text units, names and graph.

What a compile makes is costly, and questions only need its rows. So sources are parsed and cut by the product's own
stages, the rest is found by simple rules, and all of it goes through the product's own writer: names are titles and
runs of capitalised words that stand inside sentences of several passages, statements are sentences that hold a name,
relationships are names of one text unit, communities are runs of entities. The sizes of the tables are near those of a
compile of the same passages (of 6,000: 8,000 entities, 57,000 mentions, 43,000 relationships, 18,000 statements).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations
from pathlib import Path

import numpy as np
from measure import passages

from wikigraph.app.meaning import KEY, NAME
from wikigraph.model.claim import Citation, Claim, CommunityReport, DocumentClaims, Finding, Statement
from wikigraph.model.graph import (
    Community,
    DocumentMentions,
    Entity,
    EntityMention,
    Graph,
    Hierarchy,
    Lexicon,
    Relationship,
)
from wikigraph.model.record import DocumentInfo, DocumentRows, FileState
from wikigraph.model.text import Chunks, Source, TextUnit
from wikigraph.providers.embedders import e5
from wikigraph.stages import chunk, parse
from wikigraph.store.index_writer import IndexWriter, begin_index

_NAME = re.compile(r"[A-Z][\w'’-]+(?: (?:of |the |and |de |von )?[A-Z][\w'’-]+)*")
_INSIDE = re.compile(r"(?<=[a-z,] )[A-Z][\w'’-]+(?: (?:of |the |and |de |von )?[A-Z][\w'’-]+)*")
_BATCH = 2000
_DIMENSION = 384
_PAIRS = 24  # of names of one text unit
_COMMUNITY = 16  # entities of a fine community; a broad one holds 16 of these


def write_vault(data: Path, root: Path, n: int, *, with_vectors: bool = False) -> None:
    """A vault of n passages, a file and about a text unit each. One that is used again has a title of its own."""
    sources = dict(write_sources(data, root / "raw", n))
    names = _names(sources.values())
    with begin_index(root / ".wikigraph/index", None, "benchmark") as writer:
        graph = _Rows(names)
        paths = sorted(sources)
        for at in range(0, len(paths), _BATCH):
            writer.replace_documents({path: graph.document(path, sources[path]) for path in paths[at : at + _BATCH]})
        writer.replace_graph(*graph.values())
        writer.replace_file_states(_states(root, paths))
        if with_vectors:
            _write_vectors(writer)
        writer.publish()


def write_sources(data: Path, raw: Path, n: int) -> Iterable[tuple[str, str]]:
    """Writes the sources; gives (path, text) of each."""
    held = list(passages(data))
    for number in range(n):
        _, _, title, body = held[number % len(held)]
        text = f"## {title} {number // len(held) or ''}".rstrip() + f"\n\n{body}\n"
        file = raw / f"{number % 100:02}" / f"{number:06}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        yield f"raw/{file.relative_to(raw).as_posix()}", text


def _names(texts: Iterable[str]) -> dict[str, str]:
    """Names → ids of their entities."""
    seen: Counter[str] = Counter()
    titles: dict[str, None] = {}
    for text in texts:
        titles.update(dict.fromkeys(line[3:] for line in text.split("\n") if line.startswith("## ")))
        seen.update(set(_INSIDE.findall(text)))
    kept = [*titles, *(name for name, times in seen.items() if times > 2)]
    return {name: f"ent-{number:010x}" for number, name in enumerate(dict.fromkeys(kept))}


class _Rows:
    """Takes documents one by one; gives the graph of all."""

    def __init__(self, names: dict[str, str]) -> None:
        self._names = names
        self._mentions: Counter[str] = Counter()
        self._units: dict[tuple[str, str], set[str]] = defaultdict(set)
        self._evidence: dict[tuple[str, str], set[tuple[str, int]]] = defaultdict(set)
        self._said: dict[str, Claim] = {}

    def document(self, path: str, text: str) -> DocumentRows:
        document = parse.run(Source(path, "", "utf-8", "markdown", text), parse.Params())
        chunks = chunk.run(document, chunk.Params())
        found = self._found(chunks)
        claims = [
            Claim(f"c-{path}-{m.sentence}", path, m.sentence, s.span, s.quote, s.text, m.entity_id, (), "fact", "", 1.0)
            for m in {mention.sentence: mention for mention in reversed(found)}.values()
            if document.blocks[(s := chunks.sentences[m.sentence]).block].kind != "heading"
        ]
        for claim in claims:
            self._said.setdefault(claim.subject_entity_id, claim)
        for unit in chunks.units:
            self._relate(unit, [m for m in found if unit.first_sentence <= m.sentence <= unit.last_sentence])
        info = DocumentInfo.of(document)
        return DocumentRows(info, chunks, DocumentMentions(path, tuple(found)), DocumentClaims(path, tuple(claims)))

    def _found(self, chunks: Chunks) -> list[EntityMention]:
        found = []
        for sentence in chunks.sentences:
            names = [(match.start(), match[0]) for match in _NAME.finditer(sentence.text)]
            if sentence.text in self._names:
                names = [(0, sentence.text)]
            for start, name in names:
                if name in self._names:
                    entity = self._names[name]
                    found.append(EntityMention(entity, sentence.ordinal, start, start + len(name)))
                    self._mentions[entity] += 1
        return found

    def _relate(self, unit: TextUnit, inside: Sequence[EntityMention]) -> None:
        for one, other in list(combinations(sorted({m.entity_id for m in inside}), 2))[:_PAIRS]:
            self._units[one, other].add(unit.id)
            both = {m.sentence for m in inside if m.entity_id == one} & {
                m.sentence for m in inside if m.entity_id == other
            }
            self._evidence[one, other].update((unit.path, sentence) for sentence in both)

    def values(self) -> tuple[Lexicon, Graph, Hierarchy, tuple[CommunityReport, ...]]:
        entities = tuple(
            Entity(entity, name, name.casefold(), "", (), "", 1.0, True, n := self._mentions[entity], n, n, ())
            for name, entity in self._names.items()
        )
        edges = tuple(
            Relationship(f"rel-{number:010x}", *pair, "related", len(units), 0.5, tuple(sorted(units)),
                         tuple(sorted(self._evidence[pair])))
            for number, (pair, units) in enumerate(sorted(self._units.items()))
        )  # fmt: skip
        ids = [entity.id for entity in entities]
        communities = (*_level(ids, 0, _COMMUNITY**2), *_level(ids, 1, _COMMUNITY))
        reports = tuple(self._report(community) for community in communities)
        return Lexicon(entities, ()), Graph(edges, len(edges)), Hierarchy(communities, 2, 0.5), reports

    def _report(self, community: Community) -> CommunityReport:
        said = [self._said[entity] for entity in community.entity_ids if entity in self._said][:6]
        told = tuple(
            Statement(c.statement, (Citation(c.id, c.path, c.span.start_line, c.span.end_line, c.quote),)) for c in said
        )
        findings = tuple(Finding("About it", (statement,)) for statement in told[1:])
        return CommunityReport(community.id, community.id, told[:1], findings, 5.0, "")


def _level(ids: Sequence[str], level: int, size: int) -> list[Community]:
    return [
        Community(f"com-{level}{at:09x}", level, at // size, "", tuple(ids[at : at + size]), (ids[at],), True)
        for at in range(0, len(ids), size)
    ]


def _states(root: Path, paths: Iterable[str]) -> list[FileState]:
    looks = ((path, (root / path).stat()) for path in paths)
    return [FileState(path, s.st_size, s.st_mtime_ns, "", s.st_ctime_ns, s.st_ino) for path, s in looks]


def _write_vectors(writer: IndexWriter) -> None:
    """Vectors of the embedder's shape and key: what they say does not count for how long a comparison takes."""
    writer.set_meta(KEY, e5.NAME)
    writer.set_meta(NAME, "e5")
    dice = np.random.default_rng(7)
    shared = dice.standard_normal(_DIMENSION)
    while missing := writer.missing_vectors(e5.NAME, 20_000):
        found = shared * 1.5 + dice.standard_normal((len(missing), _DIMENSION))
        lengths = np.linalg.norm(found, axis=1, keepdims=True)
        writer.add_vectors(e5.NAME, [text.content for text in missing], (found / lengths).astype(np.float32))
