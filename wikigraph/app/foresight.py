"""Sources as they are or would be → what a compile would make of them, with nothing written.

The steps are those of a compile, over the memory of the last one: what did not change does not run, and what comes out
is what a compile would give. It knows every stage, and so is slow to import.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar, cast

import msgspec

from wikigraph.app.crew import ProcessCrew
from wikigraph.app.deleted import load_deleted, pages_away
from wikigraph.app.inputs import once
from wikigraph.app.knownwiki import Pages, known_wiki
from wikigraph.app.schema import load_ontology, load_settings
from wikigraph.engine.execute import Build, execute
from wikigraph.engine.fingerprint import digest_parts, encode
from wikigraph.engine.memo import Memo
from wikigraph.engine.results import Result
from wikigraph.events import Listener, ignore
from wikigraph.model.base import Value
from wikigraph.model.impact import SourceChange
from wikigraph.model.page import Page, SiteMap
from wikigraph.model.text import Chunks, Document, Source
from wikigraph.pages.pagechange import with_sources_at
from wikigraph.pipeline import pipeline
from wikigraph.store.index import Index
from wikigraph.store.memo import IndexMemo
from wikigraph.store.rawdir import markup_of
from wikigraph.store.vault import Vault
from wikigraph.text.changedspans import changed_spans, joined_lines, lines_of

T = TypeVar("T", bound=Value)


@dataclass(frozen=True, slots=True)
class PageForesight:
    """A page before and after; None where there is none. Where a subject has another id now, it is one page: before
    it cites sources by the paths that they have now."""

    id: str  # before, if there was one
    before: Page | None
    after: Page | None


@dataclass(frozen=True, slots=True)
class Foresight:
    """What a compile would change."""

    sources: tuple[SourceChange, ...]  # by path; one whose text only moved is there with nothing gone or new
    texts: Mapping[str, str]  # changed source → its text as it would be, "" for a deleted one
    pages: tuple[PageForesight, ...]  # of which anything would change, by id


def foresee(
    vault: Vault, index: Index, sources: Result, changed: Collection[str], wiki: Pages, on_event: Listener = ignore
) -> Foresight:
    """`sources` are those of the compile that is foreseen, `changed` those that are new or other than at the last one.
    Pages keep the places that they had after the last one, but those of renamed sources."""
    settings = load_settings(vault)
    memo, deleted = IndexMemo(index), load_deleted(vault)
    away = pages_away(deleted, memo, sources.outputs, changed)
    known = known_wiki(index.pages(), deleted, away, sources.outputs, changed, wiki)
    steps = tuple(step for step in pipeline(settings) if step.name != "render")
    inputs = {
        "source": sources,
        "ontology": once(load_ontology(vault)),
        "known_pages": once(known),
    }
    with ProcessCrew(settings) as crew:
        build = execute(steps, inputs, memo, on_event, crew)
    return foresight_of(build, memo)


def foresight_of(build: Build, memo: Memo) -> Foresight:
    """What a build that ran over a memory changes: also that of a compile, before it is published."""
    followed = cast(SiteMap, build.results["site"].whole()).followed
    renamed = {item.subject: item.old_subject for item in followed if item.old_subject}
    parsed = build.runs["parse"]
    paths = _keys(parsed.changed, parsed.removed, renamed)
    documents = _both(build, memo, "parse", "document", Document, paths, renamed)
    chunks = _both(build, memo, "chunk", "chunks", Chunks, paths, renamed)
    changes = tuple(_source_change(path, renamed.get(path, ""), *documents[path], *chunks[path]) for path in paths)
    texts = {path: after.text if after else "" for path, (_, after) in documents.items()}
    pages = _pages(build, memo, {item.id: item.old_id for item in followed}, {old: new for new, old in renamed.items()})
    return Foresight(changes, texts, pages)


def _pages(
    build: Build, memo: Memo, followed: Mapping[str, str], moved: Mapping[str, str]
) -> tuple[PageForesight, ...]:
    """`followed`: id of a page → the one that it had; `moved`: path of a source → the one that it has now."""
    composed = build.runs["compose"]
    both = _both(build, memo, "compose", "page", Page, _keys(composed.changed, composed.removed, followed), followed)
    found = (
        PageForesight(followed.get(id_, id_), with_sources_at(before, moved) if before else None, after)
        for id_, (before, after) in both.items()
    )
    return tuple(page for page in found if page.before != page.after)


def _keys(changed: Iterable[str], removed: Iterable[str], former: Mapping[str, str]) -> list[str]:
    """Keys of what changes, one for each that has another key now (`former`: now → before)."""
    return sorted({*changed, *removed} - {*former.values()} | former.keys())


def sources_of(index: Index, proposed: Mapping[str, Source | None]) -> Result:
    """The sources of the last compile, some of them as proposed (None: deleted)."""
    states, encodings = index.file_states(), index.meta("encodings")
    paths = {path for path, _ in index.documents()} | proposed.keys()
    hashes = {path: states[path].sha256 for path in sorted(paths) if path in states}
    hashes.update((path, source.sha256) for path, source in proposed.items() if source is not None)
    for path, source in proposed.items():
        if source is None:
            hashes.pop(path, None)

    def load(keys: Sequence[str]) -> dict[str, bytes]:
        texts = IndexMemo(index).load("parse", keys)
        documents = {path: msgspec.msgpack.decode(data, type=Document) for path, data in texts.items()}
        return {path: encode(_as_source(document, hashes[path])) for path, document in documents.items()}

    result = Result(
        {path: digest_parts((path, sha256, encodings)) for path, sha256 in hashes.items()},
        Source, lambda keys: load(list(keys)), once=False,
    )  # fmt: skip
    for path, source in proposed.items():
        if source is not None:
            result.put(path, source)
    return result


def _as_source(document: Document, sha256: str) -> Source:
    return Source(document.path, sha256, "utf-8", markup_of(document.path) or "plain", document.text)


def _both(
    build: Build, memo: Memo, step: str, result: str, type_: type[T], keys: Sequence[str], former: Mapping[str, str]
) -> dict[str, tuple[T | None, T | None]]:
    """Key → what the step gave before, under the `former` key where there is one, and gives now."""
    records = memo.records(step)
    earlier = {key: former.get(key, key) for key in keys}
    known = memo.load(step, sorted({key for key in earlier.values() if key in records}))
    before = {key: msgspec.msgpack.decode(data, type=type_) for key, data in known.items()}
    held = build.results[result]
    after = held.some([key for key in keys if key in held.outputs])
    now = {key: value for key, value in after.items() if isinstance(value, type_)}
    return {key: (before.get(earlier[key]), now.get(key)) for key in keys}


def _source_change(
    path: str,
    former: str,
    before: Document | None,
    after: Document | None,
    chunks: Chunks | None,
    new_chunks: Chunks | None,
) -> SourceChange:
    old, new = (chunks.sentences if chunks else ()), (new_chunks.sentences if new_chunks else ())
    found = changed_spans(old, new)
    gone = [lines_of(old[at]) for at in found.gone]
    fresh = [lines_of(new[at]) for at in found.new]
    if before is not None and after is not None and _matter(before) != _matter(after):
        gone += _matter_lines(before)
        fresh += _matter_lines(after)
    kind = "added" if before is None else "deleted" if after is None else "edited"
    if former:
        kind = "renamed"
    spans = joined_lines(gone), joined_lines(fresh)
    return SourceChange(path, kind, *spans, found.n_moved, former)  # type: ignore[arg-type]


def _matter(document: Document) -> object:
    """The front matter as it counts."""
    front = document.front_matter
    links = tuple((link.relation, link.target) for link in front.links)
    return front.title, front.aliases, front.tags, front.date, links


def _matter_lines(document: Document) -> list[tuple[int, int]]:
    text = document.text[: document.front_matter.end]
    n_lines = len(text.splitlines()) if text else 0
    return [(1, n_lines)] if n_lines else []
