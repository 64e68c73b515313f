"""The engine's memory, kept in the index: what every node of the last compile saw and gave.

Values are msgpack made by the engine; nothing is ever unpickled.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

import msgspec

from wikigraph import __version__
from wikigraph.engine.memo import Record
from wikigraph.model.base import Value
from wikigraph.store.index import Index


def value_layout(types: Iterable[type[Value]]) -> str:
    """Stands for how values of these types (and all they hold) look as bytes, and for the version of the product.

    An index whose `memo_format` differs is not used for an incremental compile.
    """
    described = repr(msgspec.inspect.multi_type_info(list(types)))
    return hashlib.blake2b(f"{__version__}\n{described}".encode(), digest_size=8).hexdigest()


class IndexMemo:
    """The memo of the generation that an Index has open (engine.memo.Memo)."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._fingerprints: dict[str, str] | None = None

    def step_fingerprint(self, step: str) -> str | None:
        if self._fingerprints is None:
            rows = self._index.rows("SELECT step, fingerprint FROM build_step")
            self._fingerprints = {str(name): str(fingerprint) for name, fingerprint in rows}
        return self._fingerprints.get(step)

    def records(self, step: str) -> Mapping[str, Record]:
        columns = self._index.columns(
            "SELECT key, fingerprint, output FROM build_node WHERE step = $step", step=step
        )
        return {key: Record(seen, gave) for key, seen, gave in zip(*columns, strict=True)}

    def load(self, step: str, keys: Iterable[str]) -> Mapping[str, bytes]:
        """Raises KeyError for a node that is not there."""
        wanted = list(keys)
        found = dict(
            zip(
                *self._index.columns(
                    "SELECT key, value FROM build_node JOIN wanted USING (key) WHERE step = $step",
                    keys=wanted,
                    step=step,
                ),
                strict=True,
            )
        )
        return {key: found[key] for key in wanted}
