"""Questions that share words with the sources and are not answered by them."""

from __future__ import annotations

import pytest

from tests.retrieval.test_answer import answer, candidate
from wikigraph.retrieval.no_data_text import no_data_text, weak_text
from wikigraph.retrieval.question import analyse

SOURCES = [
    candidate(1, "raw/a.md", "Search", ["A small world graph finds neighbours."], 9),
    candidate(2, "raw/b.md", "Ranking", ["Two students introduced it in 1998 to rank pages."], 8),
    candidate(3, "raw/c.md", "Notes", ["The point of a test is to see it fail.", "It prepares for questions."], 7),
]


@pytest.mark.parametrize(
    "question",
    [
        "Who won the world cup in 1998?", "What is the boiling point of ethanol?", "Come si prepara la carbonara?",
        "What is the capital of Mongolia?", "Wer hat die Zauberflöte komponiert?", "糖尿病的症状是什么？",
        "富士山の高さは何メートルですか？",
    ],
)  # fmt: skip
def test_refused(question: str) -> None:
    assert not answer(question, SOURCES).has_answer


def test_answered_where_the_number_stands_with_the_rest() -> None:
    held = [candidate(1, "raw/a.md", "Cup", ["France won the world cup in 1998."], 9)]
    assert answer("Who won the world cup in 1998?", held).has_answer
    assert answer("What is the point of a test?", SOURCES).has_answer


@pytest.mark.parametrize(
    ("question", "word", "nothing"),
    [
        ("What is penicillin?", "penicillin", "The sources do not answer this."),
        ("Che cos'è la penicillina?", "penicillina", "Le fonti non rispondono"),
        ("Was ist das Penizillin?", "penizillin", "Die Quellen beantworten"),
        ("Qu'est-ce que la pénicilline ?", "pénicilline", "Les sources ne répondent pas"),
        ("¿Qué es la penicilina?", "penicilina", "Las fuentes no responden"),
        ("青霉素是什么？", "青霉素", "资料中没有"), ("ペニシリンとは何ですか？", "ペニシリン", "資料には"),
    ],
)  # fmt: skip
def test_says_in_the_language_of_the_question_what_is_missing(question: str, word: str, nothing: str) -> None:
    found = answer(question, SOURCES)
    text = no_data_text(analyse(question), found.uncovered)
    assert text.startswith(nothing) and word in text
    weak = weak_text(analyse(question), found.uncovered)
    assert word in weak and nothing not in weak


def test_words_that_never_stand_together() -> None:
    assert no_data_text(analyse("What is a world rank?"), ()).endswith("nowhere together.")
