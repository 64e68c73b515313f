"""A closure → its picture, as text for Mermaid or Graphviz.

Arrows lead from what rests to what it rests on, along the ways that the closure tells. Ids of nodes are made here, so
nothing of a name is ever syntax; names stand in quotes, with everything that the two languages would act on escaped.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from wikigraph.model.impact import NAMES, Affected, Impact, Via

Language = Literal["mermaid", "dot"]
N_NODES = 60  # a larger picture is not read
_N_LABEL = 80  # characters
_MERMAID = {ord(char): f"#{ord(char)};" for char in "#&<>\"`%\\|"}
_DOT = {ord('"'): '\\"', ord("\\"): "\\\\"}


@dataclass(frozen=True, slots=True)
class _Node:
    id: str
    label: str
    kind: Literal["root", "page", "human", "rest"]


@dataclass(frozen=True, slots=True)
class _Arrow:
    origin: str
    target: str
    label: str
    is_typed: bool


def closure_graph(found: Impact, language: Language, n_nodes: int = N_NODES) -> str:
    """The roots and the pages nearest to them, at most `n_nodes`; how many more there are is said in a node."""
    nodes, arrows = _drawn(found, n_nodes)
    return _mermaid(nodes, arrows) if language == "mermaid" else _dot(nodes, arrows)


def _drawn(found: Impact, n_nodes: int) -> tuple[list[_Node], list[_Arrow]]:
    pages = sorted((hit for hit in found.affected if not hit.claim), key=lambda hit: (len(hit.via), hit.page))
    quotes: dict[str, int] = {}
    for hit in found.affected:
        quotes[hit.page] = quotes.get(hit.page, 0) + bool(hit.claim)
    labels = {root.partition("#L")[0]: root for root in found.roots}
    shown = pages[: max(0, n_nodes - len(labels))]
    paths = list(dict.fromkeys((*labels, *(end for hit in shown for via in hit.via for end in (via.target,)))))
    ids = {path: f"n{at}" for at, path in enumerate(dict.fromkeys((*paths, *(hit.page for hit in shown))))}
    by_path = {hit.page: hit for hit in pages}
    nodes = [_node(ids[path], path, by_path.get(path), labels, quotes.get(path, 0)) for path in ids]
    arrows = [_arrow(ids, via) for via in dict.fromkeys(via for hit in shown for via in hit.via)]
    n_more = len({hit.page for hit in pages} - ids.keys())
    if n_more:
        nodes.append(_Node("rest", f"… and {n_more} more pages", "rest"))
    return nodes, arrows


def _node(id_: str, path: str, hit: Affected | None, labels: dict[str, str], n_quotes: int) -> _Node:
    if hit is None:
        return _Node(id_, _short(labels.get(path, path)), "root")
    quoted = f" ({n_quotes} claim{'s' if n_quotes > 1 else ''})" if n_quotes else ""
    return _Node(id_, _short(path) + quoted, "human" if hit.is_human else "page")


def _arrow(ids: dict[str, str], via: Via) -> _Arrow:
    return _Arrow(ids[via.origin], ids[via.target], via.relation.replace("_", " "), via.relation != NAMES)


def _short(path: str) -> str:
    return path if len(path) <= _N_LABEL else "…" + path[-_N_LABEL:]


def _lines(text: str) -> str:
    """Line breaks and other control characters of a name, as spaces."""
    return "".join(char if char.isprintable() else " " for char in text)


def _mermaid(nodes: Iterable[_Node], arrows: Iterable[_Arrow]) -> str:
    shapes = {"root": '(["{}"])', "page": '["{}"]', "human": '[/"{}"/]', "rest": '["{}"]'}
    drawn = ["flowchart RL"]
    drawn += [f"  {node.id}{shapes[node.kind].format(_lines(node.label).translate(_MERMAID))}" for node in nodes]
    drawn += [
        f'  {arrow.origin} {"-->" if arrow.is_typed else "-.->"}|"{arrow.label}"| {arrow.target}' for arrow in arrows
    ]
    return "\n".join(drawn)


def _dot(nodes: Iterable[_Node], arrows: Iterable[_Arrow]) -> str:
    shapes = {"root": "ellipse", "page": "box", "human": "note", "rest": "plaintext"}
    drawn = ["digraph impact {", "  rankdir=RL;"]
    drawn += [f'  {n.id} [shape={shapes[n.kind]}, label="{_lines(n.label).translate(_DOT)}"];' for n in nodes]
    drawn += [
        f'  {a.origin} -> {a.target} [label="{a.label}"{"" if a.is_typed else ", style=dashed"}];' for a in arrows
    ]
    return "\n".join([*drawn, "}"])
