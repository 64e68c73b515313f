"""What one document contributes to the search for entities: counts and marks of surface forms.

Everything that the global step needs, so that it never reads a document; no positions. Columns instead of
records, since a document has thousands of words. `n_units` counts the document's own text units that hold the
form; units of different documents never coincide, so the figures of documents may be added.
"""

from __future__ import annotations

from typing import Literal

from wikigraph.model.base import Value
from wikigraph.model.graph import Name

NameMark = Literal["title", "heading", "strong", "link", "code", "tag", "alias", "book", "quote"]


class Counts(Value, frozen=True):
    """Surface forms, sorted, with how often they stand in running text and in how many text units."""

    surfaces: tuple[str, ...] = ()
    n: tuple[int, ...] = ()
    n_units: tuple[int, ...] = ()


class WordTable(Value, frozen=True):
    """The vocabulary of running text and headings in lower case, sorted. Headings count nothing."""

    words: tuple[str, ...] = ()
    lower: tuple[int, ...] = ()  # written without capitals
    capital: tuple[int, ...] = ()  # with a capital inside a sentence
    initial: tuple[int, ...] = ()  # with a capital where every word has one
    named: tuple[int, ...] = ()  # of `initial`: followed by punctuation or an auxiliary, as names are
    article: tuple[int, ...] = ()  # right behind an article
    verbal: tuple[int, ...] = ()  # where a verb stands
    free: tuple[int, ...] = ()  # before punctuation or a function word, as nouns are and adjectives are not
    n_units: tuple[int, ...] = ()


class MarkedName(Value, frozen=True):
    """A form that markup or typography singles out, once per (kind, surface)."""

    kind: NameMark
    surface: str
    n: int


class Candidates(Value, frozen=True):
    """The surface statistics of one document."""

    path: str
    title: str
    language: str  # "en", "de", "zh", "ja", …; by function words and script
    n_units: int
    n_characters: int
    n_words: int  # of scripts with spaces, in running text
    words: WordTable
    spans: Counts  # runs of capitalised words inside sentences
    initial_spans: Counts  # the same where a sentence starts
    terms: Counts  # lower-case terms of 2–4 words
    latin: Counts  # runs of 1–4 Latin words inside Chinese or Japanese
    runs: Counts  # Japanese: runs of kanji and katakana; in other scripts: runs of Han characters and katakana
    han: tuple[str, ...]  # Chinese: per text unit its runs of Han characters, each ended by a line feed
    marks: tuple[MarkedName, ...]
    acronyms: tuple[tuple[str, str], ...]  # (long form, short form), as written: "natural language processing (NLP)"
    glosses: tuple[tuple[str, str], ...]  # (up to 8 Han characters, the Latin term in parentheses behind them)
    lead: tuple[str, ...]  # forms of the title within the first 500 characters
    is_title_in_lead: bool  # the title, with or without an article
    title_head: str  # the first part of a title of two ("Chunking, version 1") that the first lines name, else ""
    sentences: tuple[tuple[str, tuple[str, ...]], ...]  # (hash, capitalised spans) of short sentences, sorted
    code_words: tuple[str, ...]  # lower-case words of code blocks that may be names, sorted


class DocumentLexicon(Value, frozen=True):
    """The names that a document can hold, sorted by (surface, entity id)."""

    path: str
    names: tuple[Name, ...]
