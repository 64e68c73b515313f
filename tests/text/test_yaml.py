"""Every string that is written is read back."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from wikigraph.text.yaml_writer import quoted, quoted_list, read_own

ANY = st.text(st.characters(exclude_categories=()))


def _replaced(text: str) -> str:
    return "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in text)


@given(ANY)
def test_a_string_comes_back(text: str) -> None:
    assert yaml.safe_load(f"key: {quoted(text)}\n") == {"key": _replaced(text)}
    assert read_own(quoted(text)) == _replaced(text)


@given(st.lists(ANY))
def test_a_list_comes_back(texts: list[str]) -> None:
    expected = [_replaced(text) for text in texts]
    assert yaml.safe_load(f"key: {quoted_list(texts)}\n") == {"key": expected}
    assert read_own(quoted_list(texts)) == tuple(expected)


def test_every_character_of_the_basic_plane() -> None:
    for start in range(0, 0x11000, 256):
        text = "".join(map(chr, range(start, start + 256)))
        assert yaml.load(f"key: {quoted(text)}\n", yaml.SafeLoader) == {"key": _replaced(text)}
        assert "\n" not in quoted(text)
        quoted(text).encode()


@pytest.mark.parametrize("text", ["a", "'a'", '["a", b]', '"a" # x', '["a"', '"a', '{"a": "b"}', '"\\q"'])
def test_other_yaml_is_not_read(text: str) -> None:
    assert read_own(text) is None
