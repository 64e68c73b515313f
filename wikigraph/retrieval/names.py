"""Which documents a text names: by their titles, longest first.

The dictionary is a table of keys (the stems of a title's words, joined by spaces); a text is looked up by all runs
of up to ten of its words, so that no list of titles has to be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from wikigraph.text.scripts import is_unspaced
from wikigraph.text.stems import stems
from wikigraph.text.stopwords import ALL_STOP_WORDS
from wikigraph.text.tokens import search_tokens

_LONGEST = 10  # words of a title that can be named
_SHORTEST = 3  # letters of a one-word title
_PIECE = re.compile(r"\S+")
_PARENTHESES = re.compile(r"\s*[(（][^()（）]*[)）]\s*$")
_COLON = re.compile(r":\s|：|\s[–—-]\s")
_ARTICLE = re.compile(r"^(the|a|an|der|die|das|il|lo|la|le|les|el|los|las|gli|i|l'|l’)\s*(?=\w)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text, as a dictionary sees it."""

    stem: str
    is_lower: bool  # begins with a small letter where there are capitals
    is_capital: bool


@dataclass(frozen=True, slots=True)
class Named:
    """A name found in a text."""

    key: str
    start: int  # words, half-open
    end: int


def title_keys(title: str) -> dict[str, float]:
    """The keys under which a title can be found, each with how well it names it (1 the title, 0.6 a part of it)."""
    bare = _PARENTHESES.sub("", title) or title
    forms = [(title, 1.0), (bare, 1.0), (_ARTICLE.sub("", bare), 0.6), (bare.split(",")[0], 0.6)]
    forms.append((_COLON.split(bare)[0], 0.6))
    keys: dict[str, float] = {}
    for form, worth in forms:
        words = stems(form)
        if 0 < len(words) <= _LONGEST and _can_name(form, words):
            keys.setdefault(" ".join(words), worth)
    return keys


def words_of(text: str) -> list[Word]:
    """A text as words with their case."""
    found: list[Word] = []
    for match in _PIECE.finditer(text):
        piece = match[0]
        letter = next((ch for ch in piece if ch.isalnum()), "")
        case = (letter.islower(), letter.isupper() or letter.isdigit())
        if is_unspaced(letter or " "):
            case = (False, False)
        found.extend(Word(word, *case) for word in stems(piece))
    return found


def candidate_keys(words: Sequence[Word]) -> list[str]:
    """Every run of words that could be a name, once each."""
    keys: dict[str, None] = {}
    for start, word in enumerate(words):
        if not word.is_lower:
            for end in range(start + 1, min(start + _LONGEST, len(words)) + 1):
                keys.setdefault(" ".join(w.stem for w in words[start:end]))
    return list(keys)


def find(words: Sequence[Word], known: Mapping[str, object]) -> list[Named]:
    """Greedy longest match, no overlaps; a single word beside a capitalised one is part of another name."""
    found: list[Named] = []
    at = 0
    while at < len(words):
        end = _longest(words, at, known)
        if end:
            found.append(Named(" ".join(w.stem for w in words[at:end]), at, end))
        at = end or at + 1
    return found


def _longest(words: Sequence[Word], at: int, known: Mapping[str, object]) -> int:
    if words[at].is_lower:
        return 0
    for end in range(min(at + _LONGEST, len(words)), at, -1):
        if " ".join(w.stem for w in words[at:end]) in known and not _is_part(words, at, end):
            return end
    return 0


def _is_part(words: Sequence[Word], at: int, end: int) -> bool:
    if end - at > 1 or not words[at].is_capital:
        return False
    return (at > 1 and words[at - 1].is_capital) or (end < len(words) and words[end].is_capital)


def _can_name(form: str, words: Iterable[str]) -> bool:
    terms = search_tokens(form)
    if all(term in ALL_STOP_WORDS or term.isdigit() for term in terms):
        return False
    return len(terms) > 1 or len(terms[0]) >= _SHORTEST or is_unspaced(terms[0][0])
