"""Exact search over vectors, held to DuckDB's own cosine distance."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.store.vault import document, publish
from wikigraph.retrieval.dense import NOTHING, Params, Space
from wikigraph.store.index import Index, open_index
from wikigraph.store.index_writer import begin_index
from wikigraph.store.vectors import read_vectors

PLAIN = Params(centre=0.0)


def unit_vectors(n: int, dimension: int, seed: int = 0) -> np.ndarray:
    found = np.random.default_rng(seed).standard_normal((n, dimension)).astype(np.float32)
    return found / np.linalg.norm(found, axis=1, keepdims=True)


@pytest.fixture
def index(tmp_path: Path) -> Index:
    """60 units, of which the last ten have no vector."""
    folder = tmp_path / "index"
    publish(folder, {"raw/a.md": document("raw/a.md", "A", [f"text number {n}" for n in range(60)])})
    before = open_index(folder)
    assert before is not None
    with before, begin_index(folder, before, "test") as writer:
        writer.make_room_for_vectors("model", 16)
        waiting = writer.missing_vectors("model", 50)
        writer.add_vectors("model", [m.content for m in waiting], unit_vectors(50, 16))
        writer.publish()
    found = open_index(folder)
    assert found is not None
    return found


def test_the_ranking_is_that_of_sql(index: Index) -> None:
    held = read_vectors(index, "model")
    question = unit_vectors(1, 16, seed=7)[0]
    found = Space(held.units, held.vectors, PLAIN).likeness(question)
    rows = index.rows(
        """SELECT number, array_cosine_distance(vector, $q::FLOAT[16]) AS distance
        FROM text_unit LEFT JOIN vector USING (content) WHERE vector IS NOT NULL ORDER BY distance, number LIMIT 10""",
        q=question.tolist(),
    )
    assert found.best(10) == [number for number, _ in rows]
    similarity = dict(zip(found.units.tolist(), found.similarities.tolist(), strict=True))
    assert all(similarity[number] == pytest.approx(1 - distance, abs=1e-5) for number, distance in rows)


def test_units_without_a_vector_are_never_found(index: Index) -> None:
    held = read_vectors(index, "model")
    assert len(held.units) == 50 and held.vectors.shape == (50, 16)
    assert len(Space(held.units, held.vectors).likeness(unit_vectors(1, 16)[0]).best(100)) == 50


def test_another_embedder_or_dimension_finds_nothing(index: Index) -> None:
    assert len(read_vectors(index, "other").units) == 0
    held = read_vectors(index, "model")
    assert Space(held.units, held.vectors).likeness(unit_vectors(1, 8)[0]).best(5) == []


def test_taking_off_the_mean_is_what_it_says() -> None:
    vectors, question = unit_vectors(40, 8) + 0.5, unit_vectors(1, 8, seed=3)[0]
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    offset = 0.5 * vectors.mean(axis=0)
    moved, asked = vectors - offset, question - offset
    expected = (moved @ asked) / np.linalg.norm(moved, axis=1) / np.linalg.norm(asked)
    found = Space(np.arange(40), vectors, Params(centre=0.5)).likeness(question)
    assert np.allclose(found.similarities, expected, atol=1e-5)


def test_places_between_the_mean_and_the_best() -> None:
    vectors = np.array([[1, 0], [0.6, 0.8], [0, 1], [-1, 0]], np.float32)
    found = Space(np.array([2, 3, 5, 8]), vectors, PLAIN).likeness(np.array([1, 0], np.float32))
    assert found.best(2) == [2, 3]
    assert found.relative(2) == pytest.approx(1.0) and found.relative(8) == 0.0
    assert 0 < found.relative(3) < 1 and found.relative(4) == 0.0  # 4 has no vector
    assert found.gap(2) == pytest.approx(found.deviation(2) - found.deviation(3))


def test_no_vectors() -> None:
    assert (NOTHING.best(3), NOTHING.relative(1), NOTHING.gap()) == ([], 0.0, 0.0)
    empty = Space(np.zeros(0, np.int64), np.zeros((0, 0), np.float32))
    assert empty.likeness(np.ones(4, np.float32)).best(3) == []
