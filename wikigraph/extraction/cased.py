"""Running text in scripts with capitals → counts of words, capitalised spans and lower-case terms."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from wikigraph.extraction.patterns import (
    CAPITAL_SPAN,
    CAPITAL_WORD,
    INITIAL_CONTEXT,
    LATIN_RUN,
    NAMED_CONTEXT_PUNCTUATION,
    WORD,
    is_file_name,
)
from wikigraph.extraction.prose import Prose
from wikigraph.model.extraction import Counts, WordTable
from wikigraph.text.stopwords import AUXILIARIES, articles, stop_words, words_before_verbs

_OUTER = ".,;:!?\"'“”‘’„«»()[]{}…—–*|\x01"
_LEADING = re.compile(r"^[\"'“‘„«(\[{—–…*|\x01]")
_NEXT_WORD = re.compile(r"\s(\w+)")
_MAX_WORDS = 4
_MAX_SPAN = 100


class Tally:
    """Counts per surface: occurrences and text units. Fed unit by unit."""

    __slots__ = ("n", "n_units")

    def __init__(self) -> None:
        self.n: Counter[str] = Counter()
        self.n_units: Counter[str] = Counter()

    def add(self, unit: Counter[str]) -> None:
        """Adds the counts of one text unit."""
        self.n.update(unit)
        self.n_units.update(unit.keys())

    def counts(self, keep: Iterable[str] | None = None) -> Counts:
        """The columns, sorted by surface."""
        surfaces = tuple(sorted(self.n if keep is None else keep))
        return Counts(
            surfaces=surfaces,
            n=tuple(self.n[surface] for surface in surfaces),
            n_units=tuple(self.n_units[surface] for surface in surfaces),
        )


class CasedCounts:
    """The statistics of one document's running text."""

    def __init__(self, language: str) -> None:
        self.forms: Counter[str] = Counter()
        self.word_units: Counter[str] = Counter()
        self.initial: Counter[str] = Counter()
        self.named: Counter[str] = Counter()
        self.article: Counter[str] = Counter()
        self.verbal: Counter[str] = Counter()
        self.free: Counter[str] = Counter()
        self.spans = Tally()
        self.initial_spans = Tally()
        self.terms = Tally()
        self._stops = stop_words(language)
        self._articles = _follower(articles(language))
        self._verbs = _follower(words_before_verbs(language))

    def add_unit(self, text: str) -> None:
        """Counts the running text of one text unit."""
        forms = Counter(WORD.findall(text))
        self.forms.update(forms)
        self.word_units.update({form.lower() for form in forms})
        if self._articles is not None:
            self.article.update(self._articles.findall(text))
        if self._verbs is not None:
            self.verbal.update(self._verbs.findall(text))
        spans: Counter[str] = Counter()
        initial_spans: Counter[str] = Counter()
        for match in CAPITAL_SPAN.finditer(text):
            surface = match[0]
            if len(surface) > _MAX_SPAN or is_file_name(surface):
                continue
            start = match.start()
            if INITIAL_CONTEXT.search(text, max(0, start - 3), start) is None and start > 0:
                spans[surface] += 1
                continue
            initial_spans[surface] += 1
            first = surface.split(" ", 1)[0]
            self.initial[first] += 1
            if len(first) == len(surface) and _looks_named(text, match.end()):
                self.named[first] += 1
        self.spans.add(spans)
        self.initial_spans.add(initial_spans)
        self.terms.add(lower_terms(text, self._stops, self.free))

    def add_titled(self, line: str) -> None:
        """Counts the spans of a line in title case; its capitals tell nothing about its words."""
        self.initial_spans.add(Counter(match[0] for match in CAPITAL_SPAN.finditer(line) if len(match[0]) <= _MAX_SPAN))

    def words(self, extra: Iterable[str]) -> WordTable:
        """The vocabulary; `extra` are words that only stand in headings and title-case lines."""
        lower: Counter[str] = Counter()
        capital: Counter[str] = Counter()
        initial: Counter[str] = Counter()
        named: Counter[str] = Counter()
        for form, n in self.forms.items():
            word = form.lower()
            if CAPITAL_WORD.match(form) is None:
                lower[word] += n
            else:
                n_initial = min(n, self.initial[form])
                initial[word] += n_initial
                named[word] += min(n_initial, self.named[form])
                if len(form) < 2 or not form.isupper():
                    capital[word] += n - n_initial
                else:  # shouting and acronyms: a capital, though not one that tells a name from a word
                    capital[word] += n - n_initial
        article = _lowered(self.article)
        verbal = _lowered(self.verbal)
        words = tuple(sorted(set(lower) | set(capital) | {word.lower() for word in extra}))
        return WordTable(
            words=words,
            lower=tuple(lower[word] for word in words),
            capital=tuple(capital[word] for word in words),
            initial=tuple(initial[word] for word in words),
            named=tuple(named[word] for word in words),
            article=tuple(article[word] for word in words),
            verbal=tuple(verbal[word] for word in words),
            free=tuple(self.free[word] for word in words),
            n_units=tuple(self.word_units[word] for word in words),
        )

    def kept_terms(self) -> Counts:
        """Terms of two words, and longer ones that repeat in the document (once is noise and fills memory)."""
        return self.terms.counts([term for term, n in self.terms.n.items() if n > 1 or term.count(" ") == 1])


