"""Slots, repetitions and refusals on passages made by hand."""

from __future__ import annotations

from wikigraph.model.record import Passage, PassageSentence
from wikigraph.retrieval.answer import Extract, Params, extract
from wikigraph.retrieval.evidence import Candidate
from wikigraph.retrieval.lexical import idf
from wikigraph.retrieval.question import analyse


def candidate(number: int, path: str, title: str, sentences: list[str], score: float, *, first: int = 0) -> Candidate:
    held = tuple(
        PassageSentence(first + at, text, text, first + at + 1, first + at + 1, first + at, "paragraph")
        for at, text in enumerate(sentences)
    )
    text = " ".join(sentences)
    return Candidate(Passage(number, f"tu-{number}", path, title, (), text, 9, 1, len(sentences)), held, score)


def answer(text: str, candidates: list[Candidate]) -> Extract:
    question = analyse(text)
    return extract(question, candidates, {term: idf(100, 2) for term in question.terms}, Params())


def test_a_sentence_of_two_overlapping_units_is_shown_once() -> None:
    sentences = ["The cache holds vectors.", "The cache is emptied on a change of schema.", "The cache is small."]
    found = answer(
        "When is the cache emptied?",
        [candidate(1, "raw/a.md", "Notes", sentences, 9), candidate(2, "raw/a.md", "Notes", sentences[1:], 8, first=1)],
    )
    places = [(chosen.passage.path, chosen.sentence.ordinal) for chosen in found.chosen]
    assert len(places) == len(set(places)) and ("raw/a.md", 1) in places
    assert places == sorted(places)


def test_the_same_sentence_of_two_documents_is_shown_once() -> None:
    text = "The cache is emptied on every change of the schema version."
    found = answer(
        "When is the cache emptied?",
        [candidate(1, "raw/a.md", "A", [text], 9), candidate(2, "raw/b.md", "B", [text], 8)],
    )
    assert [chosen.passage.path for chosen in found.chosen] == ["raw/a.md"]


def test_both_sides_of_a_comparison() -> None:
    filler = [f"Nothing of the kind, number {n}." for n in range(3)]
    found = answer(
        "Which film came first, Red Dawn or Blue Night?",
        [
            candidate(1, "raw/red.md", "Red Dawn", ["Red Dawn is a film of 1984.", *filler], 20),
            candidate(2, "raw/x.md", "Dawn", ["A film at dawn came first, red and blue, at night."], 9),
            candidate(3, "raw/blue.md", "Blue Night", ["Blue Night is a film of 1957.", *filler], 8),
        ],
    )
    shown = [chosen.sentence.text for chosen in found.chosen]
    assert "Red Dawn is a film of 1984." in shown and "Blue Night is a film of 1957." in shown


def test_at_most_four_sentences() -> None:
    many = [f"The cache is emptied by {' '.join(f'w{n}x{at}' for at in range(9))}." for n in range(12)]
    assert len(answer("When is the cache emptied?", [candidate(1, "raw/a.md", "A", many, 9)]).chosen) == 4


def test_refuses_and_names_what_is_missing() -> None:
    found = answer("Who invented penicillin?", [candidate(1, "raw/a.md", "A", ["The cache holds vectors."], 1)])
    assert not found.has_answer and found.chosen == () and found.uncovered == ("invented", "penicillin")


def test_no_candidates() -> None:
    assert not answer("Who invented penicillin?", []).has_answer
    assert not answer("", []).has_answer
