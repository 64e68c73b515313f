"""Passages with their sentences, as an answer looks at them: stems, coverage, who names whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from wikigraph.model.record import Passage, PassageSentence
from wikigraph.retrieval.defining import defining, without_speaker
from wikigraph.retrieval.language import LANGUAGE_SAMPLE, language_of_text
from wikigraph.retrieval.question import Question, contains, title_stems
from wikigraph.text.stems import stems


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage that retrieval found."""

    passage: Passage
    sentences: tuple[PassageSentence, ...]
    score: float
    nearness: float | None = None  # of its vector to the question, in standard deviations; None where there is none


@dataclass(slots=True)
class Reading:
    """A candidate with its words."""

    candidate: Candidate
    title: tuple[str, ...]  # its document's title, () if that is no name
    sentences: list[list[str]]  # stems of each sentence
    words: list[str] = field(default_factory=list)  # of the whole passage, titles first
    vocabulary: frozenset[str] = frozenset()
    language: str = ""  # "" if it cannot be told

    @classmethod
    def of(cls, candidate: Candidate) -> Reading:
        passage = candidate.passage
        sentences = [stems(without_speaker(sentence.text)) for sentence in candidate.sentences]
        head = [word for text in (passage.title, *passage.heading_path) for word in stems(text)]
        words = head + [word for sentence in sentences for word in sentence]
        language = language_of_text(passage.text[:LANGUAGE_SAMPLE])
        return cls(candidate, title_stems(passage.title), sentences, words, frozenset(words), language)

    def adopt(self, terms: Sequence[str]) -> None:
        """Reads inflected and derived words as the term they come from ("runs" as "run", "installation" as
        "install"), where it does not stand itself."""
        missing = [term for term in terms if len(term) >= _SHORT and term.isalpha() and term not in self.vocabulary]
        same = {word: term for term in missing for word in self.vocabulary if _is_form(term, word, self.language)}
        if same:
            self.sentences = [[same.get(word, word) for word in words] for words in self.sentences]
            self.words = [same.get(word, word) for word in self.words]
            self.vocabulary = frozenset(self.words)

    def is_foreign_to(self, language: str) -> bool:
        """Whether it is known to be in another language."""
        return self.language != language and "" not in (self.language, language)

    def names(self, other: Reading) -> bool:
        """Whether its text names the other's document."""
        return other.title != self.title and contains(self.words, other.title)


LEADS_ON = (":", "：", "?", "？")  # what it announces or asks stands behind it
_MEETING = 0.5
_ROOT = 5  # letters
_SHORT = 3
# What stems of forms of one word may differ in, where the shorter has _SHORT letters, and one more. ("garden" loses its
# "en", "gardens" only its "s"; "runs" is too short to lose anything.)
_FORMS, _LONGER_FORMS = frozenset(("s",)), frozenset(("s", "es", "d", "ed", "en", "ens", "ing"))
_GERMAN_FORMS = frozenset(("t", "et", "st", "est", "te", "ete", "er", "ern"))


def _begins(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    return longer.startswith(shorter) and len(longer) <= 2 * len(shorter) and longer[0].isascii()


def _is_form(one: str, other: str, language: str) -> bool:
    """Whether two stems are of one word: the shorter begins the longer and has five letters, or what the longer has
    more is an ending ("foxe" of "foxes"), or its consonant doubled ("runn" of "running")."""
    shorter, longer = sorted((one, other), key=len)
    if not longer.startswith(shorter) or not longer[0].isascii():
        return False
    if len(shorter) >= _ROOT:
        return _begins(one, other)
    more = longer[len(shorter) :]
    is_doubled = more == shorter[-1:] and more not in "aeiou"
    if len(shorter) < _SHORT or more in _FORMS or is_doubled or (more == "e" and shorter[-1] in "sxz"):
        return len(shorter) >= _SHORT
    return len(shorter) > _SHORT and (more in _LONGER_FORMS or (language == "de" and more in _GERMAN_FORMS))


def weights(question: Question, idf: Mapping[str, float]) -> dict[str, float]:
    """How much each content word of the question tells.

    In a script without spaces the pair of characters where two words meet (局查 in 全局查询) is rarer than either word
    and tells less: it weighs no more than the heavier of the pairs beside it, and half of that where it stands nowhere.
    (Measured on Chinese: if an unknown one tells nothing, 61% of foreign questions are caught; half, 66%; all, 77%,
    but good questions on small corpora are refused.)
    """
    known = {term: idf[term] for term in question.content if term in idf}
    if not question.is_unspaced or not known:
        return known
    most = max(idf.values())
    places = {term: at for at, term in enumerate(question.terms)}
    return {term: _of_pair(term, places[term], question.terms, known, idf, most) for term in known}


def _of_pair(
    term: str, at: int, terms: Sequence[str], known: Mapping[str, float], idf: Mapping[str, float], most: float
) -> float:
    weight = known[term]
    before, after = (terms[at - 1] if at else ""), (terms[at + 1] if at + 1 < len(terms) else "")
    meets = len(term) == len(before) == len(after) == 2 and before[1] == term[0] and after[0] == term[1]
    if not meets or before not in idf or after not in idf or min(idf[before], idf[after]) >= weight:
        return weight
    beside = max(idf[before], idf[after])
    if weight < most:
        return min(weight, beside)
    return weight * _MEETING if beside < most else weight


def context(reading: Reading) -> list[list[str]]:
    """For each sentence the words that stand over it: its heading, and the lead-in of its list ("Three rules:")."""
    title = reading.candidate.passage.title  # says what the document is about, not where the sentence stands
    above: list[str] = [w for text in reading.candidate.passage.heading_path[-1:] if text != title for w in stems(text)]
    lead: list[str] = []
    found: list[list[str]] = []
    for words, sentence in zip(reading.sentences, reading.candidate.sentences, strict=True):
        if sentence.kind == "heading":
            above, lead = ([] if sentence.text == title else words), []
        elif sentence.kind == "paragraph":
            lead = []
        found.append([*above, *lead])
        if sentence.text.endswith(LEADS_ON):
            lead = words
    return found


def headings(candidate: Candidate) -> list[str]:
    """The heading over each sentence; over what stands before the first, the unit's own or the document's title."""
    passage = candidate.passage
    above = passage.heading_path[-1] if passage.heading_path else passage.title
    found = []
    for sentence in candidate.sentences:
        if sentence.kind == "heading":
            above = sentence.text
        found.append(above)
    return found


def about(question: Question, reading: Reading, weight: Mapping[str, float]) -> float:
    """Coverage of the question by the title of a document, derived words included."""
    held = {
        term for term in question.content
        if any(word == term or (min(len(word), len(term)) >= _ROOT and _begins(term, word)) for word in reading.title)
    }  # fmt: skip
    return coverage(held, weight, question.content) if held else 0.0


def definition(question: Question, reading: Reading | Candidate) -> float:
    """How plainly any of its sentences defines what the question asks about."""
    candidate = reading.candidate if isinstance(reading, Reading) else reading
    over = headings(candidate)
    return max((defining(question, s, over[at]) for at, s in enumerate(candidate.sentences)), default=0.0)


def coverage(words: Iterable[str], weight: Mapping[str, float], of: Sequence[str]) -> float:
    """The share of the question's words `of` that stand in `words`, by weight; 1 if it asks for none."""
    held = words if isinstance(words, (set, frozenset)) else set(words)
    total = sum(weight.get(word, 0.0) for word in of)
    if not total:
        return 1.0
    return sum(weight.get(word, 0.0) for word in of if word in held) / total
