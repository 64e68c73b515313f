"""The next generation, while it is built: a copy of the current one plus the changes, or a fresh one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeVar

import duckdb
import pyarrow as pa

from wikigraph.engine.execute import StepRun
from wikigraph.errors import IndexUnusableError
from wikigraph.model.base import Value
from wikigraph.model.claim import CommunityReport
from wikigraph.model.graph import Graph, Hierarchy, Lexicon
from wikigraph.model.record import DocumentRows, FileState, LinkRow, PageRow
from wikigraph.store import rows as arrow
from wikigraph.store import vectors
from wikigraph.store.database import connect, create_indexes, create_tables, is_damage, registered, unusable
from wikigraph.store.generations import BUILDING, Generations
from wikigraph.store.index import Index

V = TypeVar("V", bound=Value)
_BATCH = 2000  # documents (or nodes) per bulk load, to bound memory
_BY_PATH = (
    "document", "document_tag", "document_name", "sentence", "text_unit", "entity_mention", "claim", "claim_entity"
)  # fmt: skip


class IndexWriter:
    """Writes into a generation that nobody sees before `publish`. Made by `begin_index`."""

    def __init__(
        self,
        generations: Generations,
        path: Path,
        base: int | None,
        connection: duckdb.DuckDBPyConnection,
    ) -> None:
        self._generations = generations
        self._base = base
        self._path = path
        self._connection = connection
        self.published = 0

    def start(self, memo_format: str) -> None:
        """Begins the one transaction; makes the tables where there are none."""
        self._run("BEGIN")
        if self._base is None:
            create_tables(self._connection)
            self.set_meta("memo_format", memo_format)

    def set_meta(self, key: str, value: str) -> None:
        """Records a fact about the index."""
        self._run("DELETE FROM meta WHERE key = ?", [key])
        self._run("INSERT INTO meta VALUES (?, ?)", [key, value])

    def replace_file_states(self, states: Iterable[FileState]) -> None:
        """All files as this compile saw them."""
        ordered = sorted(states, key=lambda state: state.path)
        self._run("DELETE FROM file_state")
        self._insert({
            "file_state": arrow.table(
                "path:s size:i mtime_ns:i sha256:s ctime_ns:i inode:u",
                ((s.path, s.size, s.mtime_ns, s.sha256, s.ctime_ns, s.inode) for s in ordered),
            )
        })  # fmt: skip

    def replace_documents(self, changed: Mapping[str, DocumentRows], removed: Iterable[str] = ()) -> None:
        """Puts changed documents (by path) in place of what was there of them, and takes removed ones out.

        They are taken from `changed` in batches, so that a mapping that makes them on demand need not hold all.
        """
        gone = arrow.keys(sorted({*changed, *removed}))
        with registered(self._connection, gone=gone):
            self._run(
                """DELETE FROM posting WHERE unit IN
                (SELECT number FROM text_unit WHERE path IN (SELECT key FROM gone))"""
            )
            for name in _BY_PATH:
                self._run(f"DELETE FROM {name} WHERE path IN (SELECT key FROM gone)")
        paths = sorted(changed)
        for at in range(0, len(paths), _BATCH):
            batch = [changed[path] for path in paths[at : at + _BATCH]]
            self._insert(arrow.document_tables(batch, self._next_number()))

    def replace_graph(
        self, lexicon: Lexicon, graph: Graph, hierarchy: Hierarchy, reports: Iterable[CommunityReport]
    ) -> None:
        """The whole graph; only rows of values that differ from what is there are written."""
        self._replace_changed(
            lexicon.entities, lambda e: e.id, "entity", "id", arrow.entity_tables,
            ("entity_alias", "entity_name", "entity_reason"), "entity_id",
        )  # fmt: skip
        self._replace_changed(
            graph.relationships, lambda r: r.id, "relationship", "id", arrow.relationship_tables,
            ("adjacency", "relationship_mention", "relationship_evidence"), "relationship_id",
        )  # fmt: skip
        self._replace_changed(
            hierarchy.communities, lambda c: c.id, "community", "id", arrow.community_tables, ("community_member",),
            "community_id",
        )  # fmt: skip
        self._replace_changed(
            tuple(reports), lambda r: r.community_id, "report", "community_id", arrow.report_tables,
            ("report_statement", "report_citation"), "community_id",
        )  # fmt: skip

    def replace_pages(self, pages: Iterable[PageRow], links: Iterable[LinkRow], kept: Collection[str] = ()) -> None:
        """All pages of wiki/ with their links; only pages that differ from what is there are written. `kept` are the
        paths of further pages, which stay as they are in the table."""
        held: dict[str, list[LinkRow]] = {}
        for link in links:
            held.setdefault(link.origin, []).append(link)
        whole = tuple(_PageWithLinks(page, tuple(sorted(held.get(page.path, ()), key=_order))) for page in pages)
        self._replace_changed(
            whole, lambda p: p.page.path, "page", "path", _page_tables, ("page_link",), "origin", kept
        )

    def page_links(self, relation: str) -> list[tuple[str, str, str]]:
        """Every (origin, relation, target) of a relation, as it will be published."""
        return self._run("SELECT origin, relation, target FROM page_link WHERE relation = ?", [relation])

    def missing_vectors(self, embedder: str, limit: int) -> list[vectors.Missing]:
        """Texts of units that have no vector by this embedder yet."""
        return vectors.missing(self._run, embedder, limit)

    def n_missing_vectors(self, embedder: str) -> int:
        return vectors.n_missing(self._run, embedder)

    def drop_unused_vectors(self) -> None:
        """Removes vectors of texts that no unit has any more."""
        vectors.drop_unused(self._run)

    def make_room_for_vectors(self, embedder: str, dimension: int) -> tuple[str, int] | None:
        """Makes the table fit the embedder. Vectors of another one go: its key and dimension are given back then."""
        other = vectors.other_embedder(self._run, embedder)
        if other is not None or not self._run("SELECT 1 FROM vector LIMIT 1"):
            vectors.make_table(self._run, dimension)
        return other

    def take_vectors(self, index: Index) -> None:
        """Copies all vectors of another generation."""
        if found := vectors.all_vectors(index):
            vectors.make_table(self._run, found.dimension)
            self._insert({"vector": found.rows})

    def add_vectors(self, embedder: str, contents: Sequence[str], found: vectors.Vectors) -> None:
        """Puts vectors in: a row of `found` for each content."""
        self._insert({"vector": vectors.vector_table(embedder, contents, found)})

    def remember(self, runs: Iterable[StepRun]) -> None:
        """What every step of a finished run saw and gave; steps that are not among `runs` are forgotten."""
        kept = {run.step: run for run in runs}
        steps = arrow.keys(sorted(kept))
        with registered(self._connection, kept=steps):
            self._run("DELETE FROM build_step")
            self._run("DELETE FROM build_node WHERE step NOT IN (SELECT key FROM kept)")
        self._insert({
            "build_step": arrow.table(
                "step:s fingerprint:s", ((name, kept[name].fingerprint) for name in sorted(kept))
            )
        })  # fmt: skip
        for name in sorted(kept):
            self._remember_nodes(kept[name])

    def publish(self) -> int:
        """Commits, writes everything to disk and makes this generation the current one; gives its number.

        Raises IndexUnusableError (code "index-not-written") if the disk is full or fails: the current generation
        stays what it was.
        """
        try:
            self._connection.execute("COMMIT").fetchall()
            create_indexes(self._connection)
            self._connection.execute("CHECKPOINT").fetchall()  # close() would swallow a full disk
            self._connection.close()
            self.published = self._generations.publish(self._path)
        except (duckdb.Error, OSError) as error:
            raise _not_written(error) from error
        return self.published

    def _remember_nodes(self, run: StepRun) -> None:
        gone = arrow.keys(sorted({*run.written, *run.removed}))
        if not gone.num_rows:
            return
        with registered(self._connection, gone=gone):
            self._run(
                "DELETE FROM build_node WHERE step = ? AND key IN (SELECT key FROM gone)", [run.step]
            )
        ordered = sorted(run.written.items())
        for at in range(0, len(ordered), _BATCH):
            nodes = ((run.step, key, record.fingerprint, record.output, data)
                     for key, (record, data) in ordered[at : at + _BATCH])  # fmt: skip
            self._insert({"build_node": arrow.table("step:s key:s fingerprint:s output:s value:x", nodes)})

    def _replace_changed(
        self,
        values: Sequence[V],
        key_of: Callable[[V], str],
        name: str,
        key: str,
        tables_of: Callable[[Sequence[V], Sequence[str]], dict[str, pa.Table]],
        parts: Sequence[str],
        part_key: str,
        kept: Collection[str] = (),
    ) -> None:
        """Rows of `name` (and of its `parts`) whose value's digest differs from the one in the table are replaced,
        those whose key is gone are deleted, if they are not `kept`."""
        before = dict(self._run(f"SELECT {key}, digest FROM {name}"))
        now = {key_of(value): (value, arrow.digest(value)) for value in values}
        fresh = sorted(k for k, (_, mark) in now.items() if before.get(k) != mark)
        stays = frozenset(kept)
        gone = sorted(k for k in before if k not in stays and (k not in now or before[k] != now[k][1]))
        if gone:
            with registered(self._connection, gone=arrow.keys(gone)):
                self._run(f"DELETE FROM {name} WHERE {key} IN (SELECT key FROM gone)")
                for part in parts:
                    self._run(f"DELETE FROM {part} WHERE {part_key} IN (SELECT key FROM gone)")
        self._insert(tables_of([now[k][0] for k in fresh], [now[k][1] for k in fresh]))

    def _insert(self, tables: Mapping[str, pa.Table]) -> None:
        for name, rows in tables.items():
            if rows.num_rows:
                with registered(self._connection, incoming=rows):
                    self._run(f"INSERT INTO {name} BY NAME SELECT * FROM incoming")

    def _run(
        self, sql: str, parameters: Sequence[object] | Mapping[str, object] | None = None
    ) -> list[tuple[Any, ...]]:
        try:
            return self._connection.execute(sql, parameters).fetchall()  # an unread result blocks the connection
        except duckdb.Error as error:
            raise self._fault(error) from error

    def _fault(self, error: duckdb.Error) -> Exception:
        """A disk that takes no more, the damage of the generation that was copied, or a bug of ours."""
        if not is_damage(error):
            return error
        if "write" in str(error).lower() or "space" in str(error).lower():
            return _not_written(error)
        if self._base is not None:
            self._generations.mark_damaged(self._base)
        return unusable(error)

    def _next_number(self) -> int:
        return int(self._run("SELECT coalesce(max(number), 0) + 1 FROM text_unit")[0][0])


@contextmanager
def begin_index(folder: Path, base: Index | None, memo_format: str) -> Iterator[IndexWriter]:
    """A writer for the next generation: on a copy of `base` (the current one), or on nothing if None.

    Only for the holder of the lock. Leaving the block without `publish` throws the work away.
    Raises IndexUnusableError ("index-not-written") where it cannot be made.
    """
    generations = Generations(folder)
    path = folder / BUILDING
    connection = None
    try:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if base is not None:
                generations.copy_to(base.generation, path)
            connection = connect(path, read_only=False)
        except (duckdb.Error, OSError) as error:
            raise _not_written(error) from error
        number = None if base is None else base.generation
        writer = IndexWriter(generations, path, number, connection)
        writer.start(memo_format)
        yield writer
    finally:
        if connection is not None:
            with suppress(duckdb.Error):
                connection.close()
        for leftover in folder.glob(f"{BUILDING}*"):
            leftover.unlink(missing_ok=True)


class _PageWithLinks(Value, frozen=True):
    page: PageRow
    links: tuple[LinkRow, ...]


def _order(link: LinkRow) -> tuple[int, str, str, str]:
    return (link.line, link.relation, link.target, link.kind)


def _page_tables(pages: Sequence[_PageWithLinks], digests: Sequence[str]) -> dict[str, pa.Table]:
    return {
        "page": arrow.table(
            "path:s id:s kind:s title:s is_human:b digest:s",
            (
                (p.page.path, p.page.id, p.page.kind, p.page.title, p.page.is_human, mark)
                for p, mark in zip(pages, digests, strict=True)
            ),
        ),
        "page_link": arrow.table(
            "origin:s relation:s target:s line:i kind:s",
            sorted(  # by target: a look-up of what leads to a file then reads a few blocks, not the whole table
                ((link.origin, link.relation, link.target, link.line, link.kind) for p in pages for link in p.links),
                key=itemgetter(2),
            ),
        ),
    }


def _not_written(error: Exception) -> IndexUnusableError:
    first_line = str(error).strip().partition("\n")[0]
    return IndexUnusableError(
        "index-not-written",
        f"the index could not be written: {first_line[:200]}",
        where=".wikigraph/index",
        hint="make room on the disk (or mend its permissions) and compile again; the last index is untouched",
    )
