"""msgspec Structs against frozen, slotted dataclasses as currency of the pipeline: the reason for `model.base.Value`.

    python benchmarks/values.py

The same small value (a mention: a document has hundreds) is made, encoded to bytes and decoded again in both ways. The
dataclass twin is encoded and decoded by msgspec too, so that only the kind of value differs. Printed: medians in µs for
one value, its size in bytes, and the ratio dataclass : Struct.
"""

from __future__ import annotations

import statistics
import timeit
from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from wikigraph.model.graph import DocumentMentions, EntityMention

N_VALUES = 500
N_ROUNDS = 15


@dataclass(frozen=True, slots=True)
class MentionTwin:
    """EntityMention as a dataclass."""

    entity_id: str
    sentence: int
    start: int
    end: int
    mark: str = ""


@dataclass(frozen=True, slots=True)
class DocumentTwin:
    """DocumentMentions as a dataclass."""

    path: str
    mentions: tuple[MentionTwin, ...]


def microseconds(work: Callable[[], object]) -> float:
    """Median time of `work` for one of its N_VALUES values."""
    rounds = timeit.repeat(work, number=20, repeat=N_ROUNDS)
    return statistics.median(rounds) / 20 / N_VALUES * 1e6


def main() -> None:
    """Prints the table."""
    rows = [(f"ent-{number:010x}", number, number % 90, number % 90 + 12, "heading") for number in range(N_VALUES)]
    value = DocumentMentions("raw/a.md", tuple(EntityMention(*row) for row in rows))
    twin = DocumentTwin("raw/a.md", tuple(MentionTwin(*row) for row in rows))
    encode = msgspec.msgpack.Encoder().encode
    data, twin_data = encode(value), encode(twin)
    read = msgspec.msgpack.Decoder(DocumentMentions).decode
    read_twin = msgspec.msgpack.Decoder(DocumentTwin).decode
    assert read(data) == value and read_twin(twin_data) == twin
    pairs: tuple[tuple[str, Callable[[], object], Callable[[], object]], ...] = (
        ("create", lambda: [EntityMention(*row) for row in rows], lambda: [MentionTwin(*row) for row in rows]),
        ("encode", lambda: encode(value), lambda: encode(twin)),
        ("decode", lambda: read(data), lambda: read_twin(twin_data)),
    )
    print(f"{'':8}{'Struct':>10}{'dataclass':>12}{'ratio':>8}")
    for name, struct, dataclass_ in pairs:
        ours, theirs = microseconds(struct), microseconds(dataclass_)
        print(f"{name:8}{ours:>7.3f} µs{theirs:>9.3f} µs{theirs / ours:>8.1f}")
    ours, theirs = len(data) / N_VALUES, len(twin_data) / N_VALUES
    print(f"{'bytes':8}{ours:>10.1f}{theirs:>12.1f}{theirs / ours:>8.1f}")


if __name__ == "__main__":
    main()
