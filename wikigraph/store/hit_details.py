"""What is told beside sentences and text units that were found: the entities that they name, their relationships."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from wikigraph.model.answer import HitRelationship, RelatedEntity
from wikigraph.store.index import Index


def entities_of_sentences(
    index: Index, units: Sequence[int], sentences: Iterable[tuple[str, int]], limit: int
) -> list[RelatedEntity]:
    """Entities named in these sentences (path, ordinal) of these text units: those named most often there first, then
    those that are rarer elsewhere."""
    wanted = frozenset(sentences)
    rows = index.rows(
        "SELECT entity_id, path, sentence FROM entity_mention WHERE list_contains($units::INTEGER[], unit)",
        units=sorted(set(units)),
    ) if wanted else []  # fmt: skip
    n_here: dict[str, int] = defaultdict(int)
    for entity_id, path, sentence in set(rows):
        n_here[entity_id] += (path, sentence) in wanted
    named = [entity_id for entity_id, n in n_here.items() if n]
    known = _entities(index, named, "n_mentions")
    best = sorted(known, key=lambda entity_id: (-n_here[entity_id], known[entity_id][1], entity_id))[:limit]
    return _related(index, {entity_id: known[entity_id][0] for entity_id in best})


def entities_in_lines(index: Index, quotes: Sequence[tuple[str, int, str]], limit: int) -> list[RelatedEntity]:
    """Entities named in these sentences, each given by (path, first line, quote), in the order of
    `entities_of_sentences`."""
    rows = index.rows(
        """WITH held AS MATERIALIZED (
            SELECT path, start_line, quote, ordinal FROM sentence WHERE list_contains($paths::VARCHAR[], path))
        SELECT * FROM held WHERE list_contains($lines::INTEGER[], start_line)""",
        paths=sorted({path for path, _, _ in quotes}), lines=sorted({line for _, line, _ in quotes}),
    ) if quotes else []  # fmt: skip
    wanted = frozenset(quotes)
    places = sorted({(path, ordinal) for path, line, quote, ordinal in rows if (path, line, quote) in wanted})
    units = index.rows(
        """SELECT number, path, first_sentence, last_sentence FROM text_unit
        WHERE list_contains($paths::VARCHAR[], path)""",
        paths=sorted({path for path, _ in places}),
    ) if places else []  # fmt: skip
    held = {
        number for number, path, first, last in units
        if any(path == at and first <= ordinal <= last for at, ordinal in places)
    }  # fmt: skip
    return entities_of_sentences(index, sorted(held), places, limit)


def entities_in_sentences(
    index: Index, units: Sequence[int], sentences: Iterable[tuple[str, int]]
) -> dict[tuple[str, int], tuple[str, ...]]:
    """The entities that each of these sentences (path, ordinal) of these text units names, in its order."""
    wanted = frozenset(sentences)
    rows = index.rows(
        """SELECT path, sentence, start_offset, entity_id FROM entity_mention
        WHERE list_contains($units::INTEGER[], unit)""",
        units=sorted(set(units)),
    ) if wanted else []  # fmt: skip
    held: dict[tuple[str, int], dict[str, None]] = defaultdict(dict)
    for path, sentence, _, entity_id in sorted(set(rows)):
        if (path, sentence) in wanted:
            held[path, sentence].setdefault(entity_id)
    return {place: tuple(ids) for place, ids in held.items()}


def entities_of_units(index: Index, units: Sequence[int], limit: int) -> dict[int, list[RelatedEntity]]:
    """The entities that each text unit names, those that are named there most often first."""
    rows = index.rows(
        "SELECT unit, entity_id FROM entity_mention WHERE list_contains($units::INTEGER[], unit)", units=list(units)
    ) if units else []  # fmt: skip
    known = _entities(index, sorted({row[1] for row in rows}), "n_units")
    named: dict[int, list[tuple[int, int, str]]] = defaultdict(list)
    for (unit, entity_id), n in Counter(rows).items():
        if entity_id in known:
            named[unit].append((-n, known[entity_id][1], entity_id))
    best = {unit: [entity_id for _, _, entity_id in sorted(held)[:limit]] for unit, held in named.items()}
    titles = {entity_id: known[entity_id][0] for held in best.values() for entity_id in held}
    related = {entity.id: entity for entity in _related(index, titles)}
    return {unit: [related[entity_id] for entity_id in held] for unit, held in best.items()}


def relationships_of_units(index: Index, unit_ids: Sequence[str], limit: int) -> dict[str, list[HitRelationship]]:
    """The relationships that each text unit holds, by its id, strongest first."""
    holders = index.rows(
        "SELECT unit_id, relationship_id FROM relationship_mention WHERE list_contains($units::VARCHAR[], unit_id)",
        units=list(unit_ids),
    ) if unit_ids else []  # fmt: skip
    rows = index.rows(
        """SELECT id, source_entity_id, target_entity_id, type, weight FROM relationship
        WHERE list_contains($ids::VARCHAR[], id)""",
        ids=sorted({row[1] for row in holders}),
    ) if holders else []  # fmt: skip
    known = {row[0]: row[1:] for row in rows}
    held: dict[str, list[str]] = defaultdict(list)
    for unit_id, relationship_id in holders:
        if relationship_id in known:
            held[unit_id].append(relationship_id)
    best = {unit_id: sorted(ids, key=lambda i: (-known[i][3], i))[:limit] for unit_id, ids in held.items()}
    ends = {end for ids in best.values() for i in ids for end in known[i][:2]}
    titles = {entity_id: title for entity_id, (title, _) in _entities(index, sorted(ends), "n_units").items()}
    return {
        unit_id: [HitRelationship(i, titles[known[i][0]], titles[known[i][1]], *known[i][2:]) for i in ids]
        for unit_id, ids in best.items()
    }


def _entities(index: Index, entity_ids: Sequence[str], count: str) -> dict[str, tuple[str, int]]:
    """(title, one of the counts) of entities, by id."""
    rows = index.rows(
        f"SELECT id, title, {count} FROM entity WHERE list_contains($ids::VARCHAR[], id)", ids=list(entity_ids)
    ) if entity_ids else []  # fmt: skip
    return {entity_id: (title, n) for entity_id, title, n in rows}


def _related(index: Index, titles: dict[str, str]) -> list[RelatedEntity]:
    pages = index.page_paths(titles)
    return [RelatedEntity(entity_id, title, pages.get(entity_id, "")) for entity_id, title in titles.items()]
