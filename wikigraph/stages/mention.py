"""Document + Chunks + the names it can hold → DocumentMentions, by dictionary matching."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

import ahocorasick

from wikigraph.extraction.matching import Matcher
from wikigraph.extraction.patterns import WORD
from wikigraph.extraction.prose import is_plain_heading
from wikigraph.model.base import Natural, Value
from wikigraph.model.extraction import Candidates, DocumentLexicon
from wikigraph.model.graph import DocumentMentions, EntityMention, Lexicon, Name
from wikigraph.model.text import Block, Chunks, Document, Sentence

VERSION = 1
_MARKS = ("code", "link", "wikilink", "strong", "em")
_COMMENT = ("#", "//", "--", "/*", "*", ";", "<!--", "'''", '"""')


class Params(Value, frozen=True):
    """`most_in_code`: mentions of one entity that the code blocks of a document add at most."""

    most_in_code: Natural = 3


def split(lexicon: Lexicon, candidates: Mapping[str, Candidates]) -> dict[str, DocumentLexicon]:
    """For each document the names all of whose words it has, so that a new name elsewhere changes nothing here."""
    index = _NameIndex(lexicon.names)
    return {path: DocumentLexicon(path, index.of_document(candidates[path])) for path in sorted(candidates)}


class _NameIndex:
    """Names by the word of theirs that the fewest names have (scripts with spaces; by the first, thousands of names
    would be tried in every document that has "New"), by surface (without), and by the document they are scoped to."""

    def __init__(self, names: tuple[Name, ...]) -> None:
        self._by_word: defaultdict[str, list[tuple[Name, tuple[str, ...]]]] = defaultdict(list)
        n_names = Counter(word for name in names if not name.path for word in set(_words(name.surface)))
        self._spaceless: defaultdict[str, list[Name]] = defaultdict(list)
        self._scoped: defaultdict[str, list[Name]] = defaultdict(list)
        for name in names:
            words = _words(name.surface)
            if name.path:
                self._scoped[name.path].append(name)
            elif words:
                self._by_word[min(words, key=n_names.__getitem__)].append((name, words))
            else:
                self._spaceless[name.surface.lower()].append(name)
        self._automaton = ahocorasick.Automaton()
        for surface in sorted(self._spaceless):
            self._automaton.add_word(surface, surface)
        if self._spaceless:
            self._automaton.make_automaton()

    def of_document(self, document: Candidates) -> tuple[Name, ...]:
        """The names that a document can hold, sorted."""
        vocabulary = {*document.words.words, *document.code_words, *_words(document.title)}
        kept = {name for name in self._scoped.get(document.path, ()) if vocabulary.issuperset(_words(name.surface))}
        for word in self._by_word.keys() & vocabulary:
            kept.update(name for name, words in self._by_word[word] if vocabulary.issuperset(words))
        if self._spaceless:
            for text in (*document.han, *document.runs.surfaces, *(mark.surface.lower() for mark in document.marks)):
                for _, surface in self._automaton.iter(text):
                    kept.update(self._spaceless[surface])
        return tuple(sorted(kept, key=lambda name: (name.surface, name.entity_id, name.path)))


def _words(surface: str) -> tuple[str, ...]:
    return tuple(word.lower() for word in WORD.findall(surface))


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
