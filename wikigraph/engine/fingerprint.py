"""Values → bytes → hashes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import msgspec

from wikigraph.model.base import Value

_encoder = msgspec.msgpack.Encoder()


def encode(value: Value) -> bytes:
    """The canonical bytes of a value (an array of its fields, in order)."""
    return _encoder.encode(value)


def digest(data: bytes) -> str:
    """16 hex digits that stand for the bytes: 64 bits, so among 10 million nodes two collide with p < 3e-6,
    and a collision matters only between two states of one and the same node."""
    return hashlib.blake2b(data, digest_size=8).hexdigest()


def digest_parts(parts: Iterable[str]) -> str:
    """One digest over strings in the given order, each ended by a zero byte."""
    state = hashlib.blake2b(digest_size=8)
    for part in parts:
        state.update(part.encode("utf-8", "surrogatepass"))
        state.update(b"\0")
    return state.hexdigest()
