"""Nothing that comes from a source acts on a page."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

from wikigraph.text import markdown
from wikigraph.text.markdown import escape, escape_label, inert_name, one_line, unescape, wikilink_text

MD = MarkdownIt("gfm-like", {"linkify": False}).use(footnote_plugin).use(dollarmath_plugin)
NOISE = st.text(st.sampled_from("ab1 中é*_`[]()<>|#!&\\$=~%^{}-+.:;\"'/?\t"), max_size=30)


def _shown(markdown: str) -> tuple[list[str], str]:
    """(block token types, text); anything but plain text shows up as its token type."""
    tokens = MD.parse(markdown)
    children = [child for token in tokens for child in token.children or ()]
    return [token.type for token in tokens], "".join(
        child.content if child.type in ("text", "text_special") else f"<<{child.type}>>" for child in children
    )


@given(st.one_of(NOISE, st.text()))
def test_what_is_escaped_shows_as_written(text: str) -> None:
    text = re.sub(r"[\r\n\0]", " ", text).strip()
    if not text:
        return
    blocks, shown = _shown(escape(text))
    assert blocks == ["paragraph_open", "inline", "paragraph_close"]
    assert shown.strip() == text.strip()


@given(st.one_of(NOISE, st.text()))
def test_what_is_escaped_shows_as_written_in_a_footnote_and_a_label(text: str) -> None:
    text = re.sub(r"[\r\n\0]", " ", text).strip()
    assert _shown(f'x "{escape(text, at_start=False)}"')[1] == f'x "{text}"'
    assert _shown(f"x [{escape_label(text)}](y.md)")[1] == f"x <<link_open>>{one_line(text)}<<link_close>>"


@given(st.one_of(NOISE, st.text()))
def test_unescape_reverses(text: str) -> None:
    assert unescape(escape(text)) == text
    assert unescape(escape(text, at_start=False)) == text


@given(NOISE)
def test_no_live_pair_is_left(text: str) -> None:
    escaped = escape(text)
    for pair in ("[[", "{{", "{%", "<%", "==", "~~", "%%", "](", "]["):
        assert pair not in escaped


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain text, with (parentheses) – and “quotes”.", "plain text, with (parentheses) – and “quotes”."),
        ("snake_case and C++ and a < b", "snake_case and C++ and a < b"),
        ("2 * 3 = 6", "2 * 3 = 6"),
        ("std::vector", "std::vector"),
        ("https://example.org/a_b?c=d", "https://example.org/a_b?c=d"),
        ("*bold* __init__", "\\*bold\\* \\_\\_init\\_\\_"),
        ("[[Page]] ![x](http://evil)", "\\[\\[Page]] !\\[x]\\(http://evil)"),
        ("<script>", "\\<script>"),
        ("<% tp %> {{x}}", "\\<\\% tp %> {\\{x}}"),
        ("#tag and issue #12", "\\#tag and issue \\#12"),
        ("1. first", "1\\. first"),
        ("- item", "\\- item"),
        ("> quote", "\\> quote"),
        ("&copy; AT&T", "\\&copy; AT&T"),
        ("$5 ==x== ~~y~~ %%z%%", "\\$5 =\\=x=\\= ~\\~y\\~\\~ %\\%z%\\%"),
        ("GraphRAG的全局查询", "GraphRAG的全局查询"),
        ("Now!", "Now\\!"),
        ("a^", "a\\^"),
        ("`= this.file`", "\\`= this.file\\`"),
    ],
)
def test_the_escape_is_small(text: str, expected: str) -> None:
    assert escape(text) == expected


def test_a_wikilink_text_cannot_end_its_link() -> None:
    assert wikilink_text("a]] | [[b\nc") == "a)) / ((b c"


def test_a_name_in_a_front_matter_does_nothing() -> None:
    assert inert_name("[[a]] {{b}} <% c %> %%d%% {% e") == "[ [a]] { {b}} < % c %> % %d% % { % e"


@given(NOISE)
def test_the_short_way_past_texts_that_nothing_acts_in_passes_nothing(text: str) -> None:
    assert markdown._MAY_ACT.search(text) or not markdown._ACTS.search(text)


@pytest.mark.parametrize("control", "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
def test_a_label_cannot_turn_the_order_of_what_follows(control: str) -> None:
    name = f"report{control}gpj.md"
    assert escape_label(name) == inert_name(name) == wikilink_text(name) == "reportgpj.md"


def test_marks_of_right_to_left_text_stay() -> None:
    assert escape_label("שלום\u200f!a") == "שלום\u200f!a"
