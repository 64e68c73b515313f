"""Why a page is what it is, and why the last compile did or did not make it anew."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from wikigraph.app.kept import stored_report
from wikigraph.app.roots import find_root
from wikigraph.app.wikistate import WikiState, is_human, read_wiki
from wikigraph.errors import UsageError
from wikigraph.model.page import PageFile
from wikigraph.pages.humantext import human_edits
from wikigraph.store.index import Index, open_index
from wikigraph.store.vault import Vault


@dataclass(frozen=True, slots=True)
class Explanation:
    """A page, told."""

    page: str  # path
    id: str
    kind: str
    title: str
    is_human: bool
    edited_sections: tuple[str, ...]  # generated sections that a person changed
    supported_by: tuple[str, ...]
    requires: tuple[str, ...]
    required_by: tuple[str, ...]
    reasons: tuple[tuple[str, str], ...]  # (rule, detail): why it is an entity, why it has a page
    names: tuple[str, ...]  # every spelling that counts as it
    mentions: tuple[tuple[str, int, int], ...]  # (source, first line, last line) of the text units that name it
    built: tuple[tuple[str, str], ...]  # (stage, why it ran for this page in the last compile)
    has_index: bool


def explain(vault: Vault, name: str, *, here: Path | None = None) -> Explanation:
    """`name` is a page's path, id or title. Raises UsageError."""
    wiki = read_wiki(vault)
    path = find_root(vault, wiki, name, here)
    page = wiki.pages.get(path)
    if page is None:
        page = _page_of_source(wiki, path)
    index = open_index(vault.state / "index")
    if index is None:
        return _explain(wiki, page, None)
    with index:
        return _explain(wiki, page, index)


def _page_of_source(wiki: WikiState, path: str) -> PageFile:
    found = [
        page for page in wiki.pages.values()
        if page.kind == "source" and any(edge[2] == path for edge in wiki.edges_of(page.path))
    ]  # fmt: skip
    if len(found) != 1:
        raise UsageError("not-a-page", f"{path} is no page", where=path, hint="name a file of wiki/, an id or a title")
    return found[0]


def _explain(wiki: WikiState, page: PageFile, index: Index | None) -> Explanation:
    edges = wiki.edges_of(page.path)
    entity = index if page.id.startswith("ent-") else None
    return Explanation(
        page=page.path,
        id=page.id,
        kind=page.kind or "page",
        title=page.title,
        is_human=is_human(page),
        edited_sections=human_edits(page),
        supported_by=tuple(sorted(target for _, relation, target in edges if relation == "supported_by")),
        requires=tuple(sorted(target for _, relation, target in edges if relation == "requires")),
        required_by=tuple(
            sorted(origin for origin, relation, target in wiki.edges if (relation, target) == ("requires", page.path))
        ),
        reasons=tuple(entity.reasons(page.id)) if entity else (),
        names=tuple(entity.aliases(page.id)) if entity else (),
        mentions=tuple((path, start, end) for _, path, start, end in entity.units_of(page.id)) if entity else (),
        built=_built(index, page.id),
        has_index=index is not None,
    )  # fmt: skip


def _built(index: Index | None, page_id: str) -> tuple[tuple[str, str], ...]:
    last = stored_report(index.meta("last_report")) if index and page_id else None
    if last is None:
        return ()
    return tuple((s.step, why) for s in last.steps if s.step in ("report", "compose", "render")
                 for key, why in s.reasons if key == page_id)  # fmt: skip
