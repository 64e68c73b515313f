"""Roots → what else must be looked at."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Protocol

from wikigraph.app.linkindex import indexed_wiki
from wikigraph.app.renamed import gone_to
from wikigraph.app.wikistate import is_human, read_wiki
from wikigraph.engine.impact import closure_over, cycles
from wikigraph.errors import IndexUnusableError, UsageError
from wikigraph.model.impact import Affected, Impact, Via
from wikigraph.model.page import PageFile
from wikigraph.pages.pagefile import line_of_part
from wikigraph.pages.pagehash import FOOTNOTES
from wikigraph.pages.typedlinks import Edge, claims_on
from wikigraph.store.index import open_index
from wikigraph.store.vault import Vault
from wikigraph.text.links import Files
from wikigraph.text.markdown import unescape


class Wiki(Protocol):
    """What impact asks of a wiki: WikiState answers from the pages, IndexedWiki from the index."""

    @property
    def files(self) -> Files: ...
    @property
    def names(self) -> Collection[str]: ...
    def knows(self, path: str) -> bool: ...
    def called(self, name: str) -> tuple[str, ...]: ...
    def leading_to(self, paths: Sequence[str], relations: Collection[str]) -> Iterable[Edge]: ...
    def support(self, pages: Sequence[str]) -> dict[str, set[str]]: ...
    def requirements(self) -> Iterable[Edge]: ...
    def facts(self, paths: Sequence[str]) -> dict[str, tuple[str, bool]]: ...
    def quoting(self, paths: Sequence[str], roots: Sequence[str]) -> Iterable[PageFile]: ...


def impact(vault: Vault, roots: Sequence[str], relations: Sequence[str], *, here: Path | None = None) -> Impact:
    """`roots` are sources or pages as a person names them (relative to the vault or to `here`, with or without
    ending, a page's id or title). Raises UsageError ("unknown-root", with the nearest names).

    With an index only pages that changed since are read; without one that can be used, all of them."""
    try:
        with open_index(vault.state / "index") or nullcontext() as index:
            wiki = indexed_wiki(vault, index)
            if wiki is not None:
                return impact_in(wiki, vault, roots, relations, here)
    except IndexUnusableError:
        pass
    return impact_in(read_wiki(vault), vault, roots, relations, here)


def impact_in(wiki: Wiki, vault: Vault, roots: Sequence[str], relations: Sequence[str], here: Path | None) -> Impact:
    """The closure over what a wiki tells of itself."""
    paths = tuple(dict.fromkeys(find_root(vault, wiki, root, here) for root in roots))
    reached = {r.node: r for r in closure_over(lambda nodes: wiki.leading_to(nodes, relations), paths)}
    hit = frozenset((*paths, *reached))
    facts = wiki.facts(list(reached))
    support = wiki.support(list(facts))
    affected = [
        Affected(path, kind or "page", "", "", 0, tuple(Via(*edge) for edge in reached[path].via),
                 len(support.get(path, set()) - hit), is_edited)
        for path, (kind, is_edited) in facts.items()
    ]  # fmt: skip
    if "supported_by" in relations:
        affected += [claim for page in wiki.quoting(list(facts), paths) for claim in _claims(page, wiki.files, paths)]
    ordered = sorted(affected, key=lambda a: (a.page, a.claim))
    return Impact(paths, tuple(relations), tuple(ordered), cycles(wiki.requirements()))


def _claims(page: PageFile, files: Files, roots: Iterable[str]) -> Iterable[Affected]:
    """The footnotes of a page that quote a root."""
    wanted = set(roots)
    first_line = line_of_part(page, FOOTNOTES)
    for claim, source, quote, offset in claims_on(page, files):
        if source in wanted:
            via = (Via(f"{page.path}#{claim}", "supported_by", source),)
            yield Affected(
                page.path, "claim", claim, unescape(quote), first_line + offset, via, 0, is_human(page)
            )


def find_root(vault: Vault, wiki: Wiki, name: str, here: Path | None) -> str:
    """The node that a person means. A file that is gone but that some page still rests on is one."""
    for path in _spellings(vault, name, here):
        for candidate in (path, path + ".md", path + ".markdown", path + ".txt"):
            if wiki.knows(candidate):
                return candidate
    for path in _spellings(vault, name, here):
        for candidate in (path, path + ".md"):
            now = gone_to(vault, candidate)
            if now and wiki.knows(now):
                return now
    candidates = wiki.called(name)
    if len(candidates) == 1:
        return candidates[0]
    if candidates:
        raise UsageError(
            "ambiguous-root", f"{name!r} may be any of: {', '.join(candidates)}", where=name,
            hint="name one of them by its path",
        )
    raise UsageError("unknown-root", f"no source or page {name!r}", where=name, hint=_nearest(name, wiki.names))


def _spellings(vault: Vault, name: str, here: Path | None) -> Iterable[str]:
    """`name` from the vault's root, and as a path from where the person stands."""
    plain = name.replace("\\", "/").removeprefix("./").rstrip("/")
    yield plain
    for base in (here, vault.root):
        if base is not None:
            try:
                yield (base / name).resolve().relative_to(vault.root.resolve()).as_posix()
            except (ValueError, OSError):
                continue


def _nearest(name: str, known: Iterable[str]) -> str:
    stem = name.rpartition("/")[2].casefold()
    names = {path: path.rpartition("/")[2].casefold() for path in sorted(known)}
    near = difflib.get_close_matches(name, list(names), n=3, cutoff=0.6)
    near += [
        path for path, last in names.items()
        if path not in near and difflib.SequenceMatcher(None, stem, last.rpartition(".")[0] or last).ratio() > 0.6
    ]  # fmt: skip
    if not near:
        return "paths are relative to the vault, such as raw/source-v1.md"
    return "did you mean " + " or ".join(near[:3]) + "?"
