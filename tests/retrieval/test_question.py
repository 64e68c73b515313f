"""Questions taken apart, in several languages."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikigraph.retrieval.question import analyse
from wikigraph.text.stems import stem, stems


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("How do I use Docker Compose?", "docker compose"),
        ("Come funziona la fusione RRF?", "fusione rrf"),
        ("Wie funktioniert der Index?", "index"),
        ("全局查询如何工作？", "全局查询"),
        ("What does provenance mean?", "provenance"),
        ("What is the difference between a fork and a spoon?", "fork spoon"),
        ("How does the pump work?", "pump"), ("Where do the nurses work?", "nurses work"),
        ("What does mean mean?", "mean"),
        ("如何使用容器？", "容器"), ("工作流是什么？", "工作流"), ("什么是所有权？", "所有权"),
        ("Was bedeutet Rückgriff?", "rückgriff"), ("索引の仕組み", "索引"), ("Who won the race?", "won race"),
        ("Why won't the engine start?", "engine start"),
        ("ベクトル検索とは何ですか？", "ベクトル検索"),
    ],
)
def test_function_words_do_not_drive(text: str, content: str) -> None:
    assert set(analyse(text).content) == set(stems(content))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Who wrote The Lord of the Rings?", ["lord of the rings"]),
        ("Where was Gaddafi's grandson born?", ["gaddafi"]),
        ("Did Ada Lovelace know Charles Babbage?", ["ada lovelace", "charles babbage"]),
        ("GraphRAG的全局查询如何工作？", ["graphrag"]),
        ("《红楼梦》的作者是谁？", ["红楼梦"]),
        ("how does it work?", []),
    ],
)
def test_names(text: str, names: list[str]) -> None:
    assert list(analyse(text).names) == [tuple(stems(name)) for name in names]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("When was it built?", "when"), ("Quando fu costruito?", "when"), ("哪一年建成？", "when"),
        ("How many containers run?", "number"), ("Wie viele Knoten?", "number"), ("有多少个节点？", "number"),
        ("Who founded it?", "who"), ("谁写的？", "who"), ("Wo liegt das?", "where"), ("在哪里？", "where"),
        ("What is Docker?", ""), ("How do I start it?", "how"), ("Come si avvia?", "how"),
        ("Wie startet man es?", "how"),
        ("如何启动？", "how"), ("どうやって始めますか？", "how"), ("Why is it slow?", "why"),
        ("Perché è lento?", "why"),
        ("Warum ist es langsam?", "why"), ("为什么慢？", "why"), ("なぜ遅いのですか？", "why"),
    ],
)  # fmt: skip
def test_kinds(text: str, kind: str) -> None:
    assert analyse(text).kind == kind


@pytest.mark.parametrize(
    ("text", "has_subject"),
    [
        ("What is Docker Compose?", True), ("什么是社区报告？", True),
        ("Why does Docker need daemons?", False), ("", False)
    ],
)  # fmt: skip
def test_the_one_thing_asked_about(text: str, has_subject: bool) -> None:
    assert bool(analyse(text).subject) is has_subject


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("What is the boiling point of ethanol?", "ethanol"), ("Qual è la capitale della Mongolia?", "mongolia"),
        ("Was ist die Hauptstadt der Mongolei?", "mongolei"), ("Quel est le prix de l'hydrogène ?", "hydrogène"),
        ("糖尿病的症状是什么？", "糖尿病"), ("モンゴルの首都はどこですか？", "モンゴル"), ("What is ethanol?", ""),
    ],
)  # fmt: skip
def test_what_a_genitive_is_about(text: str, topic: str) -> None:
    assert analyse(text).topic == tuple(stems(topic))


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("How does it work?", "en"), ("Come si valuta il recupero?", "it"), ("Wie funktioniert das?", "de"),
        ("如何工作？", "zh"), ("どこですか？", "ja"), ("RRF?", ""), ("", ""), ("Как это работает?", "cyrillic"),
    ],
)  # fmt: skip
def test_language(text: str, language: str) -> None:
    assert analyse(text).language == language


def test_a_long_question_is_taken_apart_quickly() -> None:
    started = time.process_time()
    analyse("of the of " * 20_000)
    analyse("什么的" * 20_000)
    assert time.process_time() - started < 3


@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    question = analyse(text)
    assert set(question.rest) <= set(question.content) <= set(question.terms)
    assert set(question.light).isdisjoint(question.content)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("container", "containers", True), ("queries", "query", True), ("fusione", "fusioni", True),
        ("città", "citta", True),
        ("contact", "container", False), ("c++", "c", False), ("gpt-4.1", "gpt-4.5", False), ("检索", "检查", False),
    ],
)  # fmt: skip
def test_stems(one: str, other: str, same: bool) -> None:
    assert (stem(one) == stem(other)) is same
