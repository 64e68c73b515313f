"""What pages say, and that a slice holds no more than its page needs."""

from __future__ import annotations

from typing import Any

import msgspec

from tests.stages.vault import CLAIMS, DIGESTS, E1, E2, E3, GRAPH, HIERARCHY, LEXICON, REPORTS, A, B, C, claim, entity
from wikigraph.composition.index import MAX_ITEMS
from wikigraph.model.claim import Citation, Claim, DocumentClaims
from wikigraph.model.graph import Graph, Hierarchy, Lexicon, Relationship
from wikigraph.model.page import KnownPages, Page, PageInput, SiteMap, SitePage, Target
from wikigraph.pages.pagefile import read_page
from wikigraph.pages.pagepatch import create
from wikigraph.stages import compose, place, render
from wikigraph.text.links import Files, page_links, resolve


def _split(**changes: Any) -> dict[str, PageInput]:
    given: dict[str, Any] = {
        "lexicon": LEXICON, "graph": GRAPH, "hierarchy": HIERARCHY, "reports": REPORTS, "digests": DIGESTS,
        "claims": CLAIMS,
    } | changes  # fmt: skip
    site = place.run(given["lexicon"], given["hierarchy"], given["reports"], given["digests"],
                     KnownPages(people=(Target("wiki/topics/t.md", "Mine"),)), place.Params())  # fmt: skip
    return compose.split(site, **given)


def _pages(**changes: Any) -> dict[str, Page]:
    inputs = _split(**changes).values()
    return {given.page.subject: compose.run(given, compose.Params()) for given in inputs}


def _text(page: Page) -> str:
    return create(render.run(page, render.Params()))


def test_an_entity_page() -> None:
    text = _text(_pages()[E1])
    body = text.partition("\n---\n")[2]
    assert body == """# Docker

Docker is a platform.[^c-0000000002] Docker runs containers with images.[^c-0000000001][^c-0000000004] Docker has a \
daemon.[^c-0000000006] Docker needs a kernel.[^c-0000000003]

## Relations

- **related** [向量数据库](向量数据库.md)[^c-0000000002]
- **related** [docker](docker-0000000002.md)[^c-0000000004]
- **supported by** [a/readme](../../raw/a/readme.md)
- **supported by** [a/readme.txt](../../raw/a/readme.txt)
- **supported by** [X](../sources/x-y.md)

## Mentioned in

- [Readme \\[1\\]](../sources/a/readme.md)
- [Text](../sources/a/readme.txt.md)
- [X](../sources/x-y.md)

[^c-0000000002]: [a/readme, line 2](../../raw/a/readme.md#L2): "Docker is a platform."
[^c-0000000001]: [a/readme, line 1](../../raw/a/readme.md#L1): "Docker runs containers with images."
[^c-0000000004]: [a/readme.txt, line 4](../../raw/a/readme.txt#L4): "Docker runs containers with images\\!"
[^c-0000000006]: [x#y, line 6](../../raw/x%23y.md#L6): "Docker has a daemon."
[^c-0000000003]: [a/readme, line 3](../../raw/a/readme.md#L3): "Docker needs a kernel."

## Notes

Yours: wikigraph never writes in this section.
"""
    links = ("[[raw/a/readme|a/readme]]", "[[raw/a/readme.txt|a/readme.txt]]", "[[wiki/sources/x-y|X]]")
    assert "supported_by: [{}]\n".format(", ".join(f'"{link}"' for link in links)) in text
    assert 'community: "[[wiki/communities/docker-and-more|Docker and more]]"' in text
    assert 'aliases: ["docker.io"]' in text


def _used(held: Claim, use: str) -> Claim:
    return msgspec.structs.replace(held, use=use)


def test_a_lead_is_about_its_subject_and_stands_alone() -> None:
    def lead(*held: Claim) -> list[str]:
        page = _pages(claims={A: DocumentClaims(A, held), B: DocumentClaims(B, ()), C: DocumentClaims(C, ())})[E1]
        return [said.text for paragraph in page.sections[0].paragraphs for said in paragraph]

    own = claim(1, A, E1, "Docker runs containers.")
    naming = _used(claim(2, A, E1, "Many people use Docker."), "naming")
    other = claim(2, A, E3, "A vector store may run in Docker.", E1)
    evidence = _used(claim(1, A, E1, "So they moved to Docker."), "evidence")
    assert lead(own, naming, other, evidence) == ["Docker runs containers."]
    assert lead(naming, other, evidence) == ["Many people use Docker.", "A vector store may run in Docker."]
    assert lead(evidence, naming) == ["Many people use Docker."]
    assert lead(evidence) == ["So they moved to Docker."]  # better than none


