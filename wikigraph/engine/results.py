"""Results of steps: hashes at once, values when somebody looks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec

from wikigraph.engine.fingerprint import digest_parts, encode
from wikigraph.engine.memo import ONCE
from wikigraph.model.base import Value

Load = Callable[[Iterable[str]], Mapping[str, bytes]]


class Result(Mapping[str, Value]):
    """What a step gave: key → value (the one key is "" for a step that ran once).

    `outputs` (digests) are known without decoding anything. Values are decoded when asked for, and kept only where
    somebody asked for the whole.
    """

    def __init__(self, outputs: Mapping[str, str], type_: type[Value], load: Load, *, once: bool) -> None:
        self.outputs = dict(sorted(outputs.items()))
        self.once = once
        self._decode = msgspec.msgpack.Decoder(type_).decode
        self._load = load
        self._values: dict[str, Value] = {}
        self._digest = ""

    def put(self, key: str, value: Value) -> None:
        """Remembers a value that was just made."""
        self._values[key] = value

    @property
    def digest(self) -> str:
        """One digest over all keys and outputs."""
        if not self._digest:
            self._digest = digest_parts(part for item in self.outputs.items() for part in item)
        return self._digest

    def some(self, keys: Iterable[str]) -> Mapping[str, Value]:
        """The values of these keys, decoded in one go."""
        ordered = list(keys)
        missing = [key for key in ordered if key not in self._values]
        decoded = {key: self._decode(data) for key, data in self._load(missing).items()} if missing else {}
        return {key: decoded[key] if key in decoded else self._values[key] for key in ordered}

    def encoded(self, keys: Iterable[str]) -> Mapping[str, bytes]:
        """The values of these keys as bytes."""
        ordered = list(keys)
        missing = [key for key in ordered if key not in self._values]
        loaded = self._load(missing) if missing else {}
        return {key: loaded[key] if key in loaded else encode(self._values[key]) for key in ordered}

    def whole(self) -> Mapping[str, Value] | Value:
        """What a step sees that takes everything: the one value, or all of them sorted by key."""
        if len(self._values) < len(self.outputs):
            self._values = dict(self.some(self.outputs))
        return self._values[ONCE] if self.once else {key: self._values[key] for key in self.outputs}

    def forget(self) -> None:
        """Lets go of decoded values: they are decoded again if somebody asks."""
        self._values = {}

    def __getitem__(self, key: str) -> Value:
        if key not in self.outputs:
            raise KeyError(key)
        return self.some((key,))[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.outputs)

    def __len__(self) -> int:
        return len(self.outputs)
