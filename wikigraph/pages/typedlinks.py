"""Pages → the typed edges between files that they state.

A typed link stands in the front matter (`requires: ["[[wiki/topics/topic|Topic]]"]`) or in a list item of the body
(`- **requires** [Topic](topic.md)`): on pages of people, and on source pages, whose source may have a name that no
wikilink can hold. Nothing else carries a relation: labels are never guessed.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import unquote

from wikigraph.model.page import PageFile
from wikigraph.model.settings import RELATIONS
from wikigraph.text.links import Files, Resolution, resolve_markdown, resolve_wikilink

Edge = tuple[str, str, str]  # (from, relation, to): `from` depends on `to`
_BODY_ITEM = re.compile(
    r"^[ \t]*[-*+][ \t]+\*\*(supported[ _]by|requires|related|supersedes)\*\*:?[ \t]+"
    r"(?:\[\[(?P<wiki>[^\[\]|\n]+)(?:\|[^\[\]\n]*)?\]\]|\[[^\n]*?\]\((?P<link><[^<>\n]+>|[^\s()]+)[^\n]*?\))",
    re.MULTILINE,
)
_MADE = ("wiki/sources/", "wiki/entities/", "wiki/communities/")
_CLAIM = re.compile(
    r"^\[\^(c-[0-9a-f]+)\]: \[.*?\]\((?P<link>[^\s()]+?)(?:#L(?P<first>\d+)(?:-L(?P<last>\d+))?)?\): "
    r"\"(?P<quote>.*)\"[ \t]*$",
    re.MULTILINE,
)


class Quoted(NamedTuple):
    """A generated footnote."""

    claim: str  # id
    source: str  # path, "" where the link leads nowhere
    quote: str  # as written, with escapes
    offset: int  # its line in the part that holds it, from 0
    first: int  # lines of the source, 0 where the link names none
    last: int


def typed_edges(page: PageFile, files: Files) -> Iterator[tuple[Edge, int]]:
    """(edge, line of the front matter or 0) for each typed link of a page, repeats left out.

    A target that is not on the disk is an edge too (a deleted source can be asked about): it is named by the path that
    the link spells out.
    """
    seen: set[Edge] = set()
    for relation, target, line in _stated(page):
        path = _path(target, page.path, files)
        edge = (page.path, relation, path)
        if path and edge not in seen:
            seen.add(edge)
            yield edge, line


def has_loose_links(page: PageFile, files: Files) -> bool:
    """Whether what a typed link of the page means may change when other files come or go: all but those that spell
    the full path of a file that is there."""
    for _, target, _ in _stated(page):
        path = _path(target, page.path, files)
        if path not in files.paths or (not target.startswith(("(", "[")) and path not in (target, target + ".md")):
            return True
    return False


def claims_on(page: PageFile, files: Files) -> Iterator[Quoted]:
    """Each generated footnote of a page."""
    for part in page.parts:
        for found in _CLAIM.finditer(part.text):
            path = _settle(resolve_markdown(found["link"], page.path, files), page.path, found["link"], files)
            first = int(found["first"] or 0)
            offset = part.text.count("\n", 0, found.start())
            yield Quoted(found[1], path, found["quote"], offset, first, int(found["last"] or first))


def _stated(page: PageFile) -> Iterator[tuple[str, str, int]]:
    for link in page.links:
        if link.relation in RELATIONS:
            yield link.relation, link.target, link.line
    if page.id and page.kind != "source":
        return
    for part in page.parts:
        for found in _BODY_ITEM.finditer(part.text):
            target = found["wiki"] or "(" + found["link"].strip("<>")
            yield found[1].replace(" ", "_"), target, 0


def _path(target: str, page: str, files: Files) -> str:
    if target.startswith("("):
        return _settle(resolve_markdown(target[1:], page, files), page, target[1:], files)
    written = re.fullmatch(r"\[.*\]\((\S+)\)", target)
    if written:
        return _settle(resolve_markdown(written[1], page, files), page, written[1], files)
    found = resolve_wikilink(target, page, files)
    if found.outcome == "found":
        return found.path
    return _moved(_spelled(target), files) if target.startswith(("raw/", "wiki/")) else ""


def _settle(found: Resolution, page: str, target: str, files: Files) -> str:
    if found.outcome == "found":
        return found.path
    if found.outcome != "missing":
        return ""
    joined = posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(target.split("#")[0])))
    return _moved(_spelled(joined), files) if joined.startswith(("raw/", "wiki/")) else ""


def _moved(path: str, files: Files) -> str:
    """Where a page that is not there any more was most likely moved to: to the one page of the same name, apart from
    those that stand where pages of another kind are made."""
    if not path.startswith("wiki/") or path in files.paths:
        return path
    others = tuple(folder for folder in _MADE if not path.startswith(folder))
    named = [found for found in files.ending_in(path.rpartition("/")[2]) if found.startswith("wiki/")]
    named = [found for found in named if not found.startswith(others)]
    return named[0] if len(named) == 1 else path


def _spelled(target: str) -> str:
    name = target.rpartition("/")[2]
    return target if re.search(r"\.(md|markdown|txt)$", name, re.IGNORECASE) else target + ".md"
