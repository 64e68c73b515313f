"""The current generation of the index → files for other programs. Nothing in the vault is written."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from wikigraph.app.reading import require_index
from wikigraph.errors import UsageError
from wikigraph.model.exporting import FORMATS, OF_SEVERAL_FILES, Exported
from wikigraph.store.export_files import Write, place_files, write_csv, write_parquet
from wikigraph.store.export_sql import NEO4J, RELATIONSHIPS, TABLES
from wikigraph.store.index import Index
from wikigraph.store.vault import Vault


def export(
    vault: Vault, format_: str, output: Path | None, *, may_replace: bool = False, with_layout: bool = False
) -> Exported:
    """Raises NoVaultError ("no-index"), UsageError ("export-exists", "export-inside"), AccessError
    ("export-not-written"), IndexUnusableError."""
    target = _target(format_, output)
    _check_outside(vault, target)
    with require_index(vault) as index:
        files = _files(index, format_, target, with_layout=with_layout)
        return Exported(format_, index.generation, place_files(files, may_replace=may_replace))


def _target(format_: str, output: Path | None) -> Path:
    """The file, or the folder of several files."""
    if output is None:
        return Path(FORMATS[format_])
    return output / FORMATS[format_] if format_ not in OF_SEVERAL_FILES and output.is_dir() else output


def _check_outside(vault: Vault, target: Path) -> None:
    """An export in raw/ would be a source of the next compile, one in wiki/ a page."""
    place = target.resolve()
    for folder in (vault.raw, vault.wiki, vault.schema, vault.state):
        if place.is_relative_to(folder.resolve()):
            raise UsageError(
                "export-inside", f"{folder.name}/ is no place for an export", where=str(target),
                hint="give --output a place outside of raw/, wiki/, schema/ and .wikigraph/",
            )  # fmt: skip


def _files(index: Index, format_: str, target: Path, *, with_layout: bool) -> list[tuple[Path, Write]]:
    if format_ == "tables":
        return [(target / f"{name}.parquet", partial(write_parquet, index, sql)) for name, sql in TABLES.items()]
    if format_ == "neo4j":
        return [(target / name, partial(write_csv, index, sql)) for name, sql in NEO4J.items()]
    if format_ == "graphml":
        return [(target, partial(_graphml, index, with_layout=with_layout))]
    write = write_csv if format_ == "csv" else write_parquet
    return [(target, partial(write, index, RELATIONSHIPS))]


def _graphml(index: Index, file: Path, *, with_layout: bool) -> int:
    from wikigraph.store.graphml import graph_of, write_graphml  # only here: igraph is slow to import

    return write_graphml(graph_of(index, with_layout=with_layout), file)
