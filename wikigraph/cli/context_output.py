"""The context of an answer, for people and as JSON."""

from __future__ import annotations

from typing import Any

from wikigraph.cli import output
from wikigraph.model.answer import Hit
from wikigraph.model.base import Value
from wikigraph.model.context import Context, ContextUnit
from wikigraph.model.evidence import Evidence

_MOST_CHARACTERS = 300  # of a text unit


def as_dict(value: Value) -> dict[str, Any]:
    """A Value by the names of its fields, at every depth."""
    return {name: _plain(getattr(value, name)) for name in value.__struct_fields__}


def _plain(value: Any) -> Any:
    if isinstance(value, Value):
        return as_dict(value)
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def told_parts(hit: Hit) -> str:
    """What the score of a hit is made of."""
    return " + ".join(f"{name} {value:.2f}" for name, value in hit.parts)


def show_context(context: Context) -> None:
    """Budgets first, then each part with its lines."""
    output.say("context")
    for part in context.parts:
        cut = f", {part.n_left_out} cut" if part.n_left_out else ""
        output.say(f"  {part.part:<14}{part.n_built:>6} of {part.n_allowed} tokens, {part.n_shown} shown{cut}")
    _show_graph(context)
    if context.text_units:
        output.say("\ntext units")
    for unit in context.text_units:
        output.say(f"  {_place(unit.path, unit.start_line, unit.end_line)}  ({_why(unit, context)})")
        text = " ".join(unit.text.split())
        output.say(f"      {text[:_MOST_CHARACTERS]}" + (" …" if len(text) > _MOST_CHARACTERS else ""))
    output.say()


def _show_graph(context: Context) -> None:
    if context.entities:
        output.say("\nentry entities")
    for entity in context.entities:
        why = f"{entity.way}: {entity.matched}" if entity.matched else entity.way
        output.say(f"  {entity.title}  ({why})" + (f"  {entity.page}" if entity.page else ""))
        _show_evidence(entity.description)
    if context.relationships:
        output.say("\nrelationships")
    for edge in context.relationships:
        output.say(f"  {edge.source_title} {edge.type} {edge.target_title}  (weight {edge.weight})")
        _show_evidence(edge.evidence)
    if context.reports:
        output.say("\nreports")
    for report in context.reports:
        cut = ", cut at a finding" if report.is_cut else ""
        output.say(f"  {report.label} {report.title}  (rating {report.rating:g}, {report.n_entries} entries{cut})")
        for line in report.text.split("\n"):
            output.say(f"      {line}")
    if context.claims:
        output.say("\nclaims")
    for claim in context.claims:
        output.say(f"  {claim.entity_title}")
        _show_evidence((claim.evidence,))


def _show_evidence(evidence: tuple[Evidence, ...]) -> None:
    for held in evidence:
        place = _place(held.path, held.start_line, held.end_line)
        output.say(f"      {held.text or held.quote}" if held.quote else "      in one text unit:")
        output.say(f"        {place}")


def _why(unit: ContextUnit, context: Context) -> str:
    if unit.entity_rank < 0:
        return "by retrieval"
    names = [entity.title for entity in context.entities]
    name = names[unit.entity_rank] if unit.entity_rank < len(names) else f"entry {unit.entity_rank}"
    return f"{name}, {unit.edge_count} of its relationships"


def _place(path: str, first: int, last: int) -> str:
    return f"{path}:{first}-{last}" if first != last else f"{path}:{first}"
