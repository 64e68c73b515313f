"""Two sentences → whether they say the same, or otherwise with nearly the same words.

"The valve is safe" and "The valve is not safe" share all their content words, and a year is one word of ten. What turns
the sense is looked at by itself: numbers, negations of seven languages, and words that stand in the place of others.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

from wikigraph.text.centrality import content_tokens

_NUMBER = re.compile(r"(?:(?<![\w\d])[-+−])?\d+(?:[.,:/]\d+)*%?")
_NEGATION = re.compile(
    r"n[’']t\b|\b(?:not|no|never|none|nor|neither|nobody|nothing|without|cannot|nicht|nichts|nie|niemals|kein\w{0,2}|niemand|ohne"
    r"|non|mai|nessun\w?|niente|nulla|senza|né|pas|jamais|aucune?|rien|sans|nunca|jamás|ningún|ninguna?|nada|sin|ni)\b"
    r"|[不没沒无無未非勿莫否]|別|别|ない|なかっ|ません|ぬ\b|ずに"
)
_EDGE = " \t.!?…。！？\"'“”„«»‘’「」『』()（）*_`"


def wording(text: str) -> str:
    """What two sentences have in common that say the same word for word: case, spaces and outer marks do not count."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split()).strip(_EDGE)


def turns_the_sense(one: str, other: str) -> bool:
    """Whether two sentences hold other numbers, or one a negation more."""
    low, high = one.casefold(), other.casefold()
    if Counter(_NUMBER.findall(low)) != Counter(_NUMBER.findall(high)):
        return True
    return len(_NEGATION.findall(low)) != len(_NEGATION.findall(high))


def says_otherwise(one: str, other: str) -> bool:
    """Of two sentences with nearly the same words: whether they may differ in what they say. The sense is turned, or
    each has words that the other lacks."""
    if turns_the_sense(one, other):
        return True
    ours, theirs = frozenset(content_tokens(one)), frozenset(content_tokens(other))
    return bool(ours - theirs) and bool(theirs - ours)
