"""A document's groups and links: linear, each sentence counted once, links with their speakers."""

from __future__ import annotations

from tests.stages.small import ent, mention, read
from wikigraph.model.graph import DocumentEdges
from wikigraph.model.text import LinkField
from wikigraph.stages import cooccur


def edges_of(text: str, names: list[str], per_unit: int = 6, links: tuple[LinkField, ...] = ()) -> DocumentEdges:
    document, chunks = read(text, per_unit=per_unit, links=links)
    return cooccur.run(document, chunks, mention(chunks, names), cooccur.Params())


def named(edges: DocumentEdges, numbers: tuple[int, ...]) -> set[str]:
    return {edges.entity_ids[number] for number in numbers}


def test_sentences_and_units() -> None:
    edges = edges_of("Alpha meets Beta. Gamma is alone. Alpha is back.", ["Alpha", "Beta", "Gamma"])
    found = [(s.sentence, s.unit, named(edges, s.entities)) for s in edges.sentences]
    assert found == [(0, 0, {ent("Alpha"), ent("Beta")})]
    assert [named(edges, unit.fresh) for unit in edges.units] == [{ent("Alpha"), ent("Beta"), ent("Gamma")}]


def test_overlap_is_not_fresh() -> None:
    edges = edges_of("Alpha is here. Beta is here. Gamma is here.", ["Alpha", "Beta", "Gamma"], per_unit=2)
    first, second = edges.units
    assert named(edges, first.fresh) == {ent("Alpha"), ent("Beta")}
    assert (named(edges, second.fresh), named(edges, second.repeated)) == ({ent("Gamma")}, {ent("Beta")})


def test_a_list_of_names_says_nothing() -> None:
    names = [f"Name{n:02d}" for n in range(21)]
    edges = edges_of("Here are " + ", ".join(names) + ".", names)
    assert edges.sentences == ()
    assert [(unit.fresh, unit.repeated) for unit in edges.units] == [((), ())]
    assert len(edges_of("Here are " + ", ".join(names[:20]) + ".", names).sentences) == 1


def test_links_speak_for_the_subject_or_the_sentence() -> None:
    edges = edges_of("# Alpha\n\nIt needs [Beta](b.md) to work, says Gamma.", ["Alpha", "Beta", "Gamma"])
    assert edges.subject_entity_id == ent("Alpha")
    (link,) = edges.links
    assert (link.source_entity_id, link.named_entity_ids, link.target) == (ent("Alpha"), (ent("Beta"),), "b.md")
    (link,) = edges_of("Gamma needs [[Beta]] to work.", ["Beta", "Gamma"]).links
    assert (link.source_entity_id, link.is_wikilink) == (ent("Gamma"), True)


def test_a_link_speaks_for_the_head_of_its_sentence_and_never_by_guess() -> None:
    (link,) = edges_of("# Alpha\n\nGamma uses [Beta](b.md) for this.", ["Alpha", "Beta", "Gamma"]).links
    assert link.source_entity_id == ent("Gamma")
    (link,) = edges_of("It uses [Beta](b.md), says Gamma to Delta.", ["Beta", "Gamma", "Delta"]).links
    assert link.source_entity_id == ""


def test_front_matter_links_and_no_mentions() -> None:
    edges = edges_of("Nothing here.", [" "], links=(LinkField("requires", "raw/b", 3),))
    assert [(link.sentence, link.target) for link in edges.links] == [(-1, "raw/b")]
    assert edges.entity_ids == tuple(sorted(edges.entity_ids))
    empty = edges_of("", ["Alpha"])
    assert (empty.units, empty.sentences, empty.links) == ((), (), ())


def test_a_speaker_is_not_tied_to_what_is_said() -> None:
    talk = " ".join(f"ANNA BELL: Docker is number {n} for me." for n in range(3))
    edges = edges_of(talk, ["ANNA BELL", "Docker"])
    assert edges.sentences == ()
    assert [len(unit.fresh) for unit in edges.units] == [2]
    once = edges_of("ANNA BELL: Docker is number 1 for me.", ["ANNA BELL", "Docker"])
    assert len(once.sentences) == 1
