"""How plainly a sentence says what a thing is."""

from __future__ import annotations

import pytest

from wikigraph.model.record import PassageSentence
from wikigraph.retrieval.defining import defining, without_speaker
from wikigraph.retrieval.question import analyse


def grade(question: str, text: str, quote: str = "", above: str = "") -> float:
    return defining(analyse(question), PassageSentence(1, text, quote or text, 1, 1, 1, "paragraph"), above)


@pytest.mark.parametrize(
    ("question", "better", "worse"),
    [
        ("What is a trait?", "A trait defines what a type can do.", "The Stream trait is widely used."),
        ("What are closures?", "Rust's closures are anonymous functions.", "Closures are usually short."),
        (
            "What is a smart pointer?", "Smart pointers, on the other hand, are data structures.",
            "Here smart pointers help.",
        ),
        ("Who is Ada Park?", "Ada Park, cofounder of a firm, is here.", "ADA PARK: That's right."),
        ("什么是所有权？", "所有权是管理内存的一组规则。", "返回值也可以转移所有权。"),
        ("ベクトル検索とは何ですか？", "ベクトル検索とは、意味で探す方法です。", "昨日ベクトル検索を試した。"),
        ("Che cos'è il taglio anticipato?", "Il taglio anticipato è una regola.", "Dopo viene il taglio anticipato."),
        ("Was ist ein Wikilink?", "Ein Wikilink ist ein Verweis.", "Dort öffnet sich der Wikilink."),
    ],
)  # fmt: skip
def test_a_definition_is_told_from_a_mention(question: str, better: str, worse: str) -> None:
    assert grade(question, better) > grade(question, worse)


def test_emphasis_and_the_heading_count() -> None:
    text = "The blocking of pairs avoids this."
    assert grade("What is blocking?", text, "The **blocking** of pairs avoids this.") > grade("What is blocking?", text)
    text = "Blocking avoids it."
    assert grade("What is blocking?", text, above="Blocking") > grade("What is blocking?", text)


def test_a_question_about_more_than_one_thing_has_no_definition() -> None:
    assert grade("Why does the index need a lock?", "The index is a file.") == 0.0


def test_who_speaks_is_not_what_is_said() -> None:
    assert without_speaker("KEVIN SCOTT: So, search.") == "So, search."
    assert without_speaker("NASA: a space agency") == "a space agency"
    assert without_speaker("Note: it is late.") == "Note: it is late."
