"""Small vaults that go through the stages that really run."""

from __future__ import annotations

from collections.abc import Mapping

from wikigraph.model.extraction import Candidates
from wikigraph.model.graph import DocumentMentions, Entity, Lexicon
from wikigraph.model.ontology import Ontology
from wikigraph.model.text import Chunks, Document, Source
from wikigraph.stages import chunk, extract, mention, parse, resolve
from wikigraph.text.names import name_key


def read(files: Mapping[str, str]) -> tuple[dict[str, Document], dict[str, Chunks], dict[str, Candidates]]:
    """File name → text, parsed, chunked and extracted."""
    documents: dict[str, Document] = {}
    chunks: dict[str, Chunks] = {}
    candidates: dict[str, Candidates] = {}
    for name, text in files.items():
        path = f"raw/{name}"
        source = Source(path, "", "utf-8", "plain" if name.endswith(".txt") else "markdown", text)
        documents[path] = parse.run(source, parse.Params())
        chunks[path] = chunk.run(documents[path], chunk.Params())
        candidates[path] = extract.run(documents[path], chunks[path], extract.Params())
    return documents, chunks, candidates


def resolved(files: Mapping[str, str], ontology: Ontology | None = None) -> Lexicon:
    """The lexicon of a vault."""
    return resolve.run(read(files)[2], ontology or Ontology(), resolve.Params())


def mentioned(files: Mapping[str, str], ontology: Ontology | None = None) -> tuple[Lexicon, dict[str, list[str]]]:
    """The lexicon, and per path the mentions as "title: spelling"."""
    documents, chunks, candidates = read(files)
    lexicon = resolve.run(candidates, ontology or Ontology(), resolve.Params())
    slices = mention.split(lexicon, candidates)
    titles = {entity.id: entity.title for entity in lexicon.entities}
    found: dict[str, list[str]] = {}
    for path, document in documents.items():
        result: DocumentMentions = mention.run(document, chunks[path], slices[path], mention.Params())
        sentences = {sentence.ordinal: sentence.text for sentence in chunks[path].sentences}
        found[path] = [f"{titles[m.entity_id]}: {sentences[m.sentence][m.start : m.end]}" for m in result.mentions]
    return lexicon, found


def ids_of(lexicon: Lexicon, surface: str) -> set[str]:
    """Entities that a spelling may mean, anywhere."""
    return {name.entity_id for name in lexicon.names if name_key(name.surface) == name_key(surface)}


def entity(lexicon: Lexicon, title: str) -> Entity:
    """The entity of that title; KeyError with what there is."""
    by_title = {item.title: item for item in lexicon.entities}
    return by_title[title] if title in by_title else _missing(title, by_title)


def _missing(title: str, by_title: Mapping[str, Entity]) -> Entity:
    raise KeyError(f"{title!r} is none of {sorted(by_title)}")
