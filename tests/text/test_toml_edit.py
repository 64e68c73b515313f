"""A pair is put into a list and nothing else changes."""

from __future__ import annotations

import re
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikigraph.text.toml_edit import CannotEditError, with_item, with_pair, without_item

TEXTS = [
    "",
    "# only a comment",
    'merges = []\n',
    'merges = [["x", "y"]]  # why\nstop_names = ["[", "]"]\n',
    'stop_names = ["a"]\nmerges = [\n  ["x", "y"],  # one\n  # and\n  ["z", "w"]  # two\n]\n\n# A table.\n'
    '[aliases]\n"merges" = ["]"]\n',
    'merges = [\n  ["x", "y"],\n  ["#", "]"],  # two\n  # last\n]\n',
    "# top\n\n# of the table\n[aliases]\nA = ['b']\n",
    "stop_names = [\n'a',\n[\n] ]\n[aliases]\nA = ['b']\n".replace("[\n] ", ""),
    '\ufeffstop_names = ["a"]\r\n\r\n[aliases]\r\nA = ["b"]\r\n',
    'x = """\nmerges = [\n"""\n[t]\nmerges = [1]\n',
]


@pytest.mark.parametrize("text", TEXTS)
def test_one_pair_more(text: str) -> None:
    after = with_pair(text, "merges", ("K8s \"x\"", "쿠버\\"))
    old, new = tomllib.loads(text.removeprefix("\ufeff")), tomllib.loads(after.removeprefix("\ufeff"))
    assert new == {**old, "merges": [*old.get("merges", []), ["K8s \"x\"", "쿠버\\"]]}
    again = with_pair(after, "merges", ("a", "b"))
    assert tomllib.loads(again.removeprefix("\ufeff"))["merges"][-1] == ["a", "b"]
    assert all(comment in after for comment in re.findall(r"# [^\r\n]+", text))
    assert ("\r\n" in text) == ("\r\n" in after)


def test_what_cannot_be_edited_is_told() -> None:
    with pytest.raises(CannotEditError):
        with_pair("merges.x = 1\n", "merges", ("a", "b"))


@given(st.tuples(st.text(), st.text()))
def test_any_names(pair: tuple[str, str]) -> None:
    try:
        expected = [[part.encode("utf-8", "replace").decode() for part in pair]]
    except UnicodeEncodeError:
        return
    if all(part.isprintable() for part in pair):
        assert tomllib.loads(with_pair("", "merges", pair))["merges"] == expected


LISTS = [
    ("", "stop_names", "a"),
    ("", "merges", ("x", "y")),
    ("aliases", "K8s", "x"),
    ("aliases", "實體 \"x\"", "y"),
    ("typed", "database", "DuckDB"),
]


@pytest.mark.parametrize("text", [*TEXTS[:-1], "[aliases]\nx = ['y']\n# of the next\n[typed]\n", "[typed]\n#\n"])
@pytest.mark.parametrize(("table", "key", "item"), LISTS)
def test_an_item_more_and_the_same_one_less(text: str, table: str, key: str, item: str | tuple[str, str]) -> None:
    new = "new item" if isinstance(item, str) else ("new", "item")
    after = with_item(text, table, key, new)
    assert all(comment in after for comment in re.findall(r"# [^\r\n]+", text))
    back = without_item(after, table, key, new)
    assert said(back) == said(text)
    if "  # two\n]" not in text or key != "merges":  # a comma behind the last item stays
        assert lines(back)[-len(lines(text)) :] == [line for line in lines(text) if line in lines(back)]


def said(text: str) -> dict[str, object]:
    """What is in no way empty."""
    return {key: value for key, value in tomllib.loads(text.removeprefix("\ufeff")).items() if value}


def lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


def test_the_right_one_of_several_goes() -> None:
    text = 'merges = [\n  ["a", "b"],  # one\n  ["c", "d"],  # two\n]\npages = ["x", "y", "z"]\n'
    assert without_item(text, "", "merges", ("a", "b")) == text.replace('  ["a", "b"],  # one\n', "")
    assert without_item(text, "", "pages", "y") == text.replace('"y", ', "")
    assert without_item(text, "", "pages", "z") == text.replace(', "z"', "")
    with pytest.raises(CannotEditError):
        without_item(text, "", "pages", "w")


ODD = "a\"'#[]\\é\u4e2d "


@given(st.lists(st.text(ODD, max_size=4), max_size=4), st.text(ODD, min_size=1, max_size=4))
def test_any_items_under_any_key(items: list[str], key: str) -> None:
    text = "# top\n"
    for item in items:
        text = with_item(text, "aliases", key, item)
    assert tomllib.loads(text) == ({"aliases": {key: items}} if items else {})
    for item in items:
        text = without_item(text, "aliases", key, item)
    assert text == "# top\n"
