"""Lines of a source."""

from __future__ import annotations

from wikigraph.model.base import Value


class Evidence(Value, frozen=True):
    """A sentence with its lines; the quote is verbatim, each line break as one space."""

    path: str
    start_line: int
    end_line: int
    quote: str
    text: str = ""  # the sentence as it is read, without markup
