"""Which pages there are → the sections of index.md: bounded, so that it can be read at 10,000 pages."""

from __future__ import annotations

from collections.abc import Sequence

from wikigraph.model.graph import Hierarchy
from wikigraph.model.page import IndexGroup, Item, SiteMap, SitePage, Target

MAX_ITEMS = 200  # lines of a section, about
MIN_MEMBERS, MAX_MEMBERS = 3, 15  # named below a community


def index_groups(site: SiteMap, hierarchy: Hierarchy) -> tuple[IndexGroup, ...]:
    """Communities with their members, entities that are in none of them, sources, saved answers, and what people
    wrote."""
    entities = {page.subject: page for page in site.pages if page.kind == "entity"}
    communities, covered = _communities(site, hierarchy, entities)
    others = [page for page in entities.values() if page.subject not in covered]
    groups = (
        communities,
        _flat("Entities" if not communities.items else "Other entities", [_target(page) for page in others]),
        _sources([page for page in site.pages if page.kind == "source"]),
        _flat("Answers", site.answers),
        _flat("Pages by people", site.people),
    )
    return tuple(group for group in groups if group.items)


def _communities(
    site: SiteMap, hierarchy: Hierarchy, entities: dict[str, SitePage]
) -> tuple[IndexGroup, set[str]]:
    """The broadest communities that have pages, and all entities in them."""
    pages = {page.subject: page for page in site.pages if page.kind == "community"}
    covered: set[str] = set()
    broad: list[tuple[SitePage, list[SitePage]]] = []
    for community in hierarchy.communities:  # broad ones first
        if community.id in pages and not covered.issuperset(community.entity_ids):
            members = [entities[member] for member in community.entity_ids if member in entities]
            broad.append((pages[community.id], members))
            covered.update(community.entity_ids)
    broad.sort(key=lambda pair: (-len(pair[1]), pair[0].title.casefold(), pair[0].id))
    shown = broad[:MAX_ITEMS]
    n_members = min(MAX_MEMBERS, MAX_ITEMS // max(1, len(shown)) - 1)
    items: list[Item] = []
    for page, members in shown:
        items.append(Item(target=_target(page), text=f" ({_count(len(members), 'page')})"))
        if n_members >= MIN_MEMBERS:
            items += [Item(target=_target(member), depth=1) for member in members[:n_members]]
    return IndexGroup("Communities", tuple(items), _left_out(len(broad) - len(shown))), covered


def _sources(pages: Sequence[SitePage]) -> IndexGroup:
    """Every source, or, if they are many, every folder with how many it holds."""
    ordered = sorted(pages, key=lambda page: page.subject)
    if len(ordered) <= MAX_ITEMS:
        items = [Item(target=_target(page), text=f" ({page.subject})") for page in ordered]
        return IndexGroup("Sources", tuple(items))
    counts: dict[str, int] = {}
    for page in ordered:
        folder = page.subject.rpartition("/")[0]
        counts[folder] = counts.get(folder, 0) + 1
    folders = [Item(text=f"{folder}/ ({_count(n, 'source')})") for folder, n in counts.items()]
    return IndexGroup("Sources", tuple(folders[:MAX_ITEMS]), _left_out(len(folders) - MAX_ITEMS))


def _flat(heading: str, targets: Sequence[Target]) -> IndexGroup:
    ordered = sorted(targets, key=lambda target: (target.title.casefold(), target.path))
    items = tuple(Item(target=target) for target in ordered[:MAX_ITEMS])
    return IndexGroup(heading, items, _left_out(len(ordered) - MAX_ITEMS))


def _left_out(n: int) -> str:
    return f"And {n} more." if n > 0 else ""


def _count(n: int, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def _target(page: SitePage) -> Target:
    return Target(page.path, page.title)
