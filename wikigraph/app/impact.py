"""Roots → what else must be looked at, from wiki/ alone."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from pathlib import Path

from wikigraph.app.wikistate import WikiState, is_human, read_wiki
from wikigraph.engine.impact import Reached, closure, cycles
from wikigraph.errors import UsageError
from wikigraph.model.impact import Affected, Impact, Via
from wikigraph.model.page import PageFile
from wikigraph.store.vault import Vault
from wikigraph.text.links import resolve_wikilink
from wikigraph.text.markdown import unescape
from wikigraph.text.pagefile import line_of_part
from wikigraph.text.pagehash import FOOTNOTES
from wikigraph.text.typedlinks import claims_on


def impact(vault: Vault, roots: Sequence[str], relations: Sequence[str], *, here: Path | None = None) -> Impact:
    """`roots` are sources or pages as a person names them (relative to the vault or to `here`, with or without
    ending, a page's id or title). Raises UsageError ("unknown-root", with the nearest names)."""
    wiki = read_wiki(vault)
    paths = tuple(dict.fromkeys(find_root(vault, wiki, root, here) for root in roots))
    reached = closure(wiki.edges, paths, relations)
    hit = frozenset((*paths, *(found.node for found in reached)))
    affected: list[Affected] = []
    for found in reached:
        page = wiki.pages.get(found.node)
        if page is not None:
            affected.append(_page(page, found, wiki, hit, relations))
            if "supported_by" in relations:
                affected += _claims(page, wiki, paths)
    ordered = sorted(affected, key=lambda a: (a.page, a.claim))
    return Impact(paths, tuple(relations), tuple(ordered), cycles(wiki.edges))


def _page(
    page: PageFile, found: Reached, wiki: WikiState, hit: frozenset[str], relations: Sequence[str]
) -> Affected:
    via = tuple(Via(*edge) for edge in found.via)
    return Affected(
        page.path, page.kind or "page", "", "", 0, via, len(_support(wiki, page.path) - hit), is_human(page)
    )


def _support(wiki: WikiState, path: str) -> set[str]:
    return {target for origin, relation, target in wiki.edges_of(path) if relation == "supported_by"}


def _claims(page: PageFile, wiki: WikiState, roots: Iterable[str]) -> Iterable[Affected]:
    """The footnotes of a page that quote a root."""
    wanted = set(roots)
    first_line = line_of_part(page, FOOTNOTES)
    for claim, source, quote, offset in claims_on(page, wiki.files):
        if source in wanted:
            via = (Via(f"{page.path}#{claim}", "supported_by", source),)
            yield Affected(
                page.path, "claim", claim, unescape(quote), first_line + offset, via, 0, is_human(page)
            )


def find_root(vault: Vault, wiki: WikiState, name: str, here: Path | None) -> str:
    """The node that a person means. A file that is gone but that some page still rests on is one."""
    known = {*wiki.files.paths, *wiki.pages, *(end for edge in wiki.edges for end in (edge[0], edge[2]))}
    for path in _spellings(vault, name, here):
        for candidate in (path, path + ".md", path + ".markdown", path + ".txt"):
            if candidate in known:
                return candidate
    candidates = _called(wiki, name)
    if len(candidates) == 1:
        return candidates[0]
    if candidates:
        raise UsageError(
            "ambiguous-root", f"{name!r} may be any of: {', '.join(candidates)}", where=name,
            hint="name one of them by its path",
        )
    raise UsageError("unknown-root", f"no source or page {name!r}", where=name, hint=_nearest(name, known))


def _called(wiki: WikiState, name: str) -> tuple[str, ...]:
    """The pages and sources that a name may mean: an id or title, else what a wikilink of that name would lead to."""
    named = tuple(sorted(page.path for page in wiki.pages.values() if name and name in (page.id, page.title)))
    if named or not name:
        return named
    found = resolve_wikilink(name, "", wiki.files)
    return (found.path,) if found.outcome == "found" else found.candidates


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
