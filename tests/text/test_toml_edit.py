"""A pair is put into a list and nothing else changes."""

from __future__ import annotations

import re
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikigraph.text.toml_edit import CannotEditError, with_pair

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
