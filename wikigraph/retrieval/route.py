"""Which mode answers a question where none is asked for: rules first, then likeness to example questions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from wikigraph.model.routing import Example, Routing
from wikigraph.retrieval.language import language_of_text
from wikigraph.retrieval.question import analyse
from wikigraph.retrieval.routing_rules import BROAD, EXAMPLES, RULES
from wikigraph.text.stems import stems

_LOOKED_AT = 1000  # characters of a question: what it asks for is said in them
_ODD = re.compile(r"\d|[^\W\d_][A-ZÄÖÜ]|[\"“„«]")
_BROAD = re.compile(BROAD, re.IGNORECASE)


class Route(NamedTuple):
    """A mode and why."""

    mode: str
    reason: str


def route(
    query: str, named: Sequence[str] = (), *, is_recalled: bool = False, routing: Routing | None = None
) -> Route:
    """`named`: the entities that the question names (or, `is_recalled`, the history).

    Without a rule or an example that fits, a question is a specific one: local.
    """
    routing = routing or Routing()
    text = " ".join(query[:_LOOKED_AT].split())
    rules = (*routing.rules, *(RULES if routing.defaults else ()))
    examples = (*routing.examples, *(EXAMPLES if routing.defaults else ()))
    names_something = (bool(named) and not is_recalled) or _has_name(text)
    for rule in rules:
        if not (rule.unless_named and names_something) and _pattern(rule.pattern).search(text):
            return Route(rule.mode, f"the question {rule.name}")
    like = None if names_something else _most_like(text, examples, routing.likeness)
    if like is not None:
        return Route(like.mode, f"like the example “{like.question}”")
    if not named:
        return Route("local", "a specific question")
    shown = ", ".join(named[:3]) + (", …" if len(named) > 3 else "")
    return Route("local", f"the {'history' if is_recalled else 'question'} names {shown}")


def without_broad_words(text: str) -> str:
    """A question about the whole → what it is about beside that: "Summarize the notes on bread" → "on bread"."""
    return " ".join(_BROAD.sub(" ", text).split())


def _has_name(text: str) -> bool:
    """Whether it names a thing, as far as its letters tell; the capital at its beginning tells nothing."""
    first = text.split(" ", 1)[0]
    begun = first.lower() + text[len(first) :] if first[1:].islower() else text
    names = analyse(without_broad_words(begun)).names
    if language_of_text(text) == "de":  # every noun has a capital: only several in a row, or other signs, tell a name
        return any(len(name) > 1 for name in names) or _ODD.search(begun) is not None
    return bool(names)


def _most_like(text: str, examples: Iterable[Example], least: float) -> Example | None:
    """The example with the largest share of words in common (Dice), if that is large enough."""
    words = frozenset(stems(text))
    best, found = least, None
    for example in examples:
        held = _words(example.question)
        share = 2 * len(words & held) / (len(words) + len(held)) if words and held else 0.0
        if share > best:
            best, found = share, example
    return found


@lru_cache(maxsize=512)
def _pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


@lru_cache(maxsize=512)
def _words(text: str) -> frozenset[str]:
    return frozenset(stems(text))
