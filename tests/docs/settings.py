"""Defaults of settings as docs/SETTINGS.md writes them.

    python -m tests.docs.settings

puts the program's defaults into the page. A new setting needs a row with its meaning, which only a person can write.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from tests.docs.pages import ROOT
from wikigraph.config import Settings
from wikigraph.model.base import Value
from wikigraph.model.ontology import Ontology
from wikigraph.model.routing import Routing

PAGE = ROOT / "docs" / "SETTINGS.md"
_ROW = re.compile(r"^\| `([\w.]+)` \| `([^`]*)` \|", re.MULTILINE)


def leaves(type_: type[Value], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """(name, default) of every setting, sections opened."""
    for field in msgspec.structs.fields(type_):
        if isinstance(field.default, Value):
            yield from leaves(type(field.default), f"{prefix}{field.name}.")
        else:
            yield prefix + field.name, field.default


def as_toml(default: Any) -> tuple[str, ...]:
    """How a default may be written; an empty list may stand for an empty table."""
    if default == ():
        return ("[]", "{}")
    if isinstance(default, bool):
        return (str(default).lower(),)
    if isinstance(default, str):
        return (f'"{default}"',)
    if isinstance(default, tuple):
        return ("[" + ", ".join(as_toml(item)[0] for item in default) + "]",)
    return (repr(default),)


def documented(text: str) -> dict[str, str]:
    """Setting → default, of every row."""
    return {found[1]: found[2] for found in _ROW.finditer(text)}


def renewed(text: str) -> str:
    """The page with the program's defaults."""
    real = {name: as_toml(default) for type_ in (Settings, Ontology, Routing) for name, default in leaves(type_)}

    def row(found: re.Match[str]) -> str:
        ways = real.get(found[1], (found[2],))
        return found[0] if found[2] in ways else f"| `{found[1]}` | `{ways[0]}` |"

    return _ROW.sub(row, text)


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
