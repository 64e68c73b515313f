"""A document's mentions → who is named together, and where it links to.

Sets, not pairs: what a document gives is linear in the document, and relate counts the pairs of all documents
at once. A sentence or unit that names more than `max_entities` says nothing about any two of them (an index,
a list of names) and is left out.
"""

from __future__ import annotations

from bisect import bisect_right

from wikigraph.model.base import Value
from wikigraph.model.graph import (
    DocumentEdges,
    DocumentMentions,
    EntityMention,
    SentenceEntities,
    UnitEntities,
    WrittenLink,
)
from wikigraph.model.text import Chunks, Document, Mark, Sentence
from wikigraph.text.labels import label_of, repeated_labels
from wikigraph.text.subjects import head_of

VERSION = 2

LINK_KINDS = ("link", "wikilink", "embed")


class Params(Value, frozen=True):
    """Settings of this stage."""

    max_entities: int = 20  # in a sentence or unit that counts


def run(document: Document, chunks: Chunks, mentions: DocumentMentions, params: Params) -> DocumentEdges:
    """Never fails; a document without mentions gives its links only."""
    entity_ids = tuple(sorted({mention.entity_id for mention in mentions.mentions}))
    index = {entity_id: number for number, entity_id in enumerate(entity_ids)}
    named: dict[int, list[EntityMention]] = {}
    for mention in mentions.mentions:
        named.setdefault(mention.sentence, []).append(mention)
    by_sentence = {
        ordinal: sorted({index[mention.entity_id] for mention in here}) for ordinal, here in named.items()
    }
    said = {**by_sentence, **_without_speakers(chunks, named, index)}
    subject = _subject(document, chunks, named)
    return DocumentEdges(
        path=document.path,
        title=document.title,
        subject_entity_id=subject,
        entity_ids=entity_ids,
        units=_units(chunks, by_sentence, params.max_entities),
        sentences=_sentences(chunks, said, params.max_entities),
        links=_links(document, chunks, named, subject),
    )


def _without_speakers(
    chunks: Chunks, named: dict[int, list[EntityMention]], index: dict[str, int]
) -> dict[int, list[int]]:
    """Sentences that open with a label which the document repeats ("KEVIN SCOTT: …") → the entities in what is said.

    A speaker has nothing to do with each thing that he names; both still stand in one text unit.
    """
    speakers = repeated_labels(sentence.text for sentence in chunks.sentences)
    found: dict[int, list[int]] = {}
    if not speakers:
        return found
    for sentence in chunks.sentences:
        here = named.get(sentence.ordinal)
        if here:
            label, offset = label_of(sentence.text)
            if label in speakers:
                found[sentence.ordinal] = sorted({index[m.entity_id] for m in here if m.start >= offset})
    return found


def _units(chunks: Chunks, by_sentence: dict[int, list[int]], max_entities: int) -> tuple[UnitEntities, ...]:
    """One for each unit, in order; empty where it names too many."""
    given: list[UnitEntities] = []
    done = -1  # last sentence of the units before
    for unit in chunks.units:
        old: set[int] = set()
        new: set[int] = set()
        for ordinal in range(unit.first_sentence, unit.last_sentence + 1):
            (old if ordinal <= done else new).update(by_sentence.get(ordinal, ()))
        done = max(done, unit.last_sentence)
        if len(old | new) > max_entities:
            old, new = set(), set()
        given.append(UnitEntities(unit.id, tuple(sorted(new)), tuple(sorted(old - new))))
    return tuple(given)


def _sentences(chunks: Chunks, by_sentence: dict[int, list[int]], max_entities: int) -> tuple[SentenceEntities, ...]:
    unit_of = _UnitOf(chunks)
    return tuple(
        SentenceEntities(ordinal, unit_of(ordinal), tuple(here))
        for ordinal, here in sorted(by_sentence.items())
        if 2 <= len(here) <= max_entities
    )


class _UnitOf:
    """Sentence ordinal → index of the first unit that holds it, -1 where none does."""

    def __init__(self, chunks: Chunks) -> None:
        reach = 0
        self._lasts: list[int] = []  # running maximum, so that it ascends
        for unit in chunks.units:
            reach = max(reach, unit.last_sentence)
            self._lasts.append(reach)
        self._firsts = [unit.first_sentence for unit in chunks.units]

    def __call__(self, ordinal: int) -> int:
        number = bisect_right(self._lasts, ordinal - 1)
        return number if number < len(self._lasts) and self._firsts[number] <= ordinal else -1


def _subject(document: Document, chunks: Chunks, named: dict[int, list[EntityMention]]) -> str:
    """The entity that the document's title names: the longest of them, the first of equals; "" for none."""
    if document.title_span is None:
        return ""
    best, length = "", 0
    for sentence in chunks.sentences:
        if sentence.span.start >= document.title_span.end:
            break
        if sentence.span.end <= document.title_span.start:
            continue
        for mention in named.get(sentence.ordinal, ()):
            if mention.end - mention.start > length:
                best, length = mention.entity_id, mention.end - mention.start
    return best


def _links(
    document: Document, chunks: Chunks, named: dict[int, list[EntityMention]], subject: str
) -> tuple[WrittenLink, ...]:
    """Links of the front matter, then of the text in reading order."""
    first_unit = 0 if chunks.units else -1
    given = [
        WrittenLink(-1, first_unit, subject, (), field.target, is_wikilink=True)
        for field in document.front_matter.links
    ]
    linking = [
        any(mark.kind in LINK_KINDS and mark.target for mark in block.marks) for block in document.blocks
    ]
    unit_of = _UnitOf(chunks)
    for sentence in chunks.sentences:
        if not linking[sentence.block]:
            continue
        for mark in document.blocks[sentence.block].marks:
            if mark.kind in LINK_KINDS and mark.target and sentence.start <= mark.start < sentence.end:
                here = named.get(sentence.ordinal, [])
                given.append(_link(sentence, mark, here, subject, unit_of(sentence.ordinal)))
    return tuple(given)


def _link(sentence: Sentence, mark: Mark, here: list[EntityMention], subject: str, unit: int) -> WrittenLink:
    start, end = mark.start - sentence.start, mark.end - sentence.start
    inside = [mention.entity_id for mention in here if mention.start < end and mention.end > start]
    outside = [mention for mention in here if mention.entity_id not in inside]
    speaker = _speaker(sentence.text, outside, subject)
    return WrittenLink(
        sentence.ordinal, unit, speaker, tuple(dict.fromkeys(inside)), mark.target, is_wikilink=mark.kind != "link"
    )


def _speaker(text: str, outside: list[EntityMention], subject: str) -> str:
    """What a link in a sentence speaks for: the entity at the sentence's head, else the document's subject, else the
    only other entity that the sentence names; "" where it would be a guess."""
    at = head_of(text, [(mention.start, mention.end) for mention in outside])
    if at is not None:
        return outside[at].entity_id
    others = {mention.entity_id for mention in outside}
    return subject or (next(iter(others)) if len(others) == 1 else "")
