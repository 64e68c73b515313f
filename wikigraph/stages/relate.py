"""Who is named together in all documents → the edges of the graph.

Two kinds. `related`, undirected: two entities in one sentence, or in at least two text units; ranked by
normalised mutual information over units. `references`, directed: a link that a person wrote, from the entity
that its document (or sentence) is about to the entity that its text or its target names. No entity that shares a
text unit with another stays without an edge: its strongest pair is kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from wikigraph.graph.pairs import (
    Floats,
    Grouped,
    Ints,
    expand_pairs,
    gather,
    normalised_mutual_information,
)
from wikigraph.model.base import Natural, Value
from wikigraph.model.graph import DocumentEdges, Graph, Lexicon, Relationship
from wikigraph.model.ids import content_id
from wikigraph.text.names import name_key
from wikigraph.text.places import Places

VERSION = 2


class Params(Value, frozen=True):
    """Settings of this stage."""

    min_units: int = 2  # text units that hold a pair which no sentence names together
    small_corpus: Natural = 300  # up to so many text units one sentence is enough
    grown_corpus: int = 600  # text units; what a pair needs rises until here, so that no document decides it for all
    min_strength: float = 0.3  # there and beyond, of a pair that one sentence alone names

    def __post_init__(self) -> None:
        if self.grown_corpus <= self.small_corpus:
            raise ValueError("grown_corpus must be larger than small_corpus")


def run(edges: Mapping[str, DocumentEdges], lexicon: Lexicon, params: Params) -> Graph:
    """Relationships sorted by id. Edges whose entities the lexicon does not know are left out."""
    documents = [edges[path] for path in sorted(edges)]
    table = _Table(documents, lexicon)
    related, faint, n_pairs = _related(table, params)
    references = _references(documents, lexicon)
    found = sorted(related + references, key=lambda relationship: relationship.id)
    faint_ids = tuple(table.entity_ids) if faint else ()
    return Graph(tuple(found), n_pairs + len(references), faint_ids, faint)


class _Table:
    """All documents' groups as arrays of numbers. Entities, units and places are numbered in sorted order,
    so that an order by number is an order by id."""

    def __init__(self, documents: list[DocumentEdges], lexicon: Lexicon) -> None:
        self.entity_ids = sorted(entity.id for entity in lexicon.entities)
        self.unit_ids = sorted({unit.unit_id for document in documents for unit in document.units})
        self.places: list[tuple[str, int]] = []  # (path, sentence), ascending since documents are
        self.place_units: list[int] = []
        number_of = {entity_id: number for number, entity_id in enumerate(self.entity_ids)}
        unit_number = {unit_id: number for number, unit_id in enumerate(self.unit_ids)}
        units: tuple[list[int], list[int], list[int]] = ([], [], [])
        sentences: tuple[list[int], list[int], list[int]] = ([], [], [])
        for document in documents:
            numbers = [number_of.get(entity_id, -1) for entity_id in document.entity_ids]
            here = [unit_number[unit.unit_id] for unit in document.units]
            for number, unit in zip(here, document.units, strict=True):
                _add(units, number, numbers, unit.fresh, 1)
                _add(units, number, numbers, unit.repeated, 0)
            for sentence in document.sentences:
                _add(sentences, len(self.places), numbers, sentence.entities, 1)
                self.places.append((document.path, sentence.sentence))
                self.place_units.append(here[sentence.unit] if sentence.unit >= 0 else -1)
        self.unit_rows = _rows(units, len(self.entity_ids))
        self.sentence_rows = _rows(sentences, len(self.entity_ids))


def _add(
    rows: tuple[list[int], list[int], list[int]], group: int, numbers: list[int], members: tuple[int, ...], fresh: int
) -> None:
    known = [number for number in map(numbers.__getitem__, members) if number >= 0]
    rows[0].extend([group] * len(known))
    rows[1].extend(known)
    rows[2].extend([fresh] * len(known))


def _rows(rows: tuple[list[int], list[int], list[int]], n: int) -> tuple[Ints, Ints, Ints]:
    """(group, member, fresh), by (group, member), distinct."""
    group, member, fresh = (np.array(column, dtype=np.int64) for column in rows)
    order = np.lexsort((-fresh, member, group))
    group, member, fresh = group[order], member[order], fresh[order]
    key = group * max(n, 1) + member
    distinct = np.r_[True, key[1:] != key[:-1]] if len(key) else np.zeros(0, dtype=np.bool_)
    return group[distinct], member[distinct], fresh[distinct]


@dataclass(frozen=True, slots=True)
class _Pairs:
    """All pairs, by key, with what supports each of them."""

    key: Ints
    n_units: Ints
    n_sentences: Ints
    strength: Floats


def _related(table: _Table, params: Params) -> tuple[list[Relationship], tuple[int, ...], int]:
    """The undirected edges, the pairs that are none, and how many pairs there were in all."""
    n = max(1, len(table.entity_ids))
    by_unit = gather(expand_pairs(*table.unit_rows), n)
    by_sentence = gather(expand_pairs(*table.sentence_rows), n)
    pairs = _count(table, by_unit, by_sentence, n)
    kept = _is_kept(pairs, n, len(table.unit_ids), params)
    found: list[Relationship] = []
    unit_slices = _slices(by_unit, pairs.key[kept])
    sentence_slices = _slices(by_sentence, pairs.key[kept])
    unit_places, sentence_places = by_unit.place.tolist(), by_sentence.place.tolist()
    ends = zip((pairs.key[kept] // n).tolist(), (pairs.key[kept] % n).tolist(), strict=True)
    strengths = np.round(pairs.strength[kept], 2).tolist()  # finer digits would move with every unit of the vault
    for (low, high), in_units, in_sentences, strength in zip(
        ends, unit_slices, sentence_slices, strengths, strict=True
    ):
        places = sentence_places[slice(*in_sentences)]
        sentence_units = {table.place_units[place] for place in places}
        units = set(unit_places[slice(*in_units)])
        apart = len(units - sentence_units)  # units in which no one sentence names both
        units |= {unit for unit in sentence_units if unit >= 0}
        source, target = table.entity_ids[low], table.entity_ids[high]
        found.append(
            Relationship(
                id=content_id("rel", "related", source, target),
                source_entity_id=source,
                target_entity_id=target,
                type="related",
                weight=len(places) + apart,
                strength=strength,
                unit_ids=tuple(table.unit_ids[unit] for unit in sorted(units)),
                evidence=tuple(table.places[place] for place in places),
            )
        )
    return found, _faint(pairs, ~kept, n), len(pairs.key)


def _faint(pairs: _Pairs, chosen: np.ndarray[tuple[int], np.dtype[np.bool_]], n: int) -> tuple[int, ...]:
    """The chosen pairs, flat: one end, the other, 4 for each sentence that names both and 1 for each unit."""
    key, n_sentences = pairs.key[chosen], pairs.n_sentences[chosen]
    weight = 4 * n_sentences + np.maximum(pairs.n_units[chosen], np.minimum(n_sentences, 1))
    return tuple(np.stack([key // n, key % n, weight], axis=1).ravel().tolist())


def _count(table: _Table, by_unit: Grouped, by_sentence: Grouped, n: int) -> _Pairs:
    key = np.union1d(by_unit.key, by_sentence.key)
    n_units = np.zeros(len(key), dtype=np.int64)
    n_sentences = np.zeros(len(key), dtype=np.int64)
    n_units[np.searchsorted(key, by_unit.key)] = np.diff(by_unit.start)
    n_sentences[np.searchsorted(key, by_sentence.key)] = np.diff(by_sentence.start)
    in_units = np.bincount(table.unit_rows[1], minlength=n)
    low, high = key // n, key % n
    together = np.maximum(n_units, 1)
    strength = normalised_mutual_information(
        together.astype(np.float64),
        np.maximum(in_units[low], together).astype(np.float64),
        np.maximum(in_units[high], together).astype(np.float64),
        max(1, len(table.unit_ids)),
    )
    return _Pairs(key, n_units, n_sentences, strength)


def needed_strength(n_units: int, params: Params) -> float:
    """Of a pair that one sentence alone names, −1 … 1: in a small corpus none, then rising with its size."""
    grown = (n_units - params.small_corpus) / (params.grown_corpus - params.small_corpus)
    grown = min(1.0, max(0.0, grown))
    return grown * params.min_strength - (1.0 - grown)


def _is_kept(pairs: _Pairs, n: int, n_units: int, params: Params) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Which pairs become edges; each entity keeps its strongest pair."""
    is_named = pairs.n_sentences > 0
    is_named &= (pairs.n_sentences > 1) | (pairs.strength >= needed_strength(n_units, params))
    kept = is_named | (pairs.n_units >= params.min_units)
    low, high = pairs.key // n, pairs.key % n
    ends, both = np.r_[low, high], np.r_[np.arange(len(low)), np.arange(len(low))]
    order = np.lexsort((pairs.key[both], pairs.strength[both], pairs.n_units[both], pairs.n_sentences[both], ends))
    last = order[np.flatnonzero(np.r_[ends[order][1:] != ends[order][:-1], True])] if len(order) else order
    kept[both[last]] = True
    return np.asarray(kept)


