"""Filters + index → the documents that pass, and their text units."""

from __future__ import annotations

import unicodedata

import numpy as np

from wikigraph.model.filters import Filters, Selection
from wikigraph.retrieval.scope import Scope
from wikigraph.store.index import Index
from wikigraph.store.rawdir import markup_of
from wikigraph.text.globs import matches_any


def scope_of(index: Index, filters: Filters) -> tuple[Scope, Selection]:
    """One pass over the documents, one look at the numbers of units; no text is read."""
    rows = index.rows("SELECT path, date FROM document ORDER BY path")
    tagged = _tagged(index, filters.tags) if filters.tags else None
    passing = [
        (path, date)
        for path, date in rows
        if (not filters.paths or matches_any(path, filters.paths) or matches_any(path[len("raw/") :], filters.paths))
        and (tagged is None or path in tagged)
        and (not filters.kinds or _kind(path) in filters.kinds)
    ]
    dated = [path for path, date in passing if not filters.needs_date or _is_in_time(date, filters)]
    found = index.arrays(
        """SELECT number::BIGINT AS number FROM text_unit
        WHERE path IN (SELECT unnest($paths::VARCHAR[])) ORDER BY number""",
        paths=dated,
    )
    scope = Scope(frozenset(dated), np.asarray(found["number"], np.int64))
    undated = sum(not date for _, date in passing) if filters.needs_date else 0
    return scope, Selection(filters, len(dated), len(rows), len(scope.units), undated)


def _kind(path: str) -> str:
    return "text" if markup_of(path) == "plain" else "markdown"


def _is_in_time(date: str, filters: Filters) -> bool:
    """By the day as the source writes it, whatever its time zone."""
    day = date[: len("2024-05-01")]
    return bool(day) and filters.since <= day and (not filters.until or day <= filters.until)


def _tagged(index: Index, tags: tuple[str, ...]) -> frozenset[str]:
    wanted = tuple(map(_folded, tags))
    rows = index.rows("SELECT path, tag FROM document_tag")
    return frozenset(path for path, tag in rows if any(_is_within(_folded(tag), tag_) for tag_ in wanted))


def _is_within(tag: str, wanted: str) -> bool:
    return tag == wanted or tag.startswith(f"{wanted}/")


def _folded(tag: str) -> str:
    return unicodedata.normalize("NFC", tag.strip().removeprefix("#")).casefold()
