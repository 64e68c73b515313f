"""What the graph reaches: links out of named documents, walks, bridges; and when it counts."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from tests.store.vault import document, entity, publish
from wikigraph.model.graph import Lexicon
from wikigraph.retrieval.basic import Params, retrieve
from wikigraph.retrieval.graph_channel import reach, wiki_likeness
from wikigraph.retrieval.question import analyse
from wikigraph.store.index import Index, open_index
from wikigraph.store.network import network_of
from wikigraph.store.passages import passages
from wikigraph.store.terms import terms_of

# Ends that no word of a question shares: they are reached by a link, by an entity that two share, by a rare name.
TEXTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "Blue Heron": ("Blue Heron is a boat that Mara Oldham built.", ("ent-heron", "ent-mara")),
    "Mara Oldham": ("Mara Oldham came from Tiverton Quay and liked tea.", ("ent-mara", "ent-quay")),
    "Tiverton Quay": ("Tiverton Quay lies in Devonshire.", ("ent-quay",)),
    "Harbour Ledger": ("In the ledger stands Ottoline Penhallow, with a debt.", ()),
    "Parish Book": ("Ottoline Penhallow owned a mill.", ()),
    **{f"Filler {n}": (f"Filler number {n} tells of other things.", ()) for n in range(300)},
}
NAMES = {"ent-heron": "Blue Heron", "ent-mara": "Mara Oldham", "ent-quay": "Tiverton Quay"}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    folder = tmp_path_factory.mktemp("linked")
    documents = {
        f"raw/{title}.md": document(f"raw/{title}.md", title, [text], entities)
        for title, (text, entities) in TEXTS.items()
    }
    lexicon = Lexicon(tuple(entity(id_, name) for id_, name in NAMES.items()), ())
    publish(folder, documents, lexicon=lexicon)
    found = open_index(folder)
    assert found is not None
    return found


def titles(index: Index, text: str, k: int = 3, **weights: float) -> list[str]:
    found = retrieve(terms_of(index), analyse(text), k, msgspec.structs.replace(Params(), **weights))
    return [passage.title for passage in passages(index, found.units)]


def test_two_links_on(index: Index) -> None:
    asked = "Where is the maker of Blue Heron from?"
    assert set(titles(index, asked, 2)) == {"Blue Heron", "Mara Oldham"}
    assert "Tiverton Quay" in titles(index, asked, 5)
    assert "Tiverton Quay" not in titles(index, asked, 40, walked=0.0, bridged=0.0, covering=0.0)


def test_a_rare_name_is_a_bridge(index: Index) -> None:
    assert titles(index, "Who has a debt in the Harbour Ledger?", 2) == ["Harbour Ledger", "Parish Book"]
    assert "Parish Book" not in titles(index, "Who has a debt in the Harbour Ledger?", 2, bridged=0.0, covering=0.0)


def test_in_a_small_vault_no_name_is_rare(tmp_path: Path) -> None:
    documents = {f"raw/{t}.md": document(f"raw/{t}.md", t, [text]) for t, (text, _) in list(TEXTS.items())[:20]}
    publish(tmp_path, documents)
    with open_index(tmp_path) as small:
        found = retrieve(terms_of(small), analyse("Who has a debt in the Harbour Ledger?"), 20)
        assert found.units and not any(name == "bridged" for parts in found.parts.values() for name, _ in parts)


def test_the_parts_of_a_score_are_the_score(index: Index) -> None:
    for text in ("Where is the maker of Blue Heron from?", "Who has a debt in the Harbour Ledger?", "tells of things"):
        found = retrieve(terms_of(index), analyse(text), 10)
        assert found.units
        for unit, score in zip(found.units, found.scores, strict=True):
            assert sum(value for _, value in found.parts[unit]) == pytest.approx(score)


def test_bridges_prefer_what_answers_the_rest(index: Index) -> None:
    network = terms_of(index).network()
    like = np.zeros(len(network.units))
    ledger = next(at for at, p in enumerate(passages(index, network.units.tolist())) if p.title == "Harbour Ledger")
    book = next(at for at, p in enumerate(passages(index, network.units.tolist())) if p.title == "Parish Book")
    like[ledger] = 1.0
    found = reach(terms_of(index), ("debt", "mill"), like, {}, Params().graph)
    assert found.covering[book] == pytest.approx(found.bridged[book] * 0.5)  # one of two equally rare words
    assert found.covering.sum() == found.covering[book] and found.lacking[book] == pytest.approx(0.5)


def test_a_vault_whose_documents_do_not_name_each_other(tmp_path: Path) -> None:
    publish(tmp_path, {f"raw/{n}.md": document(f"raw/{n}.md", f"Note {n}", [f"Text {n}."]) for n in range(5)})
    with open_index(tmp_path) as index:
        assert wiki_likeness(network_of(index), Params().graph) == 0.0


def test_links_are_weighed_by_how_rare_the_name_is(index: Index) -> None:
    network = network_of(index)
    paths = [path for path, _ in index.documents()]
    owner, document_, weight = network.leads_to(np.arange(len(network.units)))
    links = {(paths[network.documents[at]], paths[to]): w
             for at, to, w in zip(owner.tolist(), document_.tolist(), weight.tolist(), strict=True)}  # fmt: skip
    assert links.keys() == {("raw/Blue Heron.md", "raw/Mara Oldham.md"), ("raw/Mara Oldham.md", "raw/Tiverton Quay.md")}
    n = len(TEXTS)
    assert links["raw/Blue Heron.md", "raw/Mara Oldham.md"] == pytest.approx(np.log(1 + n / 3) / np.log(1 + n))
    assert network.linkedness == pytest.approx(2 / n)


def test_an_empty_index(tmp_path: Path) -> None:
    publish(tmp_path, {})
    with open_index(tmp_path) as index:
        assert retrieve(terms_of(index), analyse("What is it about?"), 5).units == ()
