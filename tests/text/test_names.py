"""Keys of names: what they unify and what they keep apart."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikigraph.text.names import lower_same_length, name_key, split_parenthesis


@pytest.mark.parametrize(
    "names",
    [
        ("Docker Compose", "docker-compose", "DockerCompose", "docker_compose", "DOCKER COMPOSE"),
        ("Ｄｏｃｋｅｒ", "Docker"),
        ("Électron", unicodedata.normalize("NFD", "électron")),
        ("GPT-4.1", "gpt 4.1"),
        ("ﾃﾞｰﾀ", "データ"),
        ("O’Reilly", "O'Reilly"),
        ("Straße", "STRASSE"),
    ],
)
def test_one_key(names: tuple[str, ...]) -> None:
    assert len({name_key(name) for name in names}) == 1


@pytest.mark.parametrize(
    "names",
    [
        ("GPT-4.1", "GPT-4.5"),
        ("mw-2", "mw-3"),
        ("C", "C++", "C#"),
        ("v1.10", "v1.1"),
        ("draft", "final"),
        ("北京大学", "南京大学"),
        ("HippoRAG", "HippoRAG 2"),
        ("Apple (the company)", "apple (the fruit)"),
        (".NET", "NET"),
        ("HippoRAG2", "HippoRAG 2"),
    ],
)
def test_keys_of_their_own(names: tuple[str, ...]) -> None:
    assert len({name_key(name) for name in names}) == len(names)


@given(st.text(min_size=1, max_size=40))
def test_a_key_is_stable_and_never_lost(name: str) -> None:
    key = name_key(name)
    assert name_key(key) == key
    assert bool(key) == bool(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).strip())


@given(st.lists(st.text("abcXYZ", min_size=1, max_size=4), min_size=1, max_size=4))
def test_plain_words_have_the_key_that_all_rules_give(words: list[str]) -> None:
    """The short way for names of plain letters ends where the long way does; "_" is a joint and takes the long one."""
    assert name_key(" ".join(words)) == name_key("_" + " ".join(words)) == "".join(words).lower()


@given(st.text(max_size=40))
def test_lower_case_keeps_every_place(text: str) -> None:
    assert len(lower_same_length(text)) == len(text)


def test_lower_case_of_a_letter_that_grows() -> None:
    assert lower_same_length("İstanbul IS") == "İstanbul is"


def test_parentheses_at_the_end_of_a_title() -> None:
    assert split_parenthesis("Alien (film)") == ("Alien", "film")
    assert split_parenthesis("苹果（公司）") == ("苹果", "公司")
    assert split_parenthesis("f(x) is fine") == ("f(x) is fine", "")
    assert split_parenthesis("(only)") == ("(only)", "")
