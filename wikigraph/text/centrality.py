"""Sentences → how central each is, by PageRank over cosine similarity (LexRank, Erkan and Radev 2004, section 3.3).

The similarity matrix S S' is never built: S (sentences × terms, tf-idf, rows of length 1) is sparse, and one
iteration is two products with it, so the time is linear in the tokens. Similarities are used as they are
(the "continuous" form), which needs no threshold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from wikigraph.text.stopwords import ALL_STOP_WORDS, HAN_HARD
from wikigraph.text.tokens import search_tokens

Floats = npt.NDArray[np.float64]

DAMPING = 0.85
N_ITERATIONS = 15  # the order of the first few has settled long before


def content_tokens(text: str) -> list[str]:
    """The search tokens that tell what a sentence is about: no function words, no Han pairs with a function
    character in them."""
    tokens = [token for token in search_tokens(text) if token not in ALL_STOP_WORDS]
    return tokens if text.isascii() else [token for token in tokens if HAN_HARD.isdisjoint(token)]


def centrality(token_lists: Sequence[Sequence[str]]) -> list[float]:
    """A value for each sentence, 1.0 for the most central; equal ones for sentences without common terms."""
    n = len(token_lists)
    if n == 0:
        return []
    rows, columns, values = _matrix(token_lists)
    if len(rows) == 0:
        return [1.0] * n
    n_terms = int(columns.max()) + 1

    def product(vector: Floats) -> Floats:
        """S S' v, without the similarity of a sentence to itself."""
        by_term = np.bincount(columns, weights=values * vector[rows], minlength=n_terms)
        return np.bincount(rows, weights=values * by_term[columns], minlength=n) - own * vector

    own = np.bincount(rows, weights=values * values, minlength=n)
    total = np.maximum(product(np.ones(n)), 1e-9)
    rank = np.full(n, 1.0 / n)
    for _ in range(N_ITERATIONS):
        rank = (1.0 - DAMPING) / n + DAMPING * product(rank / total)
    top = float(rank.max())
    return [round(float(value) / top, 6) for value in rank]


def _matrix(token_lists: Sequence[Sequence[str]]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], Floats]:
    """tf-idf, rows of length 1. Terms of one sentence only tie it to nothing: they count in its length alone."""
    n = len(token_lists)
    counts = [Counter(tokens) for tokens in token_lists]
    df: Counter[str] = Counter()
    for count in counts:
        df.update(count.keys())
    number = {term: k for k, term in enumerate(df)}
    rows: list[int] = []
    columns: list[int] = []
    frequency: list[int] = []
    for row, count in enumerate(counts):
        rows.extend([row] * len(count))
        columns.extend([number[term] for term in count])
        frequency.extend(count.values())
    row_array, column_array = np.array(rows, dtype=np.int64), np.array(columns, dtype=np.int64)
    inverse = np.log1p(n / np.array(list(df.values()), dtype=np.float64)) - np.log(2.0) + 1e-3
    values = np.array(frequency, dtype=np.float64) * inverse[column_array]
    length = np.sqrt(np.bincount(row_array, weights=values * values, minlength=n))
    return row_array, column_array, values / np.maximum(length[row_array], 1e-12)


def overlap(one: frozenset[str], other: frozenset[str]) -> float:
    """Share of the smaller set's terms that the other has too, 0.0 where one is empty."""
    smaller = min(len(one), len(other))
    return len(one & other) / smaller if smaller else 0.0


def pick(scores: Sequence[float], token_lists: Sequence[Sequence[str]], n: int, max_overlap: float) -> list[int]:
    """Positions of the best `n`, best first (ties: the earlier), none nearly the same as a better one."""
    chosen: list[int] = []
    terms: list[frozenset[str]] = []
    for position in sorted(range(len(scores)), key=lambda k: (-scores[k], k)):
        if len(chosen) >= n:
            break
        here = frozenset(token_lists[position])
        if all(overlap(here, other) <= max_overlap for other in terms):
            chosen.append(position)
            terms.append(here)
    return chosen
