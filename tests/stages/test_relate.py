"""Edges: counts, provenance, thresholds, links; the same whatever the order of the documents."""

from __future__ import annotations

import itertools
import random
import time
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.stages.small import ent, lexicon, mention, read
from wikigraph.model.graph import DocumentEdges, Entity, Graph, Lexicon, Relationship, SentenceEntities, UnitEntities
from wikigraph.stages import cooccur, relate
from wikigraph.text.places import Places

NAMES = ["Alpha", "Beta", "Gamma", "Delta", "Zeta"]


def graph_of(texts: dict[str, str], names: list[str], params: relate.Params | None = None) -> Graph:
    edges = {}
    for path, text in texts.items():
        document, chunks = read(text, path)
        edges[path] = cooccur.run(document, chunks, mention(chunks, names), cooccur.Params())
    return relate.run(edges, lexicon(names), params or relate.Params())


def between(graph: Graph, one: str, other: str, type_: str = "related") -> Relationship | None:
    ends = {ent(one), ent(other)}
    found = [r for r in graph.relationships if {r.source_entity_id, r.target_entity_id} == ends and r.type == type_]
    assert len(found) <= 1
    return found[0] if found else None


def test_one_sentence_makes_an_edge_with_its_place() -> None:
    graph = graph_of({"raw/a.md": "Alpha meets Beta. Gamma comes later."}, ["Alpha", "Beta", "Gamma"])
    edge = between(graph, "Alpha", "Beta")
    assert edge is not None
    assert (edge.weight, edge.evidence, len(edge.unit_ids)) == (1, (("raw/a.md", 0),), 1)
    assert edge.source_entity_id < edge.target_entity_id
    assert graph.n_extracted == 3


def test_one_unit_alone_is_not_enough_but_for_an_entity_with_nothing_else() -> None:
    graph = graph_of({"raw/a.md": "Alpha meets Beta. Gamma meets Delta. Last came Zeta."}, NAMES)
    assert between(graph, "Alpha", "Gamma") is None
    found = [r for r in graph.relationships if ent("Zeta") in (r.source_entity_id, r.target_entity_id)]
    assert [(r.weight, r.evidence, len(r.unit_ids)) for r in found] == [(1, (), 1)]


def test_two_units_make_an_edge_without_a_sentence() -> None:
    texts = {f"raw/{k}.md": "Alpha was here. Then Beta came." for k in "ab"}
    edge = between(graph_of(texts, ["Alpha", "Beta"]), "Alpha", "Beta")
    assert edge is not None
    assert (edge.weight, edge.evidence, len(edge.unit_ids)) == (2, (), 2)


def test_strength_ranks_the_rare_pair_over_the_hub() -> None:
    texts = {f"raw/{k}.md": f"Docker runs Thing{k}. Docker is here." for k in range(9)}
    texts["raw/x.md"] = "Docker is here. Fig meets Quill."
    names = ["Docker", "Fig", "Quill", *(f"Thing{k}" for k in range(9))]
    graph = graph_of(texts, names)
    rare, hub = between(graph, "Fig", "Quill"), between(graph, "Docker", "Thing3")
    assert rare is not None and hub is not None
    assert 1.0 >= rare.strength > hub.strength
    assert between(graph, "Docker", "Thing8") is not None  # the corpus's main subject keeps its edges


def test_links_become_references() -> None:
    texts = {
        "raw/docker/compose.md": "# Docker Compose\n\nRead [the guide](../swarm.md#start) first. It needs [[Engine]].",
        "raw/swarm.md": "# Docker Swarm\n\nAs in [a page](https://example.org/x) and [the same](docker/compose.md).",
        "raw/engine.md": "# Engine\n\nNothing.",
    }
    graph = graph_of(texts, ["Docker Compose", "Docker Swarm", "Engine"])
    pairs = {(r.source_entity_id, r.target_entity_id) for r in graph.relationships if r.type == "references"}
    compose, swarm, engine = ent("Docker Compose"), ent("Docker Swarm"), ent("Engine")
    assert pairs == {(compose, swarm), (compose, engine), (swarm, compose)}
    edge = next(r for r in graph.relationships if r.type == "references" and r.target_entity_id == swarm)
    assert (edge.strength, edge.evidence, len(edge.unit_ids)) == (1.0, (("raw/docker/compose.md", 1),), 1)


