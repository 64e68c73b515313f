"""The base of all currencies."""

from __future__ import annotations

from typing import Annotated

import msgspec

Natural = Annotated[int, msgspec.Meta(ge=0, le=10**9)]
"""A whole number of a setting that may be 0; a plain `int` of a setting is at least 1."""


class Value(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An immutable value that stages take and give.

    A msgspec Struct is a frozen, slotted dataclass whose encoding to bytes (an array of its fields, in
    order) is canonical: the engine hashes it to know whether anything changed and stores it to use it again.
    A field may therefore hold only strings, numbers, booleans, None, tuples and other Values; never a
    set or a dict, whose order would leak into the hash.
    """