def test_every_relation_that_a_sentence_says_has_it_as_footnote() -> None:
    edges = tuple(
        Relationship(f"rel-{n}", E1, other, "related", n + 1, 0.1 * n, (), ((A, 90 + n),))
        for n, other in enumerate((E2, E3))
    )
    held = tuple((90 + n, Citation(f"c-9{n}", A, n + 1, n + 1, f"They use {n}.")) for n in range(2))
    claims = CLAIMS | {A: DocumentClaims(A, CLAIMS[A].claims, held)}
    page = _pages(graph=Graph(edges, 2), claims=claims)[E1]
    items = [item for section in page.sections if section.slug == "relations" for item in section.items]
    found = [(item.target.title if item.target else "", [c.claim_id for c in item.citations]) for item in items[:2]]
    assert found == [("向量数据库", ["c-91"]), ("docker", ["c-90"])]  # said more often, first
    assert [target.title for target in page.related] == ["向量数据库", "docker"]
    stronger = tuple(msgspec.structs.replace(edge, strength=0.9) for edge in edges)
    assert _split(graph=Graph(edges, 2), claims=claims) == _split(graph=Graph(stronger, 9), claims=claims)


def test_related_says_nothing_twice() -> None:
    items = [item for section in _pages()[E3].sections if section.slug == "relations" for item in section.items]
    assert [item.relation for item in items] == ["references", "supported by"]


def test_a_source_page() -> None:
    text = _text(_pages()[A])
    assert "# Readme \\[1\\]" not in text  # brackets of a heading need only be escaped where they open
    assert text.partition("\n---\n")[2].startswith("""# Readme \\[1]

Docker runs containers with images.[^c-0000000001]

## Relations

- **requires** [Text](readme.txt.md)
- **supersedes** [X](../x-y.md)
- **supported by** [a/readme](../../../raw/a/readme.md)

## Outline

- [Use, line 3](../../../raw/a/readme.md#L3)
  - [On, line 5](../../../raw/a/readme.md#L5)

## Entities

- [Docker](../../entities/docker-0000000001.md)
- [向量数据库](../../entities/向量数据库.md)

[^c-0000000001]""")
    assert 'requires: ["[[wiki/sources/a/readme.txt.md|Text]]"]' in text
    assert 'supersedes: ["[[wiki/sources/x-y|X]]"]' in text


def test_a_community_page() -> None:
    text = _text(_pages()["com-0000000001"])
    assert "- **A – B** Docker runs containers with images.[^c-0000000001]\n" in text
    assert "## Members\n\n- [Docker](../entities/docker-0000000001.md)\n" in text
    assert read_page(text, "x").links[-1].relation == "requires"
    assert 'supported_by: ["[[raw/a/readme|a/readme]]"]' in text


def test_one_source_is_told() -> None:
    assert "One source alone supports this page." in _text(_pages()[E2])
    assert "One source alone" not in _text(_pages()[E1])


def test_every_link_of_every_page_resolves() -> None:
    pages = _pages()
    files = Files([A, B, C, "wiki/topics/t.md", *(page.path for page in pages.values())])
    for page in pages.values():
        for link in page_links(_text(page)):
            assert resolve(link, page.path, files).outcome == "found", (page.path, link)


def test_a_page_is_supported_by_what_its_footnotes_cite() -> None:
    for page in _pages().values():
        if page.kind in ("entity", "community"):
            cited = {c.path for s in page.sections for p in s.paragraphs for said in p for c in said.citations}
            cited |= {c.path for s in page.sections for item in s.items for c in item.citations}
            assert len(page.supported_by) == len(cited)


def _changed(before: dict[str, PageInput], after: dict[str, PageInput]) -> set[str]:
    return {given.page.subject for id_, given in after.items() if before.get(id_) != given}


def test_a_slice_changes_only_with_what_its_page_says() -> None:
    before = _split()
    more = DocumentClaims(C, (*CLAIMS[C].claims, claim(7, C, "ent-0000000004", "Thin is thin.")))
    assert _changed(before, _split(claims=CLAIMS | {C: more})) == set()
    other = Lexicon((*LEXICON.entities[:3], entity("ent-0000000004", "Thin", is_page_worthy=False, aliases=("T",))), ())
    assert _changed(before, _split(lexicon=other)) == set()
    new = DocumentClaims(C, (*CLAIMS[C].claims, claim(7, C, E3, "向量数据库很快。")))
    assert _changed(before, _split(claims=CLAIMS | {C: new})) == {E3, C}


def test_the_index_is_bounded() -> None:
    pages = [SitePage(f"ent-{n:010}", "entity", f"wiki/entities/{n}.md", str(n), f"ent-{n:010}") for n in range(9999)]
    sources = [(f"src-{n:010}", f"raw/{n % 700}/{n}.md") for n in range(9999)]
    pages += [SitePage(id_, "source", f"wiki/s/{id_}.md", id_, path) for id_, path in sources]
    site = SiteMap((*pages, SitePage("index", "index", "wiki/index.md", "Index", "")))
    entities = tuple(entity(page.id, page.title) for page in pages)
    digests = {page.subject: DIGESTS[B] for page in pages}
    inputs = compose.split(site, Lexicon(entities, ()), Graph((), 0), Hierarchy((), 0, 0.0), {}, digests, {})
    text = _text(compose.run(inputs["index"], compose.Params()))
    assert text.count("\n") < 3 * MAX_ITEMS
    assert "And 9799 more." in text
    assert "raw/0/ (15 sources)" in text


def test_the_index_lists_communities_and_peoples_pages() -> None:
    text = _text(_pages()[""])
    assert "- [Docker and more](communities/docker-and-more.md) (3 pages)\n  - [Docker](entities/" in text
    assert "## Pages by people\n\n- [Mine](topics/t.md)\n" in text
    assert "## Notes" not in text
