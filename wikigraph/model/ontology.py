"""What people decided about names (schema/ontology.toml); their word wins over every rule."""

from __future__ import annotations

from wikigraph.model.base import Value


class Alias(Value, frozen=True):
    """Names that mean the same entity; the canonical one is its title."""

    canonical: str
    names: tuple[str, ...]


class TypedNames(Value, frozen=True):
    """An entity type and the names that have it."""

    type: str
    names: tuple[str, ...]


class Ontology(Value, frozen=True):
    """The part of the schema that concerns entities. Names are compared by `name_key`."""

    typed: tuple[TypedNames, ...] = ()
    aliases: tuple[Alias, ...] = ()
    merges: tuple[tuple[str, str], ...] = ()  # pairs that are one entity; the first names it
    never_merge: tuple[tuple[str, str], ...] = ()  # pairs that stay two, whatever a rule says
    stop_names: tuple[str, ...] = ()  # never an entity
    pages: tuple[str, ...] = ()  # always worth a page, if they are named at all
    no_pages: tuple[str, ...] = ()  # entities without a page
    dismissed: tuple[tuple[str, str], ...] = ()  # proposals of a merge that a person turned down

    def __post_init__(self) -> None:
        kept_apart = {frozenset(pair) for pair in self.never_merge}
        joined = [*self.merges, *((alias.canonical, name) for alias in self.aliases for name in alias.names)]
        for pair in joined:
            if frozenset(pair) in kept_apart:
                raise ValueError(f"{pair[0]!r} and {pair[1]!r} are said to be one and to be two")
        owners: dict[str, str] = {}
        for alias in self.aliases:
            for name in alias.names:
                if owners.setdefault(name, alias.canonical) != alias.canonical:
                    raise ValueError(f"{name!r} is an alias of {owners[name]!r} and of {alias.canonical!r}")
        if both := set(self.pages) & set(self.no_pages):
            raise ValueError(f"{min(both)!r} stands in pages and in no_pages")
