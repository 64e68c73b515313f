"""One DuckDB file: opened with hardened settings, its faults told in our words.

SQL files are never read, extensions never loaded, no Python variable is ever taken for a table: rows come in
as parameters or as Arrow tables that are registered by name.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from wikigraph.errors import IndexUnusableError

if TYPE_CHECKING:
    import pyarrow as pa

SCHEMA_VERSION = 4
"""Of schema.sql; the history of versions stands there."""

_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "enable_external_access": False,
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "allow_community_extensions": False,
    "python_enable_replacements": False,
    "memory_limit": "512MB",
    "default_block_size": 65536,  # an index of a few notes takes 0.5 MB instead of 1.8, a large one no more
    "lock_configuration": True,
}

_DAMAGE = (duckdb.IOException, duckdb.FatalException, duckdb.InternalException, duckdb.SerializationException)


def connect(path: Path, *, read_only: bool) -> duckdb.DuckDBPyConnection:
    """Opens a database file. Raises duckdb.Error where it cannot be opened."""
    return duckdb.connect(str(path), read_only=read_only, config=_CONFIG)


def create_tables(connection: duckdb.DuckDBPyConnection) -> None:
    """Makes the tables of schema.sql in an empty database."""
    connection.execute(files("wikigraph.store").joinpath("schema.sql").read_text("utf-8")).fetchall()
    connection.execute("INSERT INTO meta VALUES ('schema_version', ?)", [str(SCHEMA_VERSION)]).fetchall()


def create_indexes(connection: duckdb.DuckDBPyConnection) -> None:
    """Makes the look-ups of indexes.sql that are not there yet. Raises duckdb.Error."""
    connection.execute(files("wikigraph.store").joinpath("indexes.sql").read_text("utf-8")).fetchall()


def schema_version(connection: duckdb.DuckDBPyConnection) -> int:
    """The version of the tables in this file; 0 where it is no index of ours."""
    try:
        rows = connection.execute("SELECT value FROM meta WHERE key = 'schema_version'").fetchall()
    except duckdb.CatalogException:
        return 0
    return int(rows[0][0]) if rows and str(rows[0][0]).isdigit() else 0


@contextmanager
def registered(connection: duckdb.DuckDBPyConnection, **tables: pa.Table) -> Iterator[None]:
    """Arrow tables that SQL sees under these names while the block lasts."""
    for name, table in tables.items():
        connection.register(name, table)
    try:
        yield
    finally:
        for name in tables:
            with suppress(duckdb.Error):  # in an aborted transaction it fails and would hide why
                connection.unregister(name)


def is_damage(error: duckdb.Error) -> bool:
    """Whether the file or the disk is at fault, not the query. (A wrong checksum is told as a bare duckdb.Error.)"""
    return type(error) is duckdb.Error or isinstance(error, _DAMAGE)


def unusable(error: duckdb.Error) -> IndexUnusableError:
    """What a person is told when the database cannot be read."""
    first_line = str(error).strip().partition("\n")[0]
    return IndexUnusableError(
        "index-damaged",
        f"the index is damaged: {first_line[:200]}",
        where=".wikigraph/index",
        hint="run `wikigraph compile`: it puts the damaged index aside and builds a new one",
    )
