"""Sentences that many documents share word for word, and headings that others cite: their names say nothing.

The document step notes each short sentence's hash with the names in it; the global step, which alone knows what
repeats, takes the names of repeated ones off again.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from wikigraph.extraction.patterns import CAPITAL_SPAN, HAN_RUN
from wikigraph.model.extraction import Candidates
from wikigraph.model.text import Chunks, Document
from wikigraph.text.names import name_key

_SHORTEST, _LONGEST = 20, 160  # characters
_LEAST_DOCUMENTS = 3
_MOST_WITHIN = 10  # times in one document
_LEAST_SHARE = 0.1
_QUOTES = " \"'“”‘’„«»「」"
_WORDS = re.compile(r"\w+")
_MOST_SHARE = 0.5  # of a document's own names


def sentence_spans(document: Document, chunks: Chunks) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """(hash of a sentence's words, the capitalised spans in it), for short sentences that have any; sorted."""
    found: list[tuple[str, tuple[str, ...]]] = []
    for sentence in chunks.sentences:
        if document.blocks[sentence.block].kind in ("code", "heading", "math"):
            continue
        text = sentence.text
        spans = tuple(match[0] for match in CAPITAL_SPAN.finditer(text)) if _SHORTEST <= len(text) <= _LONGEST else ()
        if spans:
            words = " ".join(word for word in _WORDS.findall(text.casefold()) if not word.isdigit())
            found.append((hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()[:10], spans))
    return tuple(sorted(found))


def repeated_spans(documents: Sequence[Candidates]) -> list[Counter[str]]:
    """Per document the spans that say nothing: those of sentences that stand in more than max(3, 10%) of the
    documents, and those within headings that it cites."""
    counts: Counter[str] = Counter()
    for document in documents:
        counts.update({digest for digest, _ in document.sentences})
    limit = max(_LEAST_DOCUMENTS, _LEAST_SHARE * len(documents))
    repeated = {digest for digest, n in counts.items() if n > limit}
    for document in documents:  # the header of each page, which a conversion left in the text
        within = Counter(digest for digest, _ in document.sentences)
        repeated.update(digest for digest, n in within.items() if n >= _MOST_WITHIN)
    headings = heading_keys(documents)
    return [_of_document(document, repeated) + _within_citations(document, headings) for document in documents]


def _of_document(document: Candidates, repeated: set[str]) -> Counter[str]:
    """A footer is a small part of a document; one that mostly repeats others is a copy and keeps its names."""
    spans = Counter(span for digest, found in document.sentences if digest in repeated for span in found)
    n_all = sum(document.spans.n) + sum(document.initial_spans.n)
    return spans if sum(spans.values()) <= _MOST_SHARE * n_all else Counter()


def heading_keys(documents: Sequence[Candidates]) -> frozenset[str]:
    """Keys of all headings and titles."""
    return frozenset(
        name_key(mark.surface)
        for document in documents
        for mark in document.marks
        if mark.kind in ("heading", "title")
    )


def cited_headings(document: Candidates, headings: frozenset[str]) -> Iterator[tuple[str, int]]:
    """Headings that a document cites in quotation marks, or, where they are long, as the text of a link; and how
    often. A short link text is a name."""
    cited: Counter[str] = Counter()
    for mark in document.marks:
        is_citation = mark.kind == "quote" or (mark.kind == "link" and _is_long(mark.surface))
        if is_citation and name_key(mark.surface) in headings:
            surface = mark.surface.strip(_QUOTES)
            cited[surface] = max(cited[surface], mark.n)
    yield from cited.items()


def _is_long(surface: str) -> bool:
    return surface.count(" ") >= 3 or sum(map(len, HAN_RUN.findall(surface))) >= 6


def _within_citations(document: Candidates, headings: frozenset[str]) -> Counter[str]:
    """see “Using Trait Objects That Allow for Values of Different Types”: its capitals single out no names."""
    spans: Counter[str] = Counter()
    for surface, n in cited_headings(document, headings):
        for match in CAPITAL_SPAN.finditer(surface):
            if " " in match[0] and match[0] != surface:
                spans[match[0]] += n
    return spans
