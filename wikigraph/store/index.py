"""A generation of the index, open for reading: one whole state of the vault, whatever writers do meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

from wikigraph.errors import IndexUnusableError
from wikigraph.model.diagnostic import Diagnostic
from wikigraph.model.record import Counts, EntityRow, FileState, LinkRow, PageRow
from wikigraph.store.database import SCHEMA_VERSION, connect, is_damage, registered, schema_version, unusable
from wikigraph.store.generations import Generations, Reading

if TYPE_CHECKING:
    import numpy.typing as npt
    import pyarrow as pa

_BATCH = 65536  # rows
_ENTITY = """
    SELECT entity.id, entity.title, entity.type, is_page_worthy, n_mentions, n_documents, coalesce(page.path, '')
    FROM entity LEFT JOIN page ON page.id = entity.id
"""


class Index:
    """The tables of schema.sql, read-only. Close it, or use it as a context manager.

    Every method may raise IndexUnusableError (code "index-damaged"): the next compile then puts the generation aside.
    """

    def __init__(self, folder: Path, reading: Reading, connection: duckdb.DuckDBPyConnection) -> None:
        self._generations = Generations(folder)
        self._reading = reading
        self._connection = connection
        self._turn = threading.Lock()  # a DuckDB connection serves one thread at a time

    def __enter__(self) -> Index:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    @property
    def generation(self) -> int:
        return self._reading.number

    @property
    def size(self) -> int:
        """Bytes of the database."""
        return self._reading.path.stat().st_size

    def close(self) -> None:
        self._connection.close()
        self._reading.release()

    def rows(self, sql: str, **parameters: Any) -> list[tuple[Any, ...]]:
        """Rows of a query; `$name` in it stands for a parameter."""
        with self._turn:
            try:
                return self._connection.execute(sql, parameters or None).fetchall()
            except duckdb.Error as error:
                raise self._fault(error) from error

    def columns(
        self, sql: str, keys: Iterable[str] | None = None, **parameters: Any
    ) -> Sequence[Sequence[Any]]:
        """The columns of a query, for many rows; `wanted` in it is a table whose column `key` holds `keys`."""
        if keys is not None:
            sql = f"WITH wanted AS (SELECT unnest($wanted::VARCHAR[]) AS key) {sql}"
            parameters["wanted"] = list(keys)
        with self._turn:
            try:
                found = self._connection.execute(sql, parameters or None)
                return list(zip(*found.fetchall(), strict=True)) or [()] * len(found.description or ())
            except duckdb.Error as error:
                raise self._fault(error) from error

    def table(self, sql: str, asked: Mapping[str, Sequence[Any]]) -> pa.Table:
        """What a query gives, as an Arrow table; `asked` in it is a table of these columns."""
        import pyarrow  # only here: most commands can do without, and it is slow to import

        with self._turn, registered(self._connection, asked=pyarrow.table(dict(asked))):
            try:
                return self._connection.sql(sql).to_arrow_table()
            except duckdb.Error as error:
                raise self._fault(error) from error

    def arrays(self, sql: str, **parameters: Any) -> dict[str, npt.NDArray[Any]]:
        """The columns of a query, by name, as arrays: for numbers."""
        with self._turn:
            try:
                found: dict[str, npt.NDArray[Any]] = self._connection.execute(sql, parameters or None).fetchnumpy()
            except duckdb.Error as error:
                raise self._fault(error) from error
            return found

    @contextmanager
    def reading(self, sql: str) -> Iterator[pa.RecordBatchReader]:
        """The rows of a query, batch by batch, for more than fit into memory. Nothing else is asked meanwhile."""
        with self._turn:
            try:
                yield self._connection.sql(sql).to_arrow_reader(_BATCH)
            except duckdb.Error as error:
                raise self._fault(error) from error

    def _fault(self, error: duckdb.Error) -> Exception:
        if is_damage(error):
            self._generations.mark_damaged(self._reading.number)
            return unusable(error)
        return error

    # --- what there is -------------------------------------------------------------------------------------

    def meta(self, key: str) -> str:
        """A fact about the index, "" if it is not told."""
        found = self.rows("SELECT value FROM meta WHERE key = $key", key=key)
        return str(found[0][0]) if found else ""

    def counts(self) -> Counts:
        tables = (
            "document", "text_unit", "sentence", "entity", "relationship", "claim", "community", "report", "page",
            "vector",
        )  # fmt: skip
        return Counts(*self.rows("SELECT " + ", ".join(f"(SELECT count(*) FROM {name})" for name in tables))[0])

    def file_states(self) -> dict[str, FileState]:
        """Files as the last compile saw them, by path."""
        columns = self.columns("SELECT path, size, mtime_ns, sha256, ctime_ns, inode FROM file_state ORDER BY path")
        return {state.path: state for state in (FileState(*row) for row in zip(*columns, strict=True))}

    def documents(self) -> list[tuple[str, str]]:
        """(path, title) of every document, by path."""
        return self.rows("SELECT path, title FROM document ORDER BY path")

    def titles(self, paths: Iterable[str]) -> dict[str, str]:
        """Titles of documents, by path."""
        return dict(self.rows(
            "SELECT path, title FROM document WHERE list_contains($paths::VARCHAR[], path)", paths=sorted(paths)
        ))  # fmt: skip

    # --- the graph -----------------------------------------------------------------------------------------

    def entity(self, entity_id: str) -> EntityRow | None:
        found = self.rows(f"{_ENTITY} WHERE entity.id = $id", id=entity_id)
        return EntityRow(*found[0]) if found else None

    def entities_named(self, name: str) -> list[EntityRow]:
        """Entities that have this title or alias, whatever the case; most mentions first."""
        found = self.rows(
            f"""{_ENTITY} WHERE entity.id IN (SELECT entity_id FROM entity_alias WHERE lower(alias) = lower($name))
            ORDER BY n_mentions DESC, entity.id""",
            name=name,
        )
        return [EntityRow(*row) for row in found]

    def aliases(self, entity_id: str) -> list[str]:
        """Every spelling, the title first."""
        found = self.rows("SELECT alias FROM entity_alias WHERE entity_id = $id ORDER BY position", id=entity_id)
        return [str(row[0]) for row in found]

    def reasons(self, entity_id: str) -> list[tuple[str, str]]:
        """(rule, detail): why it is an entity, why it has a page or none, why names were merged."""
        return self.rows(
            "SELECT rule, detail FROM entity_reason WHERE entity_id = $id ORDER BY position", id=entity_id
        )

    def units_of(self, entity_id: str) -> list[tuple[str, str, int, int]]:
        """Which text units mention an entity: (unit id, path, first line, last line), by path and line."""
        return self.rows(
            """SELECT DISTINCT u.id, u.path, u.start_line, u.end_line FROM entity_mention m
            JOIN text_unit u ON u.number = m.unit WHERE m.entity_id = $id
            ORDER BY u.path, u.start_line, u.id""",
            id=entity_id,
        )

    def relationships_of(self, entity_id: str) -> list[tuple[str, str, str, int]]:
        """(other entity's id, its title, type, weight), strongest first."""
        return self.rows(
            """SELECT e.id, e.title, r.type, r.weight FROM relationship r JOIN entity e
            ON e.id = CASE WHEN r.source_entity_id = $id THEN r.target_entity_id ELSE r.source_entity_id END
            WHERE r.source_entity_id = $id OR r.target_entity_id = $id ORDER BY r.weight DESC, e.id, r.type""",
            id=entity_id,
        )

    def page_paths(self, ids: Iterable[str]) -> dict[str, str]:
        """Paths of pages, by id; those that have no page are left out."""
        wanted = sorted(ids)
        return dict(self.rows(
            "SELECT id, min(path) FROM page WHERE list_contains($ids::VARCHAR[], id) GROUP BY id", ids=wanted
        )) if wanted else {}  # fmt: skip

    # --- pages ---------------------------------------------------------------------------------------------

    def pages(self) -> list[PageRow]:
        """Every page of wiki/, by path."""
        return [
            PageRow(*row) for row in self.rows("SELECT path, id, kind, title, is_human FROM page ORDER BY path")
        ]

    def links(self, relations: Iterable[str] | None = None) -> list[LinkRow]:
        """Every link of these relations (all if None), by origin and place."""
        names = None if relations is None else sorted(set(relations))
        columns = self.columns(
            """SELECT origin, relation, target, line, kind FROM page_link
            WHERE $all OR relation IN (SELECT unnest($names::VARCHAR[])) ORDER BY ALL""",
            all=names is None,
            names=names or [],
        )
        return [LinkRow(*row) for row in zip(*columns, strict=True)]

    def backlinks(self, path: str) -> list[LinkRow]:
        """Every link that leads to a file."""
        found = self.rows(
            "SELECT origin, relation, target, line, kind FROM page_link WHERE target = $path ORDER BY ALL", path=path
        )
        return [LinkRow(*row) for row in found]


def open_index(folder: Path) -> Index | None:
    """Opens the current generation in `folder` (`.wikigraph/index`); None if there is none.

    Raises IndexUnusableError: "index-damaged", "index-newer" (made by a later version of wikigraph),
    "index-older" (made by an earlier one).
    """
    generations = Generations(folder)
    if fault := generations.fault():
        raise _unusable("index-damaged", f"the index is damaged: {fault}", generations)
    reading = generations.hold()
    if reading is None:
        return None
    try:
        connection = connect(reading.path, read_only=True)
        version = schema_version(connection)
    except duckdb.Error as error:
        reading.release()
        generations.mark_damaged(reading.number)
        raise unusable(error) from error
    if version != SCHEMA_VERSION:
        connection.close()
        reading.release()
        age = "newer" if version > SCHEMA_VERSION else "older"
        raise _unusable(f"index-{age}", f"the index was made by {_AN[age]} version of wikigraph", generations)
    return Index(folder, reading, connection)


def open_for_compile(folder: Path, memo_format: str) -> tuple[Index | None, tuple[Diagnostic, ...]]:
    """What a compile builds on: the current generation if it is sound and its memo has this format, else None.

    Only for the holder of the lock: leftovers of killed writers are removed, and a generation that
    cannot be used is put aside and told about.
    """
    generations = Generations(folder)
    generations.clean()
    try:
        index = open_index(folder)
        if index is None or index.meta("memo_format") == memo_format:
            return index, ()
        index.close()
        return None, ()  # made by another build of wikigraph: everything is compiled again
    except IndexUnusableError as error:
        aside = generations.put_aside()
        kept = f"; it was put aside as .wikigraph/index/{aside}" if aside else ""
        told = Diagnostic(error.code, "warning", f"{error.message}{kept}. Everything is compiled again.")
        return None, (told,)


_AN = {"newer": "a newer", "older": "an older"}


def _unusable(code: str, message: str, generations: Generations) -> IndexUnusableError:
    hint = "run `wikigraph compile`: it puts this index aside and builds a new one"
    if code == "index-newer":
        hint = "update wikigraph; or " + hint
    return IndexUnusableError(code, message, where=".wikigraph/index", hint=hint)
