"""Sources → Documents: every place points into the original text."""

# ruff: noqa: W291 - white space at a line's end is input here

from __future__ import annotations

import re
import time
from bisect import bisect_right
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wikigraph.model.text import Block, Document, Markup, Source
from wikigraph.stages import parse

SHARED = Path(__file__).parents[2].parent / "shared"


def document(text: str, markup: Markup = "markdown", path: str = "raw/notes/a-file.md") -> Document:
    return parse.run(Source(path, "0", "utf-8", markup, text), parse.Params())


def texts(doc: Document) -> list[tuple[str, str]]:
    return [(block.kind, block.text) for block in doc.blocks]


def marks(block: Block) -> list[tuple[str, str, str]]:
    return [(mark.kind, block.text[mark.start : mark.end], mark.target) for mark in block.marks]


def check_places(doc: Document) -> None:
    """The invariants of Segment and Span."""
    text = doc.text
    break_ends = [match.end() for match in re.finditer("\r\n|\r|\n", text)]
    for block in doc.blocks:
        span = block.span
        assert span.start_line == bisect_right(break_ends, span.start) + 1
        assert span.end_line == bisect_right(break_ends, span.end - 1) + 1
        cursor = 0
        for segment in block.segments:
            assert cursor <= segment.start
            assert segment.length > 0
            cursor = segment.start + segment.length
            shown = block.text[segment.start : cursor]
            assert text[segment.source_start : segment.source_start + segment.length] == shown
            assert span.start <= segment.source_start
            assert segment.source_start + segment.length <= span.end
        assert cursor <= len(block.text)
        for mark in block.marks:
            assert 0 <= mark.start <= mark.end <= len(block.text)


SAMPLE = """---
title: "A: title"
---
# Head `code` **bold** {#id .cls}

First *line* with `x  y` &amp; \\*star\\* [link](a%20b.md "the line") the line
soft ![alt text](p.png) ![[embed]] [[Target#Part|shown]] [[Plain]] <b>in</b> tail.[^1]

> Quote one **b
> b** two
>> inner

- item one
  goes on
  1. nested `c`

     para in nested

- [x] done #tag/a

| a | b \\| c | `d` |
|---|---|---|
| 1 | [[E|x]] | [[F\\|y]] |

```py title="x"
# not a heading
\tcode  

end
```

    indented
\ttabbed

$$
E = mc^2
$$

Setext *title*
more
===

[^1]: The note.

    second

<div>no text</div>

%% gone
# gone %%

%%inline gone%% stays {{< gloss text="cluster" id="x" >}} end ^block-1

[TOC]

<!-- gone
# gone -->
"""


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_everything_in_one_file(newline: str) -> None:
    doc = document(SAMPLE.replace("\n", newline))
    check_places(doc)
    assert texts(doc) == [
        ("heading", "Head code bold"),
        ("paragraph", "First line with x  y & *star* link the line soft alt text shown Plain in tail."),
        ("paragraph", "Quote one b b two"),
        ("paragraph", "inner"),
        ("list_item", "item one goes on"),
        ("list_item", "nested c"),
        ("list_item", "para in nested"),
        ("list_item", "done #tag/a"),
        ("table_row", "a | b | c | d"),
        ("table_row", "1 | [[E | x]]"),
        ("code", "# not a heading\n\tcode  \n\nend"),
        ("code", "indented\ntabbed"),
        ("math", "E = mc^2"),
        ("heading", "Setext title more"),
        ("paragraph", "The note."),
        ("paragraph", "second"),
        ("paragraph", "stays cluster end"),
    ]
    by_text = {block.text: block for block in doc.blocks}
    paragraph = doc.blocks[1]
    assert marks(paragraph) == [
        ("em", "line", ""),
        ("code", "x  y", ""),
        ("link", "link", "a%20b.md"),
        ("image", "alt text", "p.png"),
        ("embed", "", "embed"),
        ("wikilink", "shown", "Target#Part"),
        ("wikilink", "Plain", "Plain"),
        ("footnote_ref", "", "1"),
    ]
    # " the line" stands once in the link's title and once behind it: the latter is the one.
    at = paragraph.text.index(" the line")
    segment = next(s for s in paragraph.segments if s.start <= at < s.start + s.length)
    assert doc.text[segment.source_start - 1] == ")"
    assert doc.title == "A: title"
    assert doc.title_span is not None
    assert doc.title_span.start_line == 2
    assert by_text["inner"].is_quote
    assert by_text["nested c"].level == 2
    assert by_text["The note."].footnote == "1"
    assert by_text["second"].footnote == "1"
    assert by_text["stays cluster end"].footnote == ""
    assert by_text["a | b | c | d"].info == "head"
    assert by_text["# not a heading\n\tcode  \n\nend"].info == "py"
    assert by_text["done #tag/a"].heading_path == ("Head code bold",)
    assert by_text["second"].heading_path == ("Setext title more",)
    assert marks(by_text["done #tag/a"]) == [("tag", "#tag/a", "tag/a")]


