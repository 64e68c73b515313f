"""Questions that share words with the sources and are not answered by them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.retrieval.test_answer import answer, candidate
from wikigraph.retrieval.answer import Params, extract
from wikigraph.retrieval.evidence import Candidate
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
        ("Was ist das Penizillin?", "Penizillin", "Die Quellen beantworten"),
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


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How often does a checkpoint run?", "A checkpoint runs every 15 minutes."),
        ("Who tends the garden?", "Anna tends both gardens."),
        ("How does a fox hunt?", "Foxes go hunting at night."),
        ("Wer öffnet das Tor?", "Die Wächter öffnen das Tor am Morgen."),
        ("What does Bob add?", "Bob adds salt."),
    ],
)
def test_forms_of_a_word_cover_it(question: str, text: str) -> None:
    found = answer(question, [candidate(1, "raw/a.md", "Notes", [text], 9)])
    assert found.has_answer and found.uncovered == ()


@pytest.mark.parametrize(
    ("question", "text", "missing"),
    [
        ("What is a car?", "A caravan is a house on wheels.", "car"),
        ("What is a plan?", "A planet is a body in space.", "plan"),
        ("What does the pan do?", "The panda eats.", "pan"),
    ],
)
def test_words_that_only_begin_alike_do_not_cover(question: str, text: str, missing: str) -> None:
    assert missing in answer(question, [candidate(1, "raw/a.md", "Notes", [text], 9)]).uncovered


def test_missing_words_are_told_as_they_were_asked() -> None:
    assert answer("Wie groß ist DuckDB?", SOURCES).uncovered == ("groß", "DuckDB")
    held = [candidate(1, "raw/a.md", "记录", ["这里有很多记录。"], 9)]
    assert "份记" not in answer("档案馆有几份记录？", held).uncovered


def near(texts: Sequence[str]) -> list[float]:
    return [1.0] * len(texts)


CHINESE = candidate(1, "raw/zh.md", "潮汐调度器", ["潮汐调度器是李明写的。"], 9)
ENGLISH = [candidate(n, f"raw/{n}.md", "Notes", [f"The tide scheduler has {n} long and quiet workers."], 8)
           for n in (2, 3, 4)]  # fmt: skip
KOREAN = candidate(5, "raw/ko.md", "김치", ["김치는 배추로 만든 음식이다."], 9)


@pytest.mark.parametrize(
    ("question", "candidates", "is_verified"),
    [
        ("潮汐调度器是谁写的？", [CHINESE, *ENGLISH], True),
        ("潮汐调度器是谁写的？", ENGLISH, False),
        ("김치는 무엇인가?", [KOREAN, *ENGLISH], True),
        ("김치는 무엇인가?", [KOREAN, CHINESE], True),
        ("김치는 무엇인가?", ENGLISH, False),
        ("Who wrote the tide scheduler?", [*ENGLISH, CHINESE], True),
    ],
)
def test_only_an_answer_in_another_script_is_not_verified(
    question: str, candidates: list[Candidate], *, is_verified: bool
) -> None:
    asked = analyse(question)
    idf = dict.fromkeys(asked.terms, 2.0)
    assert extract(asked, candidates, idf, Params(), near).is_verified is is_verified
