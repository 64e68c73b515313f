"""A closure as text and as JSON."""

from __future__ import annotations

from wikigraph.cli import output
from wikigraph.cli.counts import n_of, verb_of
from wikigraph.model.impact import Affected, Impact, SourceChange, Structural, Via

_CHANGES = {
    "statements": "says something else",
    "goes": "goes",
    "unsupported": "stays as unsupported: its subject goes, a person wrote on it",
    "rests": "rests on what changes",
}


def impact_dict(found: Impact, graph: str | None) -> dict[str, object]:
    """The JSON form."""
    return {
        "roots": list(found.roots),
        "basis": found.basis,
        "relations": list(found.relations),
        "affected": [_affected_dict(hit) for hit in found.affected],
        "cycles": [list(cycle) for cycle in found.cycles],
        "changes": [
            {"path": c.path, "kind": c.kind, "former": c.former, "gone": list(c.gone), "new": list(c.new),
             "moved": c.n_moved}
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
        "unsupported": list(found.unsupported),
        "moved": [{"from": old, "to": new} for old, new in found.moved],
        "changed": [{"page": c.page, "kind": c.kind, "what": list(c.what)} for c in found.changed],
        "only_line_numbers": found.n_only_lines,
    }


def _headline(found: Impact) -> str:
    pages = [hit for hit in found.affected if not hit.claim]
    claims = [hit for hit in found.affected if hit.claim]
    if found.basis != "text":
        what = ", ".join(found.roots) or "nothing"
        return f"If {what} changes: look at {n_of(len(pages), 'page')} ({n_of(len(claims), 'quoted claim')})."
    if not found.changes and not pages and found.structural == Structural():
        return "No change since the last compile."
    n_restated = sum(hit.change in ("statements", "goes", "unsupported") for hit in pages)
    n_resting, n_gone = len(pages) - n_restated, sum(hit.change == "gone" for hit in claims)
    n_new = len(claims) - n_gone
    said = f"{verb_of(n_restated, 'say')} something else or {verb_of(n_restated, 'go')}"
    return (
        f"{_sources(found)}: {n_of(n_restated, 'page')} {said}, {n_resting} {verb_of(n_resting, 'rest')} on what "
        f"changes ({n_of(n_gone, 'quoted claim')} {verb_of(n_gone, 'go')}, {n_new} {verb_of(n_new, 'come')})."
    )


def _sources(found: Impact) -> str:
    n_renamed = sum(change.kind == "renamed" for change in found.changes)
    n_changed = len(found.changes) - n_renamed
    told = [f"{n_of(n_changed, 'source')} {verb_of(n_changed, 'change')}"] if n_changed or not n_renamed else []
    if n_renamed:
        told.append(f"{n_of(n_renamed, 'source')} {'is' if n_renamed == 1 else 'are'} renamed")
    return ", ".join(told)


def _change(change: SourceChange) -> str:
    where = f"{change.former} → {change.path}" if change.former else change.path
    parts = [f"{where}  {change.kind}"]
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
        others = f"  ({_others(claim.other_support)} so)" if claim.other_support else ""
        output.say(f"    {gone}{place}: “{claim.statement}”{others}")


def _show_structural(found: Structural) -> None:
    if found == Structural():
        return
    output.say("\nStructural (which pages there are, names, communities, links):")
    for word, paths in (("comes", found.created), ("goes", found.removed)):
        for path in paths:
            output.say(f"    {word}  {path}")
    for path in found.unsupported:
        output.say(f"    stays, unsupported  {path}")
    for old, new in found.moved:
        output.say(f"    moves  {old} → {new}")
    for change in found.changed:
        output.say(f"    {', '.join(change.what)}  {change.page}")
    if found.n_only_lines:
        output.say(f"    {n_of(found.n_only_lines, 'page')}: line numbers only")


def _arrow(via: Via) -> str:
    return f"{via.origin} {via.relation} {via.target}"


def _others(n_sources: int) -> str:
    return f"{n_of(n_sources, 'other source')} {verb_of(n_sources, 'say')}"


def _support(page: Affected) -> str:
    if page.other_support == 0:
        return "no other source supports it"
    return f"{n_of(page.other_support, 'other source')} still {verb_of(page.other_support, 'support')} it"
