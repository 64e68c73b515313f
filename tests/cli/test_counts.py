"""Numbers and their nouns."""

from __future__ import annotations

import pytest

from wikigraph.cli.counts import n_of, verb_of


@pytest.mark.parametrize(("number", "said"), [(0, "0 pages"), (1, "1 page"), (2, "2 pages")])
def test_a_noun_goes_with_its_number(number: int, said: str) -> None:
    assert n_of(number, "page") == said
    assert n_of(number, "entity", "entities") == said.replace("pages", "entities").replace("page", "entity")


def test_a_verb_goes_with_its_number() -> None:
    assert [verb_of(1, verb) for verb in ("go", "say", "come", "rest")] == ["goes", "says", "comes", "rests"]
    assert verb_of(0, "go") == verb_of(2, "go") == "go"
