"""Which pages there are, and that a page keeps its place."""

from __future__ import annotations

from tests.stages.vault import DIGESTS, HIERARCHY, LEXICON, REPORTS
from wikigraph.model.page import KnownPage, KnownPages, SiteMap, Target
from wikigraph.stages import place


def _run(existing: KnownPages | None = None) -> SiteMap:
    return place.run(LEXICON, HIERARCHY, REPORTS, DIGESTS, existing or KnownPages(), place.Params())


def _paths(site: SiteMap) -> dict[str, str]:
    return {page.subject or page.id: page.path for page in site.pages}


def test_new_pages() -> None:
    assert _paths(_run()) == {
        "raw/a/readme.md": "wiki/sources/a/readme.md",
        "raw/a/readme.txt": "wiki/sources/a/readme.txt.md",
        "raw/x#y.md": "wiki/sources/x-y.md",
        "ent-0000000001": "wiki/entities/docker-0000000001.md",
        "ent-0000000002": "wiki/entities/docker-0000000002.md",
        "ent-0000000003": "wiki/entities/向量数据库.md",
        "com-0000000001": "wiki/communities/docker-and-more.md",
        "index": "wiki/index.md",
    }
    assert [page.id for page in _run().pages] == sorted(page.id for page in _run().pages)


def test_an_existing_page_keeps_its_place() -> None:
    moved = KnownPage("ent-0000000001", "wiki/mine/engine.md")
    known = KnownPages((moved,), taken=("wiki/entities/向量数据库.md",), people=(Target("wiki/t.md", "T"),))
    paths = _paths(_run(known))
    assert paths["ent-0000000001"] == "wiki/mine/engine.md"
    assert paths["ent-0000000002"] == "wiki/entities/docker.md"
    assert paths["ent-0000000003"] == "wiki/entities/向量数据库-0000000003.md"
    assert _run(known).people == (Target("wiki/t.md", "T"),)


def test_its_own_result_changes_nothing() -> None:
    first = _run()
    known = KnownPages(tuple(KnownPage(page.id, page.path) for page in first.pages))
    assert _run(known) == first


def test_no_more_community_pages_than_half_the_entity_pages() -> None:
    none = place.run(LEXICON, HIERARCHY, REPORTS, DIGESTS, KnownPages(), place.Params(max_community_share=0.1))
    assert not [page for page in none.pages if page.kind == "community"]
