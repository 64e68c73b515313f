"""Small documents and graphs for the tests of the store."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from wikigraph.model.claim import Claim, CommunityReport, DocumentClaims
from wikigraph.model.graph import (
    DocumentMentions,
    Entity,
    EntityMention,
    Graph,
    Hierarchy,
    Lexicon,
    Reason,
)
from wikigraph.model.record import DocumentInfo, DocumentRows
from wikigraph.model.text import Chunks, Sentence, Span, TextUnit
from wikigraph.store.index import open_index
from wikigraph.store.index_writer import begin_index

FORMAT = "test"


def document(path: str, title: str, units: Sequence[str], entities: Sequence[str] = ()) -> DocumentRows:
    """A document of one line, one sentence, one unit per text; the first names the entities."""
    spans = [Span(0, len(text), line, line) for line, text in enumerate(units, 1)]
    sentences = tuple(
        Sentence(at, at, 0, len(text), text, text, spans[at]) for at, text in enumerate(units)
    )
    packed = tuple(
        TextUnit(f"tu-{path}-{at}", path, (title,), at, at, text, len(text.split()), spans[at])
        for at, text in enumerate(units)
    )
    mentions = tuple(EntityMention(entity_id, 0, 0, 4) for entity_id in entities)
    claims = tuple(
        Claim(f"c-{path}-{entity_id}", path, 0, spans[0], units[0], units[0], entity_id, (), "fact")
        for entity_id in entities
    )
    kinds = ("paragraph",) * len(units)
    info = DocumentInfo(path, title, "", ("tag",), len(units), kinds)
    chunks = Chunks(path, sentences, packed)
    return DocumentRows(info, chunks, DocumentMentions(path, mentions), DocumentClaims(path, claims))


def entity(entity_id: str, title: str, aliases: tuple[str, ...] = ()) -> Entity:
    reasons = (Reason("heading", "a title"),)
    return Entity(entity_id, title, title.lower(), "", aliases, "term", 1.0, True, 1, 1, 1, reasons)


def empty_graph() -> tuple[Lexicon, Graph, Hierarchy, tuple[CommunityReport, ...]]:
    return Lexicon((), ()), Graph((), 0), Hierarchy((), 0, 0.0), ()


def publish(
    folder: Path,
    changed: Mapping[str, DocumentRows],
    *,
    removed: Iterable[str] = (),
    lexicon: Lexicon | None = None,
    graph: Graph | None = None,
) -> int:
    """One compile: the next generation with these changes."""
    index = open_index(folder)
    _, no_graph, hierarchy, reports = empty_graph()
    try:
        with begin_index(folder, index, FORMAT) as writer:
            writer.replace_documents(changed, removed)
            if lexicon is not None:
                writer.replace_graph(lexicon, graph or no_graph, hierarchy, reports)
            return writer.publish()
    finally:
        if index is not None:
            index.close()
