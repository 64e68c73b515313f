"""Local search on a compiled vault: entries, budgets, evidence, and the floor under it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from wikigraph.app.ask import NO_ENTITY, ask
from wikigraph.app.compile import compile_vault
from wikigraph.errors import SettingsError
from wikigraph.model.answer import Answer
from wikigraph.model.evidence import Evidence
from wikigraph.retrieval.history import Turn
from wikigraph.retrieval.local_ import Params
from wikigraph.store.index import Index, open_index
from wikigraph.store.vault import Vault

SOURCES = {
    "compose.md": """# Docker Compose

Docker Compose is a tool that runs applications of several containers. Docker Compose reads a YAML file.
Docker Compose hands its services to Docker Swarm when the command is called with stack.

## Networks

Docker Compose makes a network for each project. Redis and PostgreSQL are reached by their names.
""",
    "swarm.md": """# Docker Swarm

Docker Swarm is a cluster of machines. Docker Swarm schedules tasks on nodes.
A manager of Docker Swarm keeps its state with Raft. Docker Swarm needs an odd number of managers.
""",
    "redis.md": """# Redis

Redis is a store in memory. Redis writes a log of changes to disk. PostgreSQL holds what must not be lost.
""",
    "zh.md": """# 局部查询

局部查询从实体出发。局部查询读取实体的关系和文本单元。局部查询不读取所有社区报告。

## 社区报告

