"""List items that say what a thing is: "**Cloudflared** - a service that tunnels traffic", "向量缓存：保存向量的表"."""

from __future__ import annotations

import re

_ASIDE = r"(?:\s?[(（][^()（）]{1,60}[)）])?"
_SEPARATOR = re.compile(rf"[\"”»」』`*]*{_ASIDE}(?:\s?(?::|：)\s*|\s(?:[-–—]|--|=)\s|\s?——?\s?)(?=\S)")
_ARTICLE = re.compile(
    r"(?:an?|the|my|our|your|one|any|all|ein(?:e[rsmn]?)?|der|die|das|mein(?:e[rsmn]?)?|un[ao]?|il|lo|la|gli|le|les|une?|des|el|los"
    r"|las|unos|unas|mi|mio|mia|mon|ma)\s|l['’]",
    re.IGNORECASE,
)
_UNSPACED = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff]")
_BAD_REST = re.compile(r"[\W\d_]|https?:|www\.|[A-Z][a-z]+ing\s")  # the last: "Getting started", a title
_LEFT_OPEN = re.compile(r"(?:[:：,，;；…]|\.\.\.|[?？])[\"'”’»」』)）*_]*$")
MIN_WORDS, MIN_UNSPACED, MAX_CHARACTERS = 4, 5, 320


def explains(text: str, start: int, end: int) -> bool:
    """Is `text` (a list item) the name at text[start:end], a colon or dash, and what it is?

    The name stands at the start with nothing between it and the separator but an aside in parentheses; behind it
    stand words, at least four or a noun with its article; not a number, an address, a question, or the beginning of
    a list.
    """
    if len(text) > MAX_CHARACTERS or text[:start].strip("\"“„«「『`*[( "):
        return False
    found = _SEPARATOR.match(text, end)
    if found is None:
        return False
    rest = text[found.end() :]
    if _BAD_REST.match(rest) or _LEFT_OPEN.search(rest[-8:]):
        return False
    if len(_UNSPACED.findall(rest[:40])) >= MIN_UNSPACED:
        return True
    n_words = len(rest.split())
    return n_words >= MIN_WORDS or (n_words >= 2 and _ARTICLE.match(rest) is not None)
