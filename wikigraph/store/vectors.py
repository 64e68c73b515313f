"""Vectors of text units: which are missing, putting them in, reading them all at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from wikigraph.model.record import HEADING_SEPARATOR
from wikigraph.store.index import Index
from wikigraph.text.embedded import embedded_text

if TYPE_CHECKING:
    import pyarrow as pa

Vectors = npt.NDArray[np.float32]
Query = Callable[..., list[tuple[Any, ...]]]

_HELD = "SELECT content FROM vector WHERE embedder = $key"
_MISSING = f"SELECT DISTINCT content FROM text_unit WHERE content NOT IN ({_HELD})"


@dataclass(frozen=True, slots=True)
class Missing:
    """A text that has no vector yet."""

    content: str
    text: str


@dataclass(frozen=True, slots=True)
class UnitVectors:
    """The vectors of all text units that have one."""

    units: npt.NDArray[np.int64]  # numbers, ascending
    vectors: Vectors  # a row per unit, length 1


def n_missing(query: Query, embedder: str) -> int:
    """How many texts have no vector by this embedder."""
    return int(query(f"SELECT count(*) FROM ({_MISSING})", {"key": embedder})[0][0])


def missing(query: Query, embedder: str, limit: int) -> list[Missing]:
    """Texts without a vector by this embedder, the first ones by hash: any order will do, if it is settled."""
    found = query(
        f"""SELECT content, any_value(u.path ORDER BY u.number), any_value(d.title ORDER BY u.number),
        any_value(heading_path ORDER BY u.number), any_value(text ORDER BY u.number)
        FROM text_unit u JOIN document d ON d.path = u.path WHERE content IN ({_MISSING})
        GROUP BY content ORDER BY content LIMIT $limit""",
        {"key": embedder, "limit": limit},
    )
    return [
        Missing(content, embedded_text(path, title, above.split(HEADING_SEPARATOR) if above else (), text))
        for content, path, title, above, text in found
    ]


def other_embedder(query: Query, embedder: str) -> tuple[str, int] | None:
    """(key, dimension) of the embedder whose vectors are there, if it is another one."""
    found = query("SELECT embedder, len(vector) FROM vector WHERE embedder <> $key LIMIT 1", {"key": embedder})
    return (str(found[0][0]), int(found[0][1])) if found else None


def make_table(query: Query, dimension: int) -> None:
    """An empty table of vectors of this dimension in place of the one that is there."""
    query("DROP TABLE vector")
    query(f"CREATE TABLE vector (content VARCHAR NOT NULL, embedder VARCHAR NOT NULL,"
          f" vector FLOAT[{int(dimension)}] NOT NULL)")  # fmt: skip


def drop_unused(query: Query) -> None:
    """Removes vectors of texts that no unit has any more."""
    query("DELETE FROM vector WHERE content NOT IN (SELECT content FROM text_unit)")


def vector_table(embedder: str, contents: Sequence[str], vectors: Vectors) -> pa.Table:
    """Vectors as rows of the table `vector`."""
    import pyarrow as pa  # only here: a reader can do without, and it is slow to import

    column = pa.FixedSizeListArray.from_arrays(pa.array(vectors.ravel(), pa.float32()), vectors.shape[1])
    names = pa.array([embedder] * len(contents), pa.string())
    return pa.table({"content": pa.array(contents, pa.string()), "embedder": names, "vector": column})


@dataclass(frozen=True, slots=True)
class AllVectors:
    """The table `vector` as a whole."""

    rows: pa.Table
    dimension: int


def all_vectors(index: Index) -> AllVectors | None:
    """None where there are none."""
    rows = index.table("SELECT content, embedder, vector FROM vector, asked", asked={"one": [1]})
    return AllVectors(rows, rows["vector"].type.list_size) if rows.num_rows else None


def read_vectors(index: Index, embedder: str) -> UnitVectors:
    """All vectors by this embedder in one go; units without one are left out."""
    found = index.arrays(
        """SELECT number::BIGINT AS number, vector FROM text_unit JOIN vector USING (content)
        WHERE embedder = $key ORDER BY number""",
        key=embedder,
    )
    units = np.asarray(found["number"], np.int64)
    vectors = np.stack(list(found["vector"])) if len(units) else np.zeros((0, 0), np.float32)
    return UnitVectors(units, vectors)
