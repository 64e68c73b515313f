"""Pages that stand and subjects that have other ids now → which page is whose.

A source's id comes from its path, an entity's from its names, a community's from its most central entity. A renamed
source is known by its text, an entity by the title on its page, a community by that entity; so nothing but the pages
themselves is needed to tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

from wikigraph.model.claim import DocumentDigest
from wikigraph.model.graph import Community, Lexicon
from wikigraph.model.ids import content_id
from wikigraph.model.page import Followed, KnownPage
from wikigraph.text.names import name_key


def renamed_sources(known: Mapping[str, KnownPage], digests: Mapping[str, DocumentDigest]) -> list[Followed]:
    """Pages whose source stands elsewhere now, with the text that it had. A name that is still taken is given up only
    to a page that moves there in turn (two files swapped, or shifted by one): where somebody copies a source and
    then edits it, the page stays with the name."""
    paths = {content_id("src", path): path for path in digests}
    now = {id_: digests[path].text for id_, path in paths.items()}
    pages = {id_: page for id_, page in known.items() if id_.startswith("src-") and page.text}
    stray = sorted((page for id_, page in pages.items() if now.get(id_) != page.text), key=lambda page: page.path)
    free: dict[str, list[str]] = {}
    for id_ in sorted(now, key=lambda id_: paths[id_]):
        if id_ not in known or (id_ in pages and pages[id_].text != now[id_]):
            free.setdefault(now[id_], []).append(id_)
    moves: dict[str, str] = {}  # id of a page → the one that it gets
    for page in sorted(stray, key=lambda page: page.id in now):  # those whose source is gone first
        ids = free.get(page.text, [])
        if ids:
            moves[page.id] = min(ids, key=lambda id_: (not _is_like(page, paths[id_]), id_ in known, paths[id_]))
            ids.remove(moves[page.id])
    while stuck := [old for old, new in moves.items() if not _is_free(old, now, moves.values())
                    or (new in known and new not in moves)]:  # fmt: skip
        for old in stuck:
            del moves[old]
    return [
        Followed(new, old, known[old].path, paths[new], known[old].source or paths.get(old, ""))
        for old, new in moves.items()
    ]


def renamed_entities(
    known: Mapping[str, KnownPage], wanted: Iterable[str], lexicon: Lexicon
) -> tuple[list[Followed], list[tuple[str, str]]]:
    """(pages whose entity has another id now, pages whose entity is part of one that has a page of its own).
    `wanted` are the ids of entities that are to have a page. A page whose title names nothing any more (a new name was
    taken back) is known by its file, which had its name from the first title."""
    stray = [page for id_, page in known.items() if id_.startswith("ent-") and page.title]
    open_ids = set(wanted) - known.keys()
    present = {entity.id for entity in lexicon.entities}
    stray = sorted((page for page in stray if page.id not in present), key=lambda page: page.path)
    called = _called(lexicon) if stray else {}
    followed: list[Followed] = []
    joined: list[tuple[str, str]] = []
    for page in stray:
        successor = called.get(name_key(page.title)) or called.get(name_key(PurePosixPath(page.path).stem), "")
        if successor in open_ids:
            open_ids.remove(successor)
            followed.append(Followed(successor, page.id, page.path))
        elif successor:
            joined.append((page.id, successor))
    return followed, joined


def renamed_communities(
    known: Mapping[str, KnownPage], wanted: Iterable[Community], entities: Iterable[tuple[str, str]]
) -> list[Followed]:
    """Pages of communities whose most central entity has another id now; `entities` are (id before, id now)."""
    former: dict[str, list[str]] = {}
    for old, new in entities:
        former.setdefault(new, []).append(old)
    communities = tuple(wanted)
    taken = {community.id for community in communities}
    followed: list[Followed] = []
    for community in communities:
        before = (content_id("com", str(community.level), old) for old in former.get(community.entity_ids[0], ()))
        old_id = next((id_ for id_ in before if id_ in known and id_ not in taken), "")
        if old_id and community.id not in known:
            followed.append(Followed(community.id, old_id, known[old_id].path))
            taken.add(old_id)
    return followed


def _is_free(id_: str, now: Mapping[str, str], taken_over: Iterable[str]) -> bool:
    """Whether the name of a page's source is given up."""
    return id_ not in now or id_ in taken_over


def _is_like(page: KnownPage, path: str) -> bool:
    """Whether a file has the name that the page's source had, in another folder."""
    return page.source.rpartition("/")[2] == path.rpartition("/")[2]


def _called(lexicon: Lexicon) -> dict[str, str]:
    """Key of a spelling → the one entity that it names everywhere."""
    found: dict[str, set[str]] = {}
    for name in lexicon.names:
        if not name.path:
            found.setdefault(name_key(name.surface), set()).add(name.entity_id)
    for entity in lexicon.entities:
        found[name_key(entity.title)] = {entity.id}
    return {key: next(iter(ids)) for key, ids in found.items() if len(ids) == 1}
