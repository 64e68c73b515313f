"""A number and what is counted → words: "1 page", "2 pages"."""

from __future__ import annotations


def n_of(number: int, noun: str, plural: str = "") -> str:
    """`plural` where it is not the noun with an "s"."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def verb_of(number: int, verb: str) -> str:
    """The verb as it goes with so many: 1 "goes", 2 "go"."""
    if number != 1:
        return verb
    return verb + ("es" if verb.endswith(("o", "s", "ch", "sh")) else "s")
