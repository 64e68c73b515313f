"""Question → the entities through which it enters the graph: by name, then by likeness of their descriptions.

Names are found by a dictionary in any script. Descriptions are what sources state about an entity; their likeness is
BM25 at present. A further ranking of descriptions (by vectors) joins in `entries` as one more list.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wikigraph.model.context import EntityClaim, EntryWay
from wikigraph.retrieval.entity_names import NamedHere, doubtful_stems, keys_of, named_in, runs
from wikigraph.retrieval.evidence import coverage
from wikigraph.retrieval.history import Turn
from wikigraph.retrieval.surroundings import Surroundings
from wikigraph.text.stems import stems


@dataclass(frozen=True, slots=True)
class Entry:
    """An entity of the entry, and how it came in."""

    entity_id: str
    way: EntryWay
    matched: str
    rarity: float  # 1 for an entity that stands nowhere, 0 for one that stands everywhere


def named_entries(index: Surroundings, text: str, way: EntryWay = "name") -> list[Entry]:
    """The entities that a text names: the rarest name first, homonyms one after the other."""
    found = runs(text)
    known = index.names(keys_of(found)) if found else {}
    if not known:
        return []
    frequencies = index.document_frequencies(doubtful_stems(text, found, known))
    named = named_in(text, found, known, frequencies)
    n_units = index.n_units()
    held: dict[str, Entry] = {}
    for here in sorted(named, key=lambda here: (-_rarity(here, n_units), here.start)):
        for name in here.entities:
            held.setdefault(name.entity_id, Entry(name.entity_id, way, here.text, _rarity(here, n_units)))
    return list(held.values())


def from_history(index: Surroundings, turns: Sequence[Turn]) -> list[Entry]:
    """The entities that the newest question named which named any."""
    for turn in reversed(turns):
        if turn.role == "user" and (found := named_entries(index, turn.content, "history")):
            return found
    return []


def like_descriptions(
    claims: Sequence[EntityClaim], content: Sequence[str], weight: Mapping[str, float], least: float
) -> list[str]:
    """Entities by BM25 (k1 1.5, b 0.75) of their statements against the question's content words; those whose
    statements cover less than the share `least` of it (by weight) are left out."""
    words: dict[str, list[str]] = {}
    for claim in claims:
        words.setdefault(claim.entity_id, []).extend(stems(claim.statement))
    if not words:
        return []
    average = sum(map(len, words.values())) / len(words) or 1.0
    scored = [
        (-_bm25(held, weight, average), entity_id)
        for entity_id, held in words.items()
        if coverage(held, weight, content) >= least
    ]
    return [entity_id for score, entity_id in sorted(scored) if score < 0]


def entries(named: Sequence[Entry], described: Sequence[Sequence[str]], n: int) -> list[Entry]:
    """At most n: the named ones, then those of the rankings of descriptions in turn."""
    held = {entry.entity_id: entry for entry in named}
    for at in range(max(map(len, described), default=0)):
        for ranking in described:
            if at < len(ranking):
                held.setdefault(ranking[at], Entry(ranking[at], "description", "", 0.0))
    return list(held.values())[:n]


def _rarity(here: NamedHere, n_units: int) -> float:
    """Of a name: that of the most frequent thing that it means."""
    most = max(name.n_units for name in here.entities)
    worth = max(name.worth for name in here.entities)
    return worth * math.log(1 + n_units / (1 + most)) / math.log(1 + max(1, n_units))


def _bm25(words: Sequence[str], weight: Mapping[str, float], average: float) -> float:
    counts = Counter(word for word in words if word in weight)
    norm = 1.5 * (0.25 + 0.75 * len(words) / average)
    return sum(weight[word] * n * 2.5 / (n + norm) for word, n in sorted(counts.items()))
