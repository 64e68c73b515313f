"""What a person wants of entities → entries of schema/ontology.toml that come and go.

Nothing is written here, and nothing is decided that contradicts what the file says: that is refused, with the reason.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from wikigraph.app.entity_names import EntityNames
from wikigraph.errors import UsageError
from wikigraph.model.entity import EntityEdit, Entry, Named
from wikigraph.model.ontology import Ontology
from wikigraph.model.settings import ONTOLOGY_FILE
from wikigraph.text.names import name_key

Edit = Callable[[EntityNames, Ontology, Sequence[str]], EntityEdit]


def edit_of(action: str, names: EntityNames, ontology: Ontology, arguments: Sequence[str], *, undo: bool) -> EntityEdit:
    """The entries of an action, or those that take it back. Raises UsageError."""
    make, least = _ACTIONS[action]
    if len(arguments) < least:
        raise UsageError("usage", f"{action} takes at least {least} names", hint="see: wikigraph entity --help")
    if undo:
        return _undone(action, names, ontology, arguments)
    found = make(names, ontology, arguments)
    if not found.added and not found.removed:
        raise UsageError("nothing-to-change", "it is so already", where=ONTOLOGY_FILE, hint="nothing to do")
    return found


def entries_of(ontology: Ontology) -> tuple[Entry, ...]:
    """Everything that the file says."""
    pairs = [("merges", ontology.merges), ("never_merge", ontology.never_merge), ("dismissed", ontology.dismissed)]
    lists = [("stop_names", ontology.stop_names), ("pages", ontology.pages), ("no_pages", ontology.no_pages)]
    return (
        *(Entry("", key, pair) for key, held in pairs for pair in held),
        *(Entry("", key, name) for key, held in lists for name in held),
        *(Entry("aliases", alias.canonical, name) for alias in ontology.aliases for name in alias.names),
        *(Entry("typed", typed.type, name) for typed in ontology.typed for name in typed.names),
    )


def about(entity: Named, ontology: Ontology) -> tuple[Entry, ...]:
    """What the file says of an entity."""
    keys = set(map(name_key, entity.names))
    return tuple(entry for entry in entries_of(ontology) if keys & set(map(name_key, _names_in(entry))))


def _names_in(entry: Entry) -> tuple[str, ...]:
    names = (entry.item,) if isinstance(entry.item, str) else entry.item
    return (entry.key, *names) if entry.table == "aliases" else names


# --- what each action writes


def _merge(names: EntityNames, ontology: Ontology, arguments: Sequence[str]) -> EntityEdit:
    """The first one names them all."""
    found = [names.find(name) for name in arguments]
    first = found[0]
    for one, other in combinations(found, 2):
        if one.id == other.id:
            message = f"{one.spoken!r} and {other.spoken!r} are one entity already: {one.title}"
            raise UsageError("already-one", message, where=other.spoken, hint=f"see: {_command('show', one.title)}")
        _refuse_apart(ontology, one.names, other.names)
    added = tuple(Entry("", "merges", (first.title, other.title)) for other in found[1:])
    return EntityEdit(added, (), _command("merge", first.title, *(other.title for other in found[1:]), "--undo"))


def _split(names: EntityNames, ontology: Ontology, arguments: Sequence[str]) -> EntityEdit:
    """What joins them in the file goes; where nothing in the file does, a rule may: they are kept apart then."""
    named = [names.find(name) for name in arguments]
    if len(arguments) == 1:
        return _split_off(named[0], ontology)
    removed: list[Entry] = []
    added: list[Entry] = []
    for one, other in combinations(named, 2):
        ours, theirs = _separate(one, other)
        joining = [entry for entry in _joining(ontology) if _pair(entry) in ((ours, theirs), (theirs, ours))]
        removed += joining
        if not joining and not _is_apart(ontology, ours, theirs):
            added.append(Entry("", "never_merge", (one.spoken, other.spoken)))
    spoken = [entity.spoken for entity in named]
    undo = _command("split", *spoken, "--undo") if added else _command("merge", *spoken)
    return EntityEdit(tuple(added), tuple(dict.fromkeys(removed)), undo)


def _split_off(entity: Named, ontology: Ontology) -> EntityEdit:
    key = name_key(entity.spoken)
    removed = tuple(entry for entry in _joining(ontology) if key in _pair(entry))
    if not removed:
        others = [name for name in entity.names if name_key(name) != key]
        hint = f"say from which name: {_command('split', entity.spoken, others[0])}" if others else "it has one name"
        message = f"{ONTOLOGY_FILE} does not join {entity.spoken!r} with another name"
        raise UsageError("not-joined", message, where=entity.spoken, hint=hint)
    other = [name for entry in removed for name in _names_in(entry) if name_key(name) != key]
    return EntityEdit((), removed, _command("merge", *dict.fromkeys((other[0], entity.spoken, *other[1:]))))


def _rename(names: EntityNames, ontology: Ontology, arguments: Sequence[str]) -> EntityEdit:
    """A title is the key of a table of aliases; the old title is one of them."""
    if len(arguments) != 2:
        raise UsageError("usage", "rename takes the name and the new one", hint="see: wikigraph entity --help")
    entity, new = names.find(arguments[0]), arguments[1].strip()
    if not name_key(new):
        raise UsageError("usage", "the new name is empty", hint="write a name")
    if new == entity.title:
        raise UsageError("nothing-to-change", f"it is called {new!r} already", where=new, hint="nothing to do")
    _refuse_taken(names, entity, new)
    _refuse_apart(ontology, entity.names, (new,))
    undo = _command("rename", entity.title, new, "--undo")
    return EntityEdit((Entry("aliases", new, entity.title),), (), undo)


def _alias(names: EntityNames, ontology: Ontology, arguments: Sequence[str]) -> EntityEdit:
    entity = names.find(arguments[0])
    owners = {name_key(name): alias.canonical for alias in ontology.aliases for name in alias.names}
    added = []
    for alias in arguments[1:]:
        owner = owners.get(name_key(alias), entity.title)
        if name_key(owner) != name_key(entity.title):
            message = f"{alias!r} is an alias of {owner!r} in {ONTOLOGY_FILE}"
            hint = f"take that back first: {_command('alias', owner, alias, '--undo')}"
            raise UsageError("name-taken", message, where=alias, hint=hint)
        _refuse_taken(names, entity, alias)
        _refuse_apart(ontology, entity.names, (alias,))
        if name_key(alias) not in owners:
            added.append(Entry("aliases", entity.title, alias))
    return EntityEdit(tuple(added), (), _command("alias", entity.title, *arguments[1:], "--undo"))


def _type(names: EntityNames, ontology: Ontology, arguments: Sequence[str]) -> EntityEdit:
    if len(arguments) != 2 or not arguments[1].strip():
        raise UsageError("usage", "type takes a name and a type", hint="see: wikigraph entity --help")
    entity, type_ = names.find(arguments[0]), arguments[1].strip()
    keys = set(map(name_key, entity.names))
    held = [entry for entry in entries_of(ontology) if entry.table == "typed" and name_key(str(entry.item)) in keys]
    removed = tuple(entry for entry in held if entry.key != type_)
    added = () if any(entry.key == type_ for entry in held) else (Entry("typed", type_, entity.title),)
    before = removed[0].key if removed else ""
    undo = _command("type", entity.title, before) if before else _command("type", entity.title, type_, "--undo")
    return EntityEdit(added, removed, undo)


def _page(names: EntityNames, ontology: Ontology, arguments: Sequence[str]) -> EntityEdit:
    return _listed(names, ontology, arguments, "pages", "no_pages")


def _no_page(names: EntityNames, ontology: Ontology, arguments: Sequence[str]) -> EntityEdit:
    return _listed(names, ontology, arguments, "no_pages", "pages")


def _listed(
    names: EntityNames, ontology: Ontology, arguments: Sequence[str], wanted: str, other: str
) -> EntityEdit:
    added: list[Entry] = []
    removed: list[Entry] = []
    for entity in map(names.find, arguments):
        said = about(entity, ontology)
        removed += [entry for entry in said if entry.key == other and not entry.table]
        if not any(entry.key == wanted and not entry.table for entry in said):
            added.append(Entry("", wanted, entity.title))
    verbs = {"pages": "page", "no_pages": "no-page"}
    undo = [verbs[other], *arguments] if removed else [verbs[wanted], *arguments, "--undo"]
    return EntityEdit(tuple(added), tuple(removed), _command(*undo))


_ACTIONS: dict[str, tuple[Edit, int]] = {
    "merge": (_merge, 2),
    "split": (_split, 1),
    "rename": (_rename, 2),
    "alias": (_alias, 2),
    "type": (_type, 2),
    "page": (_page, 1),
    "no-page": (_no_page, 1),
}
ACTIONS = tuple(_ACTIONS)


# --- what takes it back


def _undone(action: str, names: EntityNames, ontology: Ontology, arguments: Sequence[str]) -> EntityEdit:
    keys = [_keys(names, name) for name in arguments]
    said = entries_of(ontology)
    removed = tuple(entry for entry in said if _was_made_by(action, entry, keys))
    if not removed:
        message = f"{ONTOLOGY_FILE} holds nothing that `{_command(action, *arguments)}` would have written"
        raise UsageError("nothing-to-undo", message, where=ONTOLOGY_FILE, hint=f"see: {_command('show', arguments[0])}")
    return EntityEdit((), removed, _command(action, *arguments))


def _keys(names: EntityNames, name: str) -> set[str]:
    """The name itself and the title of the entity that it stands for."""
    found = names.called(name)
    return {name_key(name), *(name_key(entity.title) for entity in found if len(found) == 1)}


def _was_made_by(action: str, entry: Entry, keys: Sequence[set[str]]) -> bool:
    held = [name_key(name) for name in _names_in(entry)]
    if action in ("merge", "split"):
        wanted = "merges" if action == "merge" else "never_merge"
        pairs = combinations(keys, 2) if action == "split" else ((keys[0], other) for other in keys[1:])
        return not entry.table and entry.key == wanted and any(
            (held[0] in one and held[1] in other) or (held[1] in one and held[0] in other) for one, other in pairs
        )
    if action in ("rename", "alias"):
        canonical, others = (keys[1], keys[:1]) if action == "rename" else (keys[0], keys[1:])
        return entry.table == "aliases" and held[0] in canonical and any(held[1] in other for other in others)
    if action == "type":
        return entry.table == "typed" and held[0] in keys[0] and name_key(entry.key) in (keys[1] if keys[1:] else "")
    wanted = "pages" if action == "page" else "no_pages"
    return not entry.table and entry.key == wanted and any(held[0] in key for key in keys)


# --- what is refused


def _refuse_taken(names: EntityNames, entity: Named, name: str) -> None:
    others = [other for other in names.called(name) if other.id != entity.id]
    if others:
        message = f"{name!r} is the name of another entity, {others[0].title} ({others[0].page or others[0].id})"
        hint = f"if they are one: {_command('merge', entity.title, others[0].title)}"
        raise UsageError("name-taken", message, where=name, hint=hint)


def _refuse_apart(ontology: Ontology, ours: Iterable[str], theirs: Iterable[str]) -> None:
    one, other = set(map(name_key, ours)), set(map(name_key, theirs))
    for pair in ontology.never_merge:
        left, right = map(name_key, pair)
        if (left in one and right in other) or (left in other and right in one):
            message = f"{ONTOLOGY_FILE} keeps {pair[0]!r} and {pair[1]!r} apart (never_merge)"
            hint = f"take that back first: {_command('split', *pair, '--undo')}"
            raise UsageError("kept-apart", message, where=ONTOLOGY_FILE, hint=hint)


def _separate(one: Named, other: Named) -> tuple[str, str]:
    ours, theirs = name_key(one.spoken), name_key(other.spoken)
    if ours == theirs:
        message = f"{one.spoken!r} and {other.spoken!r} are one name: case, hyphens and spaces make no difference"
        raise UsageError("one-name", message, where=other.spoken, hint="they cannot be split")
    return ours, theirs


def _joining(ontology: Ontology) -> list[Entry]:
    return [entry for entry in entries_of(ontology) if entry.key == "merges" or entry.table == "aliases"]


def _pair(entry: Entry) -> tuple[str, str]:
    first, second = map(name_key, _names_in(entry))
    return first, second


def _is_apart(ontology: Ontology, ours: str, theirs: str) -> bool:
    return any({name_key(left), name_key(right)} == {ours, theirs} for left, right in ontology.never_merge)


def _command(*words: str) -> str:
    return " ".join(("wikigraph entity", *map(shlex.quote, words)))
