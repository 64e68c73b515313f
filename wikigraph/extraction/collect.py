"""Corpus → every normalised name that may be an entity, with its counts and marks."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import lru_cache

from wikigraph.extraction import han
from wikigraph.extraction.boilerplate import repeated_spans
from wikigraph.extraction.found import Found, Kind
from wikigraph.extraction.homonyms import disambiguated
from wikigraph.extraction.patterns import HAN_RUN, JAPANESE_RUN, WORD, is_file_name
from wikigraph.extraction.spans import SpanReader
from wikigraph.extraction.tally import Corpus
from wikigraph.extraction.weights import npmi
from wikigraph.model.extraction import Candidates, Counts
from wikigraph.text.names import name_key, split_parenthesis
from wikigraph.text.stopwords import GENERIC_HEADINGS, stop_words

_MIN_TERM = 4
_MIN_NPMI = 0.45
_DATE = re.compile(
    r"(?i)(?:\d+\s+)?(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|"
    r"jun|jul|aug|sept?|oct|nov|dec|januar|februar|märz|mai|juni|juli|oktober|dezember|gennaio|febbraio|marzo|aprile|maggio|"
    r"giugno|luglio|agosto|settembre|ottobre|novembre|dicembre|monday|tuesday|wednesday|thursday|friday|saturday|sunday|"
    r"montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica)"
    r"(?:\s*\d{1,4})?(?:,?\s*\d{4})?"
)
_ROMAN_NUMBER = re.compile(r"[IVX]{2,}")
_HAS_LETTER = re.compile(r"[^\W\d_]")
_COUNTED_HAN = re.compile(r"[第一二三四五六七八九十百千万两几\d]+[年月日章节步种个次条点篇部层级类]?")


@lru_cache(maxsize=200_000)
def is_name_like(surface: str, language: str = "en") -> bool:
    """No date, number, function word or generic heading."""
    lowered = surface.lower()
    if _HAS_LETTER.search(surface) is None or len(surface) > 100 or _DATE.fullmatch(surface):
        return False
    if (
        lowered in GENERIC_HEADINGS
        or is_file_name(surface)
        or _ROMAN_NUMBER.fullmatch(surface)
        or _COUNTED_HAN.fullmatch(surface)
    ):
        return False
    return not (lowered in stop_words(language) and not (len(surface) >= 2 and surface.isupper()))


class Collector:
    """Builds the records. Read `found` after `collect`."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self.found: dict[str, Found] = {}
        self._repeated = repeated_spans(corpus.documents)
        self._marked = _marked_keys(corpus)
        self._runs: dict[tuple[str, str, bool], list[tuple[str, str]]] = {}
        self._reader = SpanReader(corpus, _marked_keys(corpus, ("title", "alias", "link", "quote", "book")))

    def collect(self) -> dict[str, Found]:
        """Everything, sorted by key."""
        for index, document in enumerate(self.corpus.documents):
            self._spans(index, document.language, document.spans, is_initial=False)
            self._spans(index, document.language, document.initial_spans, is_initial=True)
            self._latin(index, document.latin)
            if document.language == "ja":
                self._japanese(index, document.runs)
            else:
                self._latin(index, document.runs)
        self._han()
        for index, document in enumerate(self.corpus.documents):
            self._terms(index, document)
        telling = self._telling_words()
        for index, document in enumerate(self.corpus.documents):
            self._words(index, document, telling)
        self._titles()
        return {key: self.found[key] for key in sorted(self.found)}

    def _get(self, surface: str, kind: Kind) -> Found:
        key = name_key(surface)
        record = self.found.get(key)
        if record is None:
            record = self.found[key] = Found(key=key, kind=kind)
        return record

    def _spans(self, index: int, language: str, counts: Counts, *, is_initial: bool) -> None:
        repeated = self._repeated[index]
        for surface, n_all, n_units in zip(counts.surfaces, counts.n, counts.n_units, strict=True):
            n = n_all - repeated[surface] if surface in repeated else n_all
            if n <= 0:
                continue
            for name, key in self._named(surface, language, is_initial=is_initial):
                record = self.found.get(key)
                if record is None:
                    record = self.found[key] = Found(key=key, kind="name" if " " in name else "word")
                record.add(name, index, n, min(n, n_units))
                if not is_initial or " " in name:
                    record.n_capital += n

    def _named(self, surface: str, language: str, *, is_initial: bool) -> list[tuple[str, str]]:
        """The names in a run, with their keys; the same run stands in many documents."""
        known = self._runs.get((surface, language, is_initial))
        if known is None:
            names = self._reader.names(surface, is_initial=is_initial, language=language)
            known = self._runs[surface, language, is_initial] = [
                (name, name_key(name))
                for name in names
                if is_name_like(name, language) and name.lower() not in self._reader.enumerators
            ]
        return known

    def _latin(self, index: int, counts: Counts) -> None:
        """Terms in another script than the text around them."""
        for surface, n, n_units in zip(counts.surfaces, counts.n, counts.n_units, strict=True):
            if is_name_like(surface):
                self._get(surface, "latin").add(surface, index, n, n_units)

    def _japanese(self, index: int, counts: Counts) -> None:
        for surface, n, n_units in zip(counts.surfaces, counts.n, counts.n_units, strict=True):
            if is_name_like(surface):
                self._get(surface, "kanji" if HAN_RUN.search(surface) else "katakana").add(surface, index, n, n_units)

    def _han(self) -> None:
        if not any(document.han for document in self.corpus.documents):
            return
        marked = {
            mark.surface
            for document in self.corpus.documents
            for mark in document.marks
            if mark.kind != "code"
            and HAN_RUN.fullmatch(mark.surface)
            and is_name_like(mark.surface)
            and (mark.kind in ("book", "quote", "link") or han.has_term_edges(mark.surface))
        } | self._emphasised_han()
        units = [list(document.han) for document in self.corpus.documents]
        for term in han.terms(units, sorted(marked)):
            if not is_name_like(term.surface) or not _is_left_free(term, term.surface in marked):
                continue
            record = self._get(term.surface, "han")
            record.kind = "han"
            for index, (n, n_units) in term.documents.items():
                record.add(term.surface, index, n, n_units)
            record.noun_share = term.n_noun / term.n
            record.verbal_share = term.n_verb / term.n
            record.de_share = term.n_de / term.n

    def _emphasised_han(self) -> set[str]:
        """**所有权**（ownership）: what authors emphasise and explain, or emphasise in two documents, is a term
        whatever its first character."""
        strong: Counter[str] = Counter()
        glossed: set[str] = set()
        for document in self.corpus.documents:
            glossed.update(before[start:] for before, _ in document.glosses for start in range(len(before) - 1))
            strong.update({mark.surface for mark in document.marks if mark.kind == "strong"})
        return {
            surface
            for surface, n in strong.items()
            if (n > 1 or surface in glossed)
            and len(surface) <= 8
            and HAN_RUN.fullmatch(surface)
            and is_name_like(surface)
            and not surface.endswith("的")
        }

    def _terms(self, index: int, document: Candidates) -> None:
        """Terms of several lower-case words: those that cohere, are marked, or are known with capitals."""
        if document.language == "de":
            return
        counts = document.terms
        for surface, n, n_units in zip(counts.surfaces, counts.n, counts.n_units, strict=True):
            total = self.corpus.terms[surface]
            key = name_key(surface)
            record = self.found.get(key)
            if record is None:
                if key not in self._marked and total < _MIN_TERM:
                    continue
                cohesion = self._npmi(surface, total)
                if key not in self._marked and cohesion < _MIN_NPMI:
                    continue
                record = self._get(surface, "term")
                record.npmi = cohesion
            elif record.npmi == 0.0:
                record.npmi = self._npmi(surface, total)
            record.add(surface, index, n, n_units)

    def _npmi(self, surface: str, total: int) -> float:
        words = self.corpus.words
        parts = tuple(words[word].n if word in words else total for word in surface.split(" "))
        return npmi(total, parts, self.corpus.n_words)

    def _telling_words(self) -> dict[str, str]:
        """Words that are marked somewhere, or known with capitals or joined, with their keys. Of all words of a vault
        they are few, and each document has hundreds."""
        keys = {word: name_key(word) for word in self.corpus.words if len(word) > 1}
        return {word: key for word, key in keys.items() if key in self.found or self._is_marked(key)}

    def _words(self, index: int, document: Candidates, telling: dict[str, str]) -> None:
        """Single words in lower case, of those that tell something."""
        table = document.words
        is_spaceless = document.language in ("zh", "ja")
        for word, lower, n_units in zip(table.words, table.lower, table.n_units, strict=True):
            key = telling.get(word)
            if key is None or not lower or (is_spaceless and key in self.found):
                continue
            record = self.found.get(key)
            if record is None:
                if not self._is_marked(key) or document.language == "de" or not is_name_like(word, document.language):
                    continue
                record = self._get(word, "word")
            elif record.kind == "latin":
                continue
            record.add(word, index, lower, min(n_units, lower))

    def _is_marked(self, key: str) -> bool:
        """The word, its plural or its singular."""
        return key in self._marked or f"{key}s" in self._marked or (key.endswith("s") and key[:-1] in self._marked)

    def _titles(self) -> None:
        """A document's subject is a name even if its text never repeats it."""
        for index, document in enumerate(self.corpus.documents):
            base, note = disambiguated(document.title)
            if (
                not document.title
                or not is_name_like(base)
                or not (is_introduced(document) or note or has_aliases(document))
            ):
                continue
            for title in dict.fromkeys((base, *((document.title,) if note else ()))):
                if name_key(title) not in self.found:
                    self._get(title, "title").add(title, index, 1, 1)
            if base != document.title and not note:  # "natural language processing (NLP)" is the name with its acronym
                self._get(base, "title").forms.setdefault(document.title, 0)


