"""What a person calls an entity → the entity."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from functools import cached_property

from wikigraph.errors import UsageError
from wikigraph.model.entity import Named
from wikigraph.model.ontology import Ontology
from wikigraph.store.index import Index
from wikigraph.text.names import name_key

_N_NEAR = 5
_ENTITIES = """
    SELECT entity.id, entity.title, entity.type, coalesce(min(page.path), ''), n_mentions, n_documents
    FROM entity LEFT JOIN page ON page.id = entity.id GROUP BY ALL ORDER BY n_mentions DESC, entity.title, entity.id
"""


class EntityNames:
    """All entities of an index by what they may be called. What schema/ontology.toml says since the last compile counts
    too: a new name that it gives to a known one is known."""

    def __init__(self, index: Index, ontology: Ontology) -> None:
        spellings: dict[str, list[str]] = {}
        for id_, alias in index.rows("SELECT entity_id, alias FROM entity_alias ORDER BY entity_id, position"):
            spellings.setdefault(id_, []).append(alias)
        self.all = [
            Named(id_, title, tuple(dict.fromkeys((title, *spellings.get(id_, ())))), type_, page, n, n_sources, title)
            for id_, title, type_, page, n, n_sources in index.rows(_ENTITIES)
        ]
        self._ontology = ontology

    def find(self, name: str) -> Named:
        """By id, path or stem of the page, title, or any spelling. Raises UsageError for none and for several."""
        found = self.called(name)
        if len(found) == 1:
            return found[0]
        if found:
            listed = ", ".join(f"{entity.title} ({entity.page or entity.id})" for entity in found[:_N_NEAR])
            hint = f"name one of them by its page or id: {listed}"
            raise UsageError("ambiguous-entity", f"{name!r} may be {len(found)} entities", where=name, hint=hint)
        raise UsageError("unknown-entity", f"no entity is called {name!r}", where=name, hint=self._near(name))

    def called(self, name: str) -> list[Named]:
        """Every entity that this may mean, by the first of these ways that leads to any."""
        plain = name.replace("\\", "/").removeprefix("./")
        found = [e for e in self.all if name == e.id or (e.page and plain in (e.page, e.page.removesuffix(".md")))]
        if found:
            return found
        found = [e for e in self.all if e.title == name]
        if len(found) != 1:
            found = [self.all[at] for at in self._by_key.get(name_key(name), ())] or found
        return [self._spoken(e, name) for e in found]

    def like(self, words: str) -> list[Named]:
        """Entities with a spelling that holds this, whatever its case; all of them for ""."""
        wanted = words.casefold()
        return [e for e in self.all if any(wanted in spelling.casefold() for spelling in e.names)]

    @cached_property
    def _by_key(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for number, entity in enumerate(self.all):
            for key in {name_key(spelling) for spelling in entity.names}:
                found.setdefault(key, []).append(number)
        for canonical, other in _said_to_be_one(self._ontology):
            for one, new in ((other, canonical), (canonical, other)):
                if name_key(new) not in found and name_key(one) in found:
                    found[name_key(new)] = found[name_key(one)]
        return found

    @staticmethod
    def _spoken(entity: Named, name: str) -> Named:
        return Named(entity.id, entity.title, entity.names, entity.type, entity.page, entity.n_mentions,
                     entity.n_documents, name)  # fmt: skip

    def _near(self, name: str) -> str:
        folded: dict[str, str] = {}
        for entity in self.all:
            for spelling in entity.names:
                folded.setdefault(spelling.casefold(), spelling)
        near = [folded[form] for form in difflib.get_close_matches(name.casefold(), folded, n=_N_NEAR)]
        return f"did you mean: {', '.join(dict.fromkeys(near))}" if near else "see: wikigraph entity list"


def _said_to_be_one(ontology: Ontology) -> Iterable[tuple[str, str]]:
    yield from ontology.merges
    yield from ((alias.canonical, name) for alias in ontology.aliases for name in alias.names)
