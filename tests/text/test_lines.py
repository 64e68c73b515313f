import re

from hypothesis import given
from hypothesis import strategies as st

from wikigraph.text.lines import LineIndex


def test_line_ends_of_every_kind() -> None:
    index = LineIndex("a\r\nb\rc\n\nd")
    assert index.n_lines == 5
    assert [index.text[slice(*index.line_span(n))] for n in range(1, 6)] == ["a", "b", "c", "", "d"]
    assert index.line_of(index.text.index("d")) == 5
    assert index.line_of(1) == 1  # the break belongs to the line it ends
    assert index.line_of(99) == 5


def test_no_empty_line_after_the_last_break() -> None:
    assert LineIndex("a\n").n_lines == 1
    assert LineIndex("").n_lines == 0
    assert LineIndex("\n\n").n_lines == 2


def test_other_separators_are_no_line_ends() -> None:
    assert LineIndex("a\u2028b\x0bc\x0cd\x85e").n_lines == 1


@given(st.text(alphabet="ab\r\n中 ", max_size=40))
def test_lines_agree_with_a_plain_split(text: str) -> None:
    index = LineIndex(text)
    expected = re.split("\r\n|\r|\n", text)
    if expected[-1] == "":
        expected.pop()
    assert [text[slice(*index.line_span(n))] for n in range(1, index.n_lines + 1)] == expected
    for offset in range(len(text)):
        before = re.sub("\r\n", "\n", text[: offset + 1])
        breaks = len(re.findall("[\r\n]", before[:-1]))
        if not (text[offset] == "\n" and offset and text[offset - 1] == "\r"):
            assert index.line_of(offset) == breaks + 1


def test_span_ends_in_the_line_of_its_last_character() -> None:
    span = LineIndex("one\ntwo\n").span(0, 4)
    assert (span.start_line, span.end_line) == (1, 1)
