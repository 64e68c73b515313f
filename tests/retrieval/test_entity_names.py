"""Names of entities in questions, in any script and spelling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from wikigraph.model.context import KnownName
from wikigraph.retrieval.entity_names import entity_keys, named_in, runs

ENTITIES: Mapping[str, tuple[Sequence[str], int]] = {
    "Docker Compose": (("docker-compose",), 20),
    "Docker": ((), 60),
    "vector cache": ((), 5),
    "Go": ((), 10),
    "C++": ((), 4),
    "C": ((), 4),
    "GPT-4.1": ((), 3),
    ".NET": ((), 3),
    "Mercury (planet)": ((), 3),
    "Mercury (element)": ((), 3),
    "O'Reilly": ((), 2),
    "局部查询": (("局部搜索",), 8),
    "查询": ((), 30),
    "社区报告": ((), 8),
    "ベクトル検索": ((), 8),
    "Schriftgröße": ((), 3),
    "entità": ((), 3),
}
FREQUENCIES = {"go": 400, "docker": 60, "cach": 50}


def known() -> dict[str, list[KnownName]]:
    held: dict[str, list[KnownName]] = {}
    for title, (aliases, n_units) in ENTITIES.items():
        for key, surface, worth in entity_keys(title, aliases):
            held.setdefault(key, []).append(KnownName(key, title, surface, worth, n_units))
    return held


def found(text: str) -> list[str]:
    return [name.entity_id for here in named_in(text, runs(text), known(), FREQUENCIES) for name in here.entities]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("How do I use Docker Compose?", ["Docker Compose"]),
        ("how do i use docker compose?", ["Docker Compose"]),
        ("What does docker-compose do", ["Docker Compose"]),
        ("DockerCompose!", ["Docker Compose"]),
        ("Docker's network", ["Docker"]),
        ("Are vector caches rebuilt?", ["vector cache"]),
        ("Is C++ older than C?", ["C++", "C"]),
        ("GPT-4.1 or GPT-4.5?", ["GPT-4.1"]),
        ("What is .NET?", [".NET"]),
        ("Who is O'Reilly?", ["O'Reilly"]),
        ("Is Go fast?", ["Go"]),
        ("Where did they go?", []),
        ("Go to the store", []),
        ("What is Mercury?", ["Mercury (planet)", "Mercury (element)"]),
        ("What is Mercury (planet)?", ["Mercury (planet)"]),
        ("什么是局部查询？", ["局部查询"]),
        ("局部搜索如何工作", ["局部查询"]),
        ("DockerCompose和社区报告有什么关系？", ["Docker Compose", "社区报告"]),
        ("ベクトル検索とは何ですか", ["ベクトル検索"]),
        ("Wie wird die Schriftgröße gesetzt?", ["Schriftgröße"]),
        ("Come si chiama l'entità?", ["entità"]),
        ("What is the capital of France?", []),
        ("", []),
        ("？？？ !!!", []),
    ],
)
def test_names_in_questions(text: str, names: list[str]) -> None:
    assert found(text) == names


def test_a_long_text_is_looked_at_to_a_bound() -> None:
    assert len(runs("word " * 50_000)) < 400 * 9
    assert len(runs("全" * 100_000)) < 400 * 21
    assert found("Docker Compose " + "x" * 100_000) == ["Docker Compose"]


def test_control_characters_and_lone_surrogates() -> None:
    assert found("\x00\ud800Docker\x07 Compose\u202e?") in ([], ["Docker"], ["Docker Compose"])