def test_same_named_documents_stay_two() -> None:
    texts = {
        "raw/a/readme.md": "# Alpha\n\nSee [[readme]] for more.",
        "raw/b/readme.md": "# Beta\n\nSee [[readme]] and [[a/readme]] for more.",
    }
    graph = graph_of(texts, ["Alpha", "Beta"])
    pairs = {(r.source_entity_id, r.target_entity_id) for r in graph.relationships if r.type == "references"}
    assert pairs == {(ent("Beta"), ent("Alpha"))}


def test_nothing() -> None:
    assert relate.run({}, Lexicon((), ()), relate.Params()) == Graph((), 0)
    assert graph_of({"raw/a.md": ""}, ["Alpha"]) == Graph((), 0)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(st.sampled_from("ABCDEF"), min_size=1, max_size=4), min_size=1, max_size=9), st.integers(0, 9))
def test_counts_equal_plain_counting(sentences: list[list[str]], seed: int) -> None:
    """Against a loop over pairs; documents in another order give the same bytes."""
    texts = {f"raw/{k}.md": " ".join(f"Name{x}" for x in names) + "." for k, names in enumerate(sentences)}
    names = [f"Name{x}" for x in "ABCDEF"]
    graph = graph_of(texts, names)
    expected = Counter(pair for here in sentences for pair in itertools.combinations(sorted(set(here)), 2))
    for one, other in itertools.combinations("ABCDEF", 2):
        edge = between(graph, f"Name{one}", f"Name{other}")
        assert (edge.weight if edge else 0) == expected[one, other]
        if edge:
            assert edge.weight == len(edge.evidence) == len(edge.unit_ids)
    shuffled = list(texts.items())
    random.Random(seed).shuffle(shuffled)
    assert graph_of(dict(shuffled), names) == graph


@pytest.mark.parametrize("n_documents", [4000])
def test_half_a_million_pairs_in_seconds(n_documents: int) -> None:
    """A hub in every document; 12 of 3,000 names in each unit."""
    rng = random.Random(1)
    entities = sorted(f"ent-{k:010x}" for k in range(3000))
    edges = {}
    for k in range(n_documents):
        ids = tuple(sorted({entities[0], *rng.sample(entities, 13)}))
        sentences = tuple(SentenceEntities(s, 0, (s, s + 1, s + 2)) for s in range(10))
        unit = UnitEntities(f"tu-{k:016x}", tuple(range(len(ids))), ())
        edges[f"raw/{k:05d}.md"] = DocumentEdges(f"raw/{k:05d}.md", "", "", ids, (unit,), sentences, ())
    known = Lexicon(tuple(Entity(e, e, e, "", (), "", 1.0, False, 1, 1, 1, ()) for e in entities), ())
    start = time.process_time()
    graph = relate.run(edges, known, relate.Params())
    assert time.process_time() - start < 8  # typically below 2; the limit is for loaded machines
    assert graph.n_extracted > 250_000
    assert len({r.id for r in graph.relationships}) == len(graph.relationships)


@pytest.mark.parametrize(
    ("target", "is_wikilink", "found"),
    [
        ("b.md", False, "raw/one/b.md"),
        ("b", False, "raw/one/b.md"),
        ("../two/with%20space.md?x#y", False, "raw/two/with space.md"),
        ("/raw/two/b.md", False, "raw/two/b.md"),
        ("https://example.org/b.md", False, ""),
        ("../../../etc/passwd", False, ""),
        ("#part", False, ""),
        ("b", True, "raw/one/b.md"),
        ("two/b", True, "raw/two/b.md"),
        ("notes", True, "raw/two/notes.txt"),
        ("Ein Titel", True, "raw/two/with space.md"),
        ("ein titel#part", True, "raw/two/with space.md"),
        ("nobody", True, ""),
    ],
)
def test_places(target: str, is_wikilink: bool, found: str) -> None:
    places = Places(
        {
            "raw/one/a.md": "A",
            "raw/one/b.md": "B",
            "raw/two/b.md": "B",
            "raw/two/with space.md": "Ein Titel",
            "raw/two/notes.txt": "Notes of a walk",
        }
    )
    assert places.find("raw/one/a.md", target, is_wikilink=is_wikilink) == found


def test_what_one_sentence_is_worth_fades_with_size() -> None:
    """No document may decide at one stroke which pairs of the whole vault are related."""
    with pytest.raises(ValueError, match="grown_corpus"):
        relate.Params(small_corpus=300, grown_corpus=300)
    params = relate.Params()
    needed = [relate.needed_strength(n_units, params) for n_units in range(5000)]
    assert needed[0] == needed[params.small_corpus] == -1.0
    assert needed[params.grown_corpus] == needed[-1] == params.min_strength
    assert all(0.0 <= later - sooner < 0.005 for sooner, later in itertools.pairwise(needed))
