"""Two foreseen compiles, before and after an edit of the ontology → what the edit does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from wikigraph.app.compile import Foreseen
from wikigraph.app.touched import touched_between
from wikigraph.engine.execute import Build
from wikigraph.model.entity import EntityEffect, EntityStory
from wikigraph.model.graph import Entity, Lexicon
from wikigraph.model.page import Page, PageWrite
from wikigraph.text.names import name_key


def effect_between(before: Foreseen, after: Foreseen) -> EntityEffect:
    """What the second one would do that the first one would not."""
    was = {write.path: write for write in before.plan}
    differing = [write for write in after.plan if _outcome(was.get(write.path)) != _outcome(write)]
    kept = [w.path for w in differing if any(edit.kind == "page-unsupported" for edit in w.edits)]
    return EntityEffect(
        stories=tuple(_stories(_lexicon(before.build), _lexicon(after.build))),
        touched=touched_between(before.build, after.build),
        pages_written=tuple(w.path for w in differing if w.kind in ("create", "update") and w.path not in kept),
        pages_removed=tuple(w.path for w in differing if w.kind == "remove"),
        pages_kept=tuple(kept),
        links=_links_touched(before.build, after.build),
    )


def _outcome(write: PageWrite | None) -> tuple[str, str] | None:
    return None if write is None else (write.kind, write.text)


def _lexicon(build: Build) -> Lexicon:
    return cast(Lexicon, build.results["lexicon"].whole())


def _stories(before: Lexicon, after: Lexicon) -> Iterator[EntityStory]:
    """Entities are followed by their names, because an id changes with them."""
    was, now = {e.id: e for e in before.entities}, {e.id: e for e in after.entities}
    was_called, now_called = _by_name(before), _by_name(after)
    into: dict[str, list[Entity]] = {}
    for entity in before.entities:
        if (other := now.get(entity.id)) == entity and other is not None:
            continue
        successor = now_called.get(name_key(entity.title)) or (entity.id if entity.id in now else "")
        if successor:
            into.setdefault(successor, []).append(entity)
        else:
            yield EntityStory("gone", (entity.title,), ())
    for entity in after.entities:
        if was.get(entity.id) == entity and entity.id not in into:
            continue
        yield from _story(entity, into.get(entity.id, []), was, was_called)


def _story(
    entity: Entity, before: list[Entity], was: dict[str, Entity], was_called: dict[str, str]
) -> Iterator[EntityStory]:
    titles = tuple(sorted(other.title for other in before))
    if len(before) > 1:
        yield EntityStory("joined", titles, (entity.title,))
    elif not before:
        origin = was.get(was_called.get(name_key(entity.title), ""))
        kind = "separated" if origin else "new"
        yield EntityStory(kind, (origin.title,) if origin else (), (entity.title,))
    elif entity.title != before[0].title:
        yield EntityStory("renamed", titles, (entity.title,))
    elif what := tuple(_differences(before[0], entity)):
        yield EntityStory("changed", titles, (entity.title,), what)


def _differences(before: Entity, after: Entity) -> Iterator[str]:
    """What a person sees of an entity, where it differs."""
    was, now = set(before.aliases), set(after.aliases)
    yield from (f"also called {name}" for name in after.aliases if name not in was)
    yield from (f"no longer called {name}" for name in before.aliases if name not in now)
    if before.type != after.type:
        yield f"type {before.type or 'none'} → {after.type or 'none'}"
    if before.is_page_worthy != after.is_page_worthy:
        yield "gets a page" if after.is_page_worthy else "no page any more"
    if before.n_mentions != after.n_mentions:
        yield f"mentions {before.n_mentions} → {after.n_mentions}"


def _by_name(lexicon: Lexicon) -> dict[str, str]:
    """Key of a spelling → the one entity that it names everywhere."""
    found: dict[str, set[str]] = {}
    for name in lexicon.names:
        if not name.path:
            found.setdefault(name_key(name.surface), set()).add(name.entity_id)
    found.update({name_key(entity.title): {entity.id} for entity in lexicon.entities})
    return {key: next(iter(ids)) for key, ids in found.items() if len(ids) == 1}


def _links_touched(before: Build, after: Build) -> int:
    """Typed links that stand on one side alone, over the pages whose composition differs."""
    was, now = before.results["page"], after.results["page"]
    ids = [id_ for id_ in {*was.outputs, *now.outputs} if was.outputs.get(id_) != now.outputs.get(id_)]
    ones = _links(cast(Iterable[Page], was.some(sorted(i for i in ids if i in was.outputs)).values()))
    others = _links(cast(Iterable[Page], now.some(sorted(i for i in ids if i in now.outputs)).values()))
    return len(ones ^ others)


def _links(pages: Iterable[Page]) -> set[tuple[str, str, str]]:
    return {
        (page.path, relation, target.path)
        for page in pages
        for relation, targets in (
            ("supported_by", page.supported_by), ("requires", page.requires), ("related", page.related)
        )
        for target in targets
    }  # fmt: skip
