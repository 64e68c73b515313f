"""Front matter YAML → entries of strings, without constructing anything.

Only the event stream of the parser is read: no tag is resolved (so no Python object, date or number is made), no
alias is expanded, nothing recurses, and size, depth and aliases are limited.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import yaml

try:
    from yaml import CSafeLoader as _Loader
except ImportError:  # PyYAML without libyaml
    from yaml import SafeLoader as _Loader  # type: ignore[assignment]

MAX_DEPTH = 20
MAX_EVENTS = 20_000
MAX_ALIASES = 100
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})


class YamlError(Exception):
    """What is wrong, and the offset where (0-based, in characters)."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset


@dataclass(slots=True)
class Node:
    """A value: a scalar's text, or a sequence's items. A mapping below the top is a node with neither."""

    offset: int
    text: str | None = None
    items: list[Node] | None = None


@dataclass(slots=True)
class Entry:
    """A key of the top-level mapping with its value."""

    key: str
    offset: int
    value: Node


@dataclass(slots=True)
class _Open:
    node: Node
    is_mapping: bool
    keys: list[Node] = field(default_factory=list)  # of a mapping: keys and values in turn


def read_entries(text: str) -> list[Entry] | None:
    """YAML → the entries of its top-level mapping in order, duplicates kept; None where the top is no mapping,
    [] where there is nothing. Raises YamlError."""
    try:
        return _read(text)
    except yaml.MarkedYAMLError as problem:
        mark = problem.problem_mark or problem.context_mark
        what = " ".join(str(part) for part in (problem.context, problem.problem) if part)
        raise YamlError(what or "is no YAML", mark.index if mark else 0) from problem
    except yaml.YAMLError as problem:
        raise YamlError(_one_line(problem), int(getattr(problem, "position", 0) or 0)) from problem
    except (ValueError, RecursionError) as problem:
        raise YamlError(_one_line(problem), 0) from problem


def _one_line(problem: Exception) -> str:
    return " ".join(str(problem).split())[:200] or "is no YAML"


def _read(text: str) -> list[Entry] | None:
    stack: list[_Open] = []
    anchors: dict[str, Node] = {}
    top: _Open | Node | None = None
    n_events = n_aliases = 0
    for event in yaml.parse(text, Loader=_Loader):
        n_events += 1
        offset = event.start_mark.index if event.start_mark else 0
        if n_events > MAX_EVENTS:
            raise YamlError(f"holds more than {MAX_EVENTS} values", offset)
        if isinstance(event, yaml.CollectionEndEvent):
            top = stack.pop()
            continue
        if isinstance(event, yaml.AliasEvent):
            n_aliases += 1
            if n_aliases > MAX_ALIASES:
                raise YamlError(f"holds more than {MAX_ALIASES} aliases", offset)
            node = anchors.get(event.anchor or "", Node(offset))
        elif isinstance(event, yaml.ScalarEvent):
            is_null = event.style is None and event.value in _NULLS
            node = Node(offset, text="" if is_null else event.value)
        elif isinstance(event, yaml.CollectionStartEvent):
            if len(stack) >= MAX_DEPTH:
                raise YamlError(f"is nested more than {MAX_DEPTH} deep", offset)
            node = Node(offset, items=[] if isinstance(event, yaml.SequenceStartEvent) else None)
        elif isinstance(event, yaml.DocumentEndEvent):
            break
        else:
            continue
        if not isinstance(event, yaml.AliasEvent) and event.anchor:
            anchors[event.anchor] = node
        if stack:
            holder = stack[-1]
            if holder.is_mapping:
                holder.keys.append(node)
            elif holder.node.items is not None:
                holder.node.items.append(node)
        else:
            top = node
        if isinstance(event, yaml.CollectionStartEvent):
            stack.append(_Open(node, isinstance(event, yaml.MappingStartEvent)))
    return _entries(top)


def _entries(top: _Open | Node | None) -> list[Entry] | None:
    if top is None or (isinstance(top, Node) and top.text == ""):
        return []
    if isinstance(top, Node) or not top.is_mapping:
        return None
    pairs = zip(top.keys[::2], top.keys[1::2], strict=False)
    return [Entry(key.text, key.offset, value) for key, value in pairs if key.text is not None]
