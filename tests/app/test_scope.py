"""Filters: what they leave, and that no answer holds anything else."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikigraph.app.ask import ask
from wikigraph.app.compile import compile_vault
from wikigraph.app.scope import NOTHING, filters_of, scope_notes, select
from wikigraph.app.search import search
from wikigraph.errors import UsageError
from wikigraph.model.answer import Answer
from wikigraph.retrieval.dense import Likeness
from wikigraph.retrieval.scope import Scope
from wikigraph.store.index import Index, open_index
from wikigraph.store.surroundings import IndexSurroundings
from wikigraph.store.terms import terms_of
from wikigraph.store.vault import Vault

REDIS = "Redis keeps its log on {}. Redis speaks to PostgreSQL through a bridge of {}. PostgreSQL needs Redis for {}."
WORDS = "disk tape stone paper glass copper".split()
SOURCES = {
    "a/first.md": ("date: 2023-04-05\ntags: [stores, Infra/Log]", "disk"),
    "a/second.md": ("date: 2024-02-29T10:00:00+02:00\ntags: [stores]", "tape"),
    "a/deep/third.md": ("date: 2024-12-31\ntags: ['#infra']", "stone"),
    "b/fourth.md": ("tags: [infrastructure]", "paper"),
    "b/fifth.md": ("date: 2025-01-01", "glass"),
    "b/sixth.txt": ("", "copper"),
}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    root = tmp_path_factory.mktemp("vault")
    for name, (front, word) in SOURCES.items():
        file = root / "raw" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        told = REDIS.format(word, word, word)
        file.write_text(f"---\n{front}\n---\n# Notes on {word}\n\n{told}\n" if front else told, encoding="utf-8")
    compile_vault(Vault(root))
    found = open_index(root / ".wikigraph" / "index")
    assert found is not None
    with found:
        yield found


CASES = [
    ({"paths": ["a"]}, "a/first.md a/second.md a/deep/third.md"),
    ({"paths": ["raw/a/*.md"]}, "a/first.md a/second.md"),
    ({"paths": ["./raw/b/", "a/deep/**"]}, "a/deep/third.md b/fourth.md b/fifth.md b/sixth.txt"),
    ({"paths": ["**/*.txt"]}, "b/sixth.txt"),
    ({"tags": ["infra"]}, "a/first.md a/deep/third.md"),
    ({"tags": ["#INFRA/log"]}, "a/first.md"),
    ({"tags": ["stores", "infrastructure"]}, "a/first.md a/second.md b/fourth.md"),
    ({"kinds": ["text"]}, "b/sixth.txt"),
    ({"since": "2024"}, "a/second.md a/deep/third.md b/fifth.md"),
    ({"until": "2024-02"}, "a/first.md a/second.md"),
    ({"since": "2024-02-29", "until": "2024-12-31"}, "a/second.md a/deep/third.md"),
    ({"paths": ["a"], "tags": ["stores"], "since": "2024"}, "a/second.md"),
    ({"paths": ["nothing"]}, ""),
]


@pytest.mark.parametrize(("asked", "left"), CASES)
def test_what_filters_leave(index: Index, asked: dict[str, str], left: str) -> None:
    scope, selection = select(index, filters_of(**asked))  # type: ignore[arg-type]
    assert scope is not None and selection is not None
    assert scope.paths == {f"raw/{name}" for name in left.split()}
    rows = index.rows("SELECT number, path FROM text_unit ORDER BY number")
    assert scope.units.tolist() == [number for number, path in rows if path in scope.paths]
    assert (selection.documents, selection.of, selection.text_units) == (len(scope.paths), 6, len(scope.units))


def test_without_filters_everything_is_asked(index: Index) -> None:
    assert select(index, filters_of()) == (None, None)


def test_sources_without_a_date_are_counted(index: Index) -> None:
    [note] = scope_notes(select(index, filters_of(paths=["b"], since="2020"))[1])
    assert note.startswith("looked at 1 of 6 sources") and "2 sources have no date" in note
    [note] = scope_notes(select(index, filters_of(paths=["b"]))[1])
    assert "date" not in note


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"since": "yesterday"}, "filter-date"),
        ({"until": "2023-02-29"}, "filter-date"),
        ({"since": "2023-13"}, "filter-date"),
        ({"since": "2023-00"}, "filter-date"),
        ({"since": "0000"}, "filter-date"),
        ({"since": "2023-05-00"}, "filter-date"),
        ({"since": "2025", "until": "2024"}, "filter-date"),
        ({"kinds": ["pdf"]}, "filter-kind"),
        ({"tags": ["#"]}, "filter-empty"),
        ({"paths": [" "]}, "filter-empty"),
    ],
)
def test_filters_that_cannot_be(asked: dict[str, str], code: str) -> None:
    with pytest.raises(UsageError) as caught:
        filters_of(**asked)  # type: ignore[arg-type]
    assert caught.value.code == code and caught.value.hint


def cited(answer: Answer) -> set[str]:
    """Every path that an answer or its context shows."""
    paths = {c.path for c in answer.citations} | {hit.path for hit in answer.hits}
    context = answer.context
    if context is None:
        return paths
    paths |= {unit.path for unit in context.text_units} | {claim.evidence.path for claim in context.claims}
    paths |= {evidence.path for entity in context.entities for evidence in entity.description}
    return paths | {evidence.path for edge in context.relationships for evidence in edge.evidence}


@pytest.mark.parametrize("mode", ["auto", "basic", "local", "global", "drift"])
@pytest.mark.parametrize("asked", [asked for asked, left in CASES if left])
def test_nothing_else_is_shown(index: Index, mode: str, asked: dict[str, str]) -> None:
    scope, _ = select(index, filters_of(**asked))  # type: ignore[arg-type]
    assert scope is not None
    answer = ask(index, "What does Redis keep its log on?", mode=mode, scope=scope)
    assert answer.status == "ready" and answer.citations
    assert cited(answer) <= scope.paths
    words = {word for name, (_, word) in SOURCES.items() if f"raw/{name}" not in scope.paths}
    context = answer.context
    told = [answer.answer, *(report.text for report in context.reports)] if context else [answer.answer]
    assert not [word for word in words if any(word in text for text in told)]


def test_local_search_keeps_relationships_that_the_scope_supports(index: Index) -> None:
    scope, _ = select(index, filters_of(paths=["a/first.md"]))
    answer = ask(index, "What does Redis keep?", mode="local", scope=scope)
    assert answer.context is not None and answer.context.relationships


def test_an_entity_that_the_scope_does_not_name_is_no_entry(index: Index) -> None:
    scope, _ = select(index, filters_of(paths=["a/first.md"]))
    terms = terms_of(index)
    names = [key for (key,) in index.rows("SELECT key FROM entity_name ORDER BY key")]
    whole = {name.entity_id for held in IndexSurroundings(index, terms).names(names).values() for name in held}
    around = IndexSurroundings(index, terms.within(scope))
    held = {name.entity_id for found in around.names(names).values() for name in found}
    mentioned = index.rows("SELECT DISTINCT entity_id FROM entity_mention WHERE path = 'raw/a/first.md' AND unit >= 0")
    assert held == {entity for (entity,) in mentioned} & whole


def test_as_many_hits_as_there_are(index: Index) -> None:
    """Restricted before the best k are taken, with the scores of the whole index."""
    scope, _ = select(index, filters_of(kinds=["text"]))
    everything = search(index, "Redis log disk", k=100)
    assert everything.hits[0].path != "raw/b/sixth.txt"
    found = search(index, "Redis log disk", k=1, scope=scope)
    assert found.hits == tuple(hit for hit in everything.hits if hit.path == "raw/b/sixth.txt")[:1] != ()


def test_a_filter_that_matches_nothing_says_so(index: Index) -> None:
    scope, _ = select(index, filters_of(paths=["nothing"]))
    answer = ask(index, "What does Redis keep?", scope=scope)
    assert (answer.status, answer.answer, answer.hits, answer.citations) == ("no_data", NOTHING, (), ())
    assert search(index, "Redis", scope=scope).hits == ()


def test_asking_a_part_leaves_the_whole_as_it_was(index: Index) -> None:
    scope, _ = select(index, filters_of(paths=["a/first.md"]))
    before = search(index, "Redis log disk", k=100)
    search(index, "Redis log disk", k=100, scope=scope)
    assert search(index, "Redis log disk", k=100) == before


@given(st.sets(st.integers(0, 40)), st.lists(st.integers(0, 45)))
def test_a_scope_holds_what_is_in_it(units: set[int], asked: list[int]) -> None:
    scope = Scope(frozenset(), np.array(sorted(units), np.int64))
    assert scope.only(asked) == [unit for unit in asked if unit in units]


@given(st.sets(st.integers(0, 40), min_size=1), st.integers(1, 9))
def test_likeness_within_a_scope_is_that_of_the_whole(units: set[int], k: int) -> None:
    rng = np.random.default_rng(k)
    whole = Likeness(np.arange(0, 50), rng.normal(size=50))
    near = whole.within(Scope(frozenset(), np.array(sorted(units), np.int64)))
    assert near.best(k) == [unit for unit in whole.best(50) if unit in units][:k]
    assert all(near.deviation(unit) == whole.deviation(unit) for unit in units)
    assert all(0.0 <= near.relative(unit) <= 1.0 for unit in units)
