"""Looking things up by key, and remembering them, changes no answer: 50 questions in five languages, byte for byte."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest

from tests.app import plain_reading
from wikigraph.app import ask as asking
from wikigraph.app import search as searching
from wikigraph.app import shelf
from wikigraph.app.compile import compile_vault
from wikigraph.store.index import Index, open_index
from wikigraph.store.vault import open_vault

ROOT = Path(__file__).parents[2]
QUESTIONS = """
What is a false merge?|When is the vector cache rebuilt?|How does GraphRAG answer a global question?
What does DuckDB store?|Why does Leiden refine communities?|How many tokens has a text unit?|What is BM25?
Which of them is faster, HNSW or exact search?|Who wrote GraphRAG?|Who invented penicillin?|claim topic support
What is the difference between a claim and a topic?|How do I use Docker Compose?|the of and
GraphRAG的全局查询如何工作？|什么是分块？|向量缓存何时重建？|社区报告有什么作用？|局部查询和全局查询的区别是什么？|如何种植葡萄？
实体消歧为什么重要？|BM25的公式是什么？|谁发明了青霉素？|知识图谱
Come funziona la fusione RRF?|Che cos'è il chunking?|Quando si ricostruisce la cache?|Qual è la capitale della Francia?
Quali sono i vantaggi di Leiden?|Perché si usa BM25?|Quanto vale la costante k?|ricerca ibrida|Che cosa fa DuckDB?
Wie funktioniert Docker Compose?|Was ist ein Vektorcache?|Wann wird der Cache geleert?|Wer erfand das Penicillin?
Was bedeutet RRF?|Warum braucht man Gemeinschaften?|Wie groß ist eine Texteinheit?|Zusammenführung von Entitäten
ベクトル検索とは何ですか？|GraphRAGの仕組みは？|索引はいつ作り直されますか？|違いは何ですか？|誰がペニシリンを発明しましたか？
コミュニティとは？|チャンクの大きさは？|ライデン法はなぜ必要ですか？|全文検索|xyzzy
"""
ASKED = [question for line in QUESTIONS.strip().split("\n") for question in line.split("|")]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    root = tmp_path_factory.mktemp("vault")
    for name in ("raw", "schema"):
        shutil.copytree(ROOT / name, root / name)
    vault = open_vault(root, root)
    compile_vault(vault, embedder="none")
    found = open_index(vault.state / "index")
    assert found is not None
    return found


def told(index: Index, question: str) -> bytes:
    answers = [asking.ask(index, question, mode=mode) for mode in ("auto", "local", "basic", "drift")]
    return msgspec.json.encode([answers, searching.search(index, question, k=20)])


def test_the_same_answers(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(ASKED) >= 50
    quick = [told(index, question) for question in ASKED]
    again = [told(index, question) for question in reversed(ASKED)]
    with monkeypatch.context() as patch:
        for name in ("entities_of_units", "relationships_of_units", "passages", "sentences"):
            patch.setattr(shelf, name, getattr(plain_reading, name))
        patch.setattr(asking, "entities_of_sentences", plain_reading.entities_of_sentences)
        patch.setattr(asking, "IndexSurroundings", plain_reading.PlainSurroundings)
        for module in (asking, searching):
            patch.setattr(module, "terms_of", plain_reading.PlainTerms)
        patch.setattr(searching, "passages", plain_reading.passages)
        plain = [told(index, question) for question in ASKED]
    assert quick == plain
    assert again[::-1] == quick
    assert sum(b'"ready"' in answer for answer in quick) > 30
