"""Two states of the graph → how much differs between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar, cast

import msgspec

from wikigraph.engine.execute import Build
from wikigraph.engine.memo import ONCE, Memo
from wikigraph.model.base import Value
from wikigraph.model.graph import Graph, Hierarchy, Lexicon
from wikigraph.model.touched import Tally, Touched

V = TypeVar("V", bound=Value)
Known = Mapping[str, object]  # id → what counts of a thing


def touched_by(build: Build, before: Memo) -> Touched:
    """Against the last compile. What did not change is not even decoded."""
    return Touched(
        _since(build, before, "resolve", "lexicon", Lexicon, _entities),
        _since(build, before, "relate", "graph", Graph, _relationships),
        _since(build, before, "cluster", "hierarchy", Hierarchy, _communities),
        _summaries(build, before),
    )


def touched_between(one: Build, other: Build) -> Touched:
    """From one build to another one."""
    return Touched(
        _tally(_entities(_whole(one, "lexicon", Lexicon)), _entities(_whole(other, "lexicon", Lexicon))),
        _tally(_relationships(_whole(one, "graph", Graph)), _relationships(_whole(other, "graph", Graph))),
        _tally(_communities(_whole(one, "hierarchy", Hierarchy)), _communities(_whole(other, "hierarchy", Hierarchy))),
        _tally(one.results["report"].outputs, other.results["report"].outputs),
    )


def _whole(build: Build, name: str, type_: type[V]) -> V:
    return cast(V, build.results[name].whole())


def _since(build: Build, before: Memo, step: str, name: str, type_: type[V], known: Callable[[V], Known]) -> Tally:
    """Of what a step that runs once gave."""
    if not build.runs[step].changed:
        return Tally()
    was: Known = {}
    if ONCE in before.records(step):
        was = known(msgspec.msgpack.decode(before.load(step, (ONCE,))[ONCE], type=type_))
    return _tally(was, known(_whole(build, name, type_)))


def _summaries(build: Build, before: Memo) -> Tally:
    run = build.runs["report"]
    known = before.records("report") if run.changed else {}
    n_added = sum(key not in known for key in run.changed)
    return Tally(n_added, len(run.changed) - n_added, len(run.removed))


def _entities(lexicon: Lexicon) -> Known:
    return {
        e.id: (e.title, e.aliases, e.type, e.is_page_worthy, e.n_mentions, e.n_units, e.n_documents)
        for e in lexicon.entities
    }


def _relationships(graph: Graph) -> Known:
    return {r.id: (r.weight, r.unit_ids) for r in graph.relationships}


def _communities(hierarchy: Hierarchy) -> Known:
    return {
        c.id: (frozenset(c.entity_ids), c.hub_ids, c.parent_id, c.is_page_worthy) for c in hierarchy.communities
    }


def _tally(was: Known, now: Known) -> Tally:
    n_changed = sum(key in now and now[key] != value for key, value in was.items())
    return Tally(len(now.keys() - was.keys()), n_changed, len(was.keys() - now.keys()))
