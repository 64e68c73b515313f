"""Blocks of text in order → those that a budget takes: up to the first that overflows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Sized(NamedTuple, Generic[T]):
    """A block with its tokens."""

    block: T
    n_tokens: int


class Packed(NamedTuple, Generic[T]):
    """What fits."""

    blocks: tuple[T, ...]
    n_tokens: int
    n_left_out: int


def pack(blocks: Sequence[Sized[T]], n_allowed: int) -> Packed[T]:
    """Takes blocks until one overflows: that one and all behind it are left out, however small."""
    n_tokens = 0
    for at, block in enumerate(blocks):
        if n_tokens + block.n_tokens > n_allowed:
            return Packed(tuple(b.block for b in blocks[:at]), n_tokens, len(blocks) - at)
        n_tokens += block.n_tokens
    return Packed(tuple(block.block for block in blocks), n_tokens, 0)
