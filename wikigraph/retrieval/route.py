"""Which mode answers a question where none is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Route(NamedTuple):
    """A mode and why."""

    mode: str
    reason: str


def route(named: Sequence[str], *, is_recalled: bool = False) -> Route:
    """`named`: the entities that the question names (or, `is_recalled`, the history). With one: local, else basic."""
    if not named:
        return Route("basic", "the question names no entity")
    shown = ", ".join(named[:3]) + (", …" if len(named) > 3 else "")
    return Route("local", f"the {'history' if is_recalled else 'question'} names {shown}")
