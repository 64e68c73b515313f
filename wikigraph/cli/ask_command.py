"""wikigraph ask."""

from __future__ import annotations

from pathlib import Path

import click

from wikigraph.app.ask import ask, check_mode
from wikigraph.app.freshness import freshness_notes
from wikigraph.app.history import read_history
from wikigraph.app.meaning import open_meaning
from wikigraph.app.reading import require_index
from wikigraph.app.save import save_answer
from wikigraph.app.scope import scope_notes, select
from wikigraph.app.search import check_question
from wikigraph.app.settings import load_section
from wikigraph.cli import output
from wikigraph.cli.context_output import as_dict, show_context
from wikigraph.cli.filter_options import filter_options, selection_dict
from wikigraph.cli.options import json_option, the_vault, vault_option
from wikigraph.model.answer import Answer, SavedAnswer
from wikigraph.model.context import Context
from wikigraph.model.filters import Filters
from wikigraph.retrieval import local_
from wikigraph.retrieval.answer import Params

EPILOG = """\b
Examples:
  wikigraph ask "How do I use Docker Compose?"
  wikigraph ask "GraphRAG的全局查询如何工作？"
  wikigraph ask "Come funziona la fusione RRF?" --json
  wikigraph ask "What does Docker Swarm schedule?" --mode local --context
  wikigraph ask "What is new in the second version?" --path "versions/**" --since 2024
  wikigraph ask "How is the cache rebuilt?" --save
"""


_MOST_SHOWN = 300  # characters of a question


@click.command(epilog=EPILOG)
@click.argument("question")
@click.option("--mode", default="auto", show_default=True, metavar="MODE",
              help="auto, local or basic; global and drift are not there yet.")
@click.option("-k", "n_hits", type=click.IntRange(1, 1000), default=10, show_default=True,
              help="How many text units to rank and show.")
@click.option("--context", "with_context", is_flag=True,
              help="Show what the answer was looked for in, with its budgets.")
@click.option("--history", "history_path", type=click.Path(path_type=Path), default=None, metavar="FILE",
              help='What was said before: a line of JSON for each turn, {"role": "user", "content": "…"}.')
@click.option("--save", "save_as", is_flag=False, flag_value="", default=None, metavar="[TITLE|PATH]",
              help="File the answer as a page in wiki/answers/, under the question, a title, or a path in wiki/.")
@filter_options
@vault_option
@json_option
def command(
    question: str,
    mode: str,
    n_hits: int,
    with_context: bool,
    history_path: Path | None,
    save_as: str | None,
    filters: Filters,
    vault_path: Path | None,
    as_json: bool,
) -> None:
    """Answer QUESTION with the sentences of the sources that say it, each with its file and lines.

    No model is asked: nothing is put into other words, and what the sources do not say is not answered ("no data").
    """
    check_mode(mode)
    check_question(question)
    vault = the_vault(vault_path)
    params = load_section(vault, Params, "ask")
    local = load_section(vault, local_.Params, "local")
    history = read_history(history_path) if history_path else ()
    with require_index(vault) as index:
        scope, selection = select(index, filters)
        notes = (*freshness_notes(vault, index), *scope_notes(selection))
        meaning, told = open_meaning(index, vault, params.retrieval.vectors)
        answer = ask(
            index, question, mode=mode, k=n_hits, notes=(*notes, *told), params=params, local=local, history=history,
            meaning=meaning, scope=scope,
        )  # fmt: skip
        saved = None if save_as is None else save_answer(vault, index, answer, save_as)
    context = answer.context if with_context else None
    if as_json:
        output.say_json({
            **_as_dict(answer), "context": as_dict(context) if context else None, "filter": selection_dict(selection),
            "saved": as_dict(saved) if saved else None,
        })  # fmt: skip
    else:
        _show(answer, context)
        if save_as is not None:
            _show_saved(saved)


def _show_saved(saved: SavedAnswer | None) -> None:
    output.say(f"\nsaved  {saved.path}  ({saved.change})" if saved else "\nnot saved: there is no answer")


def _as_dict(answer: Answer) -> dict[str, object]:
    return {
        "query": answer.query,
        "mode": answer.mode,
        "reason": answer.reason,
        "status": answer.status,
        "answer": answer.answer,
        "citations": [
            {"path": c.path, "start_line": c.start_line, "end_line": c.end_line, "quote": c.quote, "text": c.text}
            for c in answer.citations
        ],
        "entities": [as_dict(e) for e in answer.entities],
        "hits": [
            {
                "path": h.path, "start_line": h.start_line, "end_line": h.end_line, "score": h.score,
                "entities": [as_dict(e) for e in h.entities], "relationships": [as_dict(r) for r in h.relationships],
            }
            for h in answer.hits
        ],
        "tokens": {count.part: count.n_tokens for count in answer.tokens},
        "llm_calls": answer.llm_calls,
        "uncovered": list(answer.uncovered),
        "notes": list(answer.notes),
    }  # fmt: skip


def _show(answer: Answer, context: Context | None) -> None:
    for note in answer.notes:
        output.tell(f"note: {note}")
    output.say(f"mode   {answer.mode}  ({answer.reason})")
    query = " ".join(answer.query.split())
    output.say(f"query  {query[:_MOST_SHOWN]}" + (" …\n" if len(query) > _MOST_SHOWN else "\n"))
    if context is not None:
        show_context(context)
    if answer.status == "no_data":
        output.say(answer.answer)
    for citation in answer.citations:
        lines = f"{citation.start_line}-{citation.end_line}"
        place = lines if citation.start_line != citation.end_line else str(citation.start_line)
        text = citation.text.replace("\n", "\n  ")
        output.say(f"  {text}\n      {citation.path}:{place}\n")
    if answer.entities:
        output.say("entities")
        for entity in answer.entities:
            output.say(f"  {entity.title}" + (f"  {entity.page}" if entity.page else ""))
    if answer.hits:
        output.say("sources")
        for hit in answer.hits:
            output.say(f"  {hit.score:7.4f}  {hit.path}:{hit.start_line}-{hit.end_line}")
