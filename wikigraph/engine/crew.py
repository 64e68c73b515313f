"""Calls of per-key steps as bytes, so that other processes can do them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol, get_type_hints

import msgspec

from wikigraph.engine.fingerprint import encode
from wikigraph.engine.plan import Step

Call = tuple[bytes, ...]  # the encoded arguments of one call, without the parameters of the step


class Crew(Protocol):
    """Who does the calls. Steps are pure, so it makes no difference to what they give."""

    def run(self, step: str, calls: Iterable[Call]) -> Iterator[bytes] | None:
        """What a step gives for each call, encoded, in the order of the calls; None if they are not worth sending."""


def caller(step: Step) -> Callable[[Call], bytes]:
    """A step as a function from encoded arguments to the encoded result."""
    hints = list(get_type_hints(step.run).items())
    decoders = [msgspec.msgpack.Decoder(hint).decode for name, hint in hints if name not in ("params", "return")]

    def call(data: Call) -> bytes:
        arguments = [decode(part) for decode, part in zip(decoders, data, strict=True)]
        return encode(step.run(*arguments, step.params))

    return call


def callers(steps: Sequence[Step]) -> dict[str, Callable[[Call], bytes]]:
    """The steps that run per key, by name."""
    return {step.name: caller(step) for step in steps if step.each}
