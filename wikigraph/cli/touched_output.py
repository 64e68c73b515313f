"""How much a change touches, as JSON and as text."""

from __future__ import annotations

from wikigraph.model.touched import Tally, Touched

_KINDS = ("entities", "relationships", "communities", "summaries")


def touched_dict(touched: Touched) -> dict[str, object]:
    """The JSON form."""
    return {kind: {"added": t.added, "changed": t.changed, "removed": t.removed} for kind, t in tallies(touched)}


def touched_lines(touched: Touched) -> list[str]:
    """A line for each kind of thing."""
    return [f"{kind}: {t.added} new, {t.changed} changed, {t.removed} gone" for kind, t in tallies(touched)]


def tallies(touched: Touched) -> list[tuple[str, Tally]]:
    """Each kind of thing with its numbers."""
    return [(kind, getattr(touched, kind)) for kind in _KINDS]
