"""The page of the format's description, and what titles and quotes can hold."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.pages.pages import CITATION, OTHER, VECTOR_CACHE, page_with
from wikigraph.model.claim import Citation, Statement
from wikigraph.model.page import Item, Section, Target
from wikigraph.pages.pagefile import read_page
from wikigraph.pages.pagehash import section_hash
from wikigraph.pages.pagepatch import create
from wikigraph.stages import render
from wikigraph.text.links import Files, page_links, resolve

EXPECTED = '''---
id: "ent-4f1c09a7b2"
type: "entity"
title: "Vector cache"
aliases: ["VCache"]
tags: ["wikigraph/entity"]
community: "[[wiki/communities/retrieval|Retrieval]]"
supported_by: ["[[raw/source-v1|source-v1]]"]
requires: ["[[wiki/entities/duckdb-index|DuckDB index]]"]
related: ["[[wiki/entities/embedding-model|Embedding model]]"]
generated: [{}]
---
# Vector cache

The cache is rebuilt when the index version changes.[^c-7f3a10b2c4]

## Relations

- **requires** [DuckDB index](duckdb-index.md)
- **related** [Embedding model](embedding-model.md)[^c-7f3a10b2c4]
- **supported by** [source-v1](../../raw/source-v1.md)

[^c-7f3a10b2c4]: [source-v1, lines 41–44](../../raw/source-v1.md#L41-L44): "rebuilt when the index version changes"

## Notes

Yours: wikigraph never writes in this section.
'''


def _text(page: object) -> str:
    return create(render.run(page, render.Params()))  # type: ignore[arg-type]


def test_the_page_of_the_format() -> None:
    rendered = render.run(VECTOR_CACHE, render.Params())
    recorded = rendered.value("generated")
    assert [entry.split()[0] for entry in recorded] == [
        "lead", "relations", "footnotes", "front.id", "front.type", "front.title", "front.aliases", "front.tags",
        "front.community", "front.supported_by", "front.requires", "front.related",
    ]  # fmt: skip
    assert create(rendered) == EXPECTED.format(", ".join(f'"{entry}"' for entry in recorded))


def test_line_numbers_are_no_content() -> None:
    moved = Citation(CITATION.claim_id, CITATION.path, 1, 1, CITATION.quote)
    one, other = (
        render.run(page_with(Section("lead", "", ((Statement("S", (c,)),),))), render.Params())
        for c in (CITATION, moved)
    )
    assert one.sections != other.sections
    assert one.front_matter == other.front_matter
    assert section_hash("[a, line 3](b.md#L3)") != section_hash("[a, line 3](c.md#L3)")


def test_links_are_encoded_and_quotes_escaped() -> None:
    items = (Item("", Target("raw/a b/(x).txt", "Chapter [1]"), citations=(OTHER,), line=3, depth=1),)
    assert _text(page_with(Section("lead", ""), Section("outline", "Outline", items=items), title="# C# #")).split(
        "---\n"
    )[2].startswith(
        "# # C# \\#\n\n## Outline\n\n"
        "  - [Chapter \\[1\\], line 3](../../raw/a%20b/%28x%29.txt#L3)[^c-0000000001]\n\n"
        '[^c-0000000001]: [a b/(x).txt, line 7](../../raw/a%20b/%28x%29.txt#L7): "it \\*holds\\* \\[\\[vectors]]"\n'
    )


ANY = st.text(st.characters(exclude_categories=()), min_size=1)


@given(ANY, ANY, ANY)
def test_any_title_gives_a_page_whose_links_resolve(title: str, quote: str, name: str) -> None:
    name = "".join(char for char in name if char not in "/\0" and not "\ud800" <= char <= "\udfff").strip(".") or "n"
    citation = Citation("c-0123456789", f"raw/{name}", 1, 2, quote)
    target = Target("wiki/entities/y.md", title)
    section = Section("lead", "", ((Statement(title, (citation,)),),), (Item("related", target, title, (citation,)),))
    page = page_with(section, title=title)
    text = _text(page).encode("utf-8", "replace").decode()
    assert read_page(text, page.path).id == page.id
    found = [resolve(link, page.path, Files([target.path, citation.path])).path for link in page_links(text)]
    assert found == [target.path, citation.path]
