"""An open index as one question is answered from it: units by words and meaning, and the sentences in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from wikigraph.app.meaning import Meaning
from wikigraph.model.answer import Hit
from wikigraph.model.record import Passage, PassageSentence
from wikigraph.retrieval.answer import Chosen, Extract, Params, Sense, extract
from wikigraph.retrieval.basic import Found, retrieve
from wikigraph.retrieval.dense import Likeness
from wikigraph.retrieval.evidence import Candidate
from wikigraph.retrieval.question import Question
from wikigraph.store.hit_details import entities_of_units, relationships_of_units
from wikigraph.store.index import Index
from wikigraph.store.passages import passages, sentences
from wikigraph.store.surroundings import IndexSurroundings
from wikigraph.store.terms import IndexTerms
from wikigraph.text.scripts import is_unspaced

_N_PER_HIT = 5  # entities and relationships that are told of a hit


@dataclass(frozen=True, slots=True)
class Read:
    """Passages that were looked at, best first, and what they say."""

    candidates: tuple[Candidate, ...]
    extract: Extract


@dataclass(frozen=True, slots=True)
class Shelf:
    """What every mode asks."""

    index: Index
    terms: IndexTerms
    surroundings: IndexSurroundings
    meaning: Meaning | None
    params: Params

    def likeness(self, question: Question) -> Likeness | None:
        return self.meaning.likeness(question.text) if self.meaning is not None and question.terms else None

    def find(self, question: Question, n: int, likeness: Likeness | None) -> Found:
        """The n best units by words and, with `likeness`, by meaning."""
        return retrieve(self.terms, question, n, self.params.retrieval, likeness)

    def read(self, question: Question, found: Found, likeness: Likeness | None) -> Read:
        """Units → the sentences that answer, or the finding that none does."""
        known = self._candidates(found, likeness)
        candidates = [known[unit] for unit in found.units]
        by_words = [known[unit] for unit in found.by_words]
        sense = self.sense(likeness, question.text)
        return Read(
            tuple(candidates), extract(question, candidates, found.idf, self.params, sense, by_words)
        )

    def _candidates(self, found: Found, near: Likeness | None) -> dict[int, Candidate]:
        """What was found, with its sentences, by unit number."""
        units = tuple(dict.fromkeys((*found.units, *found.by_words)))
        held = sentences(self.index, units)
        scores = dict(zip(found.units, found.scores, strict=True))
        return {
            unit: Candidate(
                passage, held[unit], scores.get(unit, 0.0), near.deviation(unit) if near is not None else None
            )
            for unit, passage in zip(units, passages(self.index, units), strict=True)
        }

    def sense(self, likeness: Likeness | None, query: str) -> Sense | None:
        """What tells how near texts are to a question; None without vectors."""
        meaning = self.meaning
        if meaning is None or likeness is None or not len(likeness.units):
            return None
        asked = meaning.question(query)

        def nearness(texts: Sequence[str]) -> list[float]:
            found: list[float] = (meaning.passages(list(texts)) @ asked).tolist()
            return found

        return nearness

    def surrounded(self, read: Sequence[Passage], found: Sequence[Hit]) -> tuple[Hit, ...]:
        """Hits with the entities that they name and the relationships that they hold."""
        entities = entities_of_units(self.index, [passage.number for passage in read], _N_PER_HIT)
        relationships = relationships_of_units(self.index, [passage.id for passage in read], _N_PER_HIT)
        return tuple(
            msgspec.structs.replace(
                hit,
                entities=tuple(entities.get(passage.number, ())),
                relationships=tuple(relationships.get(passage.id, ())),
            )
            for passage, hit in zip(read, found, strict=True)
        )


def answer_text(chosen: Sequence[Chosen]) -> str:
    """The sentences as one text: those of one block follow each other, others stand on lines of their own."""
    text = ""
    for at, now in enumerate(chosen):
        if at:
            before = chosen[at - 1]
            same_block = (before.passage.path, before.sentence.block) == (now.passage.path, now.sentence.block)
            is_prose = now.sentence.kind in ("paragraph", "list_item")
            space = "" if text.endswith(("。", "！", "？")) or is_unspaced(text[-1:]) else " "
            text += space if same_block and is_prose else "\n"
        text += readable(now.sentence)
    return text


def readable(sentence: PassageSentence) -> str:
    """A sentence without markup and without the line breaks of its source; code keeps its lines."""
    return sentence.text if sentence.kind == "code" else " ".join(sentence.text.split())
