"""What speaks against a name that its form alone would let pass: the corpus knows it as something else.

Each doubt is a figure of the corpus, none a list of names. `refusal` keeps a form out of the graph; `factor` only makes
it less telling, so that it gets a page after others.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from wikigraph.extraction.boilerplate import cited_headings, heading_keys
from wikigraph.extraction.evidence import is_common, main_form
from wikigraph.extraction.found import Found
from wikigraph.extraction.hanverbs import HanVerbs
from wikigraph.extraction.homonyms import SEPARATOR
from wikigraph.extraction.tally import Corpus
from wikigraph.model.base import Value
from wikigraph.text.names import name_key

_SERIES = re.compile(r"([a-z]{1,2})(\d{1,2})")
_WITHIN = ("strong", "link", "gloss", "book", "tag", "alias")
_OF_SUBJECTS = ("title", "heading", "link", "tag", "alias")
_OF_TERMS = ("gloss", "strong", "book", "code", "tag", "alias")
_CITED = 0.6  # of the mentions of a name
_TERMS = 20  # the fewest of which a share is taken
_LETTERED = re.compile(r"\S+ [A-Z]")
_FEW = 5  # occurrences; below, shares say nothing


class Damping(Value, frozen=True):
    """Factors of a score, one for each doubt."""

    shared_part: float = 0.4  # a word that is mostly part of other names: "William", "King"
    attributive: float = 0.4  # a word that nearly always goes before another: "American", "static"
    local_identifier: float = 0.35  # an identifier that only the code of a few documents knows
    composed: float = 0.5  # a Han term of two terms that are more frequent: "函数返回"
    unmarked: float = 0.6  # a term or acronym that no structure singles out, where structure singles out many
    once: float = 0.5  # a common word that one document alone emphasises, and nothing else singles out
    countable: float = 0.5  # an acronym that takes articles and a plural: "a PC", "PCs"
    least_free: float = 0.2  # share before punctuation or function words; a word below it is attributive
    verb_share: float = 0.1  # of two Han characters: share before what opens an object; from it on they are a verb
    full_structure: float = 0.3  # share of terms singled out; from it on the factor `unmarked` counts in full


class Doubts:
    """Figures of the whole corpus, computed once over all records."""

    def __init__(self, corpus: Corpus, found: Mapping[str, Found], damping: Damping) -> None:
        self._corpus = corpus
        self._found = found
        self._damping = damping
        self._parts = _name_parts(corpus, found)
        self._series = frozenset(_series(found))
        self._cut = frozenset(_cut_labels(corpus, found))
        self._cited = _cited_headings(corpus)
        self._structure = _marked_share(found)
        self._verbs = HanVerbs(text for document in corpus.documents for text in document.han)

    def refusal(self, record: Found) -> str:
        """Why the form is no name, "" if nothing is known against it."""
        marks = record.marks
        if record.key in self._series and not any(kind in marks for kind in ("title", "heading", "strong", "alias")):
            return "one of a numbered series"
        if record.key in self._cut:
            return "a label cut in two"
        if self._cited[record.key] >= _CITED * max(1, record.n) and not ("lead" in marks or "strong" in marks):
            return "a heading that others cite"
        if record.kind == "han" and self._is_clause(record):
            return "a verb and its object"
        if is_common(record) and self._is_attributive(record) and not _is_singled_out(record):
            return "used as an adjective"
        return ""

    def factor(self, record: Found) -> float:
        """How much less telling the doubts make a name: 1.0 or less."""
        damping, factor = self._damping, 1.0
        factor *= damping.shared_part if self._is_part_of_many(record) else 1.0
        factor *= damping.attributive if self._is_attributive(record) and not _is_singled_out(record) else 1.0
        factor *= damping.countable if self._is_countable(record) else 1.0
        factor *= damping.once if is_common(record) and _is_emphasised_once(record) else 1.0
        factor *= damping.local_identifier if self._is_of_an_example(record) else 1.0
        if record.kind in ("term", "han", "kanji", "acronym") and not record.is_exactly_marked:
            factor *= 1.0 - (1.0 - damping.unmarked) * min(1.0, self._structure / damping.full_structure)
            factor *= damping.composed if self._is_composed(record) else 1.0
        return factor

    def _is_attributive(self, record: Found) -> bool:
        is_word = record.kind in ("word", "noun") and not record.is_in_german
        return is_word and record.n >= _FEW and record.free_share < self._damping.least_free

    def _is_countable(self, record: Found) -> bool:
        """ "the CEO", "CEOs": a kind of thing."""
        if record.kind not in ("acronym", "identifier") or record.is_exactly_marked or record.article_share < 0.15:
            return False
        plurals = [form for form in record.forms if len(form) > 2 and form[-1] == "s" and form[-2].isupper()]
        return any(form[:-1] in record.forms for form in plurals)

    def _is_part_of_many(self, record: Found) -> bool:
        """A word that no structure singles out and that names begin or end with, oftener than it stands alone: five
        names, or three whose other words are names, too (a first name)."""
        if record.kind != "word" or record.is_exactly_marked or "code" in record.marks:
            return False
        if len(record.documents) >= 0.1 * len(self._corpus.documents) and len(self._corpus.documents) >= _FEW:
            return False  # "Docker" where all is about Docker
        n_names, n_people, n = self._parts.get(record.key, (0, 0, 0))
        return (n_names >= 5 or n_people >= 3) and n > record.n

    def _is_of_an_example(self, record: Found) -> bool:
        """A name that code alone singles out, and in few documents: a variable of somebody's example."""
        named = any(kind in record.marks for kind in _OF_SUBJECTS)
        if "code" not in record.marks or named or record.kind not in ("word", "identifier", "latin"):
            return False
        n_documents = len(self._corpus.documents)
        is_local = n_documents >= 20 and len(record.documents) <= 0.05 * n_documents
        return "_" in record.key or any("_" in form for form in record.forms) or is_local

    def _is_clause(self, record: Found) -> bool:
        """ "读取文件", "函数返回": opens or ends with a verb, and nothing singles it out as a term."""
        key, marks = record.key, record.marks
        if len(key) < 4 or SEPARATOR in key or any(kind in marks for kind in _OF_TERMS):
            return False
        is_in_title = "heading" in marks or "inside-title" in marks or marks.get("inside", 0) > 1
        verb = self._damping.verb_share
        return self._verbs.share(key[:2]) >= verb or (self._verbs.share(key[-2:]) >= verb and not is_in_title)

    def _is_composed(self, record: Found) -> bool:
        """Both halves of a Han term are terms that stand three times as often."""
        key = record.key
        if record.kind != "han" or len(key) < 4:
            return False
        halves = ((key[:at], key[at:]) for at in range(2, len(key) - 1))
        return any(all(half in self._found and self._found[half].n >= 3 * record.n for half in pair) for pair in halves)


