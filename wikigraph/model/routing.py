"""Which kinds of questions go to which mode: what schema/routing.toml may say."""

from __future__ import annotations

import re
from typing import Literal

from wikigraph.model.base import Value

ROUTING_FILE = "schema/routing.toml"

Mode = Literal["basic", "local", "global", "drift"]


class Rule(Value, frozen=True):
    """Questions of one kind."""

    name: str  # told as the reason: "asks for themes"
    mode: Mode
    pattern: str  # a regular expression; case does not count
    unless_named: bool = False  # only where the question names nothing: "Summarize the corpus", but not "… Docker"

    def __post_init__(self) -> None:
        try:
            re.compile(self.pattern)
        except re.error as error:
            raise ValueError(f"the pattern of the rule {self.name!r} is no regular expression: {error}") from error


class Example(Value, frozen=True):
    """A question and the mode that suits it and what is like it."""

    question: str
    mode: Mode


class Routing(Value, frozen=True):
    """Rules are tried in order, and the first that fits tells; then the example that is most like the question."""

    defaults: bool = True  # the program's own rules and examples follow the ones of the file
    likeness: float = 0.5  # share of words in common that an example must have with a question
    rules: tuple[Rule, ...] = ()
    examples: tuple[Example, ...] = ()
