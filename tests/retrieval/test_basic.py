"""Documents that are named, and those that they name; without a name it is BM25."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.store.vault import document, publish
from wikigraph.retrieval.basic import retrieve
from wikigraph.retrieval.lexical import Params, Scorer, best_places
from wikigraph.retrieval.names import find, title_keys, words_of
from wikigraph.retrieval.question import analyse
from wikigraph.store.index import Index, open_index
from wikigraph.store.passages import passages
from wikigraph.store.terms import IndexTerms

TEXTS = {
    "Lilli's Marriage": "Lilli's Marriage is a film directed by Jaap Speyer.",
    "Jaap Speyer": "Jaap Speyer was a director from the Netherlands. He was born in 1891.",
    "Birth": "The director of a film was born somewhere, and the film was born of a director's film.",
    "Marriage": "A marriage joins two people; a film about marriage joins them again.",
    **{f"Filler {n}": f"Filler text number {n} tells of other things." for n in range(40)},
}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    folder = tmp_path_factory.mktemp("named")
    publish(folder, {f"raw/{t}.md": document(f"raw/{t}.md", t, [text]) for t, text in TEXTS.items()})
    found = open_index(folder)
    assert found is not None
    return found


def titles(index: Index, text: str) -> list[str]:
    return [passage.title for passage in passages(index, retrieve(IndexTerms(index), analyse(text), 3).units)]


def test_the_named_document_and_the_one_it_names(index: Index) -> None:
    found = titles(index, "When was the director of film Lilli's Marriage born?")
    assert set(found[:2]) == {"Lilli's Marriage", "Jaap Speyer"}


def test_without_a_name_it_is_bm25(index: Index) -> None:
    question = analyse("a film about people that joins them")
    scorer = Scorer(IndexTerms(index), question.terms, Params(), question.light)
    units, scores = scorer.scores()
    found = retrieve(IndexTerms(index), question, 3)
    assert list(found.units) == units[best_places(scores, 3)].tolist()


def test_a_title_of_many_documents_names_none(tmp_path: Path) -> None:
    paths = [f"raw/{n}.md" for n in range(9)]
    publish(tmp_path, {path: document(path, "Super Bowl", ["A game was played."]) for path in paths})
    with open_index(tmp_path) as index:
        assert len(retrieve(IndexTerms(index), analyse("Who won Super Bowl?"), 20).units) == 9


@pytest.mark.parametrize(
    ("title", "text", "is_named"),
    [
        ("Docker Compose", "How do I use Docker Compose?", True),
        ("The Hobbit", "Who wrote Hobbit?", True),
        ("Apple (fruit)", "Where does the Apple grow?", True),
        ("Word", "in a word, no", False),
        ("York", "She lives in New York City.", False),
        ("Of the", "Of the people", False),
        ("社区报告", "什么是社区报告？", True),
    ],
)
def test_names_in_texts(title: str, text: str, is_named: bool) -> None:
    assert bool(find(words_of(text), title_keys(title))) is is_named