def _slices(grouped: Grouped, keys: Ints) -> list[tuple[int, int]]:
    """For each key where its places begin and end, (0, 0) where it has none."""
    if len(grouped.key) == 0:
        return [(0, 0)] * len(keys)
    at = np.minimum(np.searchsorted(grouped.key, keys), len(grouped.key) - 1)
    has = grouped.key[at] == keys
    start = np.where(has, grouped.start[at], 0).tolist()
    end = np.where(has, grouped.start[at + 1], 0).tolist()
    return list(zip(start, end, strict=True))


def _references(documents: list[DocumentEdges], lexicon: Lexicon) -> list[Relationship]:
    """The directed edges that links make, each with where it is written."""
    names = _names(lexicon)
    known = {entity.id for entity in lexicon.entities}
    subjects = {
        document.path: document.subject_entity_id or names.get(name_key(document.title), "") for document in documents
    }
    places = Places({document.path: document.title for document in documents})
    units: dict[tuple[str, str], set[str]] = {}
    evidence: dict[tuple[str, str], set[tuple[str, int]]] = {}
    count: dict[tuple[str, str], int] = {}
    for document in documents:
        for link in document.links:
            source = link.source_entity_id or subjects[document.path]
            there = places.find(document.path, link.target, is_wikilink=link.is_wikilink)
            targets = [subjects.get(there, "") or (names.get(name_key(link.target), "") if link.is_wikilink else "")]
            targets += link.named_entity_ids
            for target in dict.fromkeys(targets):
                if target not in known or source not in known or target == source:
                    continue
                ends = (source, target)
                count[ends] = count.get(ends, 0) + 1
                if link.unit >= 0:
                    units.setdefault(ends, set()).add(document.units[link.unit].unit_id)
                if link.sentence >= 0:
                    evidence.setdefault(ends, set()).add((document.path, link.sentence))
    return [
        Relationship(
            id=content_id("rel", "references", *ends),
            source_entity_id=ends[0],
            target_entity_id=ends[1],
            type="references",
            weight=count[ends],
            strength=1.0,
            unit_ids=tuple(sorted(units.get(ends, ()))),
            evidence=tuple(sorted(evidence.get(ends, ()))),
        )
        for ends in sorted(count)
    ]


def _names(lexicon: Lexicon) -> dict[str, str]:
    """Name key → the one entity it means everywhere; names of several entities mean none."""
    found: dict[str, str] = {}
    for name in lexicon.names:
        if name.path:
            continue
        key = name_key(name.surface)
        found[key] = name.entity_id if found.get(key, name.entity_id) == name.entity_id else ""
    return found