社区报告概括一个社区。社区报告由全局查询读取。
""",
    "it.md": "# Fusione RRF\n\nLa Fusione RRF somma i reciproci dei ranghi. La Fusione RRF usa la costante 60.\n",
    "bread.md": "# Notes on dough\n\nA starter of flour and water raises it. Bake it for 45 minutes.\n",
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("vault")
    (folder / "raw").mkdir()
    for name, text in SOURCES.items():
        (folder / "raw" / name).write_text(text, encoding="utf-8")
    compile_vault(Vault(folder))
    return folder


@pytest.fixture(scope="module")
def index(root: Path) -> Iterator[Index]:
    found = open_index(root / ".wikigraph" / "index")
    assert found is not None
    with found:
        yield found


def titles(answer: Answer) -> list[str]:
    assert answer.context is not None
    return [entity.title for entity in answer.context.entities]


def stands(root: Path, evidence: Evidence) -> bool:
    lines = (root / evidence.path).read_text(encoding="utf-8").split("\n")
    return evidence.quote in " ".join(lines[evidence.start_line - 1 : evidence.end_line])


@pytest.mark.parametrize(
    ("question", "entity", "words"),
    [
        ("What does Docker Swarm schedule?", "Docker Swarm", "schedules tasks"),
        ("what does docker-compose read?", "Docker Compose", "YAML"),
        ("局部查询读取什么？", "局部查询", "关系和文本单元"),
        ("Quale costante usa la Fusione RRF?", "Fusione RRF", "60"),
    ],
)
def test_auto_enters_by_the_entities_of_the_question(
    index: Index, root: Path, question: str, entity: str, words: str
) -> None:
    answer = ask(index, question)
    assert (answer.mode, answer.status) == ("local", "ready")
    assert titles(answer)[0] == entity
    assert "names" in answer.reason
    assert words in answer.answer
    assert all(stands(root, citation) for citation in answer.citations)


def test_without_an_entity_auto_is_basic(index: Index) -> None:
    answer = ask(index, "How long do I bake it?")
    assert (answer.mode, answer.reason) == ("basic", "the question names no entity")
    assert "45 minutes" in answer.answer and answer.notes == ()


def test_local_without_an_entity_falls_back_and_says_so(index: Index) -> None:
    asked, basic = (ask(index, "Who invented penicillin?", mode=mode) for mode in ("local", "basic"))
    assert asked.mode == "basic" and NO_ENTITY in asked.notes
    assert (asked.answer, asked.hits) == (basic.answer, basic.hits)


@pytest.mark.parametrize("question", ["Docker Swarm managers", "How long do I bake it?", "Redis log", "社区报告 Redis"])
def test_nothing_that_basic_reaches_is_lost(index: Index, question: str) -> None:
    local, basic = ask(index, question, mode="local"), ask(index, question, mode="basic")
    assert {hit.unit_id for hit in basic.hits} <= {hit.unit_id for hit in local.hits}


def test_everything_in_the_context_has_its_lines(index: Index, root: Path) -> None:
    context = ask(index, "How does Docker Compose hand services to Docker Swarm?").context
    assert context is not None
    inside = next(edge for edge in context.relationships if edge.is_inside)
    assert {inside.source_title, inside.target_title} == {"Docker Compose", "Docker Swarm"}
    evidence = [held for edge in context.relationships for held in edge.evidence]
    evidence += [held for entity in context.entities for held in entity.description]
    evidence += [claim.evidence for claim in context.claims]
    assert evidence and all(stands(root, held) for held in evidence)
    assert all(edge.evidence for edge in context.relationships)
    assert context.text_units[0].entity_rank == 0
    order = [(unit.entity_rank, -unit.edge_count) for unit in context.text_units if unit.entity_rank >= 0]
    assert order == sorted(order)


@pytest.mark.parametrize("tokens", [0, 1, 60, 150, 400, 8000])
def test_no_part_exceeds_its_budget(index: Index, tokens: int) -> None:
    answer = ask(index, "What is Docker Compose?", mode="local", local=Params(tokens=tokens))
    assert answer.context is not None
    assert sum(part.n_allowed for part in answer.context.parts if part.part != "history") == tokens
    for part in answer.context.parts:
        assert 0 <= part.n_built <= part.n_allowed
    assert "tool that runs" in answer.answer  # retrieval is the floor, whatever the context holds
    if tokens == 60:
        assert sum(part.n_left_out for part in answer.context.parts) > 0


@pytest.mark.parametrize(
    "params",
    [Params(reports=0.6), Params(text_units=-0.1), Params(tokens=-1), Params(entities=0.9), Params(history=1.5)],
)  # fmt: skip
def test_settings_that_cannot_be(index: Index, params: Params) -> None:
    with pytest.raises(SettingsError) as caught:
        ask(index, "What is Docker Compose?", local=params)
    assert caught.value.where == "schema/wikigraph.toml"


def test_history_tells_what_it_is_about(index: Index) -> None:
    turns = [Turn("user", "What is Docker Swarm?"), Turn("assistant", "A cluster of machines.")]
    answer = ask(index, "How many managers does it need?", history=turns)
    assert answer.mode == "local" and titles(answer)[0] == "Docker Swarm"
    assert "the history names" in answer.reason
    assert "odd number of managers" in answer.answer
    assert ask(index, "What is Redis?", history=turns).context.entities[0].title == "Redis"  # type: ignore[union-attr]


def test_history_is_taken_from_the_budget_first(index: Index) -> None:
    turns = [Turn("user", "word " * 500), Turn("user", "What is Docker Swarm?")]
    answer = ask(index, "What is Redis?", history=turns, local=Params(tokens=400))
    assert answer.context is not None
    history, *parts = answer.context.parts
    assert (history.n_shown, history.n_left_out) == (1, 1)
    assert 0 < history.n_built <= history.n_allowed == 200
    assert sum(part.n_allowed for part in parts) == 400 - history.n_built


def test_hits_come_with_entities_and_relationships(index: Index) -> None:
    for mode in ("basic", "local"):
        hit = ask(index, "What is Docker Compose?", mode=mode).hits[0]
        assert "Docker Compose" in [entity.title for entity in hit.entities]
        assert any("Docker Swarm" in (r.source_title, r.target_title) for r in hit.relationships)


def test_the_same_question_gives_the_same_context(index: Index) -> None:
    assert ask(index, "What is Docker Compose?") == ask(index, "What is Docker Compose?")


@pytest.mark.parametrize("question", ["", "???", "\x00\ud800", "x" * 100_000, "全" * 30_000, "Docker Swarm " * 8_000])
def test_any_question_is_taken(index: Index, question: str) -> None:
    for mode in ("auto", "local"):
        assert ask(index, question, mode=mode).status in ("ready", "no_data")
