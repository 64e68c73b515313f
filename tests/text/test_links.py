"""What a link on a page means."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikigraph.text.links import (
    Files,
    Link,
    page_links,
    relative,
    resolve,
    resolve_markdown,
    resolve_wikilink,
    wikilink_target,
)

EXAMPLES = Path(__file__).parents[2].parent / "shared" / "cases" / "worked_examples.json"
PAGE = "wiki/topics/one/page.md"
FILES = Files(
    [
        PAGE,
        "wiki/topics/one/page2.md",
        "wiki/topics/one/my page.md",
        "wiki/topics/two/page.md",
        "wiki/topics/two/only.md",
        "wiki/topics/two/twice.md",
        "wiki/topics/three/twice.md",
        "wiki/entities/e.md",
        "wiki/sources/source-v1.md",
        "wiki/sources/notes.txt.md",
        "raw/source-v1.md",
        "raw/notes.txt",
        "raw/a#b.md",
        "raw/Größe.md",
    ]
)


def _targets(text: str, page: str = PAGE) -> list[str | None]:
    return [resolve(link, page, FILES).path or None for link in page_links(text)]


def test_worked_example() -> None:
    if not EXAMPLES.is_file():
        pytest.skip("the worked examples are not beside this checkout")
    example = json.loads(EXAMPLES.read_text(encoding="utf-8"))["backlinks"]
    for case in [*example["cases"], *(c for c in example["wikilinks"] if "target" in c)]:
        found = [target for target in _targets(case["link"], example["page"]) if target]
        assert found == ([case["target"]] if case["target"] else []), case


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[x](../two/page.md)", "wiki/topics/two/page.md"),
        ("[x](<my page.md>)", "wiki/topics/one/my page.md"),
        ("![x](page2.md)", "wiki/topics/one/page2.md"),
        ("[x](/wiki/entities/e.md)", "wiki/entities/e.md"),
        ("[x](../../../raw/source-v1.md#L41-L44)", "raw/source-v1.md"),
        ("[x](../../../raw/a%23b.md)", "raw/a#b.md"),
        ("[x](../../../raw/Gr%C3%B6%C3%9Fe.md)", "raw/Größe.md"),
        ("[x](../../../raw/Gro\u0308ße.md)", "raw/Größe.md"),
        ("[x](#part)", PAGE),
        ("[x]\n\n[x]: page2.md", "wiki/topics/one/page2.md"),
        ("[^1]: [x](page2.md)\n\ny[^1]", "wiki/topics/one/page2.md"),
        ("| a | b |\n|---|---|\n| [[page2\\|x]] | c |", "wiki/topics/one/page2.md"),
        ("[[page2]]", "wiki/topics/one/page2.md"),
        ("[[Page2.md|x]]", "wiki/topics/one/page2.md"),
        ("[[only]]", "wiki/topics/two/only.md"),
        ("[[../two/page]]", "wiki/topics/two/page.md"),
        ("[[topics/two/page#Part|x]]", "wiki/topics/two/page.md"),
        ("[[source-v1]]", "raw/source-v1.md"),
        ("[[notes.txt]]", "raw/notes.txt"),
        ("[[raw/a#b]]", "raw/a#b.md"),
        ("[[#Part]]", PAGE),
        ('---\nrequires: ["[[only|x]]"]\n---\n', "wiki/topics/two/only.md"),
        ('---\nrequires: ["[[topics/two/\\u006fnly]]"]\n---\n', "wiki/topics/two/only.md"),
        ("---\nrequires: [[only]]\n---\n", "wiki/topics/two/only.md"),
    ],
)
def test_found(text: str, expected: str) -> None:
    assert _targets(text) == [expected]


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("[x](../../../../etc/passwd)", "outside"),
        ("[x](..%2f..%2f..%2f..%2fetc/passwd)", "outside"),
        ("[[../../../../etc/passwd]]", "outside"),
        ("[x](/etc/passwd)", "missing"),
        ("[x](gone.md)", "missing"),
        ("[x](Page2.md)", "missing"),
        ("[[gone]]", "missing"),
        ("[[twice]]", "ambiguous"),
        ("[x](https://example.org/page2.md)", "external"),
        ("[x](//evil/page2.md)", "external"),
        ("[x](javascript:alert)", "external"),
        ("[x](C:\\x)", "external"),
        ("<https://example.org>", None),
        ("`[x](page2.md)` `[[page2]]`", None),
        ("```\n[x](page2.md)\n[[page2]]\n```", None),
        ("    [x](page2.md)", None),
        ("<!-- [x](page2.md) -->", None),
        ("<!--\n[[page2]]\n\n[x](page2.md)\n-->", None),
        ("\\[\\[page2]] \\[x]\\(page2.md)", None),
    ],
)
def test_not_found(text: str, outcome: str | None) -> None:
    found = [resolve(link, PAGE, FILES) for link in page_links(text)]
    assert [item.outcome for item in found] == ([outcome] if outcome else [])
    assert all(not item.path for item in found)


def test_an_ambiguous_name_tells_what_it_may_mean() -> None:
    found = resolve_wikilink("twice", PAGE, FILES)
    assert found.candidates == ("wiki/topics/three/twice.md", "wiki/topics/two/twice.md")
    assert resolve_wikilink("twice", "wiki/topics/two/x.md", FILES).path == "wiki/topics/two/twice.md"


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("raw/a.md", "raw/a"),
        ("raw/a.b/c.md", "raw/a.b/c"),
        ("raw/a.txt", "raw/a.txt"),
        ("wiki/entities/gpt-4.1.md", "wiki/entities/gpt-4.1.md"),
        ("wiki/sources/a.txt.md", "wiki/sources/a.txt.md"),
        ("raw/a#b.md", None),
        ('raw/a"b.md', None),
        ("raw/a .md", None),
        ("raw/a\tb.md", None),
        ("raw/ファイル　名.md", "raw/ファイル　名"),
    ],
)
def test_what_stands_in_a_wikilink(path: str, target: str | None) -> None:
    assert wikilink_target(path) == target


def test_lines() -> None:
    text = '---\nid: "x"\nrequires: ["[[a]]"]\n---\n# T\n\n[x](b.md)\nand\n![y](c.png) `k\nk` [[d]]\n\n'
    text += '- [e](e.md "t\nt") [f](f.md)\n'
    assert page_links(text.replace("\n", "\r\n")) == page_links(text)
    assert page_links(text) == (
        Link("wikilink", "a", 3),
        Link("link", "b.md", 7),
        Link("image", "c.png", 9),
        Link("wikilink", "d", 10),
        Link("link", "e.md", 12),
        Link("link", "f.md", 13),
    )


CHARACTERS = st.characters(codec="utf-8", exclude_characters="/\0")
NAMES = st.text(CHARACTERS, min_size=1).filter(lambda name: name not in (".", ".."))


@given(st.lists(NAMES, min_size=1, max_size=3), st.lists(NAMES, max_size=2))
def test_a_written_link_is_found_again(path: list[str], folder: list[str]) -> None:
    target, page = "raw/" + "/".join(path), "/".join(["wiki", *folder, "p.md"])
    files = Files([target, page])
    text = f"[x]({relative(target, page)})"
    assert [resolve(link, page, files).path for link in page_links(text)] == [target]
    assert resolve_markdown(relative(target, page) + "#L1", page, files).path == target
    wikilink = wikilink_target(target)
    if wikilink is not None:
        assert resolve_wikilink(wikilink, page, files).path == target


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_front_matter_that_is_never_closed_is_read_in_linear_time(newline: str) -> None:
    text = newline.join(["---", *["key: value"] * 500, "[[Target]]"])
    assert [link.line for link in page_links(text)] == [502]


def test_controls_of_direction_are_percent_encoded_and_lead_there() -> None:
    path = "raw/report\u202egpj.md"
    way = relative(path, PAGE)
    assert "\u202e" not in way and wikilink_target(path) is None
    assert resolve_markdown(way, PAGE, Files([path])).path == path
