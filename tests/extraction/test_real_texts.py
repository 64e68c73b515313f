"""The folders of ../shared/data: what a reader must find there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.extraction.vaults import ids_of, resolved
from wikigraph.model.graph import Lexicon

_DATA = Path(__file__).parents[3] / "shared" / "data"


def vault(name: str) -> dict[str, str]:
    folder = _DATA / name / "raw"
    if not folder.exists():
        pytest.skip(f"../shared/data/{name} is not here")
    return {file.name: file.read_bytes().decode("utf-8-sig") for file in sorted(folder.iterdir())}


def pages(lexicon: Lexicon) -> set[str]:
    return {entity.title for entity in lexicon.entities if entity.is_page_worthy}


def test_docker_posts() -> None:
    lexicon = resolved(vault("docker5"))
    found = pages(lexicon)
    expected = {
        "Docker",
        "Docker Compose",
        "Docker Swarm",
        "Dockerfile",
        "PostgreSQL",
        "Prometheus",
        "Grafana",
        "Kubernetes",
    }
    assert expected <= found
    assert not found & {"Introduction", "Conclusion", "Prerequisites", "Pros", "Cons"}
    assert not any(title.startswith("#") for title in found)
    assert 40 <= len(found) <= 100


def test_three_languages_side_by_side() -> None:
    found = pages(resolved(vault("multilingual")))
    assert {"GraphRAG", "DuckDB", "BM25", "Leiden"} <= found
    assert any(title >= "一" for title in found)


def test_aliases_and_homonyms() -> None:
    lexicon = resolved(vault("entities"))
    proposed = {frozenset((proposal.entity_id, proposal.other_id)) for proposal in lexicon.proposals}
    pairs = [json.loads(line) for line in (_DATA / "entities" / "aliases.jsonl").read_text("utf-8").splitlines()]
    n_found = 0
    for pair in pairs:
        owners, others = ids_of(lexicon, pair["title"]), ids_of(lexicon, pair["alias"])
        n_found += bool(owners & others) or any(frozenset((a, b)) in proposed for a in owners for b in others)
    assert n_found >= 0.85 * len(pairs)
    subjects = {Path(path).stem: entity_id for path, entity_id in lexicon.subjects}
    for line in (_DATA / "entities" / "homonyms.jsonl").read_text("utf-8").splitlines():
        group = json.loads(line)
        ids = [subjects[source] for source in group["sources"] if source in subjects]
        assert len(set(ids)) == len(ids), group["titles"]
        assert len(ids) >= len(group["sources"]) - 1
