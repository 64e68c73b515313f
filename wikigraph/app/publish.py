"""A finished build and the wiki as it now stands → the next generation of the index."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from wikigraph import __version__
from wikigraph.app.inputs import Sources
from wikigraph.app.kept import store_cycles, store_names
from wikigraph.app.linkindex import spellings
from wikigraph.app.wikifiles import WikiFiles, sha256
from wikigraph.app.wikistate import is_human
from wikigraph.engine.execute import Build
from wikigraph.engine.impact import cycles
from wikigraph.engine.results import Result
from wikigraph.model.claim import CommunityReport, DocumentClaims
from wikigraph.model.diagnostic import Diagnostic
from wikigraph.model.graph import DocumentMentions, Graph, Hierarchy, Lexicon
from wikigraph.model.page import Page, PageFile
from wikigraph.model.record import DocumentInfo, DocumentRows, FileState, LinkRow, Names, PageRow
from wikigraph.model.text import Chunks, Document
from wikigraph.pages.blank import is_blank
from wikigraph.pages.deadlinks import DEAD
from wikigraph.pages.footnotes import definition_id
from wikigraph.pages.pagefile import page_text
from wikigraph.pages.pagehash import FOOTNOTES
from wikigraph.pages.typedlinks import has_loose_links, typed_edges
from wikigraph.store.index import Index
from wikigraph.store.index_writer import IndexWriter
from wikigraph.store.looking import SEEN, Seen
from wikigraph.store.pagelinks import PageLinks
from wikigraph.store.wikidir import WikiEntry
from wikigraph.text.links import Files, page_links, resolve

_PER_SOURCE = ("parse", "chunk", "mention", "claims")
_BATCH = 500  # documents whose rows are held at once


def write_index(
    writer: IndexWriter,
    build: Build,
    sources: Sources,
    pages: Wiki,
    *,
    is_fresh: bool,
) -> None:
    """Fills the generation with what changed; all of it if `is_fresh`."""
    write_documents(writer, build, is_fresh=is_fresh)
    writer.replace_graph(
        cast(Lexicon, build.results["lexicon"].whole()),
        cast(Graph, build.results["graph"].whole()),
        cast(Hierarchy, build.results["hierarchy"].whole()),
        cast(Mapping[str, CommunityReport], build.results["report"].whole()).values(),
    )
    writer.replace_pages(pages.rows, pages.links, pages.kept)
    states = (*sources.states, *pages.states)
    writer.replace_file_states(states)
    others = pages.files.paths.difference(state.path for state in states)
    store_names(writer, Names(__version__, tuple(sorted(others)), pages.loose, tuple(sorted(pages.watched))))
    store_cycles(writer, cycles(writer.page_links("requires")))
    looks = {state.path: state.looks for state in pages.states}
    writer.set_meta(SEEN, Seen.of(looks, pages.files.paths.difference(looks)).digest)
    writer.remember(build.runs.values())


@dataclass(slots=True)
class Wiki:
    """The pages as they stand after the compile, as rows; those that the index knows already are only named."""

    files: Files
    kept: dict[str, FileState]  # pages that are as the index has them
    loose: tuple[str, ...]
    watched: set[str]  # pages that the next compile must read
    rows: list[PageRow] = field(default_factory=list)
    links: list[LinkRow] = field(default_factory=list)
    read: list[FileState] = field(default_factory=list)
    blank: set[str] = field(default_factory=set)  # files of nobody that hold nothing: they take no page's place

    @property
    def states(self) -> tuple[FileState, ...]:
        return (*self.kept.values(), *self.read)


def wiki_rows(build: Build, after: WikiFiles, index: Index | None, files: Files) -> Wiki:
    """Reads the pages that are new or changed, one at a time, and those whose links may mean something else now that
    files came or went."""
    names = after.before.names
    kept, loose = {path: after.state(path) for path in after.vouched}, set[str]()
    if names is not None and index is not None:
        loose.update(names.loose)
        moved = files.paths.symmetric_difference((*index.file_states(), *names.others))
        if moved:
            touched = {*loose, *PageLinks(index).linking(sorted(spellings(moved)))}
            people = (path for path, row in after.vouched.items() if not row.id)
            for path in (*touched, *people):
                kept.pop(path, None)
    loose &= kept.keys()
    wiki = Wiki(files, kept, (), set())
    changed = [entry for path, entry in after.entries.items() if path not in kept]
    for at in range(0, len(changed), _BATCH):
        _add_rows(wiki, changed[at : at + _BATCH], after, build.results["page"], loose)
    wiki.loose = tuple(sorted(loose))
    return wiki


def _add_rows(wiki: Wiki, entries: Sequence[WikiEntry], after: WikiFiles, composed: Result, loose: set[str]) -> None:
    """The rows of some pages; the values that they were made of are loaded in one go."""
    pages = [(entry, page) for entry in entries if (page := after.read_once(entry.path)) is not None]
    made = cast(Mapping[str, Page], composed.some({page.id for _, page in pages} & composed.keys()))
    for entry, page in pages:
        wiki.rows.append(page_row(page))
        wiki.links += page_link_rows(page, made.get(page.id), wiki.files)
        digits = sha256(page_text(page))
        wiki.read.append(FileState(entry.path, entry.size, entry.mtime_ns, digits, entry.ctime_ns, entry.inode))
        if has_loose_links(page, wiki.files):
            loose.add(entry.path)
        if not page.id and is_blank(page):
            wiki.blank.add(entry.path)
        if entry.path in wiki.blank or page.diagnostics or _defines_more(page, made.get(page.id)):
            wiki.watched.add(entry.path)


def _defines_more(page: PageFile, made: Page | None) -> bool:
    """Whether footnotes stand on a compiled page that only a person's text cites: their support may go, or come back,
    while nothing else on the page changes."""
    text = next((part.text for part in page.parts if part.slug == FOOTNOTES), "") if page.id else ""
    defined = {id_ for line in text.splitlines() if (id_ := definition_id(line))}
    return bool(defined - _cited(made)) if made is not None else bool(defined)


def _cited(page: Page) -> set[str]:
    statements = (statement for section in page.sections for part in section.paragraphs for statement in part)
    citations = [*(c for statement in statements for c in statement.citations)]
    citations += [c for section in page.sections for item in section.items for c in item.citations]
    return {citation.claim_id for citation in citations}


def write_documents(writer: IndexWriter, build: Build, *, is_fresh: bool) -> None:
    """The rows of every document of which something changed."""
    documents = build.results["document"]
    changed = set(documents) if is_fresh else {key for step in _PER_SOURCE for key in build.runs[step].changed}
    removed = build.runs["parse"].removed
    paths = sorted(changed & set(documents))
    for at in range(0, len(paths), _BATCH):
        batch = paths[at : at + _BATCH]
        writer.replace_documents({path: _rows(build, path) for path in batch}, () if at else removed)
    if not paths and removed:
        writer.replace_documents({}, removed)


def _rows(build: Build, path: str) -> DocumentRows:
    results = build.results
    return DocumentRows(
        DocumentInfo.of(cast(Document, results["document"][path])),
        cast(Chunks, results["chunks"][path]),
        cast(DocumentMentions, results["mentions"][path]),
        cast(DocumentClaims, results["claims"][path]),
    )


def page_row(page: PageFile) -> PageRow:
    return PageRow(page.path, page.id, page.kind if page.id else "", page.title, is_human(page))


def page_link_rows(page: PageFile, made: Page | None, files: Files) -> Iterable[LinkRow]:
    """The links of a page: typed ones from its front matter, the others from the value it was made of (which saves
    parsing what was just written) or, for a page of a person, from its text."""
    for (origin, relation, target), line in typed_edges(page, files):
        yield LinkRow(origin, relation, target, line, "front_matter")
    targets: dict[tuple[str, str, int], None] = {}
    if made is not None:
        for section in made.sections:
            for item in section.items:
                if item.target is not None:
                    targets[item.target.path, "item", 0] = None
            cited = (c for p in section.paragraphs for statement in p for c in statement.citations)
            for citation in (*cited, *(c for item in section.items for c in item.citations)):
                targets[citation.path, "footnote", 0] = None
    else:
        for link in page_links(page_text(page)):
            found = resolve(link, page.path, files)
            if found.outcome == "found" and found.path != page.path:
                targets[found.path, link.kind, link.line] = None
    for target, kind, line in targets:
        yield LinkRow(page.path, "", target, line, kind)


def diagnostics_of(build: Build, before: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """What the stages said of each source: anew for the documents that ran, as before for the others."""
    results: Any = build.results
    ran = {key for step in ("parse", "claims") for key in build.runs[step].ran}
    kept = [d for d in before
            if d.path in results["document"].outputs and d.path not in ran and d.code != DEAD]  # fmt: skip
    said: list[Diagnostic] = []
    for path in sorted(ran & set(results["document"])):
        said += results["document"][path].diagnostics
    return (*kept, *said)
