"""wikigraph eval."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from wikigraph.app.evaluate import (
    Channel,
    channels_worth,
    compare_runs,
    evaluate,
    read_questions,
    read_run,
    without_words,
    write_run,
)
from wikigraph.app.freshness import freshness_notes
from wikigraph.app.meaning import open_meaning
from wikigraph.app.question_templates import template_questions
from wikigraph.app.reading import require_index
from wikigraph.app.settings import load_section
from wikigraph.cli import output
from wikigraph.cli.context_output import as_dict
from wikigraph.cli.options import json_option, the_vault, vault_option
from wikigraph.errors import UsageError
from wikigraph.model.evaluation import ChannelWorth, Comparison, EvalQuestion, Evaluation, Scores
from wikigraph.retrieval.answer import Params
from wikigraph.store.vault import Vault

EPILOG = """\b
Examples:
  wikigraph eval questions.jsonl
  wikigraph eval questions.jsonl --run ranking.jsonl --json
  wikigraph eval questions.jsonl --channels
  wikigraph eval questions.jsonl --compare before.jsonl after.jsonl
  wikigraph eval --templates > questions.jsonl
"""
_SHOWN = ("recall@5", "all@5", "recall@10", "mrr@10")  # of a comparison


@click.command(epilog=EPILOG)
@click.argument("questions", type=click.Path(path_type=Path), required=False)
@click.option("--run", "run_path", type=click.Path(path_type=Path), default=None, metavar="FILE",
              help="Write the ranking of each question to FILE, as JSON lines.")
@click.option("--channel", type=click.Choice(["all", "words", "meaning", "hybrid"]), default="all", show_default=True,
              help="Rank by everything, without vectors (words), by vectors alone, or without the graph (hybrid).")
@click.option("--channels", "with_channels", is_flag=True,
              help="Say what the graph and the vectors add: gold rescued and lost, with a paired test.")
@click.option("--compare", type=(click.Path(path_type=Path), click.Path(path_type=Path)), default=None,
              metavar="RUN RUN", help="Compare two files of --run by a paired test; nothing is searched.")
@click.option("--templates", is_flag=True, help="Print questions about this vault, made from users and their tasks.")
@vault_option
@json_option
def command(
    questions: Path | None,
    run_path: Path | None,
    channel: Channel,
    with_channels: bool,
    compare: tuple[Path, Path] | None,
    templates: bool,
    vault_path: Path | None,
    as_json: bool,
) -> None:
    """Measure how well the QUESTIONS (JSON lines: id, question, gold, type) find the sources that answer them.

    `gold` lists sources by file stem or path. Prints recall@k, the share of questions with all gold in the top k, and
    the mean reciprocal rank, in percent.
    """
    if templates and questions is None:
        _print_templates(the_vault(vault_path), as_json=as_json)
        return
    if questions is None or templates:
        raise UsageError("usage", "eval takes either QUESTIONS or --templates", hint="see: wikigraph eval --help")
    if with_channels and channel != "all":
        raise UsageError("usage", "--channels compares with all channels", hint="leave --channel out")
    asked = read_questions(questions)
    vault = the_vault(vault_path)
    if compare is not None:
        one, other = map(read_run, compare)
        with require_index(vault) as index:
            _print_comparison(compare_runs(index, asked, one, other), as_json=as_json)
        return
    params = load_section(vault, Params, "ask").retrieval
    with require_index(vault) as index:
        meaning, told = (None, ()) if channel == "words" else open_meaning(index, vault, params.vectors)
        notes = (*freshness_notes(vault, index), *told)
        with output.progress(as_json=as_json) as listen:
            found = evaluate(index, asked, meaning=meaning, channel=channel, params=params, on_event=listen)
            worth = channels_worth(
                index, asked, found, meaning=meaning, params=params, on_event=listen
            ) if with_channels else ()  # fmt: skip
    if run_path is not None:
        write_run(run_path, found)
    notes = (*notes, *_notes(found, asked, questions))
    if as_json:
        output.say_json({
            **_as_dict(found), "channels": [_worth_dict(held) for held in worth] if with_channels else None,
            "notes": list(notes),
        })  # fmt: skip
        return
    for note in notes:
        output.tell(f"note: {note}")
    _show(found)
    for held in worth:
        output.say(f"\nwhat {held.channel} adds")
        _show_comparison(held.comparison, ("without", "with"))


def _notes(found: Evaluation, asked: Sequence[EvalQuestion], file: Path) -> Iterator[str]:
    if found.unknown_gold:
        yield (f"no source is called: {', '.join(found.unknown_gold[:10])}"
               + (f", and {len(found.unknown_gold) - 10} more" if len(found.unknown_gold) > 10 else ""))  # fmt: skip
    if wordless := without_words(asked):
        lines = ", ".join(map(str, wordless[:10])) + (f", and {len(wordless) - 10} more" if len(wordless) > 10 else "")
        yield f"{file}: nothing to look for in line {lines}: counted as not found"


def _print_templates(vault: Vault, *, as_json: bool) -> None:
    with require_index(vault) as index:
        made = [as_dict(question) for question in template_questions(index)]
    if as_json:
        output.say_json({"questions": made})
        return
    for question in made:
        output.say_json_line(question)


def _print_comparison(found: Comparison, *, as_json: bool) -> None:
    if as_json:
        output.say_json(as_dict(found))
    else:
        _show_comparison(found, ("first", "second"))


def _worth_dict(held: ChannelWorth) -> dict[str, object]:
    return {"channel": held.channel, **as_dict(held.comparison)}


def _show_comparison(found: Comparison, heads: tuple[str, str]) -> None:
    output.say(f"{'':<10}  {heads[0]:>8}  {heads[1]:>8}  {'more':>7}  {'95 % interval':>16}  {'p':>7}")
    for m in found.measures:
        if m.measure in _SHOWN:
            interval = f"{m.low:+.2f} … {m.high:+.2f}"
            output.say(
                f"{m.measure:<10}  {m.one:>8.2f}  {m.other:>8.2f}  {m.difference:>+7.2f}  {interval:>16}  {m.p:>7.4f}"
            )
    swap = found.exchange
    output.say(f"gold in the first {swap.k}: {swap.rescued} rescued, {swap.lost} lost, of {swap.gold}"
               f" ({found.n} questions)")  # fmt: skip


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
