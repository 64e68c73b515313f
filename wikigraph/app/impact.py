"""Roots → what else must be looked at."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from wikigraph.app.linkindex import indexed_wiki
from wikigraph.app.roots import Root, find_roots
from wikigraph.app.wikistate import is_human, read_wiki
from wikigraph.engine.impact import Edge, closure_over
from wikigraph.errors import IndexUnusableError, NoVaultError, UsageError
from wikigraph.events import Listener, ignore
from wikigraph.model.impact import Affected, Impact, Superseded, Via
from wikigraph.model.page import PageFile
from wikigraph.pages.pagefile import line_of_part
from wikigraph.pages.pagehash import FOOTNOTES
from wikigraph.pages.typedlinks import Quoted, claims_on
from wikigraph.store.index import Index, open_index
from wikigraph.store.looking import Looking
from wikigraph.store.vault import Vault
from wikigraph.text.encoding import Undecodable, decode
from wikigraph.text.lines import LineIndex
from wikigraph.text.links import Files
from wikigraph.text.markdown import unescape

Lines = tuple[int, int]
DEFAULT_RELATIONS = ("supported_by", "requires")
_REFERENCES = re.compile(r"(?:\[\^c-[0-9a-f]+\](?!:))+")
_CLAIM_ID = re.compile(r"c-[0-9a-f]+")


class Wiki(Protocol):
    """What impact asks of a wiki: WikiState answers from the pages, IndexedWiki from the index."""

    @property
    def files(self) -> Files: ...
    @property
    def names(self) -> Collection[str]: ...
    def knows(self, path: str) -> bool: ...
    def called(self, name: str) -> tuple[str, ...]: ...
    def page(self, path: str) -> PageFile | None: ...
    def leading_to(self, paths: Sequence[str], relations: Collection[str]) -> Iterable[Edge]: ...
    def stating(self, relation: str) -> Iterable[Edge]: ...
    def support(self, pages: Sequence[str]) -> dict[str, set[str]]: ...
    def cycles(self) -> tuple[tuple[str, ...], ...]: ...
    def facts(self, paths: Sequence[str]) -> dict[str, tuple[str, bool]]: ...
    def quoting(self, paths: Sequence[str], roots: Sequence[str]) -> Iterable[PageFile]: ...
    def is_as_compiled(self, path: str) -> bool: ...


def impact(
    vault: Vault, roots: Sequence[str], relations: Sequence[str] = DEFAULT_RELATIONS, *,
    here: Path | None = None, looking: Looking | None = None,
) -> Impact:  # fmt: skip
    """`roots` are sources, lines of sources or pages as a person names them (relative to the vault or to `here`, with
    or without ending, a page's id or title). Raises UsageError: see `find_roots`.

    With an index only pages that changed since are read; without one that can be used, all of them. `looking` is a look
    at the vault's files that the caller began before it imported this module."""
    with _wiki(vault, looking) as (wiki, _):
        return impact_in(wiki, vault, roots, relations, here)


def changed_impact(
    vault: Vault, relations: Sequence[str] = DEFAULT_RELATIONS, *, on_event: Listener = ignore
) -> Impact:
    """What the sources that changed since the last compile reach: added, edited and deleted ones together. Nothing is
    written and no lock is taken. Pages count as they stand, edges before and after the change.

    Raises NoVaultError ("no-index") where nothing was compiled yet, IndexUnusableError, SettingsError."""
    from wikigraph.app.changes import changes_since  # knows every stage: slow to import

    with _wiki(vault) as (wiki, index):
        if index is None:
            raise NoVaultError(
                "no-index", "nothing is compiled here yet, so nothing is known of what changed",
                where=".wikigraph/index", hint="run: wikigraph compile",
            )  # fmt: skip
        return changes_since(vault, index, wiki, relations, on_event)


def proposed_impact(
    vault: Vault, root: str, data: bytes, relations: Sequence[str] = DEFAULT_RELATIONS, *,
    here: Path | None = None, on_event: Listener = ignore,
) -> Impact:  # fmt: skip
    """What a source would reach if it held `data`, beside what the last compile read. Without an index that can be
    built upon: the closure of the whole source, and a note that says so. Raises UsageError, SettingsError."""
    from wikigraph.app.changes import proposed  # knows every stage: slow to import

    with _wiki(vault) as (wiki, index):
        (source,) = find_roots(vault, wiki, [root], here)
        return proposed(vault, index, wiki, source, data, relations, on_event)


@contextmanager
def _wiki(vault: Vault, looking: Looking | None = None) -> Iterator[tuple[Wiki, Index | None]]:
    """The wiki as it stands, from the index where it can be used."""
    try:
        index = open_index(vault.state / "index")
    except IndexUnusableError:
        index = None
    if index is None:
        yield read_wiki(vault), None
        return
    with index:
        try:
            wiki: Wiki | None = indexed_wiki(vault, index, looking)
        except IndexUnusableError:
            wiki = None
        yield (wiki, index) if wiki is not None else (read_wiki(vault), None)


def impact_in(wiki: Wiki, vault: Vault, roots: Sequence[str], relations: Sequence[str], here: Path | None) -> Impact:
    """The closure over what a wiki tells of itself."""
    found = find_roots(vault, wiki, roots, here)
    for root in found:
        if root.lines is not None and wiki.is_as_compiled(root.path):
            _refuse_beyond(vault, root, root.lines[0])
    return closure_of(wiki, found, relations)


def _refuse_beyond(vault: Vault, root: Root, line: int) -> None:
    """A line behind the end of a source that can be read is an error."""
    try:
        decoded = decode((vault.root / root.path).read_bytes())
    except OSError:
        return
    if isinstance(decoded, Undecodable) or line <= (n_lines := LineIndex(decoded.text).n_lines):
        return
    hint = f"its last line is {root.path}:{n_lines}" if n_lines else f"name {root.path} whole"
    message = f"there is no line {line}: {root.path} has {n_lines} line{'s' * (n_lines != 1)}"
    raise UsageError("lines-invalid", message, where=str(root), hint=hint)


def closure_of(wiki: Wiki, roots: Sequence[Root], relations: Sequence[str], notes: Sequence[str] = ()) -> Impact:
    """Everything that rests on these roots; a source of which only lines are named leads to what rests on those."""
    paths = tuple(dict.fromkeys(root.path for root in roots))
    ranges = _ranges(roots)

    def dependants(nodes: Sequence[str]) -> Iterable[Edge]:
        edges = wiki.leading_to(nodes, relations)
        return _narrowed(wiki, edges, ranges) if ranges.keys() & set(nodes) else edges

    reached = {r.node: r for r in closure_over(dependants, paths)}
    hit = frozenset((*paths, *reached))
    facts = wiki.facts(list(reached))
    support = wiki.support(list(facts))
    affected = [
        Affected(path, kind or "page", "", "", 0, tuple(Via(*edge) for edge in reached[path].via),
                 len(support.get(path, set()) - hit), is_edited)
        for path, (kind, is_edited) in facts.items()
    ]  # fmt: skip
    if "supported_by" in relations:
        for page in wiki.quoting(list(facts), paths):
            affected += claim_hits(page, wiki.files, paths, ranges)
    ordered = sorted(affected, key=lambda a: (a.page, a.claim))
    stale = [f"{path} changed since the last compile; its lines count as they were then" for path in sorted(ranges)
             if not wiki.is_as_compiled(path)]  # fmt: skip
    return Impact(
        tuple(dict.fromkeys(map(str, roots))), tuple(relations), tuple(ordered), wiki.cycles(),
        "lines" if ranges else "whole", superseded=superseded_in(wiki, paths), notes=(*notes, *stale),
    )  # fmt: skip


def claim_hits(
    page: PageFile, files: Files, sources: Collection[str], ranges: Mapping[str, Sequence[Lines]] | None = None
) -> Iterator[Affected]:
    """The footnotes of a page that quote any of the sources, and those of their lines that count."""
    quoted = [quote for quote in claims_on(page, files) if quote.source]
    companions = _companions(page, quoted)
    first_line = line_of_part(page, FOOTNOTES)
    is_edited = is_human(page)
    for quote in quoted:
        if quote.source in sources and _is_in(quote, (ranges or {}).get(quote.source)):
            via = (Via(f"{page.path}#{quote.claim}", "supported_by", quote.source),)
            n_other = len(companions.get(quote.claim, set()) - set(sources))
            statement, line = unescape(quote.quote), first_line + quote.offset
            yield Affected(page.path, "claim", quote.claim, statement, line, via, n_other, is_edited)


def superseded_in(wiki: Wiki, roots: Collection[str] | None) -> tuple[Superseded, ...]:
    """Pages that only outdated sources support, by outdated source: those that have to do with any of the roots, all
    of them where `roots` is None."""
    edges = [*wiki.stating("supersedes")]
    if not edges:
        return ()
    support = wiki.support(sorted({end for edge in edges for end in (edge[0], edge[2])}))
    newer: dict[str, set[str]] = {}
    for origin, _, target in edges:
        for source in [target] if target.startswith("raw/") else sorted(support.get(target, ())):
            newer.setdefault(source, set()).add(origin)
    found = []
    for source, origins in sorted(newer.items()):
        sources = {path for origin in origins for path in support.get(origin, ())}
        if roots is None or not roots or {source, *origins, *sources} & set(roots):
            resting = sorted({edge[0] for edge in wiki.leading_to([source], ("supported_by",))})
            kinds, held = wiki.facts(resting), wiki.support(resting)
            pages = tuple(p for p in resting if p in kinds and kinds[p][0] != "source" and held[p] <= newer.keys())
            if pages:
                found.append(Superseded(source, tuple(sorted(sources or origins)), pages))
    return tuple(found)


def _ranges(roots: Sequence[Root]) -> dict[str, list[Lines]]:
    """Source → the lines that are named, for those that are not named whole."""
    whole = {root.path for root in roots if root.lines is None}
    held: dict[str, list[Lines]] = {}
    for root in roots:
        if root.lines is not None and root.path not in whole:
            held.setdefault(root.path, []).append(root.lines)
    return held


def _narrowed(wiki: Wiki, edges: Iterable[Edge], ranges: Mapping[str, Sequence[Lines]]) -> Iterator[Edge]:
    """Edges to lines come from pages that quote them, and from people's pages that quote nothing of that source."""
    to_lines: list[Edge] = []
    for edge in edges:
        if edge[2] not in ranges:
            yield edge
        else:
            to_lines.append(edge)
    origins = sorted({edge[0] for edge in to_lines})
    facts = wiki.facts(origins)
    quoted = {page.path: [*claims_on(page, wiki.files)] for page in wiki.quoting(origins, sorted(ranges))}
    for edge in to_lines:
        quotes = [quote for quote in quoted.get(edge[0], ()) if quote.source == edge[2]]
        kind, is_edited = facts.get(edge[0], ("", True))
        if any(_is_in(quote, ranges[edge[2]]) for quote in quotes) or (not quotes and (is_edited or not kind)):
            yield edge


def _is_in(quote: Quoted, lines: Sequence[Lines] | None) -> bool:
    """Whether a quote stands in any of the lines; one without lines may."""
    return lines is None or not quote.first or any(quote.first <= last and first <= quote.last for first, last in lines)


def _companions(page: PageFile, quoted: Iterable[Quoted]) -> dict[str, set[str]]:
    """Claim → the sources that are cited for the same sentence."""
    sources = {quote.claim: quote.source for quote in quoted}
    found: dict[str, set[str]] = {}
    for part in page.parts:
        for run in _REFERENCES.findall(part.text):
            claims = _CLAIM_ID.findall(run)
            cited = {sources[claim] for claim in claims if claim in sources}
            for claim in claims:
                found.setdefault(claim, set()).update(cited)
    return found
