"""The working record of the global step: everything known about one normalised name."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["acronym", "identifier", "name", "word", "noun", "term", "latin", "han", "katakana", "kanji", "title"]
MARKS_EXACT = ("title", "heading", "strong", "link", "tag", "alias", "book", "quote", "gloss")


@dataclass(slots=True)
class Found:
    """One normalised name. Documents are numbered by sorted path."""

    key: str
    forms: dict[str, int] = field(default_factory=dict)  # spelling → occurrences
    documents: dict[int, tuple[int, int]] = field(default_factory=dict)  # document → (occurrences, text units)
    marks: dict[str, int] = field(default_factory=dict)  # mark → documents; "inside": part of a heading; "lead"
    kind: Kind = "name"
    n_capital: int = 0  # occurrences with capitals where a capital tells something
    properness: float = 1.0
    npmi: float = 0.0
    article_share: float = 1.0
    verbal_share: float = 0.0
    free_share: float = 1.0  # before punctuation or a function word: a noun, no adjective
    noun_share: float = 0.0  # Han: behind a character that goes before nouns
    de_share: float = 0.0  # Han: before 的
    is_in_german: bool = False
    evidence: float = 0.0

    @property
    def n(self) -> int:
        """Occurrences in running text."""
        return sum([n for n, _ in self.documents.values()])  # a list: this is asked for half a million times

    @property
    def n_units(self) -> int:
        """Text units that hold it."""
        return sum([n_units for _, n_units in self.documents.values()])

    def add(self, surface: str, document: int, n: int, n_units: int) -> None:
        """Counts a spelling in a document."""
        self.forms[surface] = self.forms.get(surface, 0) + n
        before_n, before_units = self.documents.get(document, (0, 0))
        self.documents[document] = (before_n + n, before_units + n_units)

    def mark(self, kind: str) -> None:
        """One more document marks it so."""
        self.marks[kind] = self.marks.get(kind, 0) + 1

    @property
    def is_exactly_marked(self) -> bool:
        """Some document singles out exactly this name, and not as code."""
        return any(kind in self.marks for kind in MARKS_EXACT)
