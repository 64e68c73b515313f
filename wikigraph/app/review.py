"""A build and the plan of its pages → what waits for a person's decision: a function of raw/, schema/ and wiki/."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from wikigraph.app.wikifiles import WikiFiles
from wikigraph.engine.execute import Build
from wikigraph.model.claim import DocumentDigest
from wikigraph.model.graph import Lexicon
from wikigraph.model.ids import content_id
from wikigraph.model.page import Page, PageEdit, PageWrite, SiteMap
from wikigraph.model.review import Review, ReviewItem, ReviewKind
from wikigraph.pages.answerpage import PREFIX
from wikigraph.pages.pagehash import item_hashes

_KINDS: dict[str, ReviewKind] = {"page-unsupported": "page", "footnote-unsupported": "footnote"}
_REASONS = {
    "section": "a person changed this section, and something new is generated for it",
    "front-matter": "a person changed this value, and something new is generated for it",
    "page": "nothing in the sources supports this page any more; it is kept because a person wrote on it",
    "footnote": "no source says this any more, and a text that stays cites it",
}
_CORRECTIONS = {
    "edited": "a person's text stands here",
    "deleted": "a person deleted it",
}


def review_of(build: Build, plan: Sequence[PageWrite], wiki: WikiFiles) -> Review:
    """Everything to decide, and the corrections that stand."""
    site = cast(SiteMap, build.results["site"].whole())
    titles = {page.id: page.title for page in site.pages}
    titles.update((fact.id, fact.title) for fact in wiki.facts if fact.id.startswith(PREFIX))
    edits = [(write, edit) for write in plan for edit in write.edits]
    items = [
        *(_item(write, edit, titles) for write, edit in edits if edit.is_open),
        *_merges(cast(Lexicon, build.results["lexicon"].whole())),
        *_superseded(build, site, plan, wiki),
    ]
    corrections = (
        _item(write, edit, titles, _CORRECTIONS[edit.kind])
        for write, edit in edits
        if not edit.is_open and edit.kind in _CORRECTIONS
    )
    return Review(_sorted(items), _sorted(corrections))


def _sorted(items: Iterable[ReviewItem]) -> tuple[ReviewItem, ...]:
    order = ("section", "front-matter", "page", "footnote", "superseded", "merge")
    return tuple(sorted(items, key=lambda item: (order.index(item.kind), item.path, item.line, item.title, item.id)))


def _item(write: PageWrite, edit: PageEdit, titles: dict[str, str], reason: str = "") -> ReviewItem:
    kind = _KINDS.get(edit.kind) or ("front-matter" if edit.part.startswith("front.") else "section")
    stands, generated = ("", "") if kind == "page" else (edit.stands, edit.generated)
    if kind == "page" and edit.generated:
        reason = f"its subject is part of {edit.generated} now; it is kept because a person wrote on it"
    title = titles.get(write.id) or (edit.stands if kind == "page" else "") or write.path
    return ReviewItem(
        content_id("r", write.id, edit.part, n_hex=8), kind, write.path, title, edit.part, edit.line,
        stands, generated, edit.sources, reason or _REASONS[kind], write.id,
    )  # fmt: skip


def _merges(lexicon: Lexicon) -> Iterator[ReviewItem]:
    """Names that are likely one: the one with more mentions would name both."""
    wanted = {id_ for proposal in lexicon.proposals for id_ in (proposal.entity_id, proposal.other_id)}
    entities = {entity.id: entity for entity in lexicon.entities if entity.id in wanted}
    for proposal in lexicon.proposals:
        pair = [entities[id_] for id_ in (proposal.entity_id, proposal.other_id) if id_ in entities]
        if len(pair) == 2:
            first, other = sorted(pair, key=lambda entity: (-entity.n_mentions, entity.title, entity.id))
            yield ReviewItem(
                content_id("r", "merge", proposal.entity_id, proposal.other_id, n_hex=8), "merge", "",
                f"{first.title} = {other.title}", other.title, 0, "", first.title, (),
                f"{proposal.reason.rule}: {proposal.reason.detail}", first.id,
            )  # fmt: skip


def _superseded(build: Build, site: SiteMap, plan: Sequence[PageWrite], wiki: WikiFiles) -> Iterator[ReviewItem]:
    """Pages that only superseded sources support."""
    newer = _superseding(build, site)
    if not newer:
        return
    sources = {page.path: page.subject for page in site.pages if page.kind == "source"}
    pages = build.results["page"].some(page.id for page in site.pages if page.kind in ("entity", "community"))
    standing = {write.id: write.path for write in plan if write.kind != "remove"}
    for page in cast(Iterable[Page], pages.values()):
        support = {sources.get(target.path, target.path) for target in page.supported_by}
        if not support or not support <= newer.keys() or page.id not in standing:
            continue
        by = tuple(sorted({source for path in support for source in newer[path]}))
        part = f"superseded.{item_hashes(['|'.join(by)])[0]}"
        file = wiki.page(standing[page.id]) if standing[page.id] in wiki.entries else None
        if file is None or part not in dict(file.kept):
            reason = f"only {', '.join(sorted(support))} supports it, which is superseded"
            yield ReviewItem(content_id("r", page.id, part, n_hex=8), "superseded", standing[page.id], page.title, part,
                             1, "", "", by, reason, page.id)  # fmt: skip


def _superseding(build: Build, site: SiteMap) -> dict[str, set[str]]:
    """Source → the sources that say that they supersede it."""
    digests = cast(dict[str, DocumentDigest], build.results["digest"].whole())
    saying = {path for path, digest in digests.items() if any(link.relation == "supersedes" for link in digest.links)}
    if not saying:
        return {}
    sources = {page.path: page.subject for page in site.pages if page.kind == "source"}
    ids = {page.id: page.subject for page in site.pages if page.kind == "source" and page.subject in saying}
    newer: dict[str, set[str]] = {}
    for id_, page in build.results["page"].some(ids).items():
        for target in cast(Page, page).supersedes:
            newer.setdefault(sources.get(target.path, target.path), set()).add(ids[id_])
    return newer
