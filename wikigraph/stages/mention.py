"""Document + Chunks + the names it can hold → DocumentMentions, by dictionary matching."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

import ahocorasick

from wikigraph.extraction.matching import Matcher
from wikigraph.extraction.patterns import WORD
from wikigraph.extraction.prose import is_plain_heading
from wikigraph.model.base import Value
from wikigraph.model.extraction import Candidates, DocumentLexicon
from wikigraph.model.graph import DocumentMentions, EntityMention, Lexicon, Name
from wikigraph.model.text import Block, Chunks, Document, Sentence

VERSION = 1
_MARKS = ("code", "link", "wikilink", "strong", "em")
_COMMENT = ("#", "//", "--", "/*", "*", ";", "<!--", "'''", '"""')


class Params(Value, frozen=True):
    """`most_in_code`: mentions of one entity that the code blocks of a document add at most."""

    most_in_code: int = 3


def split(lexicon: Lexicon, candidates: Mapping[str, Candidates]) -> dict[str, DocumentLexicon]:
    """For each document the names all of whose words it has, so that a new name elsewhere changes nothing here."""
    by_word: defaultdict[str, list[tuple[Name, tuple[str, ...]]]] = defaultdict(list)
    spaceless: defaultdict[str, list[Name]] = defaultdict(list)
    for name in lexicon.names:
        words = tuple(word.lower() for word in WORD.findall(name.surface))
        if words:
            by_word[words[0]].append((name, words))
        else:
            spaceless[name.surface.lower()].append(name)
    automaton = ahocorasick.Automaton()
    for surface in sorted(spaceless):
        automaton.add_word(surface, surface)
    if spaceless:
        automaton.make_automaton()
    return {
        path: DocumentLexicon(path, tuple(_slice(candidates[path], by_word, spaceless, automaton)))
        for path in sorted(candidates)
    }


def _slice(
    document: Candidates,
    by_word: Mapping[str, list[tuple[Name, tuple[str, ...]]]],
    spaceless: Mapping[str, list[Name]],
    automaton: ahocorasick.Automaton,
) -> list[Name]:
    vocabulary = {*document.words.words, *document.code_words}
    vocabulary.update(word.lower() for word in WORD.findall(document.title))
    kept: set[Name] = set()
    for word in by_word.keys() & vocabulary:
        for name, words in by_word[word]:
            if name.path in ("", document.path) and vocabulary.issuperset(words):
                kept.add(name)
    if spaceless:
        texts = (*document.han, *document.runs.surfaces, *(mark.surface.lower() for mark in document.marks))
        for text in texts:
            for _, surface in automaton.iter(text):
                kept.update(name for name in spaceless[surface] if name.path in ("", document.path))
    return sorted(kept, key=lambda name: (name.surface, name.entity_id, name.path))


def run(document: Document, chunks: Chunks, names: DocumentLexicon, params: Params) -> DocumentMentions:
    """Every mention, by (sentence, start)."""
    matcher = Matcher(names.names)
    title_block = _title_block(document)
    is_plain = document.path.lower().endswith(".txt")
    in_prose: set[str] = set()
    mentions: list[EntityMention] = []
    in_code: list[EntityMention] = []
    for sentence in chunks.sentences:
        block = document.blocks[sentence.block]
        if block.kind == "math":
            continue
        if block.kind == "code":
            in_code += _in_code(matcher, sentence)
            continue
        base = "title" if sentence.block == title_block else "heading" if block.kind == "heading" else ""
        if not base and is_plain and is_plain_heading(block):
            base = "heading"
        for start, end, entity_id in matcher.find(sentence.text):
            mark = base or (_mark(block, sentence, start, end) if block.marks else "")
            mentions.append(EntityMention(entity_id, sentence.ordinal, start, end, mark))
            in_prose.add(entity_id)
    taken: Counter[str] = Counter()
    for mention in in_code:
        if mention.entity_id in in_prose and taken[mention.entity_id] < params.most_in_code:
            taken[mention.entity_id] += 1
            mentions.append(mention)
    return DocumentMentions(
        document.path, tuple(sorted(mentions, key=lambda mention: (mention.sentence, mention.start)))
    )


def _in_code(matcher: Matcher, sentence: Sentence) -> list[EntityMention]:
    """Mentions in a piece of code, its comment lines apart."""
    return [
        EntityMention(entity_id, sentence.ordinal, start, end, "code")
        for start, end, entity_id in matcher.find(sentence.text)
        if not sentence.text[sentence.text.rfind("\n", 0, start) + 1 : start + 1].lstrip().startswith(_COMMENT)
    ]


def _title_block(document: Document) -> int:
    """The block that the title stands in, −1 where there is none."""
    span = document.title_span
    if span is None:
        return -1
    for index, block in enumerate(document.blocks):
        if block.span.start <= span.start and span.end <= block.span.end:
            return index
    return -1


def _mark(block: Block, sentence: Sentence, start: int, end: int) -> str:
    """The strongest markup that covers the mention, or lies within it."""
    first, last = sentence.start + start, sentence.start + end
    kinds = {mark.kind for mark in block.marks if mark.start <= first and last <= mark.end}
    kinds |= {mark.kind for mark in block.marks if first <= mark.start and mark.end <= last}
    best = next((kind for kind in _MARKS if kind in kinds), "")
    return "strong" if best == "em" else best
