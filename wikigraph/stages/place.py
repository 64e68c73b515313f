"""Everything → which pages there are, and where each stands.

A page keeps the place that it has (people may have moved it, and links lead there); a new one gets a path from its
title, or, for a source, from its place in raw/. A page that a person deleted is left out, and so nothing links to it.
The page of a renamed source goes where the source went, unless a person has moved it; that of an entity with another id
stays.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from wikigraph.model.base import Value
from wikigraph.model.claim import CommunityReport, DocumentDigest
from wikigraph.model.graph import Community, Hierarchy, Lexicon
from wikigraph.model.ids import content_id
from wikigraph.model.page import Followed, KnownPage, KnownPages, PageKind, SiteMap, SitePage
from wikigraph.pages.following import renamed_communities, renamed_entities, renamed_sources
from wikigraph.pages.halfmoved import left_from
from wikigraph.pages.pagehash import item_hashes
from wikigraph.pages.slugs import Wanted, mirror, place, slug

VERSION = 8

INDEX_ID, INDEX_PATH = "index", "wiki/index.md"
RESERVED = (INDEX_PATH, "wiki/log.md", "wiki/review.md")


class Params(Value, frozen=True):
    """Settings of this stage."""

    max_community_share: float = 0.5  # community pages per entity page, at most: fewer pages, at any size


def run(
    lexicon: Lexicon,
    hierarchy: Hierarchy,
    reports: Mapping[str, CommunityReport],
    digests: Mapping[str, DocumentDigest],
    existing: KnownPages,
    params: Params,
) -> SiteMap:
    """Pages sorted by id: each source, each entity and community that is worth a page, and the index."""
    drafts = [_draft(content_id("src", path), "source", digest.title, path) for path, digest in digests.items()]
    entities = [entity for entity in lexicon.entities if entity.is_page_worthy]
    drafts += [_draft(entity.id, "entity", entity.title, entity.id) for entity in entities]
    communities = _worthy(hierarchy, reports, int(len(entities) * params.max_community_share))
    drafts += [_draft(held.id, "community", reports[held.id].title, held.id) for held in communities]
    standing = {page.id: page for page in existing.pages}
    known_of = {**{page.id: page for page in existing.away}, **standing}
    named, joined = renamed_entities(known_of, (entity.id for entity in entities), lexicon)
    called = [*((item.old_id, item.id) for item in named), *joined]
    moved = [*named, *renamed_sources(known_of, digests), *renamed_communities(known_of, communities, called)]
    away_moved = [item for item in moved if item.old_id not in standing]
    away = {*existing.kept_away} - {item.old_id for item in away_moved} | {item.id for item in away_moved}
    kept_away = sorted(draft.id for draft in drafts if draft.id in away)
    drafts = [draft for draft in drafts if draft.id not in away]
    followed = [item for item in moved if item.old_id in standing and item.id not in away]
    followed += _half_moved(standing, drafts, {item.old_id for item in followed})
    known = _places(standing, followed)
    known |= _found_again([_wanted(draft) for draft in drafts if draft.id not in known], existing)
    taken = [*existing.taken, *known.values(), *RESERVED]
    placed = place([_wanted(draft) for draft in drafts if draft.id not in known], taken)
    pages = [
        SitePage(draft.id, draft.kind, known.get(draft.id) or placed[draft.id], draft.title, draft.subject)
        for draft in drafts
    ]
    pages.append(SitePage(INDEX_ID, "index", known.get(INDEX_ID, INDEX_PATH), "Index", ""))
    paths = {page.path for page in pages}
    people = tuple(target for target in existing.people if target.path not in paths)
    return SiteMap(
        tuple(sorted(pages, key=lambda page: page.id)), people, tuple(kept_away),
        tuple(sorted(followed, key=lambda item: item.id)), tuple(pair for pair in joined if pair[0] in standing),
        tuple(sorted(away_moved, key=lambda item: item.id)), existing.answers,
    )  # fmt: skip


def _places(standing: Mapping[str, KnownPage], followed: Sequence[Followed]) -> dict[str, str]:
    """Page id → the place that the page keeps."""
    left = {item.old_id for item in followed}
    known = {id_: page.path for id_, page in standing.items() if id_ not in left}
    for item in followed:
        if left_from(item.old_path):
            continue
        if not item.old_subject or item.old_path != "/".join(mirror(item.old_subject)) + ".md":
            known[item.id] = item.old_path
    return known


def _half_moved(
    standing: Mapping[str, KnownPage], drafts: Sequence[SitePage], left: Collection[str]
) -> list[Followed]:
    """Pages of those that there are to be which a killed compile left on their way."""
    pages = (standing[draft.id] for draft in drafts if draft.id in standing and draft.id not in left)
    subjects = {draft.id: draft.subject for draft in drafts}
    return [Followed(page.id, page.id, page.path, subjects[page.id]) for page in pages if left_from(page.path)]


def _found_again(wanted: Sequence[Wanted], existing: KnownPages) -> dict[str, str]:
    """Page id → the place of a page that lost its id and is the one that is wanted."""
    made_with = {page.made_with: page.path for page in reversed(existing.lost) if page.made_with}
    bare = {page.path for page in existing.lost if not page.made_with}
    found: dict[str, str] = {}
    for item in wanted:
        path = made_with.get(item_hashes((item.id,))[0], "") if made_with else ""
        usual = f"{item.folder}/{item.stem}.md"
        if path or usual in bare:
            found[item.id] = path or usual
    return found


def _draft(id_: str, kind: PageKind, title: str, subject: str) -> SitePage:
    return SitePage(id_, kind, "", title.strip() or subject, subject)


def _wanted(draft: SitePage) -> Wanted:
    if draft.kind == "source":
        return Wanted(draft.id, *mirror(draft.subject))
    folder = "wiki/entities" if draft.kind == "entity" else "wiki/communities"
    return Wanted(draft.id, folder, slug(draft.title))


def _worthy(hierarchy: Hierarchy, reports: Mapping[str, CommunityReport], limit: int) -> list[Community]:
    """Communities that say something, broad and large ones first, as many as there may be."""
    found = [
        community
        for community in hierarchy.communities
        if community.is_page_worthy and community.id in reports and reports[community.id].summary
    ]
    found.sort(key=lambda community: (community.level, -len(community.entity_ids), community.id))
    return found[:limit]
