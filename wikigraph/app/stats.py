"""What the index holds."""

from __future__ import annotations

from dataclasses import dataclass

from wikigraph.app.reading import require_index
from wikigraph.model.record import Counts
from wikigraph.store.vault import Vault


@dataclass(frozen=True, slots=True)
class Community:
    """A community as `stats` lists it."""

    display_id: str  # c_<level>_<number>
    title: str
    n_entities: int
    page: str  # path of its page, "" if it has none


@dataclass(frozen=True, slots=True)
class Stats:
    """The index in figures."""

    counts: Counts
    n_extracted: int  # relationships before thresholds
    size: int  # bytes of the database
    generation: int
    modularity: str
    communities: tuple[Community, ...]  # the largest of level 0 first


def stats(vault: Vault, *, n_communities: int = 20) -> Stats:
    """Raises NoVaultError ("no-index") where nothing was compiled yet, IndexUnusableError."""
    index = require_index(vault)
    with index:
        found = index.rows(
            """SELECT c.level, c.number, coalesce(r.title, ''), count(m.entity_id), coalesce(any_value(p.path), '')
            FROM community c JOIN community_member m ON m.community_id = c.id
            LEFT JOIN report r ON r.community_id = c.id LEFT JOIN page p ON p.id = c.id
            WHERE c.level = 0 GROUP BY c.level, c.number, r.title
            ORDER BY count(m.entity_id) DESC, c.number LIMIT $n""",
            n=n_communities,
        )
        communities = tuple(Community(f"c_{row[0]}_{row[1]}", row[2], row[3], row[4]) for row in found)
        extracted = int(index.meta("relationships_extracted") or 0)
        return Stats(index.counts(), extracted, index.size, index.generation, index.meta("modularity"), communities)
