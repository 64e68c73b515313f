"""Fewer sentences are better than weak ones; the second document of a question that needs two stays."""

from __future__ import annotations

import pytest

from tests.retrieval.test_answer import answer, candidate
from wikigraph.model.record import Passage, PassageSentence
from wikigraph.retrieval.evidence import Candidate, Reading, context
from wikigraph.text.stems import stems


def shown(text: str, candidates: list[Candidate]) -> list[str]:
    return [chosen.sentence.text for chosen in answer(text, candidates).chosen]


def mixed(number: int, title: str, sentences: list[tuple[str, str]], score: float) -> Candidate:
    held = tuple(
        PassageSentence(at, text, text, at + 1, at + 1, at, kind) for at, (kind, text) in enumerate(sentences)
    )
    whole = " ".join(text for _, text in sentences)
    return Candidate(Passage(number, f"tu-{number}", f"raw/{number}.md", title, (), whole, 9, 1, 99), held, score)


@pytest.mark.parametrize(
    ("question", "right", "weak"),
    [
        ("When is the cache emptied?", "The cache is emptied on every change.", "Paper burns at once."),
        ("Wann wird der Speicher geleert?", "Der Speicher wird jede Nacht geleert.", "Papier brennt sofort."),
        ("Quando si svuota la cache?", "La cache si svuota ogni notte.", "La carta brucia subito."),
        ("缓存什么时候清空？", "缓存每天夜里清空。", "纸张立刻燃烧。"),
        ("キャッシュはいつ空になりますか？", "キャッシュは毎晩空になります。", "紙はすぐに燃える。"),
    ],
)
def test_sentences_that_share_nothing_with_the_question_are_left_out(question: str, right: str, weak: str) -> None:
    held = [candidate(1, "raw/a.md", "A", [right, weak], 9), candidate(2, "raw/b.md", "B", [weak], 8)]
    assert shown(question, held) == [right]


def test_the_second_of_two_linked_documents_stays() -> None:
    found = shown(
        "Where was the director of Red Dawn born?",
        [
            candidate(1, "raw/dawn.md", "Red Dawn", ["Red Dawn is a film whose director is John Milius."], 9),
            candidate(2, "raw/milius.md", "John Milius", ["He came to the world in Missouri."], 8),
        ],
    )
    assert "He came to the world in Missouri." in found


def test_prose_before_code_unless_code_is_asked_for() -> None:
    held = [
        ("paragraph", "The services start with one word."),
        ("code", "# start the services\ncompose up -d  # services start"),
    ]  # fmt: skip
    assert all("compose up" not in text for text in shown("How do the services start?", [mixed(1, "A", held, 9)]))
    assert any("compose up" in text for text in shown("Which command starts the services?", [mixed(1, "A", held, 9)]))
    assert shown("How do the services start?", [mixed(1, "A", held[1:], 9)])  # nothing else is there


def test_headings_are_not_shown() -> None:
    held = [("heading", "Emptying the cache"), ("paragraph", "The cache is emptied when the schema changes.")]
    assert shown("When is the cache emptied?", [mixed(1, "Notes", held, 9)]) == [held[1][1]]


def test_the_heading_and_the_lead_in_of_a_list_count_for_what_stands_below() -> None:
    read = Reading.of(
        mixed(
            1, "Guide",
            [
                ("heading", "Guide"), ("paragraph", "All of it."), ("heading", "Ownership rules"),
                ("paragraph", "Three hold:"), ("list_item", "One owner."), ("paragraph", "That is it."),
            ], 1.0,
        )
    )  # fmt: skip
    above = context(read)
    assert above[1] == []  # the title says what the document is about, not where a sentence stands
    assert above[3] == above[5] == stems("Ownership rules") and above[4] == stems("Ownership rules three hold")


def test_what_defines_the_thing_comes_first_though_it_ranks_low() -> None:
    others = [candidate(n, f"raw/{n}.md", f"N{n}", [f"Here valve {n} leaks."], 9 - n / 10) for n in range(20)]
    plain = candidate(30, "raw/valve.md", "Parts", ["A valve is a part that stops a flow."], 4.5)
    assert shown("What is a valve?", [*others, plain])[0].startswith("A valve is a part")


@pytest.mark.parametrize(
    ("question", "own", "other"),
    [
        ("Come funziona HNSW?", "La ricerca con HNSW parte dall'alto.", "The search with HNSW starts from the top."),
        ("How is HNSW built?", "The graph of HNSW is built from layers.", "Der Graph von HNSW ist aus Schichten."),
        ("HNSW的图有什么特点？", "HNSW的图分为多层。", "The graph of HNSW is built from layers."),
    ],
)  # fmt: skip
def test_the_language_of_the_question_first(question: str, own: str, other: str) -> None:
    found = shown(question, [candidate(1, "raw/b.md", "B", [other], 9), candidate(2, "raw/a.md", "A", [own], 9)])
    assert found[0] == own


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Come si valuta il recupero?", "La valutazione del recupero richiede domande."),
        ("How do I install the pump?", "Installation of the pump takes an hour."),
    ],
)
def test_derived_words_count(question: str, text: str) -> None:
    assert answer(question, [candidate(1, "raw/a.md", "A", [text], 9)]).uncovered == ()
