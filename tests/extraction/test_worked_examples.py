# ruff: noqa: E501 — the texts of the vaults stay whole
"""cases/worked_examples.json: `idf` and `entity_names`, as vaults that go through extract and resolve."""

from __future__ import annotations

import json
import math
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tests.extraction.vaults import entity, ids_of, resolved
from wikigraph.extraction.weights import idf
from wikigraph.text.names import name_key

_CASES = Path(__file__).parents[3] / "shared" / "cases" / "worked_examples.json"


def _examples(name: str) -> Any:
    if not _CASES.exists():
        pytest.skip("../shared is not here")
    return json.loads(_CASES.read_text("utf-8"))[name]


def test_idf_of_the_worked_example() -> None:
    example = _examples("idf")
    for case in example["cases"]:
        assert idf(case["n"], case["df"]) == pytest.approx(case["idf"], abs=example["tolerance"])


def test_idf_is_the_logarithm_over_text_units() -> None:
    assert idf(100, 5) == pytest.approx(math.log(20))
    assert idf(100, 100) == 0.0
    assert idf(0, 0) == 0.0


# One vault per pair of the worked examples: the names in running text, as authors write them.
ONE = {
    "compose": (
        {
            "a.md": "# Containers\n\nWe run Docker Compose here. Teams like Docker Compose because Docker Compose is small.\n",
            "b.md": "# Notes\n\nThe tool docker-compose reads a file. With DockerCompose the stack starts.\n",
        },
        ["Docker Compose", "docker-compose", "DockerCompose"],
        "Docker Compose",
    ),
    "electrons": (
        {
            "a.md": "# Electrons\n\nAn atom holds electrons. The electrons move. Each electron has a charge.\n",
            "b.md": "# Atoms\n\nHere **Electrons** are bound. Light frees electrons. An electron is small.\n",
        },
        ["Electrons", "electrons", "electron"],
        None,
    ),
    "nlp": (
        {
            "a.md": "# Language\n\nThe field of natural language processing (NLP) is old. Today NLP uses networks.\n",
            "b.md": "# Use\n\nMany use NLP. They call natural language processing a craft. Then NLP grew.\n",
        },
        ["natural language processing", "NLP"],
        "NLP",
    ),
    "fullwidth": (
        {
            "a.md": "# Containers\n\nWe run Docker here. Teams like Docker since Docker is small.\n",
            "b.md": "# 容器\n\n我们使用 Ｄｏｃｋｅｒ 部署服务。然后用 Ｄｏｃｋｅｒ 测试。\n",
        },
        ["Ｄｏｃｋｅｒ", "Docker"],
        "Docker",
    ),
}
APART = {
    "gpt": (
        {
            "a.md": "# Models\n\nWe tried GPT-4.1 and GPT-4.5. Then GPT-4.1 won. Later GPT-4.5 won, and GPT-4.1 lost to GPT-4.5.\n"
        },
        ["GPT-4.1", "GPT-4.5"],
    ),
    "mw": (
        {
            "a.md": "# Nodes\n\nThe node `mw-2` is up. The node `mw-3` is down. Now `mw-2` calls `mw-3`, and `mw-3` answers `mw-2`.\n"
        },
        ["mw-2", "mw-3"],
    ),
    "c": (
        {
            "a.md": "# Languages\n\nWe write `C`, `C++` and `C#`. Some like C best. Others like C++ or C#. In C one counts bytes, "
            "in C++ objects, in C# both. A port from C to C++ or C# takes long.\n"
        },
        ["C", "C++", "C#"],
    ),
    "versions": (
        {
            "a.md": "# Releases\n\nThe tag `v1.10` follows `v1.9`. The tag `v1.1` is old. Use `v1.10`, not `v1.1`. With v1.10 "
            "all is well; v1.1 fails.\n"
        },
        ["v1.10", "v1.1"],
    ),
    "states": (
        {
            "a.md": "# States\n\nA page is **draft** or **final**. Each draft becomes a final page. The draft is read, the final "
            "is printed. A draft has no number, a final has one.\n"
        },
        ["draft", "final"],
    ),
    "universities": (
        {
            "a.md": "# 大学\n\n**北京大学**在北京。**南京大学**在南京。他毕业于北京大学，后来去了南京大学。北京大学与南京大学合作。\n"
        },
        ["北京大学", "南京大学"],
    ),
    "hipporag": (
        {
            "a.md": "# Retrieval\n\nFirst came HippoRAG. Then HippoRAG 2 followed. We compare HippoRAG with HippoRAG 2. Here "
            "HippoRAG 2 wins, there HippoRAG wins.\n"
        },
        ["HippoRAG", "HippoRAG 2"],
    ),
    "apple": (
        {
            "a.md": "# Apple (the company)\n\nApple makes phones. People queue for Apple. In 1976 Apple was founded.\n",
            "b.md": "# apple (the fruit)\n\nAn apple grows on a tree. The apple is red. Eat an apple a day.\n",
        },
        ["Apple (the company)", "apple (the fruit)"],
    ),
}


