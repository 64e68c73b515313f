"""The graph of an index as retrieval walks it: text units, the entities that they name, the documents of these.

A unit leads to a document if it names an entity that the document's title names, or holds a link to it. That is a join
of tables that the index has anyway; of a generation, which never changes, it is read once in a process.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from wikigraph.graph.walk import Edges, edges, personalised_pagerank
from wikigraph.store.index import Index

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
_MOST_OWNERS = 8  # a name of more documents leads to none of them
_FEWEST, _MOST = 2, 50  # units that an entity joins: one joins nothing, many have nothing in common
_PART = 0.5  # of a link's weight, for the way back; and of an entity's, beside links
_DAMPING, _LEAST = 0.5, 1e-5

_UNITS = """
    SELECT u.number::BIGINT AS number, d.place::BIGINT AS document
    FROM text_unit u JOIN (SELECT path, row_number() OVER (ORDER BY path) - 1 AS place FROM document) d USING (path)
    ORDER BY number
"""
_MENTIONS = """
    SELECT DISTINCT m.unit::BIGINT AS unit, e.rowid::BIGINT AS entity
    FROM entity_mention m JOIN entity e ON e.id = m.entity_id WHERE m.unit >= 0
"""
_LINKS = """
    SELECT DISTINCT u.number::BIGINT AS unit, e.rowid::BIGINT AS entity
    FROM relationship r JOIN relationship_mention m ON m.relationship_id = r.id
    JOIN text_unit u ON u.id = m.unit_id JOIN entity e ON e.id = r.target_entity_id WHERE r.type = 'references'
"""
_OWNERS = """
    SELECT e.rowid::BIGINT AS entity, d.place::BIGINT AS document, max(n.worth) AS worth
    FROM document_name n JOIN entity_name en USING (key) JOIN entity e ON e.id = en.entity_id
    JOIN (SELECT path, row_number() OVER (ORDER BY path) - 1 AS place FROM document) d ON d.path = n.path
    GROUP BY ALL
