"""The short way to a page's links finds what the parser finds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pages.pages import CITATION, OTHER, VECTOR_CACHE, page_with
from wikigraph.model.claim import Citation, Statement
from wikigraph.model.page import Item, Page, Section, Target
from wikigraph.pages.pagefile import read_page
from wikigraph.pages.pagelinks import file_links
from wikigraph.pages.pagepatch import create
from wikigraph.stages import render
from wikigraph.text.links import page_links

ANY = st.text(min_size=1).map(lambda text: text.replace("\0", ""))


def _text(page: Page) -> str:
    return create(render.run(page, render.Params()))


def _same(text: str) -> bool:
    return file_links(read_page(text, "wiki/x.md")) == tuple(sorted(page_links(text), key=lambda link: link.line))


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "notes",
    ["", "\n[x](y.md) [[z]] [a][b]\n\n[b]: c.md\n", "\n```\n[x](y.md)\n```\n- ![[e]]\n", "\n# T\n\n## Lead\n[l]"],
)
def test_with_notes(notes: str, newline: str) -> None:
    text = (_text(VECTOR_CACHE) + notes).replace("\n", newline)
    assert _same(text)
    assert _same(text.replace("- **related** [E", "- mine `[no](no.md)` [E"))


@given(ANY, ANY, ANY)
def test_any_generated_text(title: str, quote: str, said: str) -> None:
    citation = Citation("c-0123456789", "raw/a (b).md", 1, 2, quote.replace("\n", " ").replace("\r", " "))
    items = (Item("related", Target("wiki/entities/y z.md", title), said, (OTHER, CITATION), line=3),)
    section = Section("lead", "", ((Statement(said, (citation,)),),), items, note=said)
    assert _same(_text(page_with(section, title=title)))