def test_heading_paths_follow_the_levels() -> None:
    doc = document("# A\n\n### B\n\nb\n\n## C\n\nc\n\n#### D\n\nd\n\n# E\n\n> # quoted\n\ne\n")
    paths = {block.text: block.heading_path for block in doc.blocks}
    assert paths["b"] == ("A", "B")
    assert paths["c"] == ("A", "C")
    assert paths["d"] == ("A", "C", "D")
    assert paths["e"] == ("E",)
    assert paths["D"] == ("A", "C")


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("---\ntitle: F\n---\n# H\n", "F"),
        ("## Two\n\n# One\n", "One"),
        ("## Two\n\ntext\n", "Two"),
        ("First line\nsecond line\n", "First line"),
        ("# a-file\n\nText.\n", "a-file"),
        ("```\ncode\n```\n", "a-file"),
        ("![](x.png)\n", "a-file"),
        ("---\ntags: [a]\n---\n", "a-file"),
    ],
)
def test_titles(text: str, title: str) -> None:
    assert document(text).title == title


def test_a_title_from_the_name_has_no_place() -> None:
    assert document("```\ncode\n```\n").title_span is None


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a <!-- b --> c", "a c"),
        ('<datetime class="hidden">2024</datetime> a', "a"),
        ("a <span hidden>b</span> c", "a c"),
        ('<span class="filename">Filename: x</span>', "Filename: x"),
        ("a{{% b %}} {% c %} d", "a d"),
        ("{{ page.title }} stays", "{{ page.title }} stays"),
        ("<%* templater %> a", "a"),
        ("line<br>break", "line break"),
        ("[[]] [[ ]] [[a|b|c]]", "[[]] [[ ]] b|c"),
        ("C# #12 a#b", "C# #12 a#b"),
        ("costs $5 and $6", "costs $5 and $6"),
        ("$a_b$ x", "a_b x"),
        ("[r][] and [t][r]\n\n[r]: x.md", "r and t"),
        ("<http://a.b/c>", "http://a.b/c"),
        ("http://a.b/c", "http://a.b/c"),
        ("a\\\nb", "a b"),
        ("a  \nb", "a b"),
        ("&copy; &#x4e2d; &nbsp;x", "© 中 \u00a0x"),
        ("**a**b *c*", "ab c"),
        ("~~gone~~ **", "gone **"),
        ("***both***", "both"),
        ("[^missing] stays", "[^missing] stays"),
        ("a `` ` `` b", "a ` b"),
        ("![![in](a.png)](b.png)", "in"),
    ],
)
def test_what_a_reader_sees(text: str, shown: str) -> None:
    doc = document(text)
    check_places(doc)
    assert [block.text for block in doc.blocks] == [shown]


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("[x](<b c.md>)", ("link", "x", "b c.md")),
        ("[x](javascript:y)", ("link", "x", "javascript:y")),
        ("[x](../a%20b.md#p)", ("link", "x", "../a%20b.md#p")),
        ("[x][r]\n\n[r]: z.md", ("link", "x", "z.md")),
        ("<https://é.org>", ("autolink", "https://é.org", "https://é.org")),
        ("![x](data:image/png;base64,AAAA)", ("image", "x", "data:")),
        ("[[#Local]]", ("wikilink", "Local", "#Local")),
        ("![[pic.png]]", ("embed", "", "pic.png")),
    ],
)
def test_targets(text: str, mark: tuple[str, str, str]) -> None:
    assert marks(document(text).blocks[0]) == [mark]


def test_the_rest_of_a_file_with_an_unclosed_comment_is_reported() -> None:
    doc = document("# T\n\n<!-- never closed\n\n# Hidden\n")
    assert [block.text for block in doc.blocks] == ["T"]
    assert [(note.code, note.line) for note in doc.diagnostics] == [("comment-unclosed", 3)]


