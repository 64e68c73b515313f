"""Which mode a question goes to, in seven languages; rules of the vault go first."""

from __future__ import annotations

import pytest

from tests.retrieval.test_budget import worked
from wikigraph.errors import SettingsError
from wikigraph.model.routing import Example, Routing, Rule
from wikigraph.retrieval.focus import focus_of, related_in
from wikigraph.retrieval.route import route
from wikigraph.text.toml_reader import read_value

BROAD = """
What topics does this collection cover?
Give me a summary of the documents
What are the key findings?
Give me the gist of these notes
Which themes come up again and again?
Welche Themen werden behandelt?
Gib mir einen Überblick über die Dokumente
Worum geht es in diesen Texten?
Fass die Quellen zusammen
Riassumi i documenti
Dammi una panoramica
Di cosa parlano questi documenti?
Résume le corpus
Quels sont les thèmes principaux ?
De quoi parlent ces documents ?
Fais une synthèse des documents
¿Cuáles son los temas principales?
Resume los documentos
Dame una visión general
¿De qué tratan estos textos?
总结一下这些文档
请概括语料的主要内容
这些资料讲了什么？
主要观点有哪些？
文書全体を要約してください
資料の概要を教えてください
これらの文書は何について書かれていますか
What do guests say about failure?
What are the main themes in the Rust book?
What do these documents discuss?
What is this collection about?
What do the articles say about wars?
Was sagen die Autoren über das Scheitern?
Que disent les invités de l'échec ?
¿Qué dicen los invitados sobre el fracaso?
Cosa dicono gli ospiti del fallimento?
"""
RELATIONS = """
What is the difference between BM25 and HNSW?
BM25 vs HNSW
How are BM25 and RRF connected?
What do BM25 and RRF have in common?
How does BM25 relate to HNSW, and what follows from it?
Vergleiche Docker Swarm und Kubernetes
Was ist der Unterschied zwischen BM25 und HNSW?
Welche Beziehung besteht zwischen BM25 und RRF?
Confronta Docker Swarm e Kubernetes
Che differenza c'è tra BM25 e HNSW?
Come si collega BM25 a HNSW?
Compare Docker Swarm et Kubernetes
Quelle est la différence entre BM25 et HNSW ?
Comment BM25 et HNSW sont-ils liés ?
Compara Docker Swarm y Kubernetes
¿Qué relación hay entre BM25 y HNSW?
¿Cómo se relaciona BM25 con HNSW?
比较 Docker Swarm 和 Kubernetes
BM25 与 HNSW 有何区别
BM25とHNSWの関係は何ですか
Docker SwarmとKubernetesを比較してください
"""
SPECIFIC = """
How do I install Kubernetes?
What is BM25?
What is the capital of France?
Summarize Docker Compose
Give me an overview of BM25
What do the documents say about BM25?
What are the key points of BM25?
BM25有哪些要点？
Wie installiere ich Docker Compose?
Was ist HNSW?
Wie verbinde ich mich mit Redis?
Come si installa Docker Compose?
Come mi collego a Redis?
Comment installer Docker Compose ?
Comment se connecter à Redis ?
¿Cómo me conecto a Redis?
¿Qué es HNSW?
怎么安装 Redis？
如何连接 Redis？
什么是BM25？
Docker Composeはどうやって使いますか
Redisにどう接続しますか
HNSWとは何ですか
"""


def questions(listed: str) -> list[str]:
    return listed.strip().split("\n")


CASES = [(q, mode) for mode, listed in (("global", BROAD), ("drift", RELATIONS), ("local", SPECIFIC))
         for q in questions(listed)]  # fmt: skip


def test_the_worked_examples() -> None:
    cases = worked("query_route")["cases"]
    assert {case["query"]: route(case["query"]).mode for case in cases} == {c["query"]: c["mode"] for c in cases}


@pytest.mark.parametrize(("question", "mode"), CASES)
def test_questions_of_the_same_kinds(question: str, mode: str) -> None:
    assert route(question).mode == mode


