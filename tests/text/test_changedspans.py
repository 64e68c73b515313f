"""Which sentences are gone, new or only moved."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wikigraph.model.text import Sentence, Span
from wikigraph.text.changedspans import changed_spans, joined_lines


def sentences(words: str, first_line: int = 1) -> list[Sentence]:
    """One sentence a letter, one line a sentence."""
    lines = enumerate(words, first_line)
    return [Sentence(n - first_line, 0, 0, 1, word, word, Span(n, n + 1, n, n)) for n, word in lines]


def test_moved_is_no_change() -> None:
    found = changed_spans(sentences("abcd"), sentences("cdab"))
    assert (found.gone, found.new, found.n_moved) == ((), (), 4)
    assert changed_spans(sentences("abc"), sentences("abc", 5)).n_moved == 3
    assert changed_spans(sentences("abc"), sentences("abc")).n_moved == 0


def test_an_edit_is_one_gone_and_one_new() -> None:
    found = changed_spans(sentences("abcd"), sentences("abxd"))
    assert (found.gone, found.new, found.n_moved) == ((2,), (2,), 0)


def test_of_equal_sentences_the_one_with_other_neighbours_is_gone() -> None:
    found = changed_spans(sentences("axb" + "cxd" + "exf"), sentences("axb" + "exf"))
    assert found.gone == (3, 4, 5) and found.new == ()
    found = changed_spans(sentences("xxx"), sentences("xx"))
    assert len(found.gone) == 1 and found.new == ()


def test_all_and_nothing() -> None:
    assert changed_spans([], sentences("ab")).new == (0, 1)
    assert changed_spans(sentences("ab"), []).gone == (0, 1)


@given(st.text("abc", max_size=12), st.text("abc", max_size=12))
def test_what_is_left_over_is_what_the_words_say(one: str, other: str) -> None:
    found = changed_spans(sentences(one), sentences(other))
    for word in "abc":
        assert sum(one[at] == word for at in found.gone) == max(0, one.count(word) - other.count(word))
        assert sum(other[at] == word for at in found.new) == max(0, other.count(word) - one.count(word))


def test_lines_are_joined() -> None:
    assert joined_lines([(7, 9), (1, 2), (3, 3), (8, 12), (20, 20)]) == ((1, 3), (7, 12), (20, 20))
