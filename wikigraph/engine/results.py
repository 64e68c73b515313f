"""Results of steps: hashes at once, values when somebody looks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec

from wikigraph.engine.fingerprint import digest_parts
from wikigraph.engine.memo import ONCE
from wikigraph.model.base import Value

Load = Callable[[Iterable[str]], Mapping[str, bytes]]


class Result(Mapping[str, Value]):
    """What a step gave: key → value (the one key is "" for a step that ran once).

    Values are decoded when asked for and kept; `outputs` (digests) are known without decoding anything.
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

    def preload(self, keys: Iterable[str]) -> None:
        """Decodes the values of these keys in one go."""
        missing = [key for key in keys if key not in self._values]
        if missing:
            for key, data in self._load(missing).items():
                self._values[key] = self._decode(data)

    def whole(self) -> Mapping[str, Value] | Value:
        """What a step sees that takes everything: the one value, or all of them sorted by key."""
        self.preload(self.outputs)
        if self.once:
            return self._values[ONCE]
        return {key: self._values[key] for key in self.outputs}

    def __getitem__(self, key: str) -> Value:
        if key not in self.outputs:
            raise KeyError(key)
        self.preload((key,))
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.outputs)

    def __len__(self) -> int:
        return len(self.outputs)