"""


class IndexNetwork:
    """An index as the graph channel asks it (retrieval.graph_channel.Network). Units go by their places in `units`."""

    def __init__(self, index: Index) -> None:
        self._index = index
        found = index.arrays(_UNITS)
        self.units = np.asarray(found["number"], np.int64)
        self.documents = np.asarray(found["document"], np.int64)

    @cached_property
    def _paths(self) -> dict[str, int]:
        return {path: place for place, (path, _) in enumerate(self._index.documents())}

    def numbers_of(self, paths: Sequence[str]) -> list[int]:
        """Documents as `documents` numbers them."""
        return [self._paths[path] for path in paths]

    @cached_property
    def _leads(self) -> Integers:
        """The first unit of each document, -1 where it has none."""
        documents, first = np.unique(self.documents, return_index=True)
        leads: Integers = np.asarray(np.full(len(self._paths), -1), np.int64)
        leads[documents] = first
        return leads

    def leads_to(self, places: Integers) -> tuple[Integers, Integers, Floats]:
        """(place among `places`, document, weight 0 … 1) of every link from these units to another document."""
        source, document, weight, _ = self._links
        first, last = np.searchsorted(source, places), np.searchsorted(source, places, side="right")
        owner, at = _ranges(first, last - first)
        return owner, document[at], weight[at]

    @cached_property
    def linkedness(self) -> float:
        """Share of the documents that others lead to; one of several with one name counts as a part of one."""
        document, alone = self._links[1], self._links[3]
        n = max(1, len(self._paths))
        best = np.zeros(n)
        np.maximum.at(best, document, alone)
        return float(best.sum()) / n

    def walk(self, seeds: Mapping[int, float]) -> Floats:
        """How near each unit is to the seeds, by links and by the entities that they share."""
        return personalised_pagerank(self._edges, seeds, _DAMPING, _LEAST)[: len(self.units)]

    @cached_property
    def _mentions(self) -> tuple[Integers, Integers, Integers]:
        """(place of a unit, entity) once each, and how many units name each entity."""
        found = self._index.arrays(_MENTIONS)
        unit = np.searchsorted(self.units, np.asarray(found["unit"], np.int64))
        entity = np.asarray(found["entity"], np.int64)
        order = np.lexsort((entity, unit))
        return unit[order], entity[order], np.bincount(entity)

    @cached_property
    def _links(self) -> tuple[Integers, Integers, Floats, Floats]:
        """(place of a unit, document, weight, 1 / documents of that name), by unit and document, the best of each."""
        unit, entity, weight = self._namings
        owner_entity, owner_document, owner_worth = self._owners
        first, last = np.searchsorted(owner_entity, entity), np.searchsorted(owner_entity, entity, side="right")
        n_owners = np.where(last - first > _MOST_OWNERS, 0, last - first)
        row, at = _ranges(first, n_owners)
        source, document, alone = unit[row], owner_document[at], 1.0 / n_owners[row]
        own = np.bincount(row, weights=self.documents[source] == document, minlength=len(entity))[row] > 0
        keep = np.flatnonzero(~own)  # a name of the unit's own document leads nowhere
        value = weight[row] * owner_worth[at] * np.sqrt(alone)
        keep = keep[np.lexsort((value[keep], document[keep], source[keep]))]
        source, document = source[keep], document[keep]
        best = np.flatnonzero(np.r_[(source[1:] != source[:-1]) | (document[1:] != document[:-1]), True][: len(keep)])
        return source[best], document[best], value[keep][best], alone[keep][best]

    @property
    def _namings(self) -> tuple[Integers, Integers, Floats]:
        """(place of a unit, entity that it names or links to, how much that tells)."""
        unit, entity, n_units = self._mentions
        n = max(1, len(self.units))
        rarity = np.log(1 + n / (1 + n_units)) / np.log(1 + n)
        found = self._index.arrays(_LINKS)
        linked = np.asarray(found["entity"], np.int64)
        linking = np.searchsorted(self.units, np.asarray(found["unit"], np.int64))
        return np.r_[unit, linking], np.r_[entity, linked], np.r_[rarity[entity], np.ones(len(linked))]

    @cached_property
    def _owners(self) -> tuple[Integers, Integers, Floats]:
        """(entity, document whose title names it, how well), by entity."""
        found = self._index.arrays(_OWNERS)
        entity, document = np.asarray(found["entity"], np.int64), np.asarray(found["document"], np.int64)
        order = np.lexsort((document, entity))
        return entity[order], document[order], np.asarray(found["worth"], np.float64)[order]

    @cached_property
    def _edges(self) -> Edges:
        """Between units, and between units and rare entities (numbered behind the units), in both directions."""
        unit, entity, n_units = self._mentions
        n = len(self.units)
        joins = (n_units[entity] >= _FEWEST) & (n_units[entity] <= _MOST)
        unit, entity = unit[joins], entity[joins]
        share = _PART * np.log(1 + n / n_units[entity]) / np.log(1 + max(1, n)) / np.sqrt(n_units[entity])
        source, document, weight, _ = self._links
        target = self._leads[document]
        there = target >= 0
        source, target, weight = source[there], target[there], weight[there]
        return edges(
            n + len(n_units),
            np.r_[source, target, unit, n + entity],
            np.r_[target, source, n + entity, unit],
            np.r_[weight, _PART * weight, share, share],
        )


def _ranges(first: Integers, n: Integers) -> tuple[Integers, Integers]:
    """For each number of first[k] … first[k] + n[k] - 1: (k, the number)."""
    row = np.repeat(np.arange(len(first)), n)
    return row, first[row] + np.arange(len(row)) - np.repeat(np.cumsum(n) - n, n)


_OF: WeakKeyDictionary[Index, IndexNetwork] = WeakKeyDictionary()


def network_of(index: Index) -> IndexNetwork:
    """The network of an open index: the same object for every question."""
    if index not in _OF:
        _OF[index] = IndexNetwork(index)
    return _OF[index]
