"""A document's sentences → its claims: whole sentences that state something about an entity, quoted verbatim.

Without a model nothing is reworded. A claim's subject is the entity at the head of its sentence; the other
entities it names are its objects. A list item that says what its first words mean defines them. What a reader would
not want to meet alone (an opener without its referent, a plan of the text, a made-up case, somebody's "I") supports
relationships only. A sentence in which dots stand for a secret is not what its source says, and is never quoted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from wikigraph.model.base import Natural, Value
from wikigraph.model.claim import Citation, Claim, ClaimContext, DocumentClaims
from wikigraph.model.graph import DocumentMentions, EntityMention, Lexicon
from wikigraph.model.text import Block, Chunks, Document, Sentence
from wikigraph.text.dates import date_in
from wikigraph.text.defining import defines
from wikigraph.text.labels import form_of, label_of, repeated_labels
from wikigraph.text.quotes import citation_of, claim_ids
from wikigraph.text.secrets import is_masked
from wikigraph.text.standing import Standing, is_plain, judge, starts_small
from wikigraph.text.subjects import head_of
from wikigraph.text.terms import explains

VERSION = 3

PROSE = ("paragraph", "list_item", "table_row")
USES = ("lead", "naming", "evidence")
LINKS = ("link", "wikilink", "embed")
TERM = Standing(0.75, is_dangling=False, is_pointing=False)  # of a list item that explains its first words


class Params(Value, frozen=True):
    """Settings of this stage."""

    per_subject: int = 12  # claims of one subject in one document, the best ones
    per_pair: Natural = 2  # and beyond that so many for each (subject, object) that no better claim names
    min_score: float = 0.25  # claims below it are left out
    max_evidence: int = 600  # characters of a sentence that makes no claim and supports a relationship


def split(lexicon: Lexicon, mentions: Mapping[str, DocumentMentions]) -> dict[str, ClaimContext]:
    """Path → the entities that the document mentions."""
    keys = {entity.id: entity.key for entity in lexicon.entities}
    return {
        path: ClaimContext(
            path,
            tuple(
                (entity_id, keys[entity_id])
                for entity_id in sorted({mention.entity_id for mention in mentions[path].mentions})
                if entity_id in keys
            ),
        )
        for path in sorted(mentions)
    }


def run(
    document: Document, chunks: Chunks, mentions: DocumentMentions, context: ClaimContext, params: Params
) -> DocumentClaims:
    """Claims by sentence. Never fails; mentions of entities that `context` does not know are left out."""
    reader = _Reader(document, chunks, mentions, context)
    drafts: list[_Draft] = []
    told: list[Sentence] = []
    for sentence in chunks.sentences:
        block = document.blocks[sentence.block]
        here = reader.named.get(sentence.ordinal, [])
        seen = _standing_of(sentence, block, here)
        is_told = len({mention.entity_id for mention in here}) > 1 or reader.links(sentence)
        if seen is None and not is_told:
            continue
        if is_masked(sentence.quote):
            continue
        draft = reader.draft(sentence, here, seen) if seen else None
        if draft is not None and draft.score >= params.min_score:
            drafts.append(draft)
        elif is_told and block.kind != "code" and len(sentence.quote) <= params.max_evidence:
            told.append(sentence)
    kept = _few(drafts, params)
    held = {draft.sentence.ordinal for draft in kept}
    told += [draft.sentence for draft in drafts if draft.objects and draft.sentence.ordinal not in held]
    ids = claim_ids(document.path, chunks.sentences, held | {sentence.ordinal for sentence in told})
    claims = tuple(_claim(document.path, draft, ids[draft.sentence.ordinal]) for draft in kept)
    return DocumentClaims(document.path, claims, _evidence(document.path, told, ids))


def _standing_of(sentence: Sentence, block: Block, here: Sequence[EntityMention]) -> Standing | None:
    """A whole sentence of prose that names something, or None; one may start with a small letter only where a name
    does ("npm is …")."""
    if not here or block.kind not in PROSE or block.footnote:
        return None
    if block.kind == "list_item" and _explained(sentence, block, here):
        return TERM
    if starts_small(sentence.text) and here[0].start > 0:
        return None
    return judge(sentence.text)


def _explained(sentence: Sentence, block: Block, here: Sequence[EntityMention]) -> bool:
    """Is it the beginning of a list item that says what its first words mean?"""
    if sentence.start > 0 or not explains(sentence.text, here[0].start, here[0].end):
        return False
    return is_plain(sentence.text) and block.text[sentence.end :].strip()[:1] not in ("|", ":")


def _evidence(path: str, told: list[Sentence], ids: Mapping[int, str]) -> tuple[tuple[int, Citation], ...]:
    ordered = sorted(told, key=lambda sentence: sentence.ordinal)
    return tuple(
        (sentence.ordinal, citation_of(path, ids[sentence.ordinal], sentence)) for sentence in ordered
    )


class _Draft(NamedTuple):
    sentence: Sentence
    subject: str
    objects: tuple[str, ...]
    type: str
    score: float
    use: str


class _Reader:
    """One document with its mentions by sentence."""

    def __init__(
        self, document: Document, chunks: Chunks, mentions: DocumentMentions, context: ClaimContext
    ) -> None:
        self.document = document
        self.keys = dict(context.entities)
        self.named: dict[int, list[EntityMention]] = {}
        for mention in mentions.mentions:
            if mention.entity_id in self.keys:
                self.named.setdefault(mention.sentence, []).append(mention)
        self.labels = repeated_labels(sentence.text for sentence in chunks.sentences)
        self.linking = [
            [mark.start for mark in block.marks if mark.kind in LINKS and mark.target] for block in document.blocks
        ]
        self.first_of_block: dict[int, int] = {}
        self.under: dict[tuple[str, ...], set[str]] = {}  # heading path → entities that its headings name
        for sentence in chunks.sentences:
            self.first_of_block.setdefault(sentence.block, sentence.ordinal)
            block = document.blocks[sentence.block]
            if block.kind == "heading":
                here = {mention.entity_id for mention in self.named.get(sentence.ordinal, ())}
                above = self.under.get(block.heading_path, set())
                self.under.setdefault((*block.heading_path, block.text), set()).update(here, above)

    def links(self, sentence: Sentence) -> bool:
        """Does a link stand in it?"""
        return any(sentence.start <= at < sentence.end for at in self.linking[sentence.block])

    def draft(self, sentence: Sentence, here: list[EntityMention], seen: Standing) -> _Draft:
        """Subject, objects, type and score of a whole sentence."""
        label, offset = label_of(sentence.text)
        is_spoken = label in self.labels
        said = [mention for mention in here if mention.start >= offset]
        subject, place = self._subject(sentence.text, offset, here, said, seen, is_spoken=is_spoken)
        block = self.document.blocks[sentence.block]
        score = 0.6 * seen.score + {"definition": 0.25, "head": 0.15, "named": 0.0, "speaker": -0.1}[place]
        score += 0.1 if subject.entity_id in self.under.get(block.heading_path, ()) else 0.0
        score += 0.05 if self.first_of_block[sentence.block] == sentence.ordinal else 0.0
        others = dict.fromkeys(m.entity_id for m in (said if is_spoken else here))
        others.pop(subject.entity_id, None)
        kind = "definition" if place == "definition" else "fact"
        is_speaker = is_spoken and len(said) < len(here)
        use = _use(seen, place, is_speaker=is_speaker, is_under=here[0].start < max(offset, form_of(sentence.text)))
        return _Draft(sentence, subject.entity_id, tuple(others), kind, round(max(0.0, score), 4), use)

    def _subject(
        self, text: str, offset: int, here: list[EntityMention], said: list[EntityMention],
        seen: Standing, *, is_spoken: bool,
    ) -> tuple[EntityMention, str]:
        """The mention that the sentence is about, and how it was found."""
        if seen is TERM:
            return here[0], "definition"
        rest = text[offset:]
        for mention in said:
            if defines(rest, mention.start - offset, mention.end - offset):
                return mention, "definition"
        labelling = [mention for mention in here if mention.start < offset]
        if labelling and not is_spoken:
            return labelling[0], "head"  # "Docker Compose: …" in a list of things
        at = head_of(rest, [(mention.start - offset, mention.end - offset) for mention in said])
        if at is not None:
            return said[at], "head"
        if not said:
            return labelling[0], "speaker"
        return max(said, key=lambda mention: (self._specificity(mention), -mention.start)), "named"

    def _specificity(self, mention: EntityMention) -> tuple[int, int]:
        """Longer names say more than short ones."""
        return (mention.end - mention.start, len(self.keys[mention.entity_id]))


def _use(seen: Standing, place: str, *, is_speaker: bool, is_under: bool) -> str:
    """What a page may do with a sentence (see Claim.use). Who says "I" must be told by a name before it; a label
    that names nothing ("Problem: …") makes a line of a form, not a statement."""
    is_form = seen.is_labelled and not is_speaker and not is_under
    if place == "speaker" or is_form or (seen.is_personal and not is_speaker):
        return "evidence"
    is_about = place in ("definition", "head")
    if is_about and seen.is_statement:
        return "lead"
    is_naming = seen.is_nearly_one if is_about else seen.is_statement and not seen.is_personal
    return "naming" if is_naming else "evidence"


def _claim(path: str, draft: _Draft, claim_id: str) -> Claim:
    sentence = draft.sentence
    return Claim(
        id=claim_id,
        path=path,
        sentence=sentence.ordinal,
        span=sentence.span,
        quote=sentence.quote,
        statement=sentence.text,
        subject_entity_id=draft.subject,
        object_entity_ids=draft.objects,
        type=draft.type,
        time=date_in(sentence.text),
        score=draft.score,
        use=draft.use,
    )


def _few(drafts: list[_Draft], params: Params) -> list[_Draft]:
    """The best of each subject, and those that alone say something about a pair; in reading order."""
    kept: list[_Draft] = []
    n_of_subject: dict[str, int] = {}
    n_of_pair: dict[tuple[str, str], int] = {}
    for draft in sorted(drafts, key=lambda d: (USES.index(d.use), -d.score, d.sentence.ordinal)):
        pairs = [(draft.subject, other) for other in draft.objects]
        is_new = any(n_of_pair.get(pair, 0) < params.per_pair for pair in pairs)
        if n_of_subject.get(draft.subject, 0) >= params.per_subject and not is_new:
            continue
        kept.append(draft)
        n_of_subject[draft.subject] = n_of_subject.get(draft.subject, 0) + 1
        for pair in pairs:
            n_of_pair[pair] = n_of_pair.get(pair, 0) + 1
    return sorted(kept, key=lambda d: d.sentence.ordinal)
