"""History files, and what of them a budget takes."""

from __future__ import annotations

import pytest

from wikigraph.errors import UsageError
from wikigraph.retrieval.history import Turn, newest, parse_history


def test_turns_oldest_first() -> None:
    text = '{"role": "user", "content": "What is BM25?"}\r\n\n{"role": "assistant", "content": "排序", "at": 3}\n'
    assert parse_history(text, "h.jsonl") == (Turn("user", "What is BM25?"), Turn("assistant", "排序"))
    assert parse_history("", "h.jsonl") == ()


@pytest.mark.parametrize(
    "line",
    ["{", "[]", "3", '{"role": "user"}', '{"role": "judge", "content": "x"}', '{"role": "user", "content": 3}',
     '{"role": ["user"], "content": "x"}', "[" * 100_000, "\x00"],
)  # fmt: skip
def test_a_broken_line_is_named(line: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_history('{"role": "user", "content": "x"}\n\n' + line, "h.jsonl")
    assert (caught.value.code, caught.value.where, caught.value.exit_code) == ("history-broken", "h.jsonl:3", 2)


def test_older_turns_go_first() -> None:
    turns = [Turn("user", "one two three"), Turn("assistant", "four five"), Turn("user", "six")]
    assert newest(turns, 1000)[0] == tuple(turns)
    kept, n_tokens = newest(turns, 5)
    assert kept == tuple(turns[1:]) and 0 < n_tokens <= 5
    assert newest(turns, 0) == ((), 0)
