"""What of the sources a question is put to."""

from __future__ import annotations

from wikigraph.model.base import Value

SOURCE_KINDS = ("markdown", "text")
"""How sources are read: as Markdown (.md, .markdown), or as plain text (.txt)."""


class Filters(Value, frozen=True):
    """A source passes if it fits every field that is not empty; within one field, if it fits any of its values."""

    paths: tuple[str, ...] = ()  # globs, of paths from the vault or below raw/
    tags: tuple[str, ...] = ()  # of front matter, without `#`; "a" stands for "a/b" too
    kinds: tuple[str, ...] = ()  # of SOURCE_KINDS
    since: str = ""  # first day, "2024-05-01"
    until: str = ""  # last day

    @property
    def needs_date(self) -> bool:
        return bool(self.since or self.until)


class Selection(Value, frozen=True):
    """What filters left of the sources."""

    filters: Filters
    documents: int  # that pass
    of: int  # documents in all
    text_units: int  # of those that pass
    undated: int  # documents that pass but for having no date, where a date is asked for