def _is_left_free(term: han.HanTerm, is_marked: bool) -> bool:
    """A piece of a word starts where a word does not; without this rule half of a Chinese top 100 is such pieces."""
    if is_marked:
        return True
    if len(term.surface) == 2:
        needed = 0.65 if term.n_noun < 0.4 * term.n else 0.6
        return term.left_freedom >= needed and term.n_noun >= 0.15 * term.n and term.n >= 6
    return term.left_freedom >= 0.35


def is_introduced(document: Candidates) -> bool:
    """The first lines name the title, or a form with its first and last word."""
    return document.is_title_in_lead or bool(document.lead)


def has_aliases(document: Candidates) -> bool:
    """Front matter gives other names of the document's subject, so its title is a name, unless it is a sentence."""
    is_short = len(document.title.split()) <= 5 and not any(char in document.title for char in ":：?？")
    return is_short and any(mark.kind == "alias" for mark in document.marks)


def _marked_keys(corpus: Corpus, kinds: tuple[str, ...] = ()) -> frozenset[str]:
    """Keys of marked names; of all kinds, and of acronyms, if none is given."""
    keys = set()
    for document in corpus.documents:
        for mark in document.marks:
            if not kinds or mark.kind in kinds:
                keys.add(name_key(mark.surface))
            if mark.kind == "title":
                keys.update((name_key(split_parenthesis(mark.surface)[0]), name_key(document.title_head)))
        for long_form, short_form in document.acronyms if not kinds else ():
            keys.update((name_key(long_form), name_key(short_form)))
    return frozenset(keys)


