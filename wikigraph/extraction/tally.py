"""Candidates of all documents → sums over the corpus, the same whatever the order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from wikigraph.model.extraction import Candidates


@dataclass(slots=True)
class WordStats:
    """Sums of a WordTable row over documents."""

    lower: int = 0
    capital: int = 0
    initial: int = 0
    named: int = 0
    article: int = 0
    verbal: int = 0
    free: int = 0
    n_units: int = 0

    @property
    def n(self) -> int:
        """All occurrences."""
        return self.lower + self.capital + self.initial

    @property
    def properness(self) -> float:
        """How much a word behaves as a name: the share of capitals where a capital tells something; for a word seen
        only where all have capitals, a guess from what follows it."""
        informative = self.lower + self.capital
        if informative:
            return self.capital / informative
        return 0.7 if self.named * 2 >= self.initial else 0.5


@dataclass(slots=True)
class Corpus:
    """The sums. `documents` are sorted by path; everything else is keyed by form."""

    documents: tuple[Candidates, ...]
    n_units: int
    n_words: int
    n_characters: int
    words: dict[str, WordStats] = field(default_factory=dict)
    spans: Counter[str] = field(default_factory=Counter)  # capitalised spans inside sentences
    all_spans: Counter[str] = field(default_factory=Counter)  # those at starts of sentences too
    terms: Counter[str] = field(default_factory=Counter)
    headings: dict[str, tuple[int, int]] = field(default_factory=dict)  # key → (documents, occurrences)

    def properness(self, word: str) -> float:
        """Of a word in any case; 0.5 for one never seen."""
        stats = self.words.get(word.lower())
        return stats.properness if stats is not None else 0.5


def tally(candidates: Mapping[str, Candidates]) -> Corpus:
    """Adds everything up."""
    documents = tuple(candidates[path] for path in sorted(candidates))
    corpus = Corpus(
        documents=documents,
        n_units=max(1, sum(document.n_units for document in documents)),
        n_words=max(2, sum(document.n_words for document in documents)),
        n_characters=sum(document.n_characters for document in documents),
    )
    words = corpus.words
    for document in documents:
        table = document.words
        for word, lower, capital, initial, named, article, verbal, free, n_units in zip(
            table.words,
            table.lower,
            table.capital,
            table.initial,
            table.named,
            table.article,
            table.verbal,
            table.free,
            table.n_units,
            strict=True,
        ):
            stats = words.get(word)
            if stats is None:
                stats = words[word] = WordStats()
            stats.n_units += n_units
            stats.lower += lower
            stats.free += free
            if capital:  # a million rows, and most hold zeros from here on
                stats.capital += capital
            if initial:
                stats.initial += initial
                stats.named += named
            if article:
                stats.article += article
            if verbal:
                stats.verbal += verbal
        _add(corpus.spans, document.spans.surfaces, document.spans.n)
        _add(corpus.all_spans, document.spans.surfaces, document.spans.n)
        _add(corpus.all_spans, document.initial_spans.surfaces, document.initial_spans.n)
        _add(corpus.terms, document.terms.surfaces, document.terms.n)
    return corpus


def _add(total: Counter[str], surfaces: tuple[str, ...], counts: tuple[int, ...]) -> None:
    get = total.get
    for surface, n in zip(surfaces, counts, strict=True):
        total[surface] = get(surface, 0) + n
