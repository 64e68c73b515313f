"""One spelling, two things: "Apple" is a name in some documents and "apple" a noun in others.

They are told apart by documents: each writes the word nearly always with, or nearly always without, a capital inside
its sentences; and the noun takes articles while the name takes none. A word that documents mix ("String", "string") or
that never takes an article in lower case ("docker") stays one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from dataclasses import dataclass

from wikigraph.extraction.found import Found
from wikigraph.extraction.homonyms import SEPARATOR, Scoping
from wikigraph.extraction.tally import Corpus
from wikigraph.model.extraction import Candidates
from wikigraph.text.stopwords import is_everyday

_MOST_MINORITY = 0.2  # of the other writing in a document
_LEAST_EACH = 2  # occurrences inside sentences, of each writing
_MOST_ARTICLES_OF_NAME = 0.1
_LEAST_ARTICLES_OF_NOUN = 0.25
_LEAST_IN_CODE = 5  # documents
_MOST_MIXED = 0.2  # of all occurrences, in documents that write both


@dataclass(slots=True)
class _Writing:
    """Occurrences over the documents that write a word one way."""

    documents: list[int]
    n: int = 0
    n_articles: int = 0

    @property
    def article_share(self) -> float:
        """Share of occurrences right behind an article."""
        return self.n_articles / self.n if self.n else 0.0


def separate(corpus: Corpus, found: dict[str, Found], scoping: Scoping) -> None:
    """Splits such words. The name keeps the key; the noun's node has its own spelling as the disambiguator."""
    for key in sorted(found):
        record = found[key]
        stats = corpus.words.get(key)
        if record.kind != "word" or record.is_in_german or stats is None:
            continue
        if stats.lower < _LEAST_EACH or stats.capital < _LEAST_EACH or len(record.documents) < 2:
            continue
        names, nouns, n_mixed = _writings(corpus, record)
        if min(names.n, nouns.n) < _LEAST_EACH or n_mixed > _MOST_MIXED * (names.n + nouns.n + n_mixed):
            continue
        if names.article_share <= _MOST_ARTICLES_OF_NAME and nouns.article_share >= _LEAST_ARTICLES_OF_NOUN:
            _split(record, nouns, found, scoping)


def keep_identifiers(corpus: Corpus, found: dict[str, Found], scoping: Scoping) -> None:
    """`Result` and "a result": where several documents write a capital in code and the word is an everyday one, the
    name is what has the capital."""
    coded: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for document in corpus.documents:
        for mark in document.marks:
            if mark.kind == "code" and mark.surface[:1].isupper() and is_everyday(mark.surface.lower()):
                coded[mark.surface.lower()][mark.surface] += 1
    for key in sorted(coded.keys() & found.keys()):
        surface, n_documents = max(coded[key].items(), key=lambda item: (item[1], item[0]))
        record = found[key]
        if n_documents < _LEAST_IN_CODE or record.kind != "word" or record.forms.get(surface, 0) < _LEAST_EACH:
            continue
        record.forms = {form: n for form, n in record.forms.items() if form == surface}
        for index, (_, n_units) in sorted(record.documents.items()):
            n = _row(corpus.documents[index], key)[1]
            record.documents[index] = (n, min(n, n_units))
        record.documents = {index: counts for index, counts in record.documents.items() if counts[0]}
        record.properness = 1.0
        scoping.cased.add(key)


def _writings(corpus: Corpus, record: Found) -> tuple[_Writing, _Writing, int]:
    names, nouns, n_mixed = _Writing([]), _Writing([]), 0
    for index in sorted(record.documents):
        lower, capital, article = _row(corpus.documents[index], record.key)
        n = lower + capital
        if n == 0:
            continue
        if min(lower, capital) > _MOST_MINORITY * n:
            n_mixed += n
            continue
        writing = names if capital > lower else nouns
        writing.documents.append(index)
        writing.n += n
        writing.n_articles += article
    return names, nouns, n_mixed


def _row(document: Candidates, word: str) -> tuple[int, int, int]:
    table = document.words
    place = bisect_left(table.words, word)
    if place == len(table.words) or table.words[place] != word:
        return 0, 0, 0
    return table.lower[place], table.capital[place], table.article[place]


def _split(record: Found, nouns: _Writing, found: dict[str, Found], scoping: Scoping) -> None:
    node = record.key + SEPARATOR + record.key
    capitals = [form for form in sorted(record.forms) if form != form.lower()]
    noun = Found(key=node, kind="word", properness=0.0, article_share=1.0, marks=dict(record.marks))
    noun.forms = {form: n for form, n in record.forms.items() if form == form.lower()}
    record.forms = {form: n for form, n in record.forms.items() if form != form.lower()}
    for index in nouns.documents:
        noun.documents[index] = record.documents.pop(index)
        scoping.scoped[node] += [(form, index) for form in capitals]
        if scoping.subjects.get(index) == record.key:
            scoping.subjects[index] = node
    record.properness = 1.0
    found[node] = noun
    scoping.cased.add(node)
    scoping.cased.add(record.key)
