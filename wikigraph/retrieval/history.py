"""Conversation history: JSON lines of {"role", "content"}, oldest first."""

from __future__ import annotations

import json
from collections.abc import Sequence

from wikigraph.errors import UsageError
from wikigraph.model.base import Value
from wikigraph.text.tokens import count_tokens

ROLES = ("user", "assistant", "system")


class Turn(Value, frozen=True):
    """Something that was said before the question."""

    role: str
    content: str


def parse_history(text: str, where: str) -> tuple[Turn, ...]:
    """A file's text → its turns; blank lines are skipped. Raises UsageError ("history-broken") that names the line."""
    turns: list[Turn] = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            turns.append(_turn(line, f"{where}:{number}"))
    return tuple(turns)


def newest(turns: Sequence[Turn], n_allowed: int) -> tuple[tuple[Turn, ...], int]:
    """(the newest turns that fit, their tokens): older ones go first."""
    n_tokens = 0
    for at in range(len(turns) - 1, -1, -1):
        n = count_tokens(turns[at].content)
        if n_tokens + n > n_allowed:
            return tuple(turns[at + 1 :]), n_tokens
        n_tokens += n
    return tuple(turns), n_tokens


def _turn(line: str, place: str) -> Turn:
    try:
        held = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise _broken(f"not JSON: {str(error)[:100]}", place) from error
    if not isinstance(held, dict):
        raise _broken("not a JSON object", place)
    role, content = held.get("role"), held.get("content")
    if role not in ROLES:
        raise _broken(f"role is none of {', '.join(ROLES)}", place)
    if not isinstance(content, str):
        raise _broken("content is not a text", place)
    return Turn(role, content)


def _broken(message: str, place: str) -> UsageError:
    hint = 'each line is an object like {"role": "user", "content": "What is BM25?"}'
    return UsageError("history-broken", f"the history cannot be read: {message}", where=place, hint=hint)
