"""What a question reaches through the graph that shares no words with it.

Three ways lead on from the documents that it names and from the units that are most like it: links out of named
documents, a walk along links and shared entities (personalised PageRank), and bridges: rare names of such a unit that
few others hold. Each gives a number from 0 to about 1 to every unit; `basic` weighs them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from wikigraph.model.base import Value
from wikigraph.retrieval.lexical import Floats, Integers, TermIndex, best_places, idf
from wikigraph.retrieval.question import JOINING
from wikigraph.text.stems import stems
from wikigraph.text.stopwords import ALL_STOP_WORDS

_POSSESSIVE = re.compile(r"['’]s?$")
_AROUND = " \t\n,;:.!?()[]{}\"'“”‘’«»„*_`"


class Params(Value, frozen=True):
    seeds: int = 3  # units like the question that the walk begins at, with weights 1, 1/2, 1/3
    bridges: int = 25  # rarest names of a seed
    most_units: int = 50  # that hold a name: more have little in common
    most_share: float = 0.01  # of all units: in a small vault no name is rare
    longest: int = 5  # words of a name, with all names inside longer ones
    one_word: float = 0.7  # how much a name of one word tells beside longer ones
    # Share of documents that others lead to: for questions that name nothing the graph begins to count at the first,
    # and counts in full from the second on.
    wiki_like: tuple[float, float] = (0.05, 0.1)


class Network(Protocol):
    """The graph of an index. Units go by their places in `units`."""

    @property
    def units(self) -> Integers:
        """Unit numbers, ascending."""

    @property
    def documents(self) -> Integers:
        """A number for the document of each unit."""

    @property
    def linkedness(self) -> float:
        """Share of the documents that others lead to."""

    def numbers_of(self, paths: Sequence[str]) -> list[int]:
        """Documents as `documents` numbers them."""

    def leads_to(self, places: Integers) -> tuple[Integers, Integers, Floats]:
        """(place among `places`, document, weight 0 … 1) of every link from these units to another document."""

    def walk(self, seeds: Mapping[int, float]) -> Floats:
        """How near each unit is to the seeds."""


class GraphIndex(TermIndex, Protocol):
    """What the channel needs of an index besides its network."""

    def network(self) -> Network:
        """Its graph."""

    def texts(self, numbers: Sequence[int]) -> list[str]:
        """The texts of units."""

    def titles_named(self, numbers: Sequence[int]) -> dict[int, list[str]]:
        """Titles of the entities that units name."""


@dataclass(frozen=True, slots=True)
class Reached:
    """A number per unit, in the order of `Network.units`."""

    linked: Floats  # documents that named ones lead to: in their best unit
    walked: Floats  # nearness by the walk; of the best unit 1
    bridged: Floats  # units that share a rare name with a seed
    covering: Floats  # the same, by what they add to the seed of the question's words
    lacking: Floats  # units by what they add to the best one of the question's words
    seeds: Mapping[int, float]  # places


def wiki_likeness(network: Network, params: Params) -> float:
    """How far the documents of a vault name each other as those of a wiki do: 0 … 1."""
    low, high = params.wiki_like
    return min(1.0, max(0.0, (network.linkedness - low) / (high - low)))


def reach(
    index: GraphIndex, terms: Sequence[str], like: Floats, named: Mapping[int, float], params: Params
) -> Reached:
    """From the units like the question (`like`, 0 … 1 each) and from documents that it names (number → 0 … 1).
    `terms` are the stems of the question's content words."""
    network = index.network()
    best = best_unit_of(network, named, like)
    seeds = {int(place): 1.0 / rank for rank, place in enumerate(best_places(like, params.seeds), 1) if like[place] > 0}
    for document, place in best.items():
        seeds[place] = max(seeds.get(place, 0.0), named[document])
    walked = network.walk(seeds)
    if np.count_nonzero(walked) <= len(seeds):  # it led nowhere
        walked = np.zeros(len(walked))
    top = float(walked.max()) if len(walked) else 0.0
    bridges = _Bridges(index, network, terms, list(seeds), params)
    bridged, covering = bridges.across(seeds)
    lacking = bridges.lacking(int(np.argmax(like))) if len(like) else like
    return Reached(_linked(network, named, like), walked / (top or 1.0), bridged, covering, lacking, seeds)


def best_unit_of(network: Network, documents: Mapping[int, float], like: Floats) -> dict[int, int]:
    """Document → place of its unit that is most like the question, the first of equals."""
    wanted = np.array(sorted(documents), np.int64)
    places = np.flatnonzero(np.isin(network.documents, wanted))
    order = places[np.lexsort((places, -like[places], network.documents[places]))]
    found: dict[int, int] = {}
    for place, document in zip(order.tolist(), network.documents[order].tolist(), strict=True):
        found.setdefault(document, place)
    return found


def in_best_units(network: Network, documents: Mapping[int, float], like: Floats) -> Floats:
    """Numbers of documents as an array over units: in the unit of each that is most like the question."""
    placed = np.zeros(len(network.units))
    for document, place in best_unit_of(network, documents, like).items():
        placed[place] = documents[document]
    return placed


def _linked(network: Network, named: Mapping[int, float], like: Floats) -> Floats:
    """Of a document that a named one leads to: how well it is named, times the best link."""
    wanted = np.array(sorted(named), np.int64)
    places = np.flatnonzero(np.isin(network.documents, wanted))
    owner, target, weight = network.leads_to(places)
    worth: dict[int, float] = {}
    sources = network.documents[places[owner]].tolist()
    for source, document, value in zip(sources, target.tolist(), weight.tolist(), strict=True):
        worth[document] = max(worth.get(document, 0.0), named[source] * value)
    return in_best_units(network, worth, like)


