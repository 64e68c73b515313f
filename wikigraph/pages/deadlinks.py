"""Typed links of a front matter → those that name no source and no page, so that nothing follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wikigraph.model.diagnostic import Diagnostic
from wikigraph.model.text import LinkField
from wikigraph.text.links import Files, resolve_wikilink

DEAD = "relation-dead"
FOLLOWED = ("requires", "supersedes", "related")  # what a source may say of other files


def dead_links(path: str, links: Iterable[LinkField], files: Files) -> Iterator[Diagnostic]:
    """`links` stand in the file at `path`, `files` are all sources and pages."""
    for link in links:
        found = resolve_wikilink(link.target, path, files)
        if link.relation not in FOLLOWED or found.outcome == "found":
            continue
        if found.outcome == "ambiguous":
            what = f"may mean any of {', '.join(found.candidates)}; write the path in full"
        else:
            what = "is no source and no page; mend or remove it"
        message = f"{link.relation!r} is not followed: [[{link.target}]] {what}"
        yield Diagnostic("relation-dead", "warning", message, path, link.line)
