"""A closure as text and as JSON."""

from __future__ import annotations

from wikigraph.cli import output
from wikigraph.model.impact import Affected, Impact, SourceChange, Structural, Via

_CHANGES = {"statements": "says something else", "goes": "goes", "rests": "rests on what changes"}


def impact_dict(found: Impact, graph: str | None) -> dict[str, object]:
    """The JSON form."""
    return {
        "roots": list(found.roots),
        "basis": found.basis,
        "relations": list(found.relations),
        "affected": [_affected_dict(hit) for hit in found.affected],
        "cycles": [list(cycle) for cycle in found.cycles],
        "changes": [
            {"path": c.path, "kind": c.kind, "gone": list(c.gone), "new": list(c.new), "moved": c.n_moved}
            for c in found.changes
        ],
        "structural": _structural_dict(found.structural),
        "superseded": [
            {"source": s.source, "by": list(s.by), "pages": list(s.pages)} for s in found.superseded
        ],
        "notes": list(found.notes),
        "graph": graph,
    }  # fmt: skip


def show_impact(found: Impact) -> None:
    """The closure, page by page."""
    output.say(_headline(found))
    for note in found.notes:
        output.say(f"note: {note}")
    for change in found.changes:
        output.say(f"    {_change(change)}")
    claims: dict[str, list[Affected]] = {}
    for hit in found.affected:
        if hit.claim:
            claims.setdefault(hit.page, []).append(hit)
    for page in found.affected:
        if not page.claim:
            _show_page(page, claims.pop(page.page, ()))
    _show_structural(found.structural)
    for old in found.superseded:
        output.say(f"\nSuperseded: only {old.source} supports these, and {', '.join(old.by)} supersedes it")
        for path in old.pages:
            output.say(f"    {path}")
    for cycle in found.cycles:
        output.say(f"\nA cycle of requires: {' → '.join((*cycle, cycle[0]))}")


def _affected_dict(hit: Affected) -> dict[str, object]:
    return {
        "page": hit.page,
        "kind": hit.kind,
        "claim": {"id": hit.claim, "quote": hit.statement, "line": hit.line} if hit.claim else None,
        "via": [{"from": v.origin, "relation": v.relation, "to": v.target} for v in hit.via],
        "other_support": hit.other_support,
        "human": hit.is_human,
        "change": hit.change,
    }


def _structural_dict(found: Structural) -> dict[str, object]:
    return {
        "created": list(found.created),
        "removed": list(found.removed),
        "changed": [{"page": c.page, "kind": c.kind, "what": list(c.what)} for c in found.changed],
        "only_line_numbers": found.n_only_lines,
    }


def _headline(found: Impact) -> str:
    pages = [hit for hit in found.affected if not hit.claim]
    claims = [hit for hit in found.affected if hit.claim]
    if found.basis != "text":
        what = ", ".join(found.roots) or "nothing"
        return f"If {what} changes: look at {len(pages)} pages ({len(claims)} quoted claims)."
    n_restated = sum(hit.change in ("statements", "goes") for hit in pages)
    n_gone = sum(hit.change == "gone" for hit in claims)
    sources = "1 source changes" if len(found.changes) == 1 else f"{len(found.changes)} sources change"
    return (
        f"{sources}: {n_restated} pages say something else or go, {len(pages) - n_restated} rest on what changes "
        f"({n_gone} quoted claims go, {len(claims) - n_gone} come)."
    )


def _change(change: SourceChange) -> str:
    parts = [f"{change.path}  {change.kind}"]
    for word, spans in (("gone", change.gone), ("new", change.new)):
        if spans:
            shown = ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in spans[:8])
            more = f" and {len(spans) - 8} more places" if len(spans) > 8 else ""
            parts.append(f"{word}: lines {shown}{more}")
    if not change.gone and not change.new:
        parts.append("no sentence changes")
    return "; ".join(parts)


def _show_page(page: Affected, claims: list[Affected] | tuple[()]) -> None:
    by = ", by a person" if page.is_human else ""
    change = f"  {_CHANGES[page.change]}" if page.change else ""
    output.say(f"\n{page.page}  [{page.kind}{by}]{change}")
    for via in page.via:
        output.say(f"    {_arrow(via)}")
    output.say(f"    {_support(page)}")
    for claim in claims:
        place = f"{page.page}:{claim.line}" if claim.line else "new"
        gone = "gone  " if claim.change == "gone" else ""
        others = f"  ({claim.other_support} other sources say so)" if claim.other_support else ""
        output.say(f"    {gone}{place}: “{claim.statement}”{others}")


def _show_structural(found: Structural) -> None:
    if not (found.created or found.removed or found.changed or found.n_only_lines):
        return
    output.say("\nStructural (which pages there are, names, communities, links):")
    for word, paths in (("comes", found.created), ("goes", found.removed)):
        for path in paths:
            output.say(f"    {word}  {path}")
    for change in found.changed:
        output.say(f"    {', '.join(change.what)}  {change.page}")
    if found.n_only_lines:
        output.say(f"    {found.n_only_lines} pages: line numbers only")


def _arrow(via: Via) -> str:
    return f"{via.origin} {via.relation} {via.target}"


def _support(page: Affected) -> str:
    if page.other_support == 0:
        return "no other source supports it"
    if page.other_support == 1:
        return "1 other source still supports it"
    return f"{page.other_support} other sources still support it"