class _Bridges:
    """The names of the seeds, and which units hold them and the question's words."""

    def __init__(
        self, index: GraphIndex, network: Network, terms: Sequence[str], seeds: Sequence[int], params: Params
    ) -> None:
        content = frozenset(terms)
        numbers = network.units[list(seeds)].tolist()
        titles = index.titles_named(numbers)
        self._names = {
            place: _names(text, titles.get(number, ()), content, params.longest)
            for place, number, text in zip(seeds, numbers, index.texts(numbers), strict=True)
        }
        words = {word for found in self._names.values() for name in found for word in name}
        self._n, self._params = len(network.units), params
        self._held = _Held(index, network, sorted(words | content))
        self._asked = self._held.share_of_question(sorted(content), self._n)

    def across(self, seeds: Mapping[int, float]) -> tuple[Floats, Floats]:
        """(`bridged`, `covering`) of Reached."""
        bridged, covering = np.zeros(self._n), np.zeros(self._n)
        most = min(self._params.most_units, int(self._params.most_share * self._n))
        for place, weight in sorted(seeds.items()):
            for name, units in self._held.rare(self._names[place], most, self._params.bridges):
                others = units[units != place]
                tells = weight * math.log(1 + self._n / len(units)) / math.log(1 + self._n)
                tells *= self._params.one_word if len(name) == 1 else 1.0
                bridged[others] = np.maximum(bridged[others], tells)
                covering[others] = np.maximum(covering[others], tells * self._asked.added(place, others))
        return bridged, covering

    def lacking(self, place: int) -> Floats:
        """What each unit holds of the question's words that this one lacks."""
        return self._asked.added(place, np.arange(self._n))


def _names(text: str, titles: Sequence[str], asked: frozenset[str], longest: int) -> list[tuple[str, ...]]:
    """The names in a text as stems, those inside of longer ones too, without those that the question holds: runs of
    capitalised words, and titles of entities, which have no capitals in every script."""
    found = dict.fromkeys(tuple(stems(title)) for title in titles)
    for run in _capitalised_runs(text):
        for start, (_, is_name) in enumerate(run):
            for end in range(start + 1, min(len(run), start + longest) + 1) if is_name else ():
                if run[end - 1][1]:
                    found[tuple(stem for held, _ in run[start:end] for stem in held)] = None
    return [name for name in found if name and not asked.issuperset(name) and not _says_nothing(name)]


def _capitalised_runs(text: str) -> Iterator[list[tuple[tuple[str, ...], bool]]]:
    """Words with capitals or digits side by side, with the small words that join names between them: (stems, whether
    it may begin or end a name)."""
    run: list[tuple[tuple[str, ...], bool]] = []
    for piece in text.split():
        word = _POSSESSIVE.sub("", piece.strip(_AROUND))
        is_name = word[:1].isupper() or word[:1].isdigit() or (bool(run) and word[1:2].isupper())
        if run and not is_name and word not in JOINING:
            yield run
            run = []
        if is_name or run:
            run.append((tuple(stems(word)), is_name))
        if run and piece[-1] in ",;:.!?)]" and len(word) > 2:
            yield run
            run = []
    if run:
        yield run


def _are_in(numbers: Integers, others: Integers) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Which numbers are among the others; both ascend, and the others are some."""
    at = np.minimum(np.searchsorted(others, numbers), len(others) - 1)
    return np.asarray(others[at] == numbers)


def _says_nothing(name: tuple[str, ...]) -> bool:
    return len(name) == 1 and (len(name[0]) < 3 or name[0] in ALL_STOP_WORDS)


@dataclass(frozen=True, slots=True)
class _Asked:
    """The question's words: how much of it each is, and which units hold it."""

    weights: Floats  # they add up to 1
    has: np.ndarray[tuple[int, int], np.dtype[np.bool_]]  # words × units

    def added(self, place: int, others: Integers) -> Floats:
        """The share of the question that each of the others holds and this unit lacks."""
        added: Floats = (self.weights * ~self.has[:, place]) @ self.has[:, others]
        return added


class _Held:
    """Which units hold which words, as places."""

    def __init__(self, index: GraphIndex, network: Network, words: Sequence[str]) -> None:
        found = index.postings(words)
        places = np.searchsorted(network.units, found.units)
        cuts = np.searchsorted(found.terms, np.arange(len(words) + 1))
        self._units = {word: places[cuts[at] : cuts[at + 1]] for at, word in enumerate(words)}

    def rare(self, names: Sequence[tuple[str, ...]], most: int, n: int) -> list[tuple[tuple[str, ...], Integers]]:
        """The n rarest names that two to `most` units hold (all words of, wherever they stand), with these units."""
        found: list[tuple[int, tuple[str, ...], Integers]] = []
        for name in names:
            lists = sorted((self._units[word] for word in dict.fromkeys(name)), key=len)
            units = lists[0]
            for other in lists[1:]:
                units = units[_are_in(units, other)]
            if 2 <= len(units) <= most:
                found.append((len(units), name, units))
        return [(name, units) for _, name, units in sorted(found, key=lambda item: item[:2])[:n]]

    def share_of_question(self, words: Sequence[str], n: int) -> _Asked:
        weights = np.array([idf(n, len(self._units[word])) for word in words])
        has = np.zeros((len(words), n), np.bool_)
        for row, word in enumerate(words):
            has[row, self._units[word]] = True
        return _Asked(weights / (weights.sum() or 1.0), has)