def test_the_reason_is_told() -> None:
    assert route("What are the main themes?") == ("global", "the question asks for themes")
    assert route("What is it?") == ("local", "a specific question")
    assert route("what is that", ["A", "B", "C", "D"]) == ("local", "the question names A, B, C, …")
    assert route("what is that", ["A"], is_recalled=True).reason == "the history names A"


def test_what_the_question_names_is_summed_up_by_itself() -> None:
    assert route("summarize docker compose", ["docker compose"]).mode == "local"
    assert route("summarize the notes", []).mode == "global"
    assert route("summarize the notes", ["docker compose"], is_recalled=True).mode == "global"


def test_a_question_like_an_example() -> None:
    found = route("Which ideas keep coming up here again and again?")
    assert found.mode == "global" and found.reason.startswith("like the example")
    assert route("Which eggs keep coming up here?").mode == "local"


def test_rules_and_examples_of_the_vault_go_first() -> None:
    routing = Routing(rules=(Rule("asks for risks", "global", r"\brisks?\b"), Rule("asks how", "basic", "^how")))
    assert route("Which risks are there?", routing=routing) == ("global", "the question asks for risks")
    assert route("How does BM25 relate to HNSW?", routing=routing).mode == "basic"
    assert route("What are the main themes?", routing=routing).mode == "global"
    alone = Routing(defaults=False, examples=(Example("Where is the cat?", "drift"),))
    assert route("What are the main themes?", routing=alone).mode == "local"
    assert route("where is the black cat", routing=alone).mode == "drift"


def test_the_file_of_rules() -> None:
    text = """
likeness = 0.6
[[rules]]
name = "asks for risks"
mode = "global"
pattern = '\\brisks?\\b'
unless_named = true
[[examples]]
question = "Where does it hurt?"
mode = "drift"
"""
    routing = read_value(Routing, text, "schema/routing.toml")
    assert routing == Routing(
        True, 0.6, (Rule("asks for risks", "global", r"\brisks?\b", True),), (Example("Where does it hurt?", "drift"),)
    )


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[[rules]]\nname = 'x'\nmode = 'global'\npattern = '('\n", "setting-invalid"),
        ("[[rules]]\nname = 'x'\nmode = 'fast'\npattern = 'a'\n", "setting-invalid"),
        ("[[rules]]\nname = 'x'\nmode = 'global'\n", "setting-invalid"),
        ("[[rule]]\nname = 'x'\n", "setting-unknown"),
        ("[[rules\n", "schema-broken"),
    ],
)
def test_a_file_that_cannot_be_used(text: str, code: str) -> None:
    with pytest.raises(SettingsError) as caught:
        read_value(Routing, text, "schema/routing.toml")
    assert caught.value.code == code and caught.value.where.startswith("schema/routing.toml")


@pytest.mark.parametrize(
    "text", ["", "???", "x" * 100_000, "how does " * 12_000, "和" * 50_000, "\x00\ud800 vs ", "SELECT 1; --"]
)
def test_any_text_is_routed_at_once(text: str) -> None:
    assert route(text).mode in ("local", "global", "drift")


@pytest.mark.parametrize(
    ("question", "about"),
    [
        ("What are the main themes?", None),
        ("Summarize the corpus", None),
        ("语料主要讨论哪些主题？", None),
        ("このコレクションの主なテーマは何ですか", None),
        ("Fasse die wichtigsten Themen zusammen", None),
        ("Quali sono i temi principali?", None),
        ("Quels sont les thèmes principaux ?", None),
        ("¿Cuáles son los temas principales?", None),
        ("What are the main themes of sourdough baking?", "sourdough"),
        ("关于社区检测的主要观点有哪些？", "社区"),
    ],
)
def test_what_a_broad_question_is_about(question: str, about: str | None) -> None:
    found = focus_of(question)
    assert (about in found.content if found else about is None) if about else found is None


def test_words_that_relate_are_not_looked_for() -> None:
    assert related_in("How does BM25 relate to HNSW?").content == ("bm25", "hnsw")
    assert related_in("How are they related?").content != ()
