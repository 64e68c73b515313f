"""Text outside of generated sections stays byte for byte, whatever a page looks like and whatever is generated."""

from __future__ import annotations

import os
import re

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pages.test_pagefile import PAGES
from wikigraph.model.page import Page, RenderedPage
from wikigraph.pages.humantext import NOTES
from wikigraph.pages.pagefile import OUR_ID, is_owned, page_text, read_page
from wikigraph.pages.pagehash import FOOTNOTES
from wikigraph.pages.pagepatch import create, plan_removal, plan_write
from wikigraph.stages import render

N_PAGES = 200 * int(os.environ.get("WIKIGRAPH_TEST_SCALE", "1"))

FRONT = st.sampled_from([
    "# a comment", "mine: 1.10  # odd", "'quoted': >\n  folded\n  text", "date: 2024-13-45", "on: x", "content: y", "",
    "list:\n- a\n-   b   # c", "emoji: \U0001f600", "status: reading", "mine2: [a, 'b', \"c\"]", "2024: x", "\ttab: x",
    "status: 'x' # y", "cssclasses: [wide,]", "people: [[A]], [[B]]", "k: |\n  id: \"ent-0000000000\"\n",
])  # fmt: skip
BODY = st.sampled_from([
    "mine", "  mine  ", "## Mine\n\ntext", "```\n## Relations\n```", "<!-- ## Relations -->", "%% c %%", "[^1]: note",
    "- [ ] task ^block", "| a | b |\n|--|--|", "> [!note]\n> x", "===", "## Relations 2", "<<< no marker", ">>> >>> no",
    "#tag", "$$x$$", "<div>\n## no\n</div>", "~~~\n```\n~~~", "\u2028", "mine\t\x0b", "    code", "# Second title",
    "[^c-7f3a10b2c4]", "[^cf]: mine", "`[^c-7f3a10b2c4]`", "## Outline", "## Notes", "generated: [x]",
])  # fmt: skip
QUOTING = st.sampled_from([
    (r'title: "([^"\\]*)"', r"title: '\1'"), (r'title: "([^"\\]*)"', r"title: \1  # why"), (r'type: "', r'type:   "'),
    (r'tags: \["([^"]*)"\]', r"tags:\n  - \1"), (r'aliases: \["([^"]*)"\]', r"aliases: [ '\1' ]   # names"),
    (r'(id: "[^"]*")', r"\1   # do not touch"),
])  # fmt: skip


@settings(max_examples=N_PAGES, deadline=None)
@given(
    st.lists(PAGES, min_size=2, max_size=4),
    st.lists(st.tuples(st.integers(0, 9), FRONT), max_size=3),
    st.lists(BODY, max_size=4),
    st.lists(QUOTING, max_size=2),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
)
def test_all_other_bytes_stay(
    history: list[Page],
    front: list[tuple[int, str]],
    body: list[str],
    quoting: list[tuple[str, str]],
    newline: str,
    has_bom: bool,
) -> None:
    text = _page(_rendered(history[0]), front, body, quoting)
    text = ("\ufeff" if has_bom else "") + text.replace("\n", newline)
    before = _human(text)
    for page in [*history[1:], None]:
        existing = read_page(text, history[0].path)
        write = plan_write(existing, _rendered(page)) if page else plan_removal(existing)
        if write.kind == "left-alone":
            assert write.diagnostics
            return
        text = write.text or text
        assert write.kind != "remove" or not "".join(body).strip()
        assert _human(text) == before
        assert newline == "\n" or not re.search(r"(?<!\r)\n", text)
    back = plan_write(read_page(text, history[0].path), _rendered(history[0])).text or text
    assert _human(back) == before


def _rendered(page: Page) -> RenderedPage:
    return render.run(page, render.Params())


def _page(
    rendered: RenderedPage, front: list[tuple[int, str]], body: list[str], quoting: list[tuple[str, str]]
) -> str:
    text = create(rendered)
    for pattern, new in quoting:
        text = re.sub(pattern, new, text, count=1)
    head, rest = text.removeprefix("---\n").split("\n---\n", 1)
    keys = re.split(r"\n(?=\w)", head)
    for at, lines in front:
        keys.insert(min(at, len(keys)), lines)
    return "---\n" + "\n".join(keys) + "\n---\n" + rest + "\n" + "\n\n".join(body) + "\n"


def _human(text: str) -> tuple[list[str], list[str]]:
    """What a person wrote: keys and comments that are not ours, and the text behind the notes; comments within owned
    values are told by themselves."""
    page = read_page(text, "wiki/entities/x.md")
    assert page_text(page) == text
    assert OUR_ID.fullmatch(page.id)
    keys = [item.text for item in page.slices if not is_owned(item)]
    keys += [found for item in page.slices if is_owned(item) for found in re.findall(r"\s# [^\r\n]*", item.text)]
    start = next(n for n, part in enumerate(page.parts) if part.text.startswith(NOTES[:8]))
    lines = sorted(line.strip() for key in keys for line in key.splitlines())
    return lines, [part.text.rstrip() for part in page.parts[start:] if part.slug != FOOTNOTES]
