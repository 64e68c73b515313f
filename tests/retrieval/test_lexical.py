"""BM25 from postings against rank_bm25's statistics and the formula written out."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rank_bm25 import BM25Okapi

from tests.store.vault import document, publish
from wikigraph.retrieval.lexical import Params, TermPostings, rank
from wikigraph.store.index import open_index
from wikigraph.store.terms import IndexTerms
from wikigraph.text.stems import stems

WORDS = st.sampled_from(["graph", "wiki", "docker", "node", "edge", "rank", "图谱", "维基", "über", "the", "of"])
CORPUS = st.lists(st.lists(WORDS, min_size=1, max_size=30), min_size=1, max_size=25)


class MemoryTerms:
    """Postings of a corpus of token lists, units numbered from 1."""

    scope = None

    def __init__(self, corpus: Sequence[Sequence[str]]) -> None:
        self.corpus = corpus

    def size(self) -> tuple[int, float]:
        return len(self.corpus), sum(map(len, self.corpus)) / max(1, len(self.corpus))

    def document_frequencies(self, terms: Sequence[str]) -> dict[str, int]:
        return {term: sum(term in unit for unit in self.corpus) for term in terms}

    def postings(self, terms: Sequence[str]) -> TermPostings:
        rows = [
            (place, number, Counter(unit)[term], len(unit))
            for place, term in enumerate(terms)
            for number, unit in enumerate(self.corpus, 1)
            if term in unit
        ]
        return TermPostings(*np.array(rows, np.int64).reshape(-1, 4).T)


def reference(corpus: Sequence[Sequence[str]], terms: Sequence[str]) -> dict[int, float]:
    """Robertson's formula over the counts of rank_bm25 (whose own idf is another one)."""
    counted = BM25Okapi([list(unit) for unit in corpus], k1=1.5, b=0.75)
    n = counted.corpus_size
    scores = {}
    for number, (frequencies, length) in enumerate(zip(counted.doc_freqs, counted.doc_len, strict=True), 1):
        total = 0.0
        for term in dict.fromkeys(terms):
            df = sum(term in held for held in counted.doc_freqs)
            tf = frequencies.get(term, 0)
            idf = math.log(1 + (n - df + 0.5) / (df + 0.5))
            total += idf * tf * 2.5 / (tf + 1.5 * (0.25 + 0.75 * length / counted.avgdl))
        if total:
            scores[number] = total
    return scores


@settings(deadline=None)
@given(CORPUS, st.lists(WORDS, max_size=6))
def test_equals_the_reference(corpus: list[list[str]], terms: list[str]) -> None:
    expected = reference(corpus, terms)
    found = rank(MemoryTerms(corpus), terms, 100)
    assert dict(zip(found.units, found.scores, strict=True)) == pytest.approx(expected)
    assert list(found.scores) == sorted(found.scores, reverse=True)
    assert found.n_matching == len(expected)


@settings(deadline=None)
@given(CORPUS, st.lists(WORDS, max_size=6), st.integers(1, 5))
def test_the_first_k_are_the_first_of_all(corpus: list[list[str]], terms: list[str], k: int) -> None:
    assert rank(MemoryTerms(corpus), terms, k).units == rank(MemoryTerms(corpus), terms, 1000).units[:k]


def test_the_index_gives_the_same(tmp_path: Path) -> None:
    texts = ["docker runs containers", "docker compose runs many containers together", "leiden finds communities"] * 2
    publish(tmp_path, {f"raw/{n}.md": document(f"raw/{n}.md", "guide", [text]) for n, text in enumerate(texts)})
    corpus = [stems(f"guide {text}") for text in texts]
    terms = stems("docker compose absent")
    with open_index(tmp_path) as index:
        found = rank(IndexTerms(index), terms, 10)
    assert dict(zip(found.units, found.scores, strict=True)) == pytest.approx(reference(corpus, terms))
    docker, compose, absent = (found.idf[term] for term in terms)
    assert absent > compose > docker > 0


def test_frequencies_do_not_depend_on_how_often_they_are_asked(tmp_path: Path) -> None:
    texts = ["docker runs containers", "docker compose runs", "leiden finds communities"]
    publish(tmp_path, {f"raw/{n}.md": document(f"raw/{n}.md", "guide", [text]) for n, text in enumerate(texts)})
    with open_index(tmp_path) as index:
        terms = IndexTerms(index)
        told = [terms.document_frequencies(stems("docker compose guide absent")) for _ in range(10)]
        assert told == [dict(zip(stems("docker compose guide"), (2, 1, 3), strict=True))] * 10
        assert terms.document_frequencies(stems("leiden docker")) == dict.fromkeys(stems("leiden"), 1) | {
            stems("docker")[0]: 2
        }


def test_a_term_that_is_everywhere_still_counts() -> None:
    found = rank(MemoryTerms([["a"], ["a"]]), ["a"], 5)
    assert found.units == (1, 2) and found.scores[0] > 0


@pytest.mark.parametrize("terms", [[], ["nowhere"]])
def test_nothing_to_find(terms: list[str]) -> None:
    assert rank(MemoryTerms([["a"]]), terms, 5).units == ()
    assert rank(MemoryTerms([]), terms, 5).units == ()


def test_a_very_long_question_keeps_its_rarest_terms() -> None:
    corpus = [["common", f"rare{n}"] for n in range(50)]
    terms = ["common", *(f"absent{n}" for n in range(5000)), *(f"rare{n}" for n in range(50))]
    found = rank(MemoryTerms(corpus), terms, 60, Params(max_terms=50))
    assert "common" not in found.idf and len(found.units) == 50
