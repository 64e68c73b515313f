"""What a person says of an entity, and what that does."""

from __future__ import annotations

from wikigraph.model.base import Value
from wikigraph.model.touched import Touched


class Named(Value, frozen=True):
    """An entity as somebody named it."""

    id: str
    title: str
    names: tuple[str, ...]  # every spelling, the title first
    type: str
    page: str  # path, "" without one
    n_mentions: int
    n_documents: int
    spoken: str  # the spelling that was used; the title where it was named by page or id


class Entry(Value, frozen=True):
    """An item of a list in schema/ontology.toml."""

    table: str  # "" for the top level
    key: str
    item: str | tuple[str, str]

    @property
    def line(self) -> str:
        """As it may be written there by hand."""
        item = f'"{self.item}"' if isinstance(self.item, str) else f'["{self.item[0]}", "{self.item[1]}"]'
        return f'{self.table + ": " if self.table else ""}{self.key} = [{item}]'


class EntityEdit(Value, frozen=True):
    """Entries that come and go, and the command that takes that back."""

    added: tuple[Entry, ...]
    removed: tuple[Entry, ...]
    undo: str


class EntityStory(Value, frozen=True):
    """What becomes of entities: "joined", "separated", "renamed", "changed", "new" or "gone"."""

    kind: str
    before: tuple[str, ...]  # titles
    after: tuple[str, ...]
    what: tuple[str, ...] = ()  # of "changed": what is otherwise, in words


class EntityEffect(Value, frozen=True):
    """What the next compile would do otherwise, because of the edit."""

    stories: tuple[EntityStory, ...]
    touched: Touched
    pages_written: tuple[str, ...]
    pages_removed: tuple[str, ...]
    pages_kept: tuple[str, ...]  # their entity is gone; they stay because a person wrote on them
    links: int  # typed links that come or go on these pages
