"""Pages that stand in wiki/ and sources → what place must know; pages are read where it takes that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Protocol

from wikigraph.model.ids import content_id
from wikigraph.model.page import KnownPage, KnownPages, PageFile
from wikigraph.model.record import PageRow
from wikigraph.pages.wikiplan import known_pages


class Pages(Protocol):
    """Where pages can be read."""

    def page(self, path: str) -> PageFile | None: ...


def known_wiki(
    facts: Sequence[PageFile | PageRow],
    away: Iterable[str],
    away_pages: Iterable[KnownPage],
    sources: Collection[str],
    changed: Collection[str],
    wiki: Pages,
) -> KnownPages:
    """What place must know of wiki/. A page whose source is gone, or is another text now (`changed`), may be that of a
    source that stands elsewhere: it is read, to tell by what it records of its source's text. So are files that share
    an id. `away` are the ids of deleted pages, `away_pages` what is known of them: see `pages_away`."""
    present = {content_id("src", path): path for path in sources}
    gone = [fact.path for fact in facts if fact.id.startswith("src-") and fact.id not in present]
    moves = bool(gone) or len(changed) > 1  # of one that is edited nothing can be told but that
    stray = [
        fact for fact in facts
        if moves and fact.id.startswith("src-") and (fact.id not in present or present[fact.id] in changed)
    ]  # fmt: skip
    n_files = Counter(fact.id for fact in facts if fact.id)
    twins = [fact for fact in facts if n_files[fact.id] > 1]
    read = {fact.path: page for fact in (*stray, *twins) if (page := wiki.page(fact.path)) is not None}
    known = [read.get(fact.path, fact) for fact in facts]
    return known_pages(known, away, {fact.id for fact in stray if fact.path in read}, away_pages)
