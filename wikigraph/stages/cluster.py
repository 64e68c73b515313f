"""Graph → communities at several levels, broad first, that an edit elsewhere does not move.

Level 0 (broad) is hub attraction with caps of 50, 50 and 150 entities (wikigraph.graph.attraction); a
connected component that is small enough to be read at once is one broad community as it is, because hub
attraction is weak on tiny sparse graphs. Level 1 (fine) is Leiden inside each broad community; what is still
over `max_fine` is divided again inside itself, level by level, until it is small or indivisible. A community
that is not divided stands at the finer levels too, so that each level holds every entity exactly once,
isolated ones included.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from wikigraph.graph.attraction import Weighted, attract, components
from wikigraph.graph.leiden import leiden, modularity
from wikigraph.model.base import Natural, Value
from wikigraph.model.graph import Community, Entity, Graph, Hierarchy, Lexicon
from wikigraph.model.ids import content_id

VERSION = 2

PER_SENTENCE = 4  # weight of a sentence that names both ends, or of a link
PER_UNIT = 1  # weight of a text unit that holds both


class Params(Value, frozen=True):
    """Settings of this stage. Sizes are entities."""

    caps: tuple[int, ...] = (50, 50, 150)  # of the rounds of hub attraction
    min_size: int = 3  # a smaller cluster joins a neighbour where it has one
    whole_component: int = 12  # a connected component up to this size is one broad community
    max_fine: int = 40  # a larger community is divided once more
    min_divisible: int = 6  # a smaller community is never divided
    max_levels: int = 3
    n_hubs: int = 3  # that name a community
    seed: Natural = 0  # of Leiden
    pages_per_root: float = 0.6  # community pages for each square root of the number of entity pages
    min_page_entities: int = 4  # members of a community with a page
    min_pages: int = 3  # broad communities with a page; a vault that has fewer shows finer ones


def run(graph: Graph, lexicon: Lexicon, params: Params) -> Hierarchy:
    """Never fails; a vault without entities has no communities and no levels."""
    entities = sorted(lexicon.entities, key=lambda entity: entity.id)
    if not entities:
        return Hierarchy((), 0, 0.0)
    weighted = _weighted(graph, entities)
    network = _Network(entities, weighted)
    levels = [_broad(weighted, params)]
    while len(levels) < params.max_levels:
        finer = [part for group in levels[-1] for part in _divide(network, group, len(levels), params)]
        if len(finer) == len(levels[-1]):
            break
        levels.append(finer)
    return Hierarchy(_communities(network, levels, params), len(levels), _modularity(weighted, levels[-1]))


def _weighted(graph: Graph, entities: list[Entity]) -> Weighted:
    """Relationships and faint pairs → one undirected edge per pair, weighted by what supports it."""
    index = {entity.id: number for number, entity in enumerate(entities)}
    rows: list[tuple[int, int, int]] = []
    for relationship in graph.relationships:
        source, target = index.get(relationship.source_entity_id), index.get(relationship.target_entity_id)
        if source is None or target is None or source == target:
            continue
        if relationship.type == "related":
            weight = PER_SENTENCE * len(relationship.evidence) + PER_UNIT * len(relationship.unit_ids)
        else:
            weight = PER_SENTENCE * relationship.weight
        rows.append((source, target, max(1, weight)))
    place = np.array([index.get(entity_id, -1) for entity_id in graph.faint_ids], dtype=np.int64)
    faint = np.array(graph.faint, dtype=np.int64).reshape(-1, 3)
    faint[:, :2] = place[faint[:, :2]]
    both = np.concatenate((np.array(rows, dtype=np.int64).reshape(-1, 3), faint[(faint[:, :2] >= 0).all(axis=1)]))
    n = len(entities)
    pairs, at = np.unique(both[:, :2].min(axis=1) * n + both[:, :2].max(axis=1), return_inverse=True)
    weights = np.zeros(len(pairs), dtype=np.int64)
    np.add.at(weights, at, both[:, 2])
    return Weighted(
        n=n,
        source=pairs // n,
        target=pairs % n,
        weight=weights,
        rank_hash=np.array([_hash(entity) for entity in entities], dtype=np.int64),
    )


def _hash(entity: Entity) -> int:
    """A 63-bit number from the canonical name."""
    name = f"{entity.key}\x1f{entity.disambiguator}".encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.sha256(name).digest()[:8], "big") >> 1


@dataclass(frozen=True, slots=True)
class _Group:
    """A community by its members' numbers, ascending."""

    members: tuple[int, ...]
    is_divisible: bool = True


class _Network:
    """The graph by neighbours, in both directions."""

    def __init__(self, entities: list[Entity], weighted: Weighted) -> None:
        self.entities = entities
        self.degree = weighted.degrees().tolist()
        self.hashes = weighted.rank_hash.tolist()
        self.neighbours: list[list[tuple[int, int]]] = [[] for _ in entities]
        for source, target, weight in zip(
            weighted.source.tolist(), weighted.target.tolist(), weighted.weight.tolist(), strict=True
        ):
            self.neighbours[source].append((target, weight))
            self.neighbours[target].append((source, weight))

    def inside(self, members: tuple[int, ...]) -> tuple[list[tuple[int, int]], list[int]]:
        """Edges between members by their positions, and their weights."""
        position = {member: number for number, member in enumerate(members)}
        edges: list[tuple[int, int]] = []
        weights: list[int] = []
        for member in members:
            for other, weight in self.neighbours[member]:
                if member < other and other in position:
                    edges.append((position[member], position[other]))
                    weights.append(weight)
        return edges, weights

    def by_rank(self, members: Iterable[int]) -> list[int]:
        """Most central first: weighted degree, then the hash of the name."""
        return sorted(members, key=lambda member: (-self.degree[member], -self.hashes[member]))


