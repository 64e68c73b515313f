"""Answers are verbatim, cited, in the language of the sources; what is not there is refused."""

from __future__ import annotations

import pytest

from tests.store.vault import FORMAT, entity
from wikigraph.app.ask import ask
from wikigraph.errors import UsageError
from wikigraph.model.claim import DocumentClaims
from wikigraph.model.graph import DocumentMentions, EntityMention, Graph, Hierarchy, Lexicon
from wikigraph.model.record import DocumentInfo, DocumentRows, PageRow
from wikigraph.model.text import Source
from wikigraph.stages import chunk, parse
from wikigraph.store.index import Index, open_index
from wikigraph.store.index_writer import begin_index

SOURCES = {
    "raw/compose.md": """# Docker Compose

Docker Compose is a tool for running applications of several containers.
You describe the services in a YAML file.

## Usage

Start all services with one command:

```bash
docker compose up -d
```

Stop them again with `docker compose down`.
""",
    "raw/swarm.md": "# Docker Swarm\n\nDocker Swarm joins machines to a cluster. A manager schedules the tasks.\n",
    "raw/bread.md": "# Sourdough\n\nA starter of flour and water raises the dough. Bake it for 45 minutes.\n",
    "raw/zh.md": "# 图谱检索\n\n全局查询先读社区报告，再合并各批的回答。局部查询从实体出发。\n",
    "raw/it.md": "# Ricerca ibrida\n\nLa fusione RRF somma i reciproci dei ranghi. La costante k vale 60.\n",
    "raw/de.md": "# Der Zwischenspeicher\n\nDer Zwischenspeicher hält die Vektoren. Er wird bei jedem "
    "Schemawechsel geleert.\n",
    "raw/ja.md": "# ベクトル検索\n\nベクトル検索とは、意味の近さで文書を探す方法です。索引は毎晩作り直されます。\n",
}


def rows(path: str, text: str, entity_id: str = "") -> DocumentRows:
    document = parse.run(Source(path, "", "utf-8", "markdown", text), parse.Params())
    mentions = (EntityMention(entity_id, 1, 0, 14),) if entity_id else ()
    return DocumentRows(
        DocumentInfo.of(document), chunk.run(document, chunk.Params()), DocumentMentions(path, mentions),
        DocumentClaims(path, ()),
    )  # fmt: skip


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    folder = tmp_path_factory.mktemp("vault") / "index"
    with begin_index(folder, None, FORMAT) as writer:
        documents = {path: rows(path, text, "ent-1" if "compose" in path else "") for path, text in SOURCES.items()}
        writer.replace_documents(documents)
        writer.replace_graph(
            Lexicon((entity("ent-1", "Docker Compose"),), ()), Graph((), 0), Hierarchy((), 0, 0.0), ()
        )
        page = PageRow("wiki/entities/docker-compose.md", "ent-1", "entity", "Docker Compose", False)
        writer.replace_pages([page], ())
        writer.publish()
    found = open_index(folder)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("question", "path", "words"),
    [
        ("What is Docker Compose?", "raw/compose.md", "Docker Compose is a tool"),
        ("How do I use Docker Compose?", "raw/compose.md", "Docker Compose is a tool"),
        ("What does Docker Swarm do?", "raw/swarm.md", "joins machines to a cluster"),
        ("How long do I bake the dough?", "raw/bread.md", "45 minutes"),
        ("全局查询如何工作？", "raw/zh.md", "全局查询先读社区报告"),
        ("Come funziona la fusione RRF?", "raw/it.md", "somma i reciproci"),
        ("Wann wird der Zwischenspeicher geleert?", "raw/de.md", "bei jedem Schemawechsel"),
        ("ベクトル検索とは何ですか？", "raw/ja.md", "意味の近さで"),
    ],
)
def test_the_sentences_that_answer(index: Index, question: str, path: str, words: str) -> None:
    answer = ask(index, question)
    assert answer.status == "ready"
    assert words in answer.answer
    cited = next(citation for citation in answer.citations if words in citation.quote)
    assert cited.path == path
    lines = SOURCES[path].split("\n")[cited.start_line - 1 : cited.end_line]
    assert cited.quote in " ".join(lines)
    assert answer.hits and answer.hits[0].score >= answer.hits[-1].score
    assert answer.llm_calls == 0
    assert answer.mode == ("local" if "Docker Compose" in question else "basic")  # the one entity of this index
    assert len(answer.citations) <= 4


@pytest.mark.parametrize(
    ("question", "words", "missing"),
    [
        ("What is the capital of France?", "do not answer", "France"),
        ("Who invented penicillin?", "do not answer", "penicillin"),
        ("Qual è la capitale della Francia?", "non rispondono", "Francia"),
        ("Wer erfand das Penicillin?", "beantworten das nicht", "Penicillin"),
        ("如何种植葡萄？", "没有这个问题的答案", "种植葡萄"),
    ],
)
def test_what_is_not_there_is_refused(index: Index, question: str, words: str, missing: str) -> None:
    answer = ask(index, question)
    assert answer.status == "no_data"
    assert words in answer.answer and missing in answer.answer
    assert answer.citations == () and missing in answer.uncovered


@pytest.mark.parametrize(
    "question", ["", "   ", "???", "!!! …", "x" * 100_000, "why " * 25_000, "全" * 30_000, "\x00\ud800"]
)
def test_any_text_is_taken(index: Index, question: str) -> None:
    assert ask(index, question).status == "no_data"


def test_a_long_question_still_finds(index: Index) -> None:
    padding = " ".join(f"word{n}" for n in range(5000))
    assert "raw/swarm.md" in [hit.path for hit in ask(index, f"Docker Swarm cluster manager {padding}").hits]


def test_entities_of_the_answer_with_their_pages(index: Index) -> None:
    entities = ask(index, "What is Docker Compose?").entities
    assert [(e.title, e.page) for e in entities] == [("Docker Compose", "wiki/entities/docker-compose.md")]


def test_the_same_question_gives_the_same_answer(index: Index) -> None:
    assert ask(index, "What is Docker Compose?") == ask(index, "What is Docker Compose?")


def test_a_mode_that_is_not_there(index: Index) -> None:
    with pytest.raises(UsageError) as caught:
        ask(index, "Docker?", mode="fast")
    assert caught.value.code == "unknown-mode" and caught.value.exit_code == 2


def test_tokens_are_counted(index: Index) -> None:
    counted = {count.part: count.n_tokens for count in ask(index, "What is Docker Compose?").tokens}
    assert counted["question"] > 0 and counted["passages"] > counted["answer"] > 0
