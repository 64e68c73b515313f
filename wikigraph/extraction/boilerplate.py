"""Paragraphs that many documents share word for word: their names say nothing about a document.

The document step notes each short paragraph's hash with the names in it; the global step, which alone knows what
repeats, takes the names of repeated ones off again.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence

from wikigraph.extraction.patterns import CAPITAL_SPAN
from wikigraph.model.extraction import Candidates
from wikigraph.model.text import Document

_SHORTEST, _LONGEST = 20, 400  # characters
_LEAST_DOCUMENTS = 3
_LEAST_SHARE = 0.1
_MOST_SHARE = 0.5  # of a document's own names


def paragraph_spans(document: Document) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """(hash of a paragraph, the capitalised spans in it), for short paragraphs that have any; sorted, each once."""
    found: dict[str, tuple[str, ...]] = {}
    for block in document.blocks:
        if block.kind in ("code", "heading", "math") or not _SHORTEST <= len(block.text) <= _LONGEST:
            continue
        spans = tuple(match[0] for match in CAPITAL_SPAN.finditer(block.text))
        if spans:
            digest = hashlib.sha256(block.text.encode("utf-8", "surrogatepass")).hexdigest()[:10]
            found[digest] = spans
    return tuple(sorted(found.items()))


def repeated_spans(documents: Sequence[Candidates]) -> list[Counter[str]]:
    """Per document the spans of paragraphs that stand in more than max(3, 10%) of the documents."""
    counts: Counter[str] = Counter()
    for document in documents:
        counts.update(digest for digest, _ in document.paragraphs)
    limit = max(_LEAST_DOCUMENTS, _LEAST_SHARE * len(documents))
    repeated = {digest for digest, n in counts.items() if n > limit}
    return [_of_document(document, repeated) for document in documents]


def _of_document(document: Candidates, repeated: set[str]) -> Counter[str]:
    """A footer is a small part of a document; one that mostly repeats others is a copy and keeps its names."""
    spans = Counter(span for digest, found in document.paragraphs if digest in repeated for span in found)
    n_all = sum(document.spans.n) + sum(document.initial_spans.n)
    return spans if sum(spans.values()) <= _MOST_SHARE * n_all else Counter()
