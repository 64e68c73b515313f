"""Two forms that may name one thing: initials, numeronyms, katakana and Latin by their consonants, near spellings."""

from __future__ import annotations

import re

_NUMERONYM = re.compile(r"([a-z])(\d{1,2})([a-z]{1,2})")
_ROWS = {
    "k": "カキクケコヵヶ",
    "g": "ガギグゲゴ",
    "s": "サシスセソザジズゼゾ",
    "t": "タチツテト",
    "d": "ダヂヅデド",
    "n": "ナニヌネノン",
    "h": "ハヒヘホフ",
    "b": "バビブベボヴ",
    "p": "パピプペポ",
    "m": "マミムメモ",
    "r": "ラリルレロ",
    "w": "ワヲ",
}
_OF_KANA = {kana: consonant for consonant, row in _ROWS.items() for kana in row}
_LATIN = (  # spelling → what Japanese makes of it; in order
    (r"ph", "h"),
    (r"th", "s"),
    (r"sh|sch", "s"),
    (r"t?ch", "t"),
    (r"ck|qu|q", "k"),
    (r"c(?=[eiy])", "s"),
    (r"c", "k"),
    (r"x", "ks"),
    (r"g(?=es?$)", "s"),
    (r"(?<=[aeiou])r(?![aeiou])", ""),
    (r"[jz]", "s"),
    (r"f", "h"),
    (r"v", "b"),
    (r"l", "r"),
    (r"[^a-z]|[aeiouy]", " "),
)


def is_numeronym_of(short: str, name: str) -> bool:
    """ "k8s" and "kubernetes": first letter, number of letters left out, last letters. Both in lower case."""
    match = _NUMERONYM.fullmatch(short)
    if match is None:
        return False
    first, n_left_out, last = match.groups()
    return (
        name.isalpha()
        and len(name) == len(first) + int(n_left_out) + len(last)
        and name.startswith(first)
        and name.endswith(last)
    )


def kana_skeleton(katakana: str) -> str:
    """The consonants of a katakana word: "クッキー" → "kk"."""
    return "".join(_OF_KANA.get(kana, "") for kana in katakana)


def latin_skeleton(word: str) -> str:
    """The consonants that a Japanese rendering of a word would have: "cookie" → "kk", "server" → "sb"."""
    text = word.lower()
    for pattern, sound in _LATIN:
        text = re.sub(pattern, sound, text)
    return re.sub(r"(.)\1+", r"\1", text).replace(" ", "")


def initials(words: list[str]) -> str:
    """First letters of words that are no connectors: "National Academy of Sciences" → "nas"."""
    return "".join(word[0].lower() for word in words if word and (word[0].isupper() or len(word) > 3))


def is_one_edit_apart(left: str, right: str) -> bool:
    """One letter more, less, or other; of words of five letters and more."""
    if not (left.isalpha() and right.isalpha()) or min(len(left), len(right)) < 5 or abs(len(left) - len(right)) > 1:
        return False
    if left == right:
        return False
    start = 0
    while start < min(len(left), len(right)) and left[start] == right[start]:
        start += 1
    return left[start + 1 :] in (right[start + 1 :], right[start:]) or right[start + 1 :] == left[start:]