def apply_marks(corpus: Corpus, found: dict[str, Found]) -> None:
    """Adds to each record in how many documents it is marked, and how."""
    headings: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
    for document in corpus.documents:
        kinds: set[tuple[str, str]] = set()
        title_key = name_key(document.title)
        for mark in document.marks:
            key = name_key(mark.surface)
            kinds.add((mark.kind, key))
            if mark.kind == "heading":
                headings[key][0] += 1
                headings[key][1] += mark.n
            if mark.kind == "title":
                kinds.add(("title", name_key(split_parenthesis(mark.surface)[0])))
                kinds.update(("lead", lead_key) for lead_key in ([key] if is_introduced(document) else []))
            if mark.kind in ("heading", "title"):
                where = "inside" if key != title_key else "inside-title"
                kinds.update((where, part) for part in parts_of(mark.surface) if part != key)
        if has_aliases(document):
            kinds.update((("alias", title_key), ("alias", name_key(split_parenthesis(document.title)[0]))))
        if document.title_head:
            kinds.update((("title", name_key(document.title_head)), ("lead", name_key(document.title_head))))
        if is_introduced(document) and document.title:
            kinds.add(("lead", name_key(split_parenthesis(document.title)[0])))
        for kind, key in kinds:
            record = found.get(key)
            if record is not None:
                record.mark(kind)
    for record in found.values():
        if record.marks.get("quote", 0) < 2:
            record.marks.pop("quote", None)
    corpus.headings = {key: (n_documents, n) for key, (n_documents, n) in sorted(headings.items())}


@lru_cache(maxsize=50_000)
def parts_of(heading: str) -> tuple[str, ...]:
    """Keys of all runs of up to five words, or up to eight Han characters, inside a heading."""
    words = WORD.findall(heading)[:14]
    keys = {name_key(" ".join(words[i:j])) for i in range(len(words)) for j in range(i + 1, min(i + 5, len(words)) + 1)}
    for run in HAN_RUN.findall(heading[:60]):
        keys.update(run[i:j] for i in range(len(run)) for j in range(i + 2, min(i + 8, len(run)) + 1))
    keys.update(name_key(run) for run in JAPANESE_RUN.findall(heading))
    return tuple(sorted(keys))
