"""wiki/ and raw/ → everything that is wrong with them, each with its code, place and what to do.

Needs no index. A page that people made is checked like a generated one, as far as it says the same kind of things.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from wikigraph.app.deleted import load_deleted
from wikigraph.app.impact import superseded_in
from wikigraph.app.pagechecks import check_footnotes, check_ids, check_ownership, check_place, check_quotes
from wikigraph.app.settings import load_section
from wikigraph.app.wikistate import WikiState, file_names, read_pages
from wikigraph.engine.impact import cycles
from wikigraph.model.diagnostic import Diagnostic
from wikigraph.model.ids import content_id
from wikigraph.model.page import PageFile
from wikigraph.model.settings import SourceSettings
from wikigraph.model.text import FrontMatter, Source
from wikigraph.pages.deadlinks import dead_links
from wikigraph.pages.pagelinks import file_links
from wikigraph.pages.slugs import same_file_key
from wikigraph.pages.typedlinks import typed_edges
from wikigraph.store import rawdir, wikidir
from wikigraph.store.vault import Vault
from wikigraph.text import frontmatter
from wikigraph.text.globs import matches_any
from wikigraph.text.links import Files, Link, linked_path, resolve

_ROOTS = ("index", "log", "review")  # pages that nothing needs to link to


def check(vault: Vault) -> tuple[Diagnostic, ...]:
    """All problems, sorted by path and line. Raises SettingsError where schema/ cannot be read."""
    pages, problems = read_pages(vault, wikidir.scan(vault.root))
    return check_pages(vault, pages, problems, file_names(vault.root, "wiki"))


def check_pages(
    vault: Vault, pages: Mapping[str, PageFile], problems: Iterable[Diagnostic], names: Iterable[str]
) -> tuple[Diagnostic, ...]:
    """The same for these pages, by path, whether they stand there or would; `names` are all files of wiki/."""
    settings = load_section(vault, SourceSettings, "sources")
    raw = tuple(file_names(vault.root, "raw"))
    files = Files((*raw, *names))
    found = list(problems)
    sources = _Sources(vault, settings)
    reached: set[str] = set()
    for page in pages.values():
        found += page.diagnostics
        found += check_ownership(page)
        found += check_place(page)
        found += check_footnotes(page)
        found += check_quotes(page, files, sources.lines)
        found += _check_links(vault, page, files, reached)
    found += check_ids(pages.values())
    found += _check_cycles(pages.values(), files)
    found += _check_superseded(dict(pages), files)
    found += _check_orphans(pages.values(), files, reached)
    found += _check_names(files.paths)
    found += _check_compiled(pages.values(), raw, sources, load_deleted(vault))
    found += _check_relations(raw, sources, pages)
    return tuple(sorted(set(found), key=lambda item: (item.path, item.line, item.code, item.message)))


class _Sources:
    """The lines of sources, read when somebody cites them."""

    def __init__(self, vault: Vault, settings: SourceSettings) -> None:
        self._vault = vault
        self._settings = settings
        self._lines: dict[str, tuple[str, ...] | None] = {}

    def lines(self, path: str) -> tuple[str, ...] | None:
        """None where the file is gone or no text."""
        if path not in self._lines:
            found = self.read(path)
            text = found.text.replace("\r\n", "\n").replace("\r", "\n") if isinstance(found, Source) else None
            self._lines[path] = None if text is None else tuple(text.split("\n"))
        return self._lines[path]

    def read(self, path: str) -> Source | Diagnostic:
        encodings, limit = self._settings.encodings, self._settings.max_bytes
        return rawdir.read(self._vault.root, path, encodings, max_bytes=limit)

    def is_wanted(self, path: str) -> bool:
        """Whether a file is a source by its name."""
        inside = path.removeprefix("raw/")
        is_named = matches_any(inside, self._settings.include) and not matches_any(inside, self._settings.exclude)
        return is_named and rawdir.markup_of(path) is not None

    def is_source(self, path: str) -> bool:
        return self.is_wanted(path) and isinstance(self.read(path), Source)

    def front(self, path: str) -> FrontMatter | None:
        """What a source says in its front matter, None where it cannot be read. Plain text has none."""
        found = self.read(path)
        if not isinstance(found, Source):
            return None
        is_markdown = rawdir.markup_of(path) == "markdown"
        return frontmatter.read(found.text, path)[0] if is_markdown else FrontMatter()


def _check_superseded(pages: dict[str, PageFile], files: Files) -> Iterator[Diagnostic]:
    edges = {path: tuple(edge for edge, _ in typed_edges(page, files)) for path, page in pages.items()}
    for old in superseded_in(WikiState(pages, files, edges), None):
        for path in old.pages:
            if any(name.startswith("superseded.") for name, _ in pages[path].kept):
                continue  # a person was told and kept it
            message = f"superseded: only {old.source} supports it, and {', '.join(old.by)} supersedes that"
            yield Diagnostic("page-superseded", "warning", message, path)


def _check_relations(raw: Iterable[str], sources: _Sources, pages: Mapping[str, PageFile]) -> Iterator[Diagnostic]:
    """What sources say of other sources and pages that are not there."""
    texts = {path: sources.front(path) for path in raw if sources.is_wanted(path)}
    files = Files((*(path for path, front in texts.items() if front is not None), *pages))
    for path, front in texts.items():
        if front is not None and front.links:
            yield from dead_links(path, front.links, files)


def _check_links(vault: Vault, page: PageFile, files: Files, reached: set[str]) -> Iterator[Diagnostic]:
    """Every link leads to a file of the vault; where it leads is added to `reached`."""
    for link in dict.fromkeys(file_links(page)):
        found = resolve(link, page.path, files)
        if found.outcome == "found" and found.path != page.path:
            reached.add(found.path)
        elif found.outcome == "ambiguous":
            message = f"[[{link.target}]] may mean any of: {', '.join(found.candidates)}; write the path in full"
            yield Diagnostic("link-ambiguous", "warning", message, page.path, link.line)
        elif found.outcome == "outside":
            message = f"the link {link.target!r} leads out of the vault"
            yield Diagnostic("link-outside", "error", message, page.path, link.line)
        elif found.outcome == "missing" and not _stands_elsewhere(vault, page, link):
            message = f"the link {link.target!r} leads to no file; mend or remove it"
            yield Diagnostic("link-broken", "error", message, page.path, link.line)


def _stands_elsewhere(vault: Vault, page: PageFile, link: Link) -> bool:
    """Whether a Markdown link leads to a folder, or to a file of the vault outside raw/ and wiki/."""
    path = linked_path(link.target, page.path) if link.kind in ("link", "image") else None
    try:
        return path is not None and (vault.root / path).exists()
    except OSError:  # a name that is too long
        return False


def _check_cycles(pages: Iterable[PageFile], files: Files) -> Iterator[Diagnostic]:
    edges = [(edge, line) for page in pages for edge, line in typed_edges(page, files)]
    lines = dict(edges)
    for cycle in cycles((edge for edge, _ in edges), "requires"):
        inside = set(cycle)
        ways = sorted(edge for edge in lines if edge[1] == "requires" and edge[0] in inside and edge[2] in inside)
        message = f"these pages require each other: {', '.join(cycle)}"
        yield Diagnostic("requires-cycle", "warning", message, ways[0][0], lines[ways[0]])


def _check_orphans(pages: Iterable[PageFile], files: Files, reached: set[str]) -> Iterator[Diagnostic]:
    for page in pages:
        if page.id in _ROOTS or page.path in ("wiki/log.md", "wiki/index.md", "wiki/review.md"):
            continue
        sources = [link.target for link in page.links if link.relation == "supported_by"]
        found = [resolve(Link("wikilink", target, 0), page.path, files) for target in sources]
        if page.id and page.status != "unsupported" and sources and all(item.outcome != "found" for item in found):
            message = f"no source that supports it is there any more ({', '.join(sources)}); compile to renew it"
            yield Diagnostic("orphan", "warning", message, page.path, 1)
        elif page.path not in reached and page.kind != "source":
            yield Diagnostic("orphan", "warning", "no page links to it", page.path, 1)


def _check_names(paths: Iterable[str]) -> Iterator[Diagnostic]:
    """Two files that are one on a system which folds case or normalises names."""
    by_key: dict[str, list[str]] = {}
    for path in sorted(paths):
        by_key.setdefault(same_file_key(path), []).append(path)
    for same in by_key.values():
        for path in same[1:]:
            message = f"on some systems this is the same file as {same[0]}; rename one of them"
            yield Diagnostic("case-collision", "error" if path.startswith("wiki/") else "warning", message, path)


def _check_compiled(
    pages: Iterable[PageFile], raw: Iterable[str], sources: _Sources, deleted: Collection[str]
) -> Iterator[Diagnostic]:
    """Sources without a page that nobody deleted, in a vault that was compiled before."""
    ids = {page.id for page in pages if page.kind == "source"}
    for path in raw if ids else ():
        if content_id("src", path) not in {*ids, *deleted} and sources.is_source(path):
            yield Diagnostic("source-not-compiled", "warning", "it has no page yet; compile to make one", path)