def _broad(weighted: Weighted, params: Params) -> list[_Group]:
    labels = attract(weighted, params.caps, params.min_size)
    component = components(weighted.n, weighted.source, weighted.target)
    is_small = np.bincount(component)[component] <= params.whole_component
    labels = np.where(is_small, labels.max() + 1 + component, labels)
    order = np.argsort(labels, kind="stable")
    bounds = np.flatnonzero(np.diff(labels[order])) + 1
    groups = [tuple(part.tolist()) for part in np.split(order, bounds)]
    return [_Group(members) for members in sorted(groups)]


def _divide(network: _Network, group: _Group, level: int, params: Params) -> list[_Group]:
    """The parts of a community at the next level; itself where it is small or indivisible."""
    limit = params.min_divisible - 1 if level == 1 else params.max_fine
    if not group.is_divisible or len(group.members) <= limit:
        return [_Group(group.members, is_divisible=False)]
    edges, weights = network.inside(group.members)
    parts = leiden(len(group.members), edges, weights, params.seed)
    if len(parts) == 1:
        return [_Group(group.members, is_divisible=False)]
    return [_Group(tuple(group.members[position] for position in part)) for part in parts]


def _communities(network: _Network, levels: list[list[_Group]], params: Params) -> tuple[Community, ...]:
    """Communities by (level, number); numbers go by size, then by id."""
    made: list[list[Community]] = []
    parent_of: dict[str, str] = {}  # entity → its community one level up
    for level, groups in enumerate(levels):
        here = [_community(network, group, level, parent_of, params) for group in groups]
        here.sort(key=lambda community: (-len(community.entity_ids), community.id))
        parent_of = {entity_id: community.id for community in here for entity_id in community.entity_ids}
        made.append(here)
    worthy = _worthy(network, made, params)
    return tuple(
        _numbered(community, number, is_page_worthy=community.id in worthy)
        for here in made
        for number, community in enumerate(here)
    )


def _community(
    network: _Network, group: _Group, level: int, parent_of: Mapping[str, str], params: Params
) -> Community:
    entities = [network.entities[member] for member in network.by_rank(group.members)]
    hubs = _hubs(network, group, params.n_hubs)
    return Community(
        id=content_id("com", str(level), entities[0].id),
        level=level,
        number=0,
        parent_id=parent_of.get(entities[0].id, ""),
        entity_ids=tuple(entity.id for entity in entities),
        hub_ids=tuple(entity.id for entity in hubs),
        is_page_worthy=False,
    )


def _hubs(network: _Network, group: _Group, n: int) -> list[Entity]:
    """The members that name a community: those most tied to the others in it, with pages first, and no two of which
    one's name is a part of the other's ("Docker", "Docker Compose"), where there are enough without."""
    position = {member: number for number, member in enumerate(group.members)}
    tie = [sum(weight for other, weight in network.neighbours[member] if other in position) for member in group.members]
    ranked = sorted(group.members, key=lambda m: (-tie[position[m]], -network.degree[m], -network.hashes[m]))
    ranked = [member for member in ranked if network.entities[member].is_page_worthy] or ranked
    chosen: list[Entity] = []
    alike: list[Entity] = []
    for entity in (network.entities[member] for member in ranked):
        is_alike = any(entity.key in other.key or other.key in entity.key for other in chosen)
        (alike if is_alike else chosen).append(entity)
        if len(chosen) == n:
            break
    return (chosen + alike)[:n]


def _numbered(community: Community, number: int, *, is_page_worthy: bool) -> Community:
    return Community(
        id=community.id,
        level=community.level,
        number=number,
        parent_id=community.parent_id,
        entity_ids=community.entity_ids,
        hub_ids=community.hub_ids,
        is_page_worthy=is_page_worthy,
    )


def _page_budget(entities: list[Entity], params: Params) -> int:
    """How many communities are shown as pages: a share of the root of the entity pages, and fewer than those."""
    n_pages = sum(entity.is_page_worthy for entity in entities)
    return min(math.ceil(params.pages_per_root * math.sqrt(n_pages)), max(0, n_pages - 1))


def _worthy(network: _Network, made: list[list[Community]], params: Params) -> set[str]:
    """Ids of the communities with a page: broad ones with the most entity pages inside, then with the most weight.
    A vault so small that fewer than `min_pages` broad ones qualify shows the next level, where that has more."""
    budget = _page_budget(network.entities, params)
    weight = {entity.id: degree for entity, degree in zip(network.entities, network.degree, strict=True)}
    paged = {entity.id for entity in network.entities if entity.is_page_worthy}
    best: list[str] = []
    for communities in made[:2]:
        ranked = sorted(
            (-n_pages, -sum(weight[entity_id] for entity_id in community.entity_ids), community.id)
            for community in communities
            if len(community.entity_ids) >= params.min_page_entities
            and (n_pages := len(paged.intersection(community.entity_ids))) >= 2
        )
        if len(ranked) > len(best):
            best = [community_id for _, _, community_id in ranked]
        if len(best) >= params.min_pages:
            break
    return set(best[:budget])


def _modularity(weighted: Weighted, groups: list[_Group]) -> float:
    """Of the finest level, to six digits."""
    labels = np.zeros(weighted.n, dtype=np.int64)
    for number, group in enumerate(groups):
        labels[list(group.members)] = number
    edges = list(zip(weighted.source.tolist(), weighted.target.tolist(), strict=True))
    return round(modularity(weighted.n, edges, weighted.weight.tolist(), labels.tolist()), 6)
