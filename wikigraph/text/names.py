"""A name as written → the key under which its spellings are one name.

Unified: compatibility forms (NFKC), case, and the ways to join words (CamelCase, hyphen, underscore, space,
middle dot), so that "Docker Compose", "docker-compose" and "DockerCompose" share a key. Kept: every symbol,
digit and version ("C", "C++", "C#"; "v1.1", "v1.10") and the gap beside a digit ("HippoRAG", "HippoRAG 2").
Nothing is romanised and no key is empty unless the name is.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "`": "'"})
_JOINTS = re.compile(r"[\s\-_‐‑‒–·・]+")
_EDGE = " \t\r\n,;:!?\"“”„«»'…、。，；：！？"  # no "." (".NET"), no brackets: they carry meaning
_PARENTHESIS = re.compile(r"^(?P<base>\S.*?)\s*[(（](?P<note>[^()（）]+)[)）]\s*$", re.DOTALL)


@lru_cache(maxsize=200_000)
def name_key(name: str) -> str:
    """The merge key of a name. Idempotent; "" only for a blank name."""
    if name.isascii():
        if name.isalnum():
            return name.lower()  # most names by far; nothing below changes them otherwise
        words = name.split(" ")
        if all(map(str.isalpha, words)):
            return "".join(words).lower()  # and most of the others
    key = _folded(name)
    while (again := _folded(key)) != key:  # what one step brings together the next may compose; each shortens
        key = again
    return key


def _folded(name: str) -> str:
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    folded = folded.translate(_APOSTROPHES).strip()
    stripped = folded.strip(_EDGE)
    if len(stripped) > 1 and stripped[-1] == "." and stripped.count(".") == 1:
        stripped = stripped[:-1]  # "Inc." ends a sentence or an abbreviation; "U.S." keeps its dots
    key = _JOINTS.sub(_gap, stripped).strip()
    return key or folded


def _gap(joint: re.Match[str]) -> str:
    """A space beside a digit, nothing elsewhere."""
    text, start, end = joint.string, joint.start(), joint.end()
    is_by_digit = (start > 0 and text[start - 1].isdigit()) or (end < len(text) and text[end].isdigit())
    return " " if is_by_digit else ""


def split_parenthesis(title: str) -> tuple[str, str]:
    """ "Alien (film)" → ("Alien", "film"); a title without a closing parenthesis → (title, "")."""
    match = _PARENTHESIS.match(title)
    if match is None:
        return title, ""
    return match["base"], match["note"].strip()


def lower_same_length(text: str) -> str:
    """Lower case in which every character keeps its place: "İ", whose lower case is two characters, stays."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(low if len(low := char.lower()) == 1 else char for char in text)