def test_conflict_marks_are_reported() -> None:
    doc = document("# C\n\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n")
    assert [(note.code, note.line) for note in doc.diagnostics] == [("conflict-marks", 3)]


def test_images_in_html_are_known_though_html_is_no_text() -> None:
    doc = document('<figure>\n<img alt="A" src="a.svg" />\n</figure>\n\nText <img src=\'b.png\'> here.\n')
    check_places(doc)
    assert [(block.text, marks(block)) for block in doc.blocks] == [
        ("", [("image", "", "a.svg")]),
        ("Text here.", [("image", "", "b.png")]),
    ]


def test_a_callout_has_a_title_of_its_own() -> None:
    doc = document(
        "> [!note]- The title\n> The text\n> goes **on**.\n\n> [!tip]\n> Only text.\n\n> [!warning] Only a title\n"
    )
    check_places(doc)
    assert [block.text for block in doc.blocks] == ["The title", "The text goes on.", "Only text.", "Only a title"]
    assert [marks(block) for block in doc.blocks] == [[], [("strong", "on", "")], [], []]


def test_fences() -> None:
    doc = document("````md\n```\n# no\n```\n````\n\n- a\n\n  ```sh\n  $ x\n  ```\n\n~~~\nunclosed\n# no\n")
    check_places(doc)
    assert [(b.kind, b.text, b.info) for b in doc.blocks] == [
        ("code", "```\n# no\n```", "md"),
        ("list_item", "a", ""),
        ("code", "$ x", "sh"),
        ("code", "unclosed\n# no", ""),
    ]


def test_lines_of_no_break_spaces_are_blank() -> None:
    doc = document("# T\n\n\u00a0\u00a0 \none\n\u3000\ntwo\n> \u00a0\n> three\n")
    check_places(doc)
    assert [block.text for block in doc.blocks][:3] == ["T", "one", "two"]
    assert all(block.segments for block in doc.blocks)


# --- plain text ---


def test_plain_text() -> None:
    text = (
        "The title\r\n\r\nA paragraph that was\r\nwrapped by hand here.\r\n\r\nSection one\r\n\r\n* **a** [[b]] # c\r\n"
    )
    doc = document(text, "plain", "raw/a.txt")
    check_places(doc)
    assert texts(doc) == [
        ("heading", "The title"),
        ("paragraph", "A paragraph that was wrapped by hand here."),
        ("heading", "Section one"),
        ("paragraph", "* **a** [[b]] # c"),
    ]
    assert doc.blocks[3].heading_path == ("Section one",)
    assert doc.blocks[3].marks == ()
    assert doc.title == "The title"


def test_plain_lists_without_blank_lines_are_lines() -> None:
    long = "一个很长的段落，用来说明这个文本不是手工换行的。" * 10
    doc = document(f"标题\n\n{long}\n区分编纂与检索\n建立类型化关系\n", "plain", "raw/a.txt")
    assert [block.text for block in doc.blocks] == ["标题", long, "区分编纂与检索", "建立类型化关系"]


def test_plain_code() -> None:
    code = "def f(x):\n    y = {x: [1]}\n    return y[x]"
    doc = document(f"Title\n\nSome prose here, which is no code.\n\n{code}\n\nMore prose.\n", "plain", "raw/a.txt")
    check_places(doc)
    assert texts(doc)[2] == ("code", code)


def test_plain_title_is_the_first_line() -> None:
    assert (
        document("A first sentence. And more of it\non two lines.\n", "plain").title
        == "A first sentence. And more of it"
    )


# --- hostile input ---

