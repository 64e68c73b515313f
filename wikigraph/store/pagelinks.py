"""The typed links of pages, asked of the index: only the rows that a question needs are read."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from wikigraph.store.index import Index
from wikigraph.store.looking import Looks

Edge = tuple[str, str, str]  # (page that states it, relation, file that it rests on)
_ASKED = "(SELECT unnest($asked::VARCHAR[]))"
_EDGES = "SELECT origin, relation, target FROM page_link WHERE relation"
_FEW = 100  # values that are looked up one by one
_DEEP = 16  # levels of a closure that are looked up one by one


def _among(column: str, values: Sequence[str]) -> str:
    """A condition that holds for rows with any of these values; blocks that can hold none of a few are skipped."""
    if len(values) > _FEW:
        return f"{column} IN {_ASKED}"
    return f"{column} IN ({', '.join(f'$v{at}' for at in range(len(values))) or 'NULL'})"


def _named(values: Sequence[str]) -> dict[str, object]:
    """The parameters of `_among`."""
    return {"asked": list(values)} if len(values) > _FEW else {f"v{at}": value for at, value in enumerate(values)}


class PageLinks:
    """The edges that the pages state which the last compile saw."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def reaching(
        self, paths: Sequence[str], relations: Collection[str], besides: Collection[str]
    ) -> tuple[list[Edge], set[str]]:
        """(edges, nodes): every node from which edges of these relations lead to any of these files, the files among
        them, and all such edges that lead to a node. What is reached through `besides` is left out."""
        known, edges = set(besides), []
        level, depth = sorted({*paths} - known), 0
        while level:
            found = self._to(level, relations)
            edges += found
            known.update(level)
            level = sorted({edge[0] for edge in found} - known)
            depth += 1
            if level and (len(level) > _FEW or depth == _DEEP):
                more, nodes = self._reaching_many(level, relations)
                edges += [edge for edge in more if edge[2] not in known]
                known |= nodes
                break
        return edges, known - {*besides}

    def _to(self, paths: Sequence[str], relations: Collection[str]) -> list[Edge]:
        """Edges that lead to a few files."""
        return self._index.rows(
            # The look-up by target is only used where a filter names no other column.
            """WITH found AS MATERIALIZED (SELECT origin, relation, target FROM page_link
                WHERE list_contains($asked::VARCHAR[], target))
            SELECT origin, relation, target FROM found WHERE relation IN (SELECT unnest($relations::VARCHAR[]))""",
            asked=list(paths), relations=sorted(relations),
        )  # fmt: skip

    def _reaching_many(self, paths: Sequence[str], relations: Collection[str]) -> tuple[list[Edge], set[str]]:
        """The same for many files, in one go."""
        edges: list[Edge] = self._index.rows(
            f"""WITH RECURSIVE typed AS MATERIALIZED ({_EDGES} IN (SELECT unnest($relations::VARCHAR[]))),
            reached(node) AS (SELECT unnest($asked::VARCHAR[])
                UNION SELECT typed.origin FROM typed JOIN reached ON typed.target = reached.node)
            SELECT origin, relation, target FROM typed JOIN reached ON typed.target = reached.node""",
            asked=list(paths), relations=sorted(relations),
        )  # fmt: skip
        return edges, {*paths, *(edge[0] for edge in edges)}

    def all(self, relations: Collection[str]) -> list[Edge]:
        """Every edge of these relations."""
        return self._index.rows(f"{_EDGES} IN (SELECT unnest($relations::VARCHAR[]))", relations=sorted(relations))

    def stated(self, paths: Sequence[str], relation: str) -> list[Edge]:
        """Edges of a relation that these pages state."""
        return self._index.rows(
            f"{_EDGES} = $relation AND origin IN {_ASKED}", asked=list(paths), relation=relation
        )

    def inner(self, relation: str, besides: Collection[str]) -> list[Edge]:
        """Edges of a relation that lead to a file which states such an edge itself, or which is in `besides`: all
        that can be part of a cycle."""
        return self._index.rows(
            f"""{_EDGES} = $relation AND (target IN {_ASKED}
            OR target IN (SELECT origin FROM page_link WHERE relation = $relation))""",
            asked=sorted(besides), relation=relation,
        )  # fmt: skip

    def linking(self, paths: Sequence[str]) -> set[str]:
        """Pages that hold any link, typed or not, to one of these files."""
        rows = self._index.rows(f"SELECT origin FROM page_link WHERE {_among('target', paths)}", **_named(paths))
        return {origin for (origin,) in rows}

    def leading_to(self, path: str) -> set[str]:
        """Pages that state a typed link to this path."""
        rows = self._index.rows("SELECT origin FROM page_link WHERE relation <> '' AND target = $path", path=path)
        return {origin for (origin,) in rows}

    def called(self, name: str) -> list[str]:
        """Paths of the pages with this id or title."""
        rows = self._index.rows("SELECT path FROM page WHERE id = $name OR title = $name ORDER BY path", name=name)
        return [path for (path,) in rows]

    def facts(self, paths: Iterable[str]) -> dict[str, tuple[str, bool]]:
        """Path → (kind, whether a person made or edited it) of these pages; kind is "" for a page of a person."""
        rows = self._index.rows(f"SELECT path, kind, is_human FROM page WHERE path IN {_ASKED}", asked=list(paths))
        return {path: (kind, is_human) for path, kind, is_human in rows}

    def seen_files(self) -> dict[str, Looks]:
        """Path → looks of every source and page that the last compile read."""
        return {
            path: (size, time, changed, inode)
            for path, size, time, changed, inode in self._index.rows(
                "SELECT path, size, mtime_ns, ctime_ns, inode FROM file_state"
            )
        }

    def has_read(self, path: str) -> bool:
        """Whether the last compile read a file of this path."""
        return self.looks(path) is not None

    def looks(self, path: str) -> Looks | None:
        """How a file looked to the last compile, None where it did not read it."""
        rows = self._index.rows("SELECT size, mtime_ns, ctime_ns, inode FROM file_state WHERE path = $path", path=path)
        return rows[0] if rows else None

    def hashes(self, paths: Iterable[str]) -> dict[str, str]:
        """Of what stood in these files when the last compile read them."""
        return dict(self._index.rows(f"SELECT path, sha256 FROM file_state WHERE path IN {_ASKED}", asked=list(paths)))
