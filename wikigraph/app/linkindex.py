"""The typed links of the wiki as it stands, from the index: pages that changed since the last compile are read anew."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property

from wikigraph.app.kept import stored_cycles, stored_names
from wikigraph.app.wikistate import is_human
from wikigraph.engine.impact import Edge, cycles
from wikigraph.model.page import PageFile
from wikigraph.model.record import Names
from wikigraph.model.settings import RELATIONS
from wikigraph.pages.pagefile import read_page
from wikigraph.pages.typedlinks import typed_edges
from wikigraph.store.filetimes import UNSETTLED_NS, is_settled
from wikigraph.store.index import Index
from wikigraph.store.looking import SEEN, Looking
from wikigraph.store.pagelinks import PageLinks
from wikigraph.store.vault import Vault
from wikigraph.store.wikidir import looks_of, read
from wikigraph.text.links import Files, resolve_wikilink

_ENDINGS = (".md", ".markdown", ".txt")


class IndexedWiki:
    """The same answers as a WikiState gives (app.impact.Wiki), without reading the pages that are as they were."""

    def __init__(self, vault: Vault, index: Index, names: Names, looking: Looking) -> None:
        self._vault = vault
        self._links = PageLinks(index)
        self._index = index
        # relations → (target → edges that lead there, targets of which all are known)
        self._leading: dict[frozenset[str], tuple[dict[str, list[Edge]], set[str]]] = {}
        taken_ns = int(index.meta("wiki_taken_ns") or 0)
        self._seen = looking.seen()
        changed = set[str]() if self._seen.digest == index.meta(SEEN) else self._changed_since(names)
        if self._seen.newest_ns >= taken_ns - UNSETTLED_NS:
            changed.update(self._rewritten(taken_ns, besides=changed))
        self._changed = frozenset(changed)

    def _changed_since(self, names: Names) -> set[str]:
        """Pages that look otherwise than the last compile saw them, and those whose links may mean something else."""
        then = self._links.seen_files()
        pages = {path: state for path, state in then.items() if path.startswith("wiki/")}
        changed = {path for path, _ in self._seen.by_path().items() ^ pages.items()}
        moved = self._names.symmetric_difference((*then, *names.others))
        if moved:
            changed.update(names.loose)
            changed.update(self._links.linking(sorted(spellings(moved))))
        return changed

    def _rewritten(self, taken_ns: int, besides: Collection[str]) -> list[str]:
        """Pages whose time is too fresh to vouch for them and whose content is another."""
        times = {path: looks[1] for path, looks in self._seen.by_path().items() if path not in besides}
        doubtful = [path for path, time_ns in times.items() if not is_settled(time_ns, taken_ns)]
        known = self._links.hashes(doubtful) if doubtful else {}
        return [path for path in doubtful if self._hash(path) != known.get(path)]

    def _hash(self, path: str) -> str:
        text, problem = read(self._vault.root, path)
        return hashlib.sha256(text.encode("utf-8")).hexdigest() if problem is None else ""

    # --- what stands on the pages that changed

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset((*self._seen.pages, *self._seen.others))

    @cached_property
    def files(self) -> Files:
        return Files(self._names)

    @cached_property
    def _read_anew(self) -> dict[str, PageFile]:
        pages = (self.page(path) for path in sorted(self._changed))
        return {page.path: page for page in pages if page is not None}

    @cached_property
    def _new_edges(self) -> tuple[Edge, ...]:
        if not self._read_anew:
            return ()
        return tuple(edge for page in self._read_anew.values() for edge, _ in typed_edges(page, self.files))

    def _joined(self, known: Iterable[Edge], new: Iterable[Edge]) -> list[Edge]:
        return [*(edge for edge in known if edge[0] not in self._changed), *new]

    # --- what impact asks

    @property
    def names(self) -> Collection[str]:
        """Every path that can be named."""
        edges = self._joined(self._links.all(RELATIONS), self._new_edges)
        ends = (path for edge in edges for path in (edge[0], edge[2]))
        return {*self._names, *ends}

    def knows(self, path: str) -> bool:
        """Whether a path is a file of the vault, one that some page rests on, or one that the last compile read."""
        if self._links.has_read(path) or path in self._names:
            return True
        new = any(path in (edge[0], edge[2]) for edge in self._new_edges)
        return new or bool(self._links.leading_to(path) - self._changed)

    def called(self, name: str) -> tuple[str, ...]:
        """What a name that is no path may mean: see WikiState."""
        if not name:
            return ()
        named = {path for path in self._links.called(name) if path not in self._changed}
        named.update(page.path for page in self._read_anew.values() if name in (page.id, page.title))
        if named:
            return tuple(sorted(named))
        found = resolve_wikilink(name, "", self.files)
        return (found.path,) if found.outcome == "found" else found.candidates

    def leading_to(self, paths: Sequence[str], relations: Collection[str]) -> Iterable[Edge]:
        """Edges of these relations that lead to any of these paths."""
        of = frozenset(relations)
        held, known = self._leading.setdefault(of, ({}, set()))
        missing = [path for path in paths if path not in known]
        if missing:
            edges, nodes = self._links.reaching(missing, of, besides=known)
            for edge in edges:
                held.setdefault(edge[2], []).append(edge)
            known |= nodes
        new = self._new_by_target
        old = (edge for path in paths for edge in held.get(path, ()) if edge[0] not in self._changed)
        return [*old, *(edge for path in paths for edge in new.get(path, ()) if edge[1] in of)]

    @cached_property
    def _new_by_target(self) -> dict[str, list[Edge]]:
        held: dict[str, list[Edge]] = {}
        for edge in self._new_edges:
            held.setdefault(edge[2], []).append(edge)
        return held

    def stating(self, relation: str) -> Iterable[Edge]:
        """Every edge of a relation."""
        return self._joined(self._links.all((relation,)), (edge for edge in self._new_edges if edge[1] == relation))

    def support(self, pages: Sequence[str]) -> dict[str, set[str]]:
        """The sources and pages that each page says it is supported by."""
        wanted = frozenset(pages)
        new = (edge for edge in self._new_edges if edge[1] == "supported_by" and edge[0] in wanted)
        held: dict[str, set[str]] = {}
        for origin, _, target in self._joined(self._links.stated(pages, "supported_by"), new):
            held.setdefault(origin, set()).add(target)
        return held

    def cycles(self) -> tuple[tuple[str, ...], ...]:
        """Rings of `requires`."""
        known = stored_cycles(self._index) if not self._changed else None
        if known is not None:
            return known
        new = [edge for edge in self._new_edges if edge[1] == "requires"]
        return cycles(self._joined(self._links.inner("requires", {edge[0] for edge in new}), new))

    def facts(self, paths: Sequence[str]) -> dict[str, tuple[str, bool]]:
        """Path → (kind, whether a person made or edited it) of those that are pages."""
        known = self._links.facts([path for path in paths if path not in self._changed])
        facts: dict[str, tuple[str, bool]] = {}
        for path in paths:
            if path in known and known[path][0]:
                facts[path] = known[path]
            elif (page := self.page(path)) is not None:
                facts[path] = (page.kind, is_human(page))
        return facts

    def quoting(self, paths: Sequence[str], roots: Sequence[str]) -> Iterable[PageFile]:
        """Those of the pages that may hold footnotes which quote a root."""
        facts = self.facts(paths)
        linking = self._links.linking(roots)
        for path in paths:
            if path in facts and (path in linking or path in self._changed or facts[path][1]):
                page = self.page(path)
                if page is not None:
                    yield page

    def is_as_compiled(self, path: str) -> bool:
        """Whether a source looks as it did when the last compile read it."""
        return looks_of(self._vault.root, path) == self._links.looks(path)

    def page(self, path: str) -> PageFile | None:
        """A page as it stands, None where there is none that can be read."""
        if path not in self._names or not path.lower().endswith((".md", ".markdown")):
            return None
        text, problem = read(self._vault.root, path)
        return read_page(text, path) if problem is None else None


def spellings(paths: Iterable[str]) -> set[str]:
    """Every path that a link may have meant instead of one of these: other endings, or none."""
    spelled = {form for path in paths for form in (path, *(path.removesuffix(ending) for ending in _ENDINGS))}
    return spelled.union([path + ending for path in spelled for ending in _ENDINGS])


def indexed_wiki(vault: Vault, index: Index, looking: Looking | None = None) -> IndexedWiki | None:
    """None where the index cannot tell. `looking` is a look at the vault's files that somebody began before."""
    names = stored_names(index)
    return IndexedWiki(vault, index, names, looking or Looking(str(vault.root))) if names is not None else None
