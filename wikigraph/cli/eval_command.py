"""wikigraph eval."""

from __future__ import annotations

from pathlib import Path

import click

from wikigraph.app.evaluate import Channel, evaluate, read_questions, without_words, write_run
from wikigraph.app.freshness import freshness_notes
from wikigraph.app.meaning import open_meaning
from wikigraph.app.reading import require_index
from wikigraph.app.settings import load_section
from wikigraph.cli import output
from wikigraph.cli.options import json_option, the_vault, vault_option
from wikigraph.model.evaluation import Evaluation, Scores
from wikigraph.retrieval.answer import Params

EPILOG = """\b
Examples:
  wikigraph eval questions.jsonl
  wikigraph eval questions.jsonl --run ranking.jsonl --json
"""


@click.command(epilog=EPILOG)
@click.argument("questions", type=click.Path(path_type=Path))
@click.option("--run", "run_path", type=click.Path(path_type=Path), default=None, metavar="FILE",
              help="Write the ranking of each question to FILE, as JSON lines.")
@click.option("--channel", type=click.Choice(["all", "words", "meaning"]), default="all", show_default=True,
              help="Rank by everything, by words alone, or by vectors alone.")
@vault_option
@json_option
def command(questions: Path, run_path: Path | None, channel: Channel, vault_path: Path | None, as_json: bool) -> None:
    """Measure how well the QUESTIONS (JSON lines: id, question, gold, type) find the sources that answer them.

    `gold` lists sources by file stem or path. Prints recall@k, the share of questions with all gold in the top k, and
    the mean reciprocal rank, in percent.
    """
    asked = read_questions(questions)
    vault = the_vault(vault_path)
    params = load_section(vault, Params, "ask")
    with require_index(vault) as index:
        meaning, told = (None, ()) if channel == "words" else open_meaning(index, vault, params.retrieval.vectors)
        notes = (*freshness_notes(vault, index), *told)
        with output.progress(as_json=as_json) as listen:
            found = evaluate(
                index, asked, meaning=meaning, channel=channel, params=params.retrieval, on_event=listen
            )
    if run_path is not None:
        write_run(run_path, found)
    if found.unknown_gold:
        notes = (*notes, f"no source is called: {', '.join(found.unknown_gold[:10])}"
                 + (f", and {len(found.unknown_gold) - 10} more" if len(found.unknown_gold) > 10 else ""))  # fmt: skip
    if wordless := without_words(asked):
        lines = ", ".join(map(str, wordless[:10])) + (f", and {len(wordless) - 10} more" if len(wordless) > 10 else "")
        notes = (*notes, f"{questions}: nothing to look for in line {lines}: counted as not found")
    if as_json:
        output.say_json({**_as_dict(found), "notes": list(notes)})
        return
    for note in notes:
        output.tell(f"note: {note}")
    _show(found)


def _as_dict(found: Evaluation) -> dict[str, object]:
    return {
        **_scores(found.scores),
        "by_type": {name: _scores(scores) for name, scores in found.by_type},
        "milliseconds": round(1000 * found.seconds_per_question, 1),
    }


def _scores(scores: Scores) -> dict[str, object]:
    by_cut = {f"{name}@{k}": value for k, recall, complete in scores.by_cut
              for name, value in (("recall", recall), ("all", complete))}  # fmt: skip
    return {"n": scores.n, **by_cut, "mrr@10": scores.mrr}


def _show(found: Evaluation) -> None:
    heads = [f"R@{k}" for k, _, _ in found.scores.by_cut] + ["all@5", "MRR@10"]
    width = max(8, *(len(name) for name, _ in found.by_type)) if found.by_type else 8
    output.say(f"{'':<{width}}  {'n':>6}" + "".join(f"  {head:>6}" for head in heads))
    for name, scores in (("all", found.scores), *found.by_type):
        complete = next(share for k, _, share in scores.by_cut if k == 5)
        values = [recall for _, recall, _ in scores.by_cut] + [complete, scores.mrr]
        output.say(f"{name:<{width}}  {scores.n:>6}" + "".join(f"  {value:>6.2f}" for value in values))
    output.say(f"\nmedian {1000 * found.seconds_per_question:.0f} ms a question")
