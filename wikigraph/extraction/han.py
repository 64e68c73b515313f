"""Chinese text → its terms: n-grams that hold together, are free at both sides, and are no function words.

Cohesion is the least pointwise mutual information over all splits in two, freedom the smaller of the two branching
entropies (in nats; every edge of a run is a neighbour of its own). All n-grams are counted level by level on integer
arrays, extending only frequent ones; then the text is cut at the longest accepted terms and only whole pieces count.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import ahocorasick
import numpy as np
import numpy.typing as npt

from wikigraph.text.stopwords import HAN_HARD, HAN_NOUN_BEFORE, HAN_SOFT, HAN_VERB_BEFORE, stop_words

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
_BREAK = 10
_MAX_LENGTH = 8
_INSIDE_NEVER = frozenset("的了是在着吗呢吧这那")
_FUNCTION = stop_words("zh")
_SMALL, _LARGE = 30_000, 1_000_000  # characters


@dataclass(slots=True)
class HanTerm:
    """Counts of one term over the corpus."""

    surface: str
    documents: dict[int, tuple[int, int]] = field(default_factory=dict)
    n: int = 0
    n_free: int = 0  # behind punctuation or a function character
    n_noun: int = 0  # behind a character that goes before nouns
    n_verb: int = 0
    n_de: int = 0  # before 的

    @property
    def left_freedom(self) -> float:
        """Share of occurrences that start where a word can start."""
        return self.n_free / self.n if self.n else 0.0


@dataclass(frozen=True, slots=True)
class _Grams:
    """The frequent n-grams of one length: where each first stands, and how often."""

    length: int
    first: Ints
    n: Ints
    at: Ints  # per position of the text the count of the n-gram there, 0 for rare ones


def least_frequency(n_characters: int) -> int:
    """How often an n-gram must stand: 2 in a small corpus, 5 in a large one."""
    return 2 if n_characters < _SMALL else 5 if n_characters > _LARGE else 3


def terms(units: list[list[str]], marked: Iterable[str]) -> list[HanTerm]:
    """Terms of a corpus, sorted. `units[d]` are the texts of document d's text units, runs ended by line feeds;
    `marked` are terms that structure singles out: they need neither cohesion nor freedom."""
    text = "\n" + "".join(unit + "\n" for document in units for unit in document)
    accepted = _accepted(text) | {term for term in marked if 2 <= len(term) <= 12 and term in text}
    accepted -= stop_words("zh")
    if not accepted:
        return []
    found = _segment(units, accepted)
    minimum = least_frequency(len(text))
    wanted = set(marked)
    return [found[term] for term in sorted(found) if found[term].n >= minimum or term in wanted]


def _accepted(text: str) -> set[str]:
    codes = np.frombuffer(text.encode("utf-32-le"), dtype=np.uint32).astype(np.int64)
    minimum = least_frequency(len(text))
    n_characters = int((codes != _BREAK).sum())
    if n_characters < 4:
        return set()
    single = np.bincount(np.where(codes == _BREAK, 0, codes))[codes]
    single[codes == _BREAK] = 0
    levels = {1: _Grams(1, np.empty(0, np.int64), np.empty(0, np.int64), single)}
    ids = np.unique(codes, return_inverse=True)[1].astype(np.int64)
    characters, current = ids, ids
    n_ids = int(characters.max()) + 1
    accepted: dict[str, int] = {}
    for length in range(2, _MAX_LENGTH + 1):
        grams, current = _extend(codes, characters, n_ids, current, length, minimum)
        if grams.first.size == 0:
            break
        levels[length] = grams
        pmi = _least_pmi(grams, levels, n_characters)
        freedom = _freedom(codes, current, grams)
        for index in np.flatnonzero(
            (pmi >= (2.0 if length == 2 else 3.0)) & (freedom >= np.where(grams.n < 8, 0.6, 1.0))
        ):
            start = int(grams.first[index])
            term = text[start : start + length]
            if _edges_hold(term, float(pmi[index]), int(grams.n[index]), start, levels):
                accepted[term] = int(grams.n[index])
    return _without_nested(accepted)


def _extend(codes: Ints, characters: Ints, n_ids: int, shorter: Ints, length: int, minimum: int) -> tuple[_Grams, Ints]:
    """The frequent n-grams of `length` from those one shorter (`shorter[i]`: id at i, −1 where rare)."""
    n_positions = codes.size
    last = n_positions - length + 1
    ids = np.full(n_positions, -1, dtype=np.int64)
    empty = np.empty(0, np.int64)
    if last <= 0:
        return _Grams(length, empty, empty, np.zeros(n_positions, np.int64)), ids
    valid = (
        (shorter[:last] >= 0)
        & (shorter[1 : last + 1] >= 0)
        & (codes[length - 1 :] != _BREAK)
        & (codes[:last] != _BREAK)
    )
    positions = np.flatnonzero(valid)
    keys = shorter[positions] * n_ids + characters[positions + length - 1]
    _, first, inverse, counts = np.unique(keys, return_index=True, return_inverse=True, return_counts=True)
    frequent = counts >= minimum
    number = np.cumsum(frequent) - 1
    number[~frequent] = -1
    ids[positions] = number[inverse]
    at = np.zeros(n_positions, np.int64)
    at[positions] = np.where(frequent, counts, 0)[inverse]
    return _Grams(length, positions[first[frequent]], counts[frequent].astype(np.int64), at), ids


def _least_pmi(grams: _Grams, levels: dict[int, _Grams], n_characters: int) -> Floats:
    least = np.full(grams.first.size, np.inf)
    for left in range(1, grams.length):
        parts = levels[left].at[grams.first].astype(np.float64) * levels[grams.length - left].at[grams.first + left]
        least = np.minimum(least, np.log2(grams.n * float(n_characters) / np.maximum(parts, 1.0)))
    return least


def _freedom(codes: Ints, ids: Ints, grams: _Grams) -> Floats:
    positions = np.flatnonzero(ids >= 0)
    entropies = []
    for neighbours in (positions - 1, np.minimum(positions + grams.length, codes.size - 1)):
        beside = codes[neighbours].copy()
        edges = beside == _BREAK
        beside[edges] = 0x110000 + np.arange(int(edges.sum()))  # each edge a neighbour of its own
        keys = ids[positions] * (1 << 40) + beside
        pairs, counts = np.unique(keys, return_counts=True)
        weighted = np.bincount(pairs >> 40, weights=counts * np.log(counts), minlength=grams.n.size)
        entropies.append(np.log(grams.n) - weighted / grams.n)
    return np.minimum(entropies[0], entropies[1])


def has_term_edges(term: str) -> bool:
    """No function character at an edge, and none inside that only sentences have."""
    is_sentence = term[0] in HAN_HARD or term[-1] in HAN_HARD or not _INSIDE_NEVER.isdisjoint(term)
    return not is_sentence and term[:2] not in _FUNCTION and len(term) <= 10


def _edges_hold(term: str, pmi: float, n: int, start: int, levels: dict[int, _Grams]) -> bool:
    if term[0] in HAN_HARD or term[-1] in HAN_HARD or not _INSIDE_NEVER.isdisjoint(term):
        return False
    length = len(term)
    if length > 3 and (term[:2] in _FUNCTION or term[-2:] in _FUNCTION or _joins_two(term)):
        return False
    if term[0] in HAN_SOFT and (pmi < 4.0 or (length > 2 and levels[length - 1].at[start + 1] >= 1.3 * n)):
        return False
    return not (term[-1] in HAN_SOFT and (pmi < 5.0 or (length > 2 and levels[length - 1].at[start] >= 1.3 * n)))


def _joins_two(term: str) -> bool:
    """ "结构体和枚举": two terms of two characters and more with "and" between."""
    return any(char in "和与及或" for char in term[2:-2])


def _without_nested(accepted: dict[str, int]) -> set[str]:
    """Drops what stands inside one longer term at least 70% of the time."""
    nested: set[str] = set()
    for term, n in accepted.items():
        for start in range(len(term)):
            for end in range(start + 2, len(term) + 1):
                part = term[start:end]
                if part != term and n >= 0.7 * accepted.get(part, 1 << 60):
                    nested.add(part)
    return set(accepted) - nested


def _segment(units: list[list[str]], accepted: set[str]) -> dict[str, HanTerm]:
    automaton = ahocorasick.Automaton()
    for known in sorted(accepted):
        automaton.add_word(known, known)
    automaton.make_automaton()
    found: dict[str, HanTerm] = {}
    for document, texts in enumerate(units):
        for text in texts:
            seen: set[str] = set()
            for end, surface in automaton.iter_long(text):
                term = found.get(surface)
                if term is None:
                    term = found[surface] = HanTerm(surface)
                start = end - len(surface)
                before = text[start] if start >= 0 else "\n"
                after = text[end + 1] if end + 1 < len(text) else "\n"
                term.n += 1
                term.n_free += before == "\n" or before in HAN_HARD
                term.n_noun += before in HAN_NOUN_BEFORE
                term.n_verb += before in HAN_VERB_BEFORE
                term.n_de += after == "的"
                n, n_units = term.documents.get(document, (0, 0))
                term.documents[document] = (n + 1, n_units + (surface not in seen))
                seen.add(surface)
    return found
