"""What the engine remembers between runs, and where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

ONCE = ""  # the key of a step that runs once


@dataclass(frozen=True, slots=True)
class Record:
    """A node as it was left: why it would run again, and what it gave."""

    fingerprint: str  # its parts joined by "|": version, parameters, one digest per input
    output: str  # digest of what it gave


class Memo(Protocol):
    """Where the last run's nodes are kept; read by the engine, written by the store."""

    def step_fingerprint(self, step: str) -> str | None:
        """Of the whole step, or None if it never ran."""

    def records(self, step: str) -> Mapping[str, Record]:
        """Every node of a step by its key."""

    def load(self, step: str, keys: Iterable[str]) -> Mapping[str, bytes]:
        """The encoded outputs of some nodes of a step."""


@dataclass(slots=True)
class MemoryMemo:
    """A memo in memory: for a first compile, `--check` without an index, and tests."""

    fingerprints: dict[str, str] = field(default_factory=dict)
    nodes: dict[str, dict[str, Record]] = field(default_factory=dict)
    data: dict[tuple[str, str], bytes] = field(default_factory=dict)

    def step_fingerprint(self, step: str) -> str | None:
        return self.fingerprints.get(step)

    def records(self, step: str) -> Mapping[str, Record]:
        return self.nodes.get(step, {})

    def load(self, step: str, keys: Iterable[str]) -> Mapping[str, bytes]:
        return {key: self.data[step, key] for key in keys}
