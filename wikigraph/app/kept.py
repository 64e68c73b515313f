"""Values that the index keeps among its facts (table meta), written and read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from wikigraph import __version__
from wikigraph.model.compilation import CompileReport
from wikigraph.model.record import Names
from wikigraph.store.index import Index

if TYPE_CHECKING:  # a reader need not load what only a writer needs
    from wikigraph.store.index_writer import IndexWriter

_json = msgspec.json.Encoder()


def store_names(writer: IndexWriter, names: Names) -> None:
    """Keeps what a reader of the links must know of the files beside those in file_state."""
    writer.set_meta("names", _json.encode(names).decode())


def stored_names(index: Index) -> Names | None:
    """What `store_names` kept, None where there is nothing that this version wrote."""
    try:
        text = index.meta("names")
        names = msgspec.json.decode(text, type=Names) if text else None
    except msgspec.DecodeError:
        return None
    return names if names is not None and names.version == __version__ else None


def store_cycles(writer: IndexWriter, cycles: tuple[tuple[str, ...], ...]) -> None:
    """Keeps the rings of `requires` among the pages that the index knows."""
    writer.set_meta("cycles", _json.encode(cycles).decode())


def stored_cycles(index: Index) -> tuple[tuple[str, ...], ...] | None:
    """What `store_cycles` kept, None where there is nothing."""
    try:
        text = index.meta("cycles")
        return msgspec.json.decode(text, type=tuple[tuple[str, ...], ...]) if text else None
    except msgspec.DecodeError:
        return None


def store_report(writer: IndexWriter, report: CompileReport) -> None:
    """Keeps the report, so that a compile with nothing to do can tell the same."""
    writer.set_meta("last_report", _json.encode(report).decode())


def stored_report(text: str) -> CompileReport | None:
    """The report of the last compile, None if there is none that can be read."""
    try:
        return msgspec.json.decode(text, type=CompileReport) if text else None
    except msgspec.DecodeError:
        return None
