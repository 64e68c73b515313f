"""The mode basic: BM25, vectors, and what the graph adds to both.

Where there are vectors, the scores by words and by meaning, each relative to its best, are added (or, if one wants,
the two rankings fused by reciprocal ranks); where there are none, it is BM25. Words that the corpus does not have (a
question in another language) cannot rank: words count as much as the corpus knows of the question's.

A question that names a document ("Who founded the maker of X?") is answered there, or where X leads: in documents
that X's text names, or that share a rare name with it (graph_channel). So what the graph reaches is weighed in; the
weights are those of a measured recipe. A question that names nothing is answered so only in a vault whose documents
name each other.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

import numpy as np

from wikigraph.model.base import Value
from wikigraph.retrieval import dense, graph_channel, lexical
from wikigraph.retrieval.dense import Likeness
from wikigraph.retrieval.fuse import K, fuse
from wikigraph.retrieval.graph_channel import GraphIndex, Network, in_best_units, reach, wiki_likeness
from wikigraph.retrieval.lexical import Floats, Scorer, best_places
from wikigraph.retrieval.names import Word, candidate_keys, find, words_of
from wikigraph.retrieval.question import Question


class Params(Value, frozen=True):
    """Weights are of numbers from 0 to about 1; 0 switches a part off."""

    words: float = 1.5  # BM25
    words_beside: float = 0.5  # the same beside vectors
    near: float = 3.0  # the likeness of vectors
    rest: float = 1.5  # BM25 of the words outside names
    lacking: float = 0.5  # words of the question that the best unit lacks
    named: float = 5.0  # the best unit of a document that the question names
    linked: float = 5.0  # of a document that such a document leads to
    walked: float = 2.5
    bridged: float = 3.5
    covering: float = 3.0
    gate: float = 0.5  # so much a name must tell, or the question names nothing
    max_owners: int = 8  # a title of more documents names none of them
    max_named: int = 4  # documents whose text is looked at for further names
    max_units: int = 8  # of each of them
    fusion: Literal["scores", "ranks"] = "scores"  # how words and meaning are joined where nothing is named
    rank_constant: int = K  # of the fusion by reciprocal ranks
    fused: int = 100  # best units of each ranking that are fused
    known_share: float = 0.5  # of the question's words, by weight: a corpus with fewer counts less for words
    graph: graph_channel.Params = graph_channel.Params()
    vectors: dense.Params = dense.Params()
    lexical: lexical.Params = lexical.Params()


class RetrievalIndex(GraphIndex, Protocol):
    """What the mode needs of an index."""

    def owners(self, keys: Sequence[str]) -> dict[str, list[tuple[str, float]]]:
        """(path, worth) of the documents that each name means; names that mean none may be left out."""

    def units_of_documents(self, paths: Sequence[str]) -> dict[str, list[tuple[int, str]]]:
        """(unit number, text) of each document, in reading order."""


Parts = tuple[tuple[str, float], ...]
"""(channel, what it adds to a score), the largest first."""


@dataclass(frozen=True, slots=True)
class Found:
    """Units by falling score."""

    units: tuple[int, ...]
    scores: tuple[float, ...]
    idf: Mapping[str, float]
    by_words: tuple[int, ...] = ()  # the best units if there were no vectors; () where there are none
    parts: Mapping[int, Parts] = field(default_factory=dict)  # what each score is made of


def retrieve(
    index: RetrievalIndex,
    question: Question,
    k: int,
    params: Params | None = None,
    likeness: Likeness | None = None,
) -> Found:
    """The k best units for a question; by words alone if there is no `likeness`."""
    params = params or Params()
    scorer = Scorer(index, question.terms, params.lexical, question.light)
    likeness = likeness.within(index.scope) if likeness is not None else None
    names = _Names(index, scorer, params)
    words = words_of(question.text)[: params.lexical.max_terms]
    named = names.documents(words)
    is_named = max(named.values(), default=0.0) >= params.gate
    known = known_share(scorer, question.content)
    share = 1.0 if is_named else min(1.0, known / params.known_share)  # what it says nothing of leads nowhere
    share *= 1.0 if is_named or share == 0.0 else wiki_likeness(index.network(), params.graph)
    if share == 0.0:
        return by_likeness(scorer, likeness, k, params)
    network = index.network()
    asked = _Asked(
        question, names.outside(words), _numbered(network, named),
        _numbered(network, _named_by(index, names, named, params)) if params.linked else {},
    )  # fmt: skip
    channels, whole = _channels(index, network, scorer, asked, params, likeness)
    if index.scope is not None:  # the way may lead through other units, but does not end there
        inside = index.scope.holds(network.units)
        channels = {name: values * inside for name, values in channels.items()}
    by_words = _sum({**channels, "words": params.words * whole, "near": np.zeros(len(whole))})
    if share < 1.0:
        plain = by_likeness(scorer, likeness, len(network.units), params)
        top = float(_sum(channels).max()) or 1.0
        channels = {name: share * values / top for name, values in channels.items()}
        channels["words and meaning"] = (1.0 - share) * _relative(_placed(network, plain.units, plain.scores))
    scores = _sum(channels)
    best = _positive(scores, k)
    units = tuple(network.units[best].tolist())
    plain_best = tuple(network.units[_positive(by_words, k)].tolist()) if likeness is not None else ()
    return Found(units, tuple(scores[best].tolist()), scorer.idf, plain_best, _parts(units, best, channels))


def by_likeness(scorer: Scorer, likeness: Likeness | None, k: int, params: Params) -> Found:
    """The k best units by words and meaning, whatever the question names."""
    units, scores = scorer.scores()
    likeness = likeness.within(scorer.scope) if likeness is not None else None
    if likeness is None or not len(likeness.units):
        best = best_places(scores, k)
        found = tuple(units[best].tolist())
        parts = _parts(found, best, {"words": scores})
        return Found(found, tuple(scores[best].tolist()), scorer.idf, parts=parts)
    n = max(k, params.fused)
    by_words: list[int] = units[best_places(scores, n)].tolist()
    weight = min(1.0, known_share(scorer) / params.known_share)
    if params.fusion == "ranks":
        fused = fuse([by_words, likeness.best(n)], [weight, 1.0], params.rank_constant)[:k]
        return Found(tuple(u for u, _ in fused), tuple(score for _, score in fused), scorer.idf, tuple(by_words[:k]))
    held = np.union1d(units, likeness.units)
    words, near = np.zeros(len(held)), np.zeros(len(held))
    words[np.searchsorted(held, units)] = weight * _relative(scores)
    near[np.searchsorted(held, likeness.units)] = likeness.relatives
    both = words + near
    best = _positive(both, k)
    found = tuple(held[best].tolist())
    parts = _parts(found, best, {"words": words, "near": near})
    return Found(found, tuple(both[best].tolist()), scorer.idf, tuple(by_words[:k]), parts)


def known_share(scorer: Scorer, terms: Sequence[str] | None = None) -> float:
    """The share of the question's words (or of these) that stand anywhere in the corpus, by how much they tell."""
    wanted = [term for term in (scorer.idf if terms is None else terms) if term in scorer.idf]
    total = sum(scorer.idf[term] for term in wanted)
    return sum(scorer.idf[term] for term in wanted if scorer.frequencies[term]) / total if total else 0.0


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a question asks for. Documents by their numbers, with how well they are named (0 … 1)."""

    question: Question
    rest: Sequence[str]  # stems of its words outside names
    named: Mapping[int, float]
    named_by: Mapping[int, float]  # documents that the text of named ones names


def _named_by(
    index: RetrievalIndex, names: _Names, named: Mapping[str, float], params: Params
) -> dict[str, float]:
    """The documents that the text of the best named ones names, by their titles."""
    best = sorted(named, key=lambda path: (-named[path], path))[: params.max_named]
    units = index.units_of_documents(best)
    found: dict[str, float] = {}
    for path in best:
        text = " ".join(text for _, text in units[path][: params.max_units])
        for other, worth in names.documents(words_of(text), besides=path).items():
            found[other] = max(found.get(other, 0.0), named[path] * worth)
    return found


def _numbered(network: Network, documents: Mapping[str, float]) -> dict[int, float]:
    return dict(zip(network.numbers_of(list(documents)), documents.values(), strict=True))


def _channels(
    index: RetrievalIndex, network: Network, scorer: Scorer, asked: _Asked, params: Params, likeness: Likeness | None
) -> tuple[dict[str, Floats], Floats]:
    """What each channel adds to the score of each unit; and how well it fits by words, 0 … 1."""
    near = np.zeros(len(network.units))
    if likeness is not None:
        near[np.searchsorted(network.units, likeness.units)] = likeness.relatives
    known = min(1.0, known_share(scorer) / params.known_share)
    whole = known * _relative(_placed(network, *scorer.scores()))
    outside = known * _relative(_placed(network, *scorer.scores(asked.rest)))
    like = whole if likeness is None else 0.5 * (whole + near)
    reached = reach(index, asked.question.content, like, asked.named, params.graph)
    linked = np.maximum(in_best_units(network, asked.named_by, like + outside), reached.linked)
    channels = {
        "words": (params.words if likeness is None else params.words_beside) * whole,
        "near": params.near * near,
        "rest": params.rest * outside,
        "lacking": params.lacking * known * reached.lacking,
        "named": params.named * in_best_units(network, asked.named, like + outside),
        "linked": params.linked * linked,
        "walked": params.walked * reached.walked,
        "bridged": params.bridged * reached.bridged,
        "covering": params.covering * reached.covering,
    }
    return channels, whole


def _sum(channels: Mapping[str, Floats]) -> Floats:
    total: Floats = np.sum(list(channels.values()), axis=0)
    return total


def _parts(units: Sequence[int], places: lexical.Integers, channels: Mapping[str, Floats]) -> dict[int, Parts]:
    """What the channels add to the scores of these units, in these places."""
    columns = [(name, values[places].tolist()) for name, values in channels.items()]
    found: dict[int, Parts] = {}
    for at, unit in enumerate(units):
        parts = [(name, held[at]) for name, held in columns if held[at]]
        found[unit] = tuple(sorted(parts, key=lambda part: (-part[1], part[0])))
    return found


def _placed(network: Network, units: Sequence[int] | lexical.Integers, scores: Sequence[float] | Floats) -> Floats:
    """Scores of some units as an array over all."""
    placed = np.zeros(len(network.units))
    placed[np.searchsorted(network.units, np.asarray(units, np.int64))] = scores
    return placed


def _relative(scores: Floats) -> Floats:
    """Divided by the best one."""
    return scores / (float(scores.max()) or 1.0) if len(scores) else scores


def _positive(scores: Floats, k: int) -> lexical.Integers:
    """Places of the k best scores that are over 0."""
    best = best_places(scores, k)
    return best[scores[best] > 0.0]


class _Names:
    """Names of documents in texts, weighed by how rare they are."""

    def __init__(self, index: RetrievalIndex, scorer: Scorer, params: Params) -> None:
        self._index = index
        self._n_units = scorer.n_units
        self._frequencies = dict(scorer.frequencies)
        self._max_owners = params.max_owners
        self._owners: dict[str, list[tuple[str, float]]] = {}
        self._asked: set[str] = set()

    def documents(self, words: Sequence[Word], besides: str = "") -> dict[str, float]:
        """Documents that a text names, each with how much the name tells (0 to 1)."""
        self._look_up(candidate_keys(words))
        found = [name.key for name in find(words, self._owners)]
        self._count([word for key in found for word in key.split(" ")])
        worth: dict[str, float] = {}
        for key in found:
            owners = [(path, share) for path, share in self._owners[key] if path != besides]
            for path, share in owners:
                value = share * self._rarity(key) / math.sqrt(len(owners))
                worth[path] = max(worth.get(path, 0.0), value)
        return worth

    def outside(self, words: Sequence[Word]) -> list[str]:
        """Stems of the words that belong to no name; all of them if every word does."""
        inside = {at for name in find(words, self._owners) for at in range(name.start, name.end)}
        return [word.stem for at, word in enumerate(words) if at not in inside] or [word.stem for word in words]

    def _look_up(self, keys: Sequence[str]) -> None:
        unknown = [key for key in keys if key not in self._asked]
        self._asked.update(unknown)
        if unknown:
            owners = self._index.owners(unknown)
            self._owners.update({key: held for key, held in owners.items() if len(held) <= self._max_owners})

    def _count(self, terms: Sequence[str]) -> None:
        unknown = [term for term in dict.fromkeys(terms) if term not in self._frequencies]
        if unknown:
            self._frequencies.update(dict.fromkeys(unknown, 0))
            self._frequencies.update(self._index.document_frequencies(unknown))

    def _rarity(self, key: str) -> float:
        """1 for a name that stands nowhere, 0 for one that stands everywhere; a name is at most as frequent as its
        rarest word."""
        frequency = min(self._frequencies[term] for term in key.split(" "))
        return math.log(1 + self._n_units / (1 + frequency)) / math.log(1 + self._n_units)
