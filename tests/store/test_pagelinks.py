"""What leads to files, looked up level by level and in one go."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from wikigraph.engine.impact import closure
from wikigraph.model.record import LinkRow, PageRow
from wikigraph.store import pagelinks
from wikigraph.store.index import open_index
from wikigraph.store.index_writer import begin_index

RELATIONS = ("requires", "supported_by")


@pytest.mark.parametrize(("few", "deep"), [(100, 16), (2, 16), (100, 1), (0, 0)])
@pytest.mark.parametrize("seed", range(3))
def test_levels_and_one_go_reach_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, few: int, deep: int, seed: int
) -> None:
    monkeypatch.setattr(pagelinks, "_FEW", few)
    monkeypatch.setattr(pagelinks, "_DEEP", deep)
    dice = random.Random(seed)
    pages = [f"wiki/p{number:03}.md" for number in range(120)]
    links = [
        LinkRow(page, dice.choice(("requires", "supported_by", "related", "")), dice.choice(pages), 1, "wikilink")
        for page in pages for _ in range(2)
    ]  # fmt: skip
    links += [LinkRow(pages[at + 1], "requires", pages[at], 1, "wikilink") for at in range(40)]  # deeper than a look-up
    with begin_index(tmp_path, None, "test") as writer:
        writer.replace_pages([PageRow(page, "", "", "", False) for page in pages], links)
        writer.publish()
    stated = [(link.origin, link.relation, link.target) for link in links]
    index = open_index(tmp_path)
    assert index is not None
    with index:
        for root in pages[:5]:
            expected = {reached.node for reached in closure(stated, [root], RELATIONS)}
            edges, nodes = pagelinks.PageLinks(index).reaching([root], RELATIONS, besides=())
            assert nodes - {root} == expected - {root}
            assert {*edges} == {edge for edge in stated if edge[1] in RELATIONS and edge[2] in nodes}
