"""Capitalised runs as they stand → the names in them.

A run may start with a word that has its capital from the sentence, end in a number that counts and names nothing, or
hold two names side by side; which of these, only the whole corpus tells.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict

from wikigraph.extraction.tally import Corpus
from wikigraph.text.names import name_key
from wikigraph.text.stopwords import CONNECTORS, stop_words

_NUMBER_END = re.compile(r"^(?P<name>.+) (?P<number>v?\d[\d.]*)$")
_POSSESSIVE = re.compile(r"['’]s (?=\S)")
_HONORIFICS = frozenset(["Dr.", "Dr", "Mr.", "Mr", "Mrs.", "Mrs", "Ms.", "Ms", "Prof.", "Prof"])
_ROLE_OF = re.compile(r"^([A-Z]{2,5}) of (\S.*)$")
_MIN_PROPERNESS = 0.6
_KNOWN = 3


class SpanReader:
    """Reads runs against the corpus."""

    def __init__(self, corpus: Corpus, protected: frozenset[str]) -> None:
        self._corpus = corpus
        self._protected = protected  # keys of names that structure singles out: they stay as they are
        self._openings: Counter[str] = Counter()
        for span, n in corpus.spans.items():
            if " " in span:
                self._openings[" ".join(span.split(" ", 2)[:2])] += n
        self.enumerators = _enumerators(corpus)
        self._stops: frozenset[str] = frozenset()

    def names(self, surface: str, *, is_initial: bool, language: str) -> tuple[str, ...]:
        """The names in a run, in order; possibly none."""
        self._stops = stop_words(language if language not in ("zh", "ja") else "en")
        return tuple(self._read(surface, is_initial))

    def _read(self, surface: str, is_initial: bool) -> list[str]:
        if _POSSESSIVE.search(surface) and self._corpus.all_spans[surface] < _KNOWN:
            parts = _POSSESSIVE.split(surface)
            return [name for i, part in enumerate(parts) for name in self._read(part, is_initial and i == 0)]
        if " " in surface and name_key(surface) in self._protected and not self._is_counted(surface):
            return [surface]
        stripped = self._strip_number(self._strip_edges(surface, is_initial))
        role = _ROLE_OF.match(stripped)
        if role is not None:  # "CEO of Roblox"
            return [name for part in role.groups() for name in self._read(part, is_initial=False)]
        if not stripped:
            return []
        if stripped.count(" ") >= 2 and self._corpus.all_spans[stripped] < _KNOWN:
            return self._split(stripped)
        return [stripped]

    def _strip_edges(self, surface: str, is_initial: bool) -> str:
        words = surface.split(" ")
        while len(words) > 1 and words[0] in _HONORIFICS:
            words = words[1:]
        if is_initial and len(words) > 1:
            opens_elsewhere = " ".join(words[:2]) in self._openings
            if (
                not opens_elsewhere
                and self._corpus.properness(words[0]) < _MIN_PROPERNESS
                and not _is_acronym(words[0])
            ):
                words = words[1:]
        while words and (self._is_function_word(words[0]) or words[0] in CONNECTORS or words[0] == "&"):
            if len(words) > 1 and self._stays_whole(words):
                break
            words = words[1:]
        while words and (words[-1] in CONNECTORS or words[-1] == "&" or self._closes_nothing(words)):
            words = words[:-1]
        return " ".join(words)

    def _stays_whole(self, words: list[str]) -> bool:
        """ "The Hague", "New York": whole inside sentences, more than once, and more often than the rest alone."""
        surface, rest = " ".join(words), " ".join(words[1:])
        n_whole = max(self._corpus.spans[surface], self._openings[" ".join(words[:2])])
        is_pronoun = re.split(r"['’]", words[0], maxsplit=1)[0] == "I"
        return not is_pronoun and n_whole > 1 and n_whole > self._corpus.all_spans[rest]

    def _closes_nothing(self, words: list[str]) -> bool:
        """A function word at the end is one if it is hardly ever a name: "Lisa May", but "Docker And"."""
        return self._is_function_word(words[-1]) and (len(words) == 1 or self._corpus.properness(words[-1]) < 0.3)

    def _is_function_word(self, word: str) -> bool:
        lowered = word.lower()
        head = re.split(r"['’]", lowered, maxsplit=1)[0]
        if lowered in self._stops or (head != lowered and head in self._stops):
            return not _is_acronym(word)
        return len(word) == 1 and not word.isdigit() and lowered in ("i", "a", "o")

    def _is_counted(self, surface: str) -> bool:
        match = _NUMBER_END.match(surface)
        return match is not None and match["name"].rsplit(" ", 1)[-1].lower() in self.enumerators

    def _strip_number(self, surface: str) -> str:
        match = _NUMBER_END.match(surface)
        if match is None:
            return surface
        last = match["name"].rsplit(" ", 1)[-1].lower()
        if last in self.enumerators:
            return ""
        stats = self._corpus.words.get(last)
        if stats is not None and stats.lower > 0:
            return match["name"]
        return surface

    def _split(self, surface: str) -> list[str]:
        """A rare long run that known names cover side by side is those names: "Microsoft CTO Kevin Scott"."""
        words = surface.split(" ")
        parts: list[str] = []
        start = 0
        while start < len(words):
            for end in range(len(words), start, -1):
                part = " ".join(words[start:end])
                if (
                    end - start < len(words)
                    and self._corpus.all_spans[part] >= _KNOWN
                    and not self._is_function_word(part)
                ) and (end - start > 1 or self._corpus.properness(part) >= 0.8):
                    parts.append(part)
                    start = end
                    break
            else:
                return [surface]
        return parts if len(parts) > 1 and any(" " in part for part in parts) else [surface]


def _is_acronym(word: str) -> bool:
    return (
        len(word) >= 2
        and word.isupper()
        and word.isalpha()
        and word not in ("OK", "THE", "AND", "OF", "TO", "IN", "IS")
    )


def _enumerators(corpus: Corpus) -> frozenset[str]:
    """Words that count things: at least 5 different numbers behind them in at least 10% of their occurrences."""
    numbers: defaultdict[str, set[str]] = defaultdict(set)
    numbered: defaultdict[str, int] = defaultdict(int)
    for surface, n in corpus.all_spans.items():
        match = _NUMBER_END.match(surface)
        if match is not None:
            word = match["name"].rsplit(" ", 1)[-1].lower()
            numbers[word].add(match["number"])
            numbered[word] += n
    return frozenset(
        word
        for word, seen in numbers.items()
        if word in corpus.words
        and (
            (len(seen) >= 5 and numbered[word] >= 0.1 * corpus.words[word].n)
            or ({"1", "2", "3"} <= seen and numbered[word] >= 0.4 * corpus.words[word].n)
        )
    )