@pytest.mark.parametrize("case", sorted(ONE))
def test_one_entity(case: str) -> None:
    files, surfaces, title = ONE[case]
    lexicon = resolved(files)
    owners = [ids_of(lexicon, surface) for surface in surfaces]
    assert all(owners), (surfaces, [item.title for item in lexicon.entities])
    assert len(set.union(*owners)) == 1
    if title:
        assert entity(lexicon, title).id == next(iter(owners[0]))


@pytest.mark.parametrize("case", sorted(APART))
def test_never_one_entity(case: str) -> None:
    files, surfaces = APART[case]
    lexicon = resolved(files)
    owners = [ids_of(lexicon, surface) for surface in surfaces]
    for (left, mine), (right, theirs) in combinations(zip(surfaces, owners, strict=True), 2):
        assert not mine & theirs, f"{left} and {right} are one"
    assert sum(bool(owner) for owner in owners) >= (2 if case != "states" else 0), [e.title for e in lexicon.entities]


def test_every_pair_of_the_file_is_told_apart_by_key_or_by_parentheses() -> None:
    for group in _examples("entity_names")["never_one_entity"]:
        assert len({name_key(name) for name in group}) == len(group)


def test_names_of_the_file_that_share_a_key() -> None:
    for group in _examples("entity_names")["one_entity"]:
        if not any("(" in name for name in group):
            assert len({name_key(name) for name in group}) == 1


def test_the_more_frequent_form_names_the_entity_and_mentions_are_united() -> None:
    files = {
        "a.md": "# Stack\n\nWe use docker-compose daily. The tool docker-compose reads YAML. Run docker-compose now.\n",
        "b.md": "# Other\n\nSome write Docker Compose. We keep docker-compose and docker-compose again.\n",
    }
    lexicon = resolved(files)
    compose = entity(lexicon, "docker-compose")
    assert "Docker Compose" in compose.aliases
    assert compose.n_mentions == 6
    assert compose.n_documents == 2


SHAPES = {
    "title": "# {name}\n\n{name} is a thing that people use. They said that {name} works well.\n",
    "heading": "# Notes {i}\n\n## {name}\n\nWe looked at {name} today. It seems that {name} works well.\n",
    "bold": "# Notes {i}\n\nWe looked at **{name}** today. It seems that {name} works well. All use {name}.\n",
    "prose": "# Notes {i}\n\nWe looked at {name} today. It seems that {name} works well. All use {name}.\n",
}


@pytest.mark.parametrize("shape", sorted(SHAPES))
def test_every_group_of_the_file_in_every_shape(shape: str) -> None:
    examples = _examples("entity_names")
    n_found = 0
    for kind in ("one_entity", "never_one_entity"):
        for group in examples[kind]:
            files = {f"{i}.md": SHAPES[shape].format(i=i, name=name) for i, name in enumerate(group)}
            lexicon = resolved(files)
            owners = [ids_of(lexicon, name) for name in group]
            n_found += all(owners)
            if kind == "one_entity":
                assert len(set.union(*owners)) <= 1, (shape, group)
            else:
                assert not any(a & b for a, b in combinations(owners, 2)), (shape, group)
    assert n_found >= {"title": 12, "heading": 9, "bold": 9, "prose": 4}[shape]
