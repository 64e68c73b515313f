"""The graph of an index as igraph draws and writes it."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import igraph

from wikigraph.store.export_sql import EDGES, NODES
from wikigraph.store.index import Index

_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SMALL, _LARGE = 10.0, 60.0  # sizes of the nodes of lowest and highest degree
_MOST_BY_FORCE = 2000  # nodes; more are laid out by a faster, coarser algorithm
_ROUNDS = 300


def graph_of(index: Index, *, with_layout: bool) -> Any:
    """Entities and relationships as a directed graph; `related` has no direction, which its edges say."""
    ids, titles, types, mentions, documents, pages, communities, community_titles = index.columns(NODES)
    edge_ids, sources, targets, kinds, weights = index.columns(EDGES)
    place = {entity_id: at for at, entity_id in enumerate(ids)}
    ends = [(place[source], place[target]) for source, target in zip(sources, targets, strict=True)]
    graph = igraph.Graph(n=len(ids), edges=ends, directed=True)
    graph.vs["entity_id"] = list(ids)
    for name, texts in (("label", titles), ("type", types), ("page", pages), ("community", communities),
                        ("community_title", community_titles)):  # fmt: skip
        graph.vs[name] = [_NOT_IN_XML.sub("\ufffd", text) for text in texts]
    graph.vs["n_mentions"], graph.vs["n_documents"] = list(mentions), list(documents)
    degrees = graph.degree()
    graph.vs["degree"] = degrees
    most = max(degrees, default=0) or 1
    graph.vs["size"] = [round(_SMALL + (_LARGE - _SMALL) * (degree / most) ** 0.5, 2) for degree in degrees]
    graph.es["relationship_id"] = list(edge_ids)
    graph.es["type"], graph.es["weight"] = [_NOT_IN_XML.sub("\ufffd", kind) for kind in kinds], list(weights)
    graph.es["is_directed"] = [kind != "related" for kind in kinds]
    if with_layout:
        _lay_out(graph)
    return graph


def _lay_out(graph: Any) -> None:
    """Places for a picture, the same for the same graph (Fruchterman & Reingold 1991; DrL for many nodes)."""
    igraph.set_random_number_generator(random.Random(0))
    try:
        plain = graph.as_undirected(mode="collapse")
        if graph.vcount() <= _MOST_BY_FORCE:
            layout = plain.layout_fruchterman_reingold(niter=_ROUNDS, seed=plain.layout_circle())
        else:
            layout = plain.layout_drl()
    finally:
        igraph.set_random_number_generator(random)
    for name, values in (("x", [x for x, _ in layout]), ("y", [y for _, y in layout])):
        graph.vs[name] = [round(value, 2) + 0.0 for value in values]


def write_graphml(graph: Any, file: Path) -> int:
    """Writes the graph; nodes and edges. Raises OSError."""
    with file.open("wb") as out:
        graph.write_graphml(out)
    return int(graph.vcount() + graph.ecount())
