"""Search gives ranked text units with their places."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.store.vault import document, publish
from wikigraph.app.search import search
from wikigraph.store.index import open_index


def test_the_best_unit_first(tmp_path: Path) -> None:
    publish(tmp_path, {
        "raw/a.md": document("raw/a.md", "Guide", ["Compose starts services.", "Volumes keep data in Compose."]),
        "raw/b.md": document("raw/b.md", "Other", ["Swarm joins machines."]),
    })  # fmt: skip
    with open_index(tmp_path) as index:
        found = search(index, "volumes compose", k=2)
        assert [(hit.path, hit.start_line, hit.end_line, hit.heading_path) for hit in found.hits] == [
            ("raw/a.md", 2, 2, ("Guide",)), ("raw/a.md", 1, 1, ("Guide",))
        ]  # fmt: skip
        assert found.hits[0].text == "Volumes keep data in Compose."
        assert found.hits[0].score > found.hits[1].score > 0
        assert len(search(index, "compose", k=1).hits) == 1


@pytest.mark.parametrize("query", ["", "...", "nowhere", "q" * 100_000])
def test_nothing_matches(tmp_path: Path, query: str) -> None:
    publish(tmp_path, {"raw/a.md": document("raw/a.md", "Guide", ["Compose starts services."])})
    with open_index(tmp_path) as index:
        assert search(index, query).hits == ()


def test_an_empty_index(tmp_path: Path) -> None:
    publish(tmp_path, {})
    with open_index(tmp_path) as index:
        assert search(index, "compose").hits == ()
