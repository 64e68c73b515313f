"""Communities: exclusive, exhaustive, nested, independent of order, as in the worked example."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wikigraph.graph.attraction import Weighted, attract
from wikigraph.model.graph import Entity, Graph, Hierarchy, Lexicon, Relationship
from wikigraph.model.ids import content_id
from wikigraph.stages import cluster

CASES = Path(__file__).resolve().parents[2] / ".." / "shared" / "cases" / "worked_examples.json"


def entity(name: str, *, is_page_worthy: bool = True) -> Entity:
    return Entity(
        id=content_id("ent", name), title=name, key=name.casefold(), disambiguator="", aliases=(), type="",
        score=1.0, is_page_worthy=is_page_worthy, n_mentions=1, n_units=1, n_documents=1, reasons=(),
    )


def edge(one: str, other: str, n_units: int = 1) -> Relationship:
    source, target = sorted([content_id("ent", one), content_id("ent", other)])
    return Relationship(
        id=content_id("rel", "related", source, target), source_entity_id=source, target_entity_id=target,
        type="related", weight=n_units, strength=1.0,
        unit_ids=tuple(f"tu-{number}" for number in range(n_units)), evidence=(("raw/a.md", 1),),
    )


def graph_of(edges: list[tuple[str, str]], names: list[str]) -> tuple[Graph, Lexicon]:
    relationships = {r.id: r for r in (edge(*pair) for pair in edges)}
    ordered = tuple(relationships[key] for key in sorted(relationships))
    entities = tuple(sorted((entity(name) for name in names), key=lambda e: e.id))
    return Graph(ordered, len(ordered)), Lexicon(entities, ())


def members_at(hierarchy: Hierarchy, level: int) -> list[frozenset[str]]:
    return [frozenset(c.entity_ids) for c in hierarchy.communities if c.level == level]


def assert_sound(hierarchy: Hierarchy, lexicon: Lexicon) -> None:
    """Each level holds every entity once; each community lies inside its parent; ids are distinct."""
    everyone = sorted(e.id for e in lexicon.entities)
    by_id = {c.id: c for c in hierarchy.communities}
    assert len(by_id) == len(hierarchy.communities)
    for level in range(hierarchy.n_levels):
        here = [c for c in hierarchy.communities if c.level == level]
        assert sorted(e for c in here for e in c.entity_ids) == everyone
        assert [c.number for c in here] == list(range(len(here)))
    for community in hierarchy.communities:
        if community.level == 0:
            assert community.parent_id == ""
        else:
            parent = by_id[community.parent_id]
            assert parent.level == community.level - 1
            assert set(community.entity_ids) <= set(parent.entity_ids)


@pytest.mark.skipif(not CASES.exists(), reason="the worked examples stand beside the project, not in it")
def test_worked_example() -> None:
    fixture = json.loads(CASES.read_text(encoding="utf-8"))["communities"]["fixture"]
    edges = [tuple(pair) for pair in fixture["edges"]]
    names = sorted({name for pair in edges for name in pair})
    graph, lexicon = graph_of(edges, names)
    hierarchy = cluster.run(graph, lexicon, cluster.Params())
    assert_sound(hierarchy, lexicon)
    finest = members_at(hierarchy, hierarchy.n_levels - 1)
    ids = {name: content_id("ent", name) for name in names}
    homes = []
    for group in (["Zhou Yu", "Sun Ce", "Wu"], ["Cao Cao", "Wei"], ["Liu Bei", "Guan Yu", "Shu"]):
        home = next(c for c in finest if ids[group[0]] in c)
        assert {ids[name] for name in group} <= home
        homes.append(home)
    assert len(set(homes)) == 3
    assert max(len(c) for c in members_at(hierarchy, 0)) > max(len(c) for c in finest)


def test_no_entities_and_no_edges() -> None:
    assert cluster.run(Graph((), 0), Lexicon((), ()), cluster.Params()) == Hierarchy((), 0, 0.0)
    graph, lexicon = graph_of([], ["A", "B"])
    hierarchy = cluster.run(graph, lexicon, cluster.Params())
    assert_sound(hierarchy, lexicon)
    assert len(members_at(hierarchy, 0)) == 2
    assert not any(c.is_page_worthy for c in hierarchy.communities)


def cliques(n_cliques: int, size: int) -> tuple[list[tuple[str, str]], list[str]]:
    """Cliques in a chain, one edge between neighbours."""
    groups = [[f"g{k} n{i}" for i in range(size)] for k in range(n_cliques)]
    edges = [(a, b) for group in groups for a in group for b in group if a < b]
    edges += [(one[0], other[1]) for one, other in pairwise(groups)]
    return edges, [name for group in groups for name in group]


def test_cliques_are_found_and_an_edit_elsewhere_leaves_them() -> None:
    edges, names = cliques(30, 8)
    graph, lexicon = graph_of(edges, names)
    before = cluster.run(graph, lexicon, cluster.Params())
    assert_sound(before, lexicon)
    fine = members_at(before, before.n_levels - 1)
    for k in range(30):
        clique = {content_id("ent", f"g{k} n{i}") for i in range(8)}
        assert any(clique <= group for group in fine)
    changed, lexicon = graph_of([*edges, ("g3 n2", "g20 n4"), ("g3 n2", "new")], [*names, "new"])
    after = cluster.run(changed, lexicon, cluster.Params())
    old, new = set(members_at(before, 0)), set(members_at(after, 0))
    assert len(old - new) <= 3


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_order_of_input_means_nothing(data: st.DataObject) -> None:
    n = data.draw(st.integers(1, 40))
    names = [f"e{i}" for i in range(n)]
    pairs = data.draw(st.lists(st.tuples(st.sampled_from(names), st.sampled_from(names)), max_size=80))
    graph, lexicon = graph_of([pair for pair in pairs if pair[0] != pair[1]], names)
    hierarchy = cluster.run(graph, lexicon, cluster.Params())
    assert_sound(hierarchy, lexicon)
    shuffler = random.Random(data.draw(st.integers(0, 99)))
    relationships, entities = list(graph.relationships), list(lexicon.entities)
    shuffler.shuffle(relationships)
    shuffler.shuffle(entities)
    again = cluster.run(Graph(tuple(relationships), 0), Lexicon(tuple(entities), ()), cluster.Params())
    assert again == hierarchy


def test_caps_hold_and_clusters_are_connected() -> None:
    import numpy as np

    from wikigraph.graph.attraction import components

    rng = np.random.default_rng(3)
    n = 3000
    ends = rng.zipf(1.4, size=(20000, 2)) % n  # hubs with thousands of neighbours
    ends = np.unique(np.sort(ends[ends[:, 0] != ends[:, 1]], axis=1), axis=0)
    weight = rng.integers(1, 9, size=len(ends))
    graph = Weighted(n, ends[:, 0], ends[:, 1], weight, rng.integers(0, 1 << 62, size=n))
    labels = attract(graph, (50, 50, 150), 3)
    # clusters that were full take no more, one below the cap may take several small ones at once
    assert np.bincount(labels).max() <= 300
    inside = labels[graph.source] == labels[graph.target]
    pieces = components(n, graph.source[inside], graph.target[inside])
    assert len(np.unique(pieces)) == len(np.unique(labels))


def test_a_page_needs_members_and_stays_rarer_than_entity_pages() -> None:
    edges, names = cliques(40, 8)
    graph, lexicon = graph_of([(a, b) for a, b in edges if a[:4] == b[:4]], names)
    hierarchy = cluster.run(graph, lexicon, cluster.Params())
    pages = [c for c in hierarchy.communities if c.is_page_worthy]
    assert 5 <= len(pages) <= 15
    assert all(c.level == 0 for c in pages)


def test_a_small_vault_shows_finer_communities() -> None:
    edges, names = cliques(4, 8)
    graph, lexicon = graph_of(edges, names)
    hierarchy = cluster.run(graph, lexicon, cluster.Params(caps=(50, 50, 150)))
    assert len([c for c in hierarchy.communities if c.level == 0 and len(c.entity_ids) >= 4]) < 3
    pages = [c for c in hierarchy.communities if c.is_page_worthy]
    assert len(pages) >= 3
    assert {c.level for c in pages} == {1}


def test_hubs_are_tied_to_their_community_and_named_apart() -> None:
    names = ["Alpha", "Alpha Beta", "Gamma", "Delta", "Epsilon"]
    edges = [(a, b) for a in names for b in names if a < b]
    graph, lexicon = graph_of(edges, names)
    (community,) = [c for c in cluster.run(graph, lexicon, cluster.Params()).communities if c.level == 0]
    titles = {entity.id: entity.title for entity in lexicon.entities}
    hubs = {titles[hub] for hub in community.hub_ids}
    assert len(hubs) == 3
    assert not {"Alpha", "Alpha Beta"} <= hubs
