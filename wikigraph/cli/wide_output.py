"""What the modes global and drift did, for people."""

from __future__ import annotations

from wikigraph.cli import output
from wikigraph.cli.counts import n_of
from wikigraph.model.answer import Answer
from wikigraph.model.drift import DriftSearch
from wikigraph.model.evidence import Evidence
from wikigraph.model.report import GlobalSearch

_MOST_POINTS = 30


def show_calls(answer: Answer) -> None:
    """What was read, and what a model would be asked for the same."""
    if search := answer.global_search:
        level = f"level {search.level}" if search.level >= 0 else "from the root down"
        lost = f", {search.n_lost} lost" if search.n_lost else ""
        pruned = f"; {n_of(search.n_pruned, 'other')} with nothing to it" if search.n_pruned else ""
        empty = f"; {n_of(search.n_empty, 'community', 'communities')} without one" if search.n_empty else ""
        output.say(
            f"reports  {search.n_read} of {search.n_reports} read{lost} ({level}{pruned}{empty}), "
            f"{search.tokens_read} tokens"
        )
        output.say(
            f"calls  0 made; a model would take {search.map_calls} map + {search.reduce_calls} reduce\n"
        )
    elif walk := answer.drift_search:
        output.say(
            f"steps  {len(walk.steps)} from {n_of(len(walk.primer), 'report')}; {walk.n_not_followed} more not followed"
        )
        output.say(f"calls  0 made; a model would take {walk.model_calls}\n")


def show_global(search: GlobalSearch) -> None:
    """The scored points, best first."""
    output.say(f"points ({search.n_positive} of {search.n_points} say something to the question; + in the answer)")
    for point in search.points[:_MOST_POINTS]:
        mark = "+" if point.is_selected else " "
        output.say(f"  {mark} {point.score:>3}  {point.label or 'no report':<10} {point.evidence.text}")
        output.say(f"        {_place(point.evidence)}")
    if len(search.points) > _MOST_POINTS:
        output.say(f"    and {len(search.points) - _MOST_POINTS} more (--json lists all)")
    output.say()


def show_drift(search: DriftSearch) -> None:
    """The primer, then each step with what it found."""
    output.say("primer")
    for report in search.primer:
        output.say(f"  {report.likeness:>3}  {report.label} {report.title}  (fold {report.fold})")
    output.say("\nsteps")
    for step in search.steps:
        whose = f"  from {step.parent}" if step.parent >= 0 else ""
        output.say(f"  {step.number:>2}  {step.query}  (score {step.score}, depth {step.depth}{whose}: {step.why})")
        if not step.sentences:
            output.say("        nothing found")
        for sentence in step.sentences:
            output.say(f"        {sentence.text}")
            output.say(f"          {_place(sentence)}")
    output.say()


def _place(evidence: Evidence) -> str:
    lines = f"{evidence.start_line}-{evidence.end_line}"
    return f"{evidence.path}:{lines if evidence.start_line != evidence.end_line else evidence.start_line}"