BOMBS = {
    "quotes": ">" * 3000 + " x",
    "lists": "".join("  " * i + "- x\n" for i in range(600)),
    "one line": "- " * 3000 + "x",
    "brackets": "[" * 5000 + "x" + "]" * 5000,
    "stars": "*" * 5000 + "x" + "*" * 5000,
    "links": "[a](" * 50_000,
    "references": "".join(f"[r{i}]: x\n" for i in range(20_000)) + "[r1] " * 20_000,
    "lines": "a\n" * 300_000,
    "templates": "{% a " * 40_000,
    "comments": "a <!-- " * 40_000,
    "maths": "$a " * 50_000,
    "tags": "#a " * 50_000,
    "hidden": "<b hidden>" * 40_000,
    "marks": "e\u0301" * 300_000,
    "flags": "\U0001f1e9" * 100_000,
    "percent": "%%x\n\na\n\n" * 10_000,
    "wikilinks": "[[a|" * 50_000,
    "long word": "a" * 1_000_000,
    "columns": "|" * 200_000,
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_are_cheap(name: str) -> None:
    started = time.process_time()
    doc = document(BOMBS[name])
    assert time.process_time() - started < 5
    check_places(doc)
    assert doc.blocks


def test_what_is_too_deep_is_said_and_read_as_paragraphs() -> None:
    doc = document("- " * 3000 + "needle\n\nnext\n")
    assert [note.code for note in doc.diagnostics] == ["too-costly"]
    assert "needle" in doc.blocks[0].text
    assert doc.blocks[1].text == "next"


PIECES = [
    "# ",
    "## h\n",
    "- ",
    "1. ",
    "> ",
    "```\n",
    "~~~py\n",
    "    ",
    "\t",
    "**b**",
    "*e",
    "_x_",
    "`c`",
    "``",
    "[[w|a]]",
    "![[e]]",
    '[l](u "t t")',
    "![i](p)",
    "[r]",
    "[r]: u\n",
    "[^1]",
    "[^1]: n\n",
    "| a | b |\n|---|---|\n",
    "|",
    "&amp;",
    "\\*",
    "\\|",
    "<b>",
    "<!-- c -->",
    "<!--",
    "%%",
    "%%c%%",
    "$m$",
    "$$\n",
    "{{< s >}}",
    "{#i}",
    "#tag",
    "t t",
    "中文。",
    "\u00a0",
    "\u3000",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    " ",
    "---\n",
    "===\n",
    "<div>\n",
    "[x] ",
    "[!note] ",
    " ^id\n",
    "😀",
    "e\u0301",
    "~~s~~",
    "<http://u>",
]


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join), st.sampled_from(["markdown", "plain"]))
def test_every_place_is_right(text: str, markup: Markup) -> None:
    check_places(document(text, markup))


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=80))
def test_every_place_is_right_in_any_text(text: str) -> None:
    if "\0" not in text:
        check_places(document(text))


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared beside the project")
def test_real_documents_stand_where_they_say() -> None:
    files = sorted((SHARED / "data" / "docker5").rglob("*.md"))[:3] + sorted(
        (SHARED / "data" / "multilingual").rglob("*.txt")
    )
    for file in files:
        text = file.read_text(encoding="utf-8")
        doc = document(text, "plain" if file.suffix == ".txt" else "markdown")
        check_places(doc)
        shown = sum(len(block.text) for block in doc.blocks)
        verbatim = sum(segment.length for block in doc.blocks for segment in block.segments)
        assert verbatim > 0.95 * shown, file


def test_names_of_which_only_dots_are_left_are_none() -> None:
    key = "AKIA" + "IOSFODNN7" + "EXAMPLE"
    text = f"---\ntitle: {key}\naliases: [{key}, Gamma]\ntags: [{key}, tools]\n---\n# {key}\n\n## Server\n\nText.\n"
    source = Source("raw/a.md", "0" * 64, "utf-8", "markdown", text)
    document = parse.run(source, parse.Params())
    front = document.front_matter
    assert (document.title, front.aliases, front.tags) == ("Server", ("Gamma",), ("tools",))
    assert len(document.text) == len(text) and key not in repr(document)
    assert [(d.code, d.line) for d in document.diagnostics] == [("secret-in-source", n) for n in (2, 3, 4, 6)]


def test_many_secrets_are_not_told_one_by_one() -> None:
    text = ("- AKIA" + "IOSFODNN7" + "EXAMPLE\n") * 150
    told = parse.run(Source("raw/a.md", "0" * 64, "utf-8", "markdown", text), parse.Params()).diagnostics
    assert len(told) == 101 and told[-1].line == 101 and "50 more" in told[-1].message


@pytest.mark.parametrize(
    ("path", "is_told"),
    [
        ("raw/key AKIA" + "J7Q2MZX4WTPL5RVB.md", True),
        ("raw/ghp_" + "a8Zk3Lq9Xw2Rt7Vb5Nm1Pc6Yd4Hf0JsGuTe4/notes.md", True),
        ("raw/password policy.md", False), ("raw/2024-01-02 release v1.2.3.md", False),
    ],
)  # fmt: skip
def test_a_secret_in_a_name_is_told(path: str, *, is_told: bool) -> None:
    found = parse.run(Source(path, "0" * 64, "utf-8", "markdown", "# Notes\n\nNothing.\n"), parse.Params())
    assert ("secret-in-name" in [d.code for d in found.diagnostics]) is is_told
