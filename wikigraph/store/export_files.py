"""Rows and graphs → files outside of the vault: each is whole or not there, and none is replaced unasked."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from wikigraph.errors import AccessError, UsageError
from wikigraph.model.exporting import ExportedFile
from wikigraph.store.index import Index

Write = Callable[[Path], int]
"""Writes a file and tells the rows in it."""


def write_parquet(index: Index, sql: str, file: Path) -> int:
    """A batch after the other, so that a large table does not have to fit into memory."""
    import pyarrow.parquet as parquet  # only here: it is slow to import

    with index.reading(sql) as reader, parquet.ParquetWriter(file, reader.schema, compression="zstd") as writer:
        n = 0
        for batch in reader:
            writer.write_batch(batch)
            n += batch.num_rows
        return n


def write_csv(index: Index, sql: str, file: Path) -> int:
    """UTF-8, a line of names first; texts in quotes."""
    import pyarrow.csv as csv  # only here: it is slow to import

    with index.reading(sql) as reader, csv.CSVWriter(file, reader.schema) as writer:
        n = 0
        for batch in reader:
            writer.write_batch(batch)
            n += batch.num_rows
        return n


def place_files(files: Sequence[tuple[Path, Write]], *, may_replace: bool) -> tuple[ExportedFile, ...]:
    """Writes each file under another name first.

    Raises UsageError ("export-exists") before anything is written, AccessError ("export-not-written").
    """
    there = [file for file, _ in files if os.path.lexists(file)]
    if there and not may_replace:
        more = f" and {len(there) - 1} more" if len(there) > 1 else ""
        raise UsageError("export-exists", f"is there already{more}", where=str(there[0]),
                         hint="give --force to replace it, or another --output")  # fmt: skip
    written = []
    for file, write in files:
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            written.append(_place(file, write))
        except OSError as error:
            raise AccessError(
                "export-not-written", f"the file cannot be written: {error.strerror or error}", where=str(file),
                hint="give --output a folder that can be written and has room",
            ) from error  # fmt: skip
    return tuple(written)


def _place(file: Path, write: Write) -> ExportedFile:
    if file.is_dir():
        raise IsADirectoryError(21, "a folder is in its place")
    descriptor, name = tempfile.mkstemp(prefix=f".{file.name[:40]}.", suffix=".part", dir=file.parent)
    os.close(descriptor)
    part = Path(name)
    try:
        rows = write(part)
        part.chmod(0o666 & ~_umask())
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    return ExportedFile(str(file), rows, file.stat().st_size)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
