"""What the pages would say otherwise, and what rests on those pages → the closure of a change of text.

Typed links count as they stand before and as they would stand after, so that a page which only now gains support is a
hit. A source leads only to what really changes: to compiled pages whose statements become others, and to pages of
people that quote lines which are gone, or that quote no line of it at all.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from wikigraph.app.foresight import Foresight, PageForesight
from wikigraph.app.impact import Wiki, claim_hits, superseded_in
from wikigraph.app.wikistate import is_human
from wikigraph.engine.impact import Edge, Reached, closure_over
from wikigraph.model.claim import Citation
from wikigraph.model.impact import (
    EVERYTHING,
    NAMES,
    Affected,
    Change,
    Impact,
    PageChange,
    SourceChange,
    Structural,
    Via,
)
from wikigraph.model.page import Page, PageFile
from wikigraph.pages.humantext import holds_human_text
from wikigraph.pages.pagechange import citations_of, differences, statements_of
from wikigraph.pages.typedlinks import claims_on
from wikigraph.text.markdown import unescape

_BREAK = re.compile(r"\r\n?|\n")


@dataclass(frozen=True, slots=True)
class _Restated:
    """A compiled page that would state something else, or go."""

    path: str  # where it stands
    before: Page
    after: Page | None
    stays: bool  # though its subject goes, because a person wrote on it

    @property
    def change(self) -> Change:
        if self.after is not None:
            return "statements"
        return "unsupported" if self.stays else "goes"


def change_impact(wiki: Wiki, foresight: Foresight, relations: Sequence[str], notes: Sequence[str] = ()) -> Impact:
    """The closure of all changed sources together."""
    changes = tuple(change for change in foresight.sources)
    roots = tuple(change.path for change in changes)
    restated = {page.path: page for page in _restated(wiki, foresight.pages)}
    reached = _reached(wiki, foresight, restated, relations)
    hit = frozenset((*roots, *reached))
    facts = wiki.facts(list(reached))
    support = wiki.support(list(facts))
    staying = [page.before.path for page in restated.values() if page.stays]
    affected: list[Affected] = []
    for path, (kind, is_edited) in facts.items():
        change: Change = restated[path].change if path in restated else "rests"
        is_edited = is_edited or change == "unsupported"
        n_other = len(support.get(path, set()) - hit)
        via = tuple(Via(*edge) for edge in reached[path].via)
        affected.append(Affected(path, kind or "page", "", "", 0, via, n_other, is_edited, change))
    if "supported_by" in relations:
        affected += _claims(wiki, foresight, restated, sorted(facts))
    return Impact(
        roots, tuple(relations), tuple(sorted(affected, key=lambda a: (a.page, a.claim))),
        wiki.cycles(), "text", changes, structural_of(foresight.pages, staying),
        superseded_in(wiki, roots), tuple(notes),
    )  # fmt: skip


def structural_of(pages: Iterable[PageForesight], staying: Collection[str] = ()) -> Structural:
    """What becomes of pages beside their statements. `staying` are those whose subject goes and that stay."""
    created, removed, changed, moved, n_only_lines = [], [], [], [], 0
    for page in pages:
        if page.before is None and page.after is not None:
            created.append(page.after.path)
        elif page.before is not None and page.after is None:
            removed.append(page.before.path)
        elif page.before is not None and page.after is not None:
            what = differences(page.before, page.after)
            if page.before.path != page.after.path:
                moved.append((page.before.path, page.after.path))
            is_restated = statements_of(page.before) != statements_of(page.after)
            if what and not is_restated:
                changed.append(PageChange(page.before.path, page.after.kind, what))
            n_only_lines += not what and not is_restated
    ordered = tuple(sorted(changed, key=lambda change: change.page))
    gone = sorted(set(removed) - set(staying))
    return Structural(
        tuple(sorted(created)), tuple(gone), tuple(sorted(staying)), tuple(sorted(moved)), ordered, n_only_lines
    )


def _restated(wiki: Wiki, pages: Iterable[PageForesight]) -> Iterable[_Restated]:
    for page in pages:
        if page.before is None or page.before.kind == "index":
            continue
        if page.after is None or statements_of(page.before) != statements_of(page.after):
            for path in wiki.called(page.id) or (page.before.path,):
                stays = page.after is None and _is_kept(wiki, path)
                yield _Restated(path, page.before, page.after, stays)


def _is_kept(wiki: Wiki, path: str) -> bool:
    """Whether a page outlives its subject: a person wrote on it."""
    file = wiki.page(path)
    return file is not None and holds_human_text(file)


def _reached(
    wiki: Wiki, foresight: Foresight, restated: Mapping[str, _Restated], relations: Sequence[str]
) -> dict[str, Reached]:
    """Everything that the change reaches, with its way."""
    changes = {change.path: change for change in foresight.sources}
    gained: dict[str, list[Edge]] = {}
    for page in restated.values():
        for edge in _edges_after(page):
            gained.setdefault(edge[2], []).append(edge)

    def dependants(nodes: Sequence[str]) -> Iterable[Edge]:
        edges = [*wiki.leading_to(nodes, relations)]
        edges += (edge for node in nodes for edge in gained.get(node, ()) if edge[1] in relations)
        narrow = [edge for edge in edges if edge[2] in changes]
        yield from (edge for edge in edges if edge[2] not in changes)
        yield from (edge for edge in narrow if edge[0] in restated)
        others = [edge for edge in narrow if edge[0] not in restated]
        yield from _of_people(wiki, others, changes, foresight.texts)

    found = {reached.node: reached for reached in closure_over(dependants, sorted(changes))}
    beyond = sorted(path for path in restated if path not in found)
    for reached in closure_over(dependants, [*sorted(changes), *beyond]):
        if reached.node not in found:
            root = reached.via[-1][2]
            found[reached.node] = Reached(reached.node, (*reached.via, (root, NAMES, EVERYTHING)))
    found.update((path, Reached(path, ((path, NAMES, EVERYTHING),))) for path in beyond)
    return dict(sorted(found.items()))


def _edges_after(page: _Restated) -> Iterable[Edge]:
    """The typed links that a page would state."""
    cited = sorted({citation.path for citation in citations_of(page.after)})
    yield from ((page.path, "supported_by", path) for path in cited)
    if page.after is not None:
        typed = {"requires": page.after.requires, "related": page.after.related, "supersedes": page.after.supersedes}
        yield from ((page.path, relation, target.path) for relation, held in typed.items() for target in held)


def _of_people(
    wiki: Wiki, edges: Sequence[Edge], changes: Mapping[str, SourceChange], texts: Mapping[str, str]
) -> Iterable[Edge]:
    """Edges from people's pages, saved answers, and compiled pages that a person edited, to sources that take away what
    the page quotes; a page that quotes nothing of a source rests on all of it."""
    facts = wiki.facts(sorted({edge[0] for edge in edges}))
    human = sorted(path for path, (kind, is_edited) in facts.items() if is_edited or kind in ("", "answer"))
    quoted = {page.path: _quotes(page, wiki, changes.keys()) for page in map(wiki.page, human) if page is not None}
    for edge in edges:
        source = edge[2]
        if edge[0] not in quoted or not (changes[source].gone or changes[source].new):
            continue
        quotes = quoted[edge[0]].get(source)
        text = _BREAK.sub(" ", texts.get(source, ""))
        if quotes is None or any(quote not in text for quote in quotes):
            yield edge


def _quotes(page: PageFile, wiki: Wiki, sources: Collection[str]) -> dict[str, list[str]]:
    held: dict[str, list[str]] = {}
    for claim in claims_on(page, wiki.files):
        if claim.source in sources:
            held.setdefault(claim.source, []).append(unescape(claim.quote))
    return held


def _claims(
    wiki: Wiki, foresight: Foresight, restated: Mapping[str, _Restated], pages: Sequence[str]
) -> Iterable[Affected]:
    """Claims that go, as the pages show them now, and claims that come."""
    texts = {path: _BREAK.sub(" ", text) for path, text in foresight.texts.items()}
    for page in wiki.quoting(pages, sorted(texts)):
        new = restated.get(page.path)
        stays = {(c.path, c.quote) for c in citations_of(new.after)} if new and not is_human(page) else None
        for hit in claim_hits(page, wiki.files, texts.keys()):
            source = hit.via[-1].target
            is_gone = hit.statement not in texts[source] if stays is None else (source, hit.statement) not in stays
            if is_gone:
                yield msgspec.structs.replace(hit, change="gone")
    for path, page_ in restated.items():
        shown = {(citation.path, citation.quote) for citation in citations_of(page_.before)}
        fresh = {c.claim_id: c for c in citations_of(page_.after) if (c.path, c.quote) not in shown}
        yield from (_new(path, claim) for claim in fresh.values() if claim.path in texts)


def _new(path: str, claim: Citation) -> Affected:
    via = (Via(f"{path}#{claim.claim_id}", "supported_by", claim.path),)
    return Affected(path, "claim", claim.claim_id, claim.quote, 0, via, 0, False, "new")
