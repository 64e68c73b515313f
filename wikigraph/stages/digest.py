"""A document in short: title, outline, and a summary of its own most central sentences, each with its lines.

The summary takes only sentences that stand alone, says nothing twice, and keeps reading order. A document with
little prose gives what it has; one without prose has no summary.
"""

from __future__ import annotations

from wikigraph.model.base import Natural, Value
from wikigraph.model.claim import DocumentClaims, DocumentDigest, OutlineItem, Statement
from wikigraph.model.ids import content_id
from wikigraph.model.text import Chunks, Document, Sentence
from wikigraph.text.centrality import centrality, content_tokens, pick
from wikigraph.text.labels import label_of, names_a_person, repeated_labels
from wikigraph.text.quotes import citation_of, claim_ids
from wikigraph.text.secrets import is_masked
from wikigraph.text.shorten import shorten
from wikigraph.text.standing import Standing, judge, starts_small

VERSION = 5


_SEVERAL, _TURNS = 2, 1 / 3  # people who speak, share of the paragraphs of a transcript that begin with one


class Params(Value, frozen=True):
    """Settings of this stage."""

    min_sentences: Natural = 3  # of the summary, where the document has as many
    max_sentences: int = 5
    per_more: int = 25  # one more than the least for each so many statements
    max_overlap: float = 0.6  # shared terms of two sentences of the summary
    max_read: int = 4000  # statements that are compared: the first ones of a very long document


def run(document: Document, chunks: Chunks, claims: DocumentClaims, params: Params) -> DocumentDigest:
    """Never fails."""
    return DocumentDigest(
        path=document.path,
        title=document.title,
        outline=tuple(
            OutlineItem(block.level, shorten(block.text), block.span.start_line)
            for block in document.blocks
            if block.kind == "heading" and block.text.strip()
        ),
        summary=_summary(document, chunks, claims, params),
        links=document.front_matter.links,
        n_units=len(chunks.units),
        n_tokens=sum(unit.n_tokens for unit in chunks.units),
        text=content_id("t", " ".join(document.text.split())).removeprefix("t-"),
    )


def _summary(
    document: Document, chunks: Chunks, claims: DocumentClaims, params: Params
) -> tuple[Statement, ...]:
    candidates = _candidates(document, chunks)[: params.max_read]
    tokens = [content_tokens(sentence.text) for sentence, _ in candidates]
    n = min(params.max_sentences, params.min_sentences + len(candidates) // params.per_more)
    scores = _scores(document, candidates, tokens, claims) if len(candidates) > n else [1.0] * len(candidates)
    chosen = [candidates[position][0] for position in sorted(pick(scores, tokens, n, params.max_overlap))]
    ids = claim_ids(document.path, chunks.sentences, {sentence.ordinal for sentence in chosen}) if chosen else {}
    speakers = _speakers(document) if chosen else {}
    return tuple(
        Statement(_as_said(sentence, speakers), (citation_of(document.path, ids[sentence.ordinal], sentence),))
        for sentence in chosen
    )


def _speakers(document: Document) -> dict[int, str]:
    """Block → who speaks in it, where the document names the same people again and again before what they say. In a
    transcript (several people, before a third of the paragraphs at least) he speaks on until another one does."""
    labels = {at: label_of(block.text)[0] for at, block in enumerate(document.blocks) if block.kind == "paragraph"}
    named = repeated_labels(document.blocks[at].text for at in labels)
    found = {at: label for at, label in labels.items() if label in named and names_a_person(label)}
    if len(set(found.values())) < _SEVERAL or len(found) < _TURNS * len(labels):
        return found
    speaker = ""
    for at, block in enumerate(document.blocks):
        if block.kind != "paragraph":
            speaker = ""
        elif labels[at]:
            speaker = found.get(at, "")
        elif speaker:
            found[at] = speaker
    return found


def _as_said(sentence: Sentence, speakers: dict[int, str]) -> str:
    """A sentence, behind its speaker: the source names him only before the first of what he says at a time."""
    speaker = speakers.get(sentence.block, "")
    return sentence.text if not speaker or label_of(sentence.text)[0] == speaker else f"{speaker}: {sentence.text}"


def _scores(
    document: Document, candidates: list[tuple[Sentence, Standing]], tokens: list[list[str]], claims: DocumentClaims
) -> list[float]:
    """How well each candidate tells what the document is about."""
    title = frozenset(content_tokens(document.title))
    strength = {claim.sentence: claim.score + (0.3 if claim.type == "definition" else 0.0) for claim in claims.claims}
    return [
        central
        * (0.1 + 0.9 * seen.score**2)
        * (1.0 + strength.get(sentence.ordinal, 0.0))
        * (1.0 + 1.0 / (1.0 + position / 4.0))  # what comes first tells what it is about
        * (1.0 + 0.5 * len(title.intersection(terms)) / max(1, len(title)))
        for position, ((sentence, seen), terms, central) in enumerate(
            zip(candidates, tokens, centrality(tokens), strict=True)
        )
    ]


def _candidates(document: Document, chunks: Chunks) -> list[tuple[Sentence, Standing]]:
    """Whole sentences of prose that may be shown alone. Beside its source a plan of the text and the author's "I" tell
    something. Lines of a form ("Problem: …"), then sentences that need their neighbours, come only where nothing
    else is."""
    prose: list[tuple[Sentence, Standing]] = []
    for sentence in chunks.sentences:
        block = document.blocks[sentence.block]
        if block.kind not in ("paragraph", "list_item") or block.footnote or starts_small(sentence.text):
            continue
        seen = judge(sentence.text)
        if seen is not None and not seen.is_pointing and not seen.is_exclaimed and not is_masked(sentence.quote):
            prose.append((sentence, seen))
    alone = [pair for pair in prose if pair[1].is_alone]
    speakers = repeated_labels(sentence.text for sentence, _ in alone)
    free = [pair for pair in alone if not pair[1].is_labelled or label_of(pair[0].text)[0] in speakers]
    return [pair for pair in free if not pair[1].is_telling] or free or alone or prose