def _is_singled_out(record: Found) -> bool:
    """By a title, heading, link or tag, or as code in several documents."""
    return any(kind in record.marks for kind in _OF_SUBJECTS) or record.marks.get("code", 0) > 2


def _is_emphasised_once(record: Found) -> bool:
    marks = record.marks
    others = [kind for kind in marks if kind not in ("strong", "quote", "code", "inside")]
    return marks.get("strong", 0) < 2 and marks.get("code", 0) < 2 and marks.get("inside", 0) < 2 and not others


def _name_parts(corpus: Corpus, found: Mapping[str, Found]) -> dict[str, tuple[int, int, int]]:
    """First and last word of names of several words → how many such names, how many of them open with it and go on
    with a word that is never written small, and the mentions of all."""
    parts: dict[str, tuple[int, int, int]] = {}
    for record in found.values():
        if record.kind != "name":
            continue
        words = main_form(record).lower().split(" ")
        if len(words) == 1 or (n_here := record.n) < 1:
            continue
        for word in {words[0], words[-1]}:
            n_names, n_people, n = parts.get(word, (0, 0, 0))
            is_person = len(words) == 2 and word == words[0] and corpus.properness(words[1]) >= 0.9
            parts[word] = (n_names + 1, n_people + is_person, n + n_here)
    return parts


def _series(found: Mapping[str, Found]) -> Iterator[str]:
    """Labels that count: "C0", "C1", "C2", "Appendix A", "Appendix B", "Appendix C"; of variables two are enough: "s1",
    "s2"."""
    numbers: defaultdict[str, set[int]] = defaultdict(set)
    letters: defaultdict[str, set[str]] = defaultdict(set)
    for key, record in found.items():
        if record.kind == "name" and any(form[-2:-1] == " " and _LETTERED.fullmatch(form) for form in record.forms):
            letters[key[:-1]].add(key[-1])
        match = _SERIES.fullmatch(key) if len(key) < 5 else None
        if match is not None:
            numbers[match[1]].add(int(match[2]))
    for stem, ends in letters.items():
        if len(ends) > 2 and ord(max(ends)) - ord(min(ends)) < 2 * len(ends):
            yield from (stem + end for end in ends)
    for stem, seen in numbers.items():
        for number in seen:
            others = [n for n in range(number - 2, number + 3) if n in seen]
            is_run = any({n, n + 1, n + 2} <= seen for n in (number - 2, number - 1, number))
            key = f"{stem}{number}"
            is_variable = len(others) > 1 and key in found and all(form == form.lower() for form in found[key].forms)
            if is_run or is_variable:
                yield key


def _cut_labels(corpus: Corpus, found: Mapping[str, Found]) -> Iterator[str]:
    """ "VIN SCOTT" and "OTT" where "KEVIN SCOTT" stands ten times as often: a label that a page break cut."""
    suffixes: dict[str, int] = {}
    for span, n in corpus.all_spans.items():
        if " " in span and span.isupper() and n >= 10:
            for start in range(1, len(span) - 1):
                suffixes[span[start:]] = max(n, suffixes.get(span[start:], 0))
    for key, record in found.items() if suffixes else ():
        forms = [form for form, n in record.forms.items() if n]
        if forms and all(form.isupper() and suffixes.get(form, 0) >= 10 * record.n for form in forms):
            yield key


def _cited_headings(corpus: Corpus) -> Counter[str]:
    headings = heading_keys(corpus.documents)
    cited: Counter[str] = Counter()
    for document in corpus.documents:
        for surface, n in cited_headings(document, headings):
            cited[name_key(surface)] += n
    return cited


def _marked_share(found: Mapping[str, Found]) -> float:
    """Share of the terms, those in running text at least three times, that structure singles out within documents."""
    terms = [record for record in found.values() if record.kind in ("term", "han", "kanji") and record.n >= 3]
    if len(terms) < _TERMS:
        return 0.0
    return sum(any(kind in record.marks for kind in _WITHIN) for record in terms) / len(terms)
