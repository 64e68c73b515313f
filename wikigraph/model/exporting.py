"""What leaves the index for other programs."""

from __future__ import annotations

from wikigraph.model.base import Value

FORMATS = {
    "csv": "relationships.csv",
    "parquet": "relationships.parquet",
    "graphml": "graph.graphml",
    "neo4j": "neo4j",
    "tables": "tables",
}
"""Format → what its file, or its folder, is called unless somebody says otherwise."""

OF_SEVERAL_FILES = frozenset({"neo4j", "tables"})


class ExportedFile(Value, frozen=True):
    """A file that was written."""

    path: str
    rows: int  # of a table; nodes and edges of a graph
    bytes: int


class Exported(Value, frozen=True):
    """What `export` wrote, by name."""

    format: str
    generation: int  # of the index
    files: tuple[ExportedFile, ...]
