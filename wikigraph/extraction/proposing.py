"""Records and classes → merges that are likely but not certain, each with a reason; a person decides.

Only names that stand in one document, and few readings: what would fit half of the vault helps nobody.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping

from wikigraph.extraction.classes import Classes
from wikigraph.extraction.evidence import main_form
from wikigraph.extraction.found import Found
from wikigraph.extraction.likeness import (
    initials,
    is_numeronym_of,
    is_one_edit_apart,
    kana_skeleton,
    latin_skeleton,
)
from wikigraph.extraction.merging import Proposal
from wikigraph.extraction.tally import Corpus
from wikigraph.model.graph import Reason

_MOST_READINGS = 3
_LEAST_SHARED = 0.5  # of the short form's documents that name the long one too
_LEAST_PROPERNESS = 0.8


class Proposer:
    """Compares the names that are left after merging."""

    def __init__(self, corpus: Corpus, found: Mapping[str, Found], classes: Classes, accepted: frozenset[str]) -> None:
        self._corpus = corpus
        self._classes = classes
        self._found = {key: found[key] for key in sorted(found) if classes.root(key) in accepted}
        self._words = {key: main_form(record).split(" ") for key, record in self._found.items()}

    def proposals(self) -> list[Proposal]:
        """All of them, in the order of the rules; pairs may repeat."""
        rules: tuple[Callable[[], Iterator[Proposal]], ...] = (
            self._initials,
            self._numeronyms,
            self._katakana,
            self._short_names,
            self._spellings,
        )
        return [proposal for rule in rules for proposal in rule()]

    def _shared(self, left: str, right: str) -> list[int]:
        return sorted(self._found[left].documents.keys() & self._found[right].documents.keys())

    def _evidence(self, shared: list[int]) -> str:
        path = self._corpus.documents[shared[0]].path
        return f"{path} names both" if len(shared) == 1 else f"{len(shared)} documents name both, {path} first"

    def _initials(self) -> Iterator[Proposal]:
        """ "ML" and "machine learning", though no text says so."""
        by_initials: defaultdict[str, list[str]] = defaultdict(list)
        for key, words in self._words.items():
            if len(words) > 1:
                by_initials[initials(words)].append(key)
        for key, record in self._found.items():
            if record.kind != "acronym" or not 2 <= len(key) <= 6:
                continue
            longs = [long for long in by_initials.get(key, ()) if self._is_apart(key, long) and self._shared(key, long)]
            if len({self._classes.root(long) for long in longs}) > _MOST_READINGS:
                continue
            for long in longs:
                short_form, long_form = main_form(record), main_form(self._found[long])
                detail = f'"{short_form}" are the initials of "{long_form}"; {self._evidence(self._shared(key, long))}'
                yield key, long, Reason("initials", detail)

    def _numeronyms(self) -> Iterator[Proposal]:
        shorts = [key for key in self._found if len(key) <= 5 and key[-1].isalpha() and any(map(str.isdigit, key))]
        for short in shorts:
            for key in self._found:
                if is_numeronym_of(short, key) and self._is_apart(short, key):
                    written = f'"{main_form(self._found[short])}" counts the letters left out of '
                    yield short, key, Reason("numeronym", f'{written}"{main_form(self._found[key])}"')

    def _katakana(self) -> Iterator[Proposal]:
        """クッキー and cookie: the same consonants, in one document."""
        kana = {key: kana_skeleton(key) for key, record in self._found.items() if record.kind == "katakana"}
        if not kana:
            return
        by_skeleton: defaultdict[str, list[str]] = defaultdict(list)
        for key, words in self._words.items():
            if len(words) == 1 and key.isascii() and key.isalpha() and len(key) > 2:
                by_skeleton[latin_skeleton(key)].append(key)
        for key, skeleton in kana.items():
            latins = by_skeleton.get(skeleton, []) if len(skeleton) > 1 else []
            for latin in latins if len(latins) <= _MOST_READINGS else ():
                shared = self._shared(key, latin)
                if shared and self._is_apart(key, latin):
                    written = f'"{main_form(self._found[key])}" sounds like "{main_form(self._found[latin])}"'
                    yield key, latin, Reason("sound", f"{written}; {self._evidence(shared)}")

    def _short_names(self) -> Iterator[Proposal]:
        """ "Satya" where one name alone opens or ends with it, mostly in documents that have the whole name."""
        longs: defaultdict[str, list[str]] = defaultdict(list)
        for key, words in self._words.items():
            if 2 <= len(words) <= 4 and self._found[key].kind == "name":
                for word in {words[0].lower(), words[-1].lower()}:
                    longs[word].append(key)
        for word in sorted(longs.keys() & self._found.keys()):
            short, roots = self._found[word], {self._classes.root(long) for long in longs[word]}
            long = longs[word][0]
            shared = self._shared(word, long)
            is_name = short.kind == "word" and short.properness >= _LEAST_PROPERNESS
            is_near = len(shared) >= _LEAST_SHARED * len(short.documents)
            if len(roots) == 1 and is_name and is_near and self._is_apart(word, long):
                written = f'"{main_form(short)}" may be short for "{main_form(self._found[long])}"'
                yield word, long, Reason("short-name", f"{written}; {self._evidence(shared)}")

    def _spellings(self) -> Iterator[Proposal]:
        """Names of several words that differ in one letter of one word."""
        groups: defaultdict[tuple[int, str, int], list[tuple[str, str]]] = defaultdict(list)
        for key, words in self._words.items():
            if 2 <= len(words) <= 4 and self._found[key].kind == "name":
                for place in (0, len(words) - 1):
                    rest = " ".join(words[:place] + words[place + 1 :]).lower()
                    groups[place, rest, len(words)].append((words[place].lower(), key))
        for (_, _, _), members in sorted(groups.items()):
            for number, (word, key) in enumerate(members[:20]):
                for other_word, other in members[number + 1 : 20]:
                    if is_one_edit_apart(word, other_word) and self._is_apart(key, other):
                        pair = f'"{main_form(self._found[key])}" and "{main_form(self._found[other])}"'
                        yield key, other, Reason("spelling", f"{pair} differ in one letter")

    def _is_apart(self, left: str, right: str) -> bool:
        return self._classes.root(left) != self._classes.root(right)