def count(prose: Prose, language: str) -> CasedCounts:
    """The statistics of a document."""
    counts = CasedCounts(language)
    for text in prose.units:
        if text:
            counts.add_unit(text)
    for _, line in prose.titled:
        counts.add_titled(line)
    return counts


def _lowered(counts: Counter[str]) -> Counter[str]:
    lowered: Counter[str] = Counter()
    for form, n in counts.items():
        lowered[form.lower()] += n
    return lowered


def _follower(words: tuple[str, ...]) -> re.Pattern[str] | None:
    if not words:
        return None
    return re.compile(rf"(?i:(?<!\w)(?:{'|'.join(words)})) ({WORD.pattern})")


def _looks_named(text: str, end: int) -> bool:
    """A name at the start of a sentence goes before punctuation or an auxiliary: "Docker is", "Kevin,"."""
    if end < len(text) and text[end] in NAMED_CONTEXT_PUNCTUATION:
        return True
    following = _NEXT_WORD.match(text, end)
    return following is not None and following[1] in AUXILIARIES


def lower_terms(text: str, stops: frozenset[str], free: Counter[str]) -> Counter[str]:
    """Terms of 2–4 lower-case words without function words, not across punctuation. Adds to `free` each word, in any
    case, that a function word, punctuation or the end of a line follows."""
    found: list[str] = []
    run: list[str] = []
    for line in text.split("\n"):
        previous = ""
        for token in line.split(" "):
            if token in stops:
                if previous:
                    free[previous] += 1
                    previous = ""
                if len(run) > 1:
                    _windows(run, found)
                run = []
            elif token.isalpha() and token.islower():
                run.append(token)
                previous = token
            else:
                core = token.strip(_OUTER)
                previous = core.lower()
                if previous and token[-1] in _OUTER:
                    free[previous] += 1
                    previous = ""
                is_word = (
                    core[:1].isalpha() and core.replace("-", "a").isalpha() and core.islower() and core not in stops
                )
                if not is_word or _LEADING.match(token):
                    if len(run) > 1:
                        _windows(run, found)
                    run = []
                if is_word:
                    run.append(core)
                    if token[-1] in _OUTER:
                        if len(run) > 1:
                            _windows(run, found)
                        run = []
        if previous:
            free[previous] += 1
        if len(run) > 1:
            _windows(run, found)
        run = []
    return Counter(found)


def _windows(run: list[str], found: list[str]) -> None:
    if len(run) > 12:  # no term: a list of key words, or hostile input
        run = run[:12]
    for size in range(2, min(_MAX_WORDS, len(run)) + 1):
        found.extend(" ".join(run[start : start + size]) for start in range(len(run) - size + 1))


def latin_runs(text: str) -> Counter[str]:
    """Latin words inside Chinese or Japanese: "使用 Docker Compose 部署" → "Docker Compose". Longer runs are prose."""
    runs = (_without_lower_edges(run) for run in LATIN_RUN.findall(text) if run.count(" ") < _MAX_WORDS)
    return Counter(run for run in runs if len(run) > 1 and not run.isdigit() and not is_file_name(run))


def _without_lower_edges(run: str) -> str:
    """ "raise ValueError" → "ValueError"; a run without capitals stays whole."""
    if run == run.lower() or " " not in run:
        return run
    words = run.split(" ")
    while words[0] == words[0].lower() and not words[0].isdigit():
        words = words[1:]
    while words[-1] == words[-1].lower() and not words[-1][0].isdigit():
        words = words[:-1]
    return " ".join(words)
