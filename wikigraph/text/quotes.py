"""Quote → the id of the claim it makes, the same wherever in its document it moves."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable

from wikigraph.model.claim import Citation
from wikigraph.model.ids import content_id
from wikigraph.model.text import Sentence


def quote_key(quote: str) -> str:
    """The quote as ids see it: NFKC, case-folded, runs of white space as one."""
    if not quote.isascii():
        quote = unicodedata.normalize("NFKC", quote)
    return " ".join(quote.split()).casefold()


def claim_ids(path: str, sentences: Iterable[Sentence], wanted: Collection[int]) -> dict[int, str]:
    """Ordinal → "c-…" of (path, normalised quote, which repeat), for the wanted ones of a document's sentences."""
    seen: dict[str, int] = {}
    ids: dict[int, str] = {}
    for sentence in sentences:
        key = quote_key(sentence.quote)
        repeat = seen.get(key, 0)
        seen[key] = repeat + 1
        if sentence.ordinal in wanted:
            ids[sentence.ordinal] = content_id("c", path, key, str(repeat))
    return ids


def citation_of(path: str, claim_id: str, sentence: Sentence) -> Citation:
    """The lines of the sentence as support."""
    return Citation(claim_id, path, sentence.span.start_line, sentence.span.end_line, sentence.quote)
