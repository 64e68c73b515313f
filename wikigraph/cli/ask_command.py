"""wikigraph ask."""

from __future__ import annotations

from pathlib import Path

import click

from wikigraph.app.ask import Wide, ask, check_mode
from wikigraph.app.freshness import freshness_notes
from wikigraph.app.history import read_history
from wikigraph.app.meaning import open_meaning
from wikigraph.app.reading import require_index
from wikigraph.app.routing import load_routing
from wikigraph.app.scope import scope_notes, select
from wikigraph.app.search import check_question
from wikigraph.app.settings import load_section
from wikigraph.cli import output
from wikigraph.cli.context_output import as_dict, show_context, told_parts
from wikigraph.cli.filter_options import filter_options, selection_dict
from wikigraph.cli.options import json_option, the_vault, vault_option
from wikigraph.cli.wide_output import show_calls, show_drift, show_global
from wikigraph.errors import UsageError
from wikigraph.model.answer import Answer, SavedAnswer
from wikigraph.model.filters import Filters
from wikigraph.retrieval import drift, global_, local_
from wikigraph.retrieval.answer import Params
from wikigraph.retrieval.global_levels import DYNAMIC
from wikigraph.store.index import Index
from wikigraph.store.vault import Vault

EPILOG = """\b
Examples:
  wikigraph ask "How do I use Docker Compose?"
  wikigraph ask "GraphRAG的全局查询如何工作？"
  wikigraph ask "Come funziona la fusione RRF?" --json
  wikigraph ask "What does Docker Swarm schedule?" --mode local --context
  wikigraph ask "What are the main themes?" --mode global --level 1
  wikigraph ask "How does BM25 relate to HNSW?" --mode drift --context
  wikigraph ask "What is new in the second version?" --path "versions/**" --since 2024
  wikigraph ask "How is the cache rebuilt?" --save
"""


_MOST_SHOWN = 300  # characters of a question


@click.command(epilog=EPILOG)
@click.argument("question")
@click.option("--mode", default="auto", show_default=True, metavar="MODE",
              help="auto, local, global, drift or basic.")
@click.option("--level", type=click.IntRange(min=0), default=None, metavar="N",
              help="Level of the reports of the mode global: 0 few and broad, higher ones many and detailed.")
@click.option("--dynamic", is_flag=True,
              help="In the mode global: reports from the root down, wherever they say something to the question.")
@click.option("-k", "n_hits", type=click.IntRange(1, 1000), default=10, show_default=True,
              help="How many text units to rank and show.")
@click.option("--context", "with_context", is_flag=True,
              help="Show what the answer was looked for in, with its budgets.")
@click.option("--explain", is_flag=True, help="Show what the score of each source is made of.")
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
    level: int | None,
    dynamic: bool,
    n_hits: int,
    with_context: bool,
    explain: bool,
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
    if dynamic and level is not None:
        raise UsageError("usage", "--level and --dynamic exclude each other", hint="give one of them")
    vault = the_vault(vault_path)
    params = load_section(vault, Params, "ask")
    local = load_section(vault, local_.Params, "local")
    wide = Wide(
        load_routing(vault), load_section(vault, global_.Params, "global_search"),
        load_section(vault, drift.Params, "drift"), DYNAMIC if dynamic else level,
    )  # fmt: skip
    history = read_history(history_path) if history_path else ()
    with require_index(vault) as index:
        scope, selection = select(index, filters)
        notes = (*freshness_notes(vault, index), *scope_notes(selection))
        meaning, told = open_meaning(index, vault, params.retrieval.vectors)
        answer = ask(
            index, question, mode=mode, k=n_hits, notes=(*notes, *told), params=params, local=local, history=history,
            meaning=meaning, wide=wide, scope=scope,
        )  # fmt: skip
        saved = None if save_as is None else _save(vault, index, answer, save_as)
    if as_json:
        output.say_json({
            **_as_dict(answer), **_ways(answer, in_full=with_context), "filter": selection_dict(selection),
            "saved": as_dict(saved) if saved else None,
        })  # fmt: skip
    else:
        _show(answer, in_full=with_context, explain=explain)
        if save_as is not None:
            _show_saved(saved)


def _save(vault: Vault, index: Index, answer: Answer, save_as: str) -> SavedAnswer | None:
    from wikigraph.app.save import save_answer  # only here: it writes pages, which most questions do not

    return save_answer(vault, index, answer, save_as)


def _show_saved(saved: SavedAnswer | None) -> None:
    output.say(f"\nsaved  {saved.path}  ({saved.change})" if saved else "\nnot saved: there is no answer")


def _titles(answer: Answer) -> dict[int, str]:
    """Over which citation the title of a theme stands."""
    titles: dict[int, str] = {}
    at = 0
    for theme in answer.themes:
        if theme.title:
            titles[at] = theme.title + (f"  {theme.page}" if theme.page else "")
        at += theme.n_sentences
    return titles


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
        "themes": [as_dict(theme) for theme in answer.themes],
        "entities": [as_dict(e) for e in answer.entities],
        "hits": [
            {
                "path": h.path, "start_line": h.start_line, "end_line": h.end_line, "score": h.score,
                "parts": [{"channel": name, "points": points} for name, points in h.parts],
                "entities": [as_dict(e) for e in h.entities], "relationships": [as_dict(r) for r in h.relationships],
            }
            for h in answer.hits
        ],
        "tokens": {count.part: count.n_tokens for count in answer.tokens},
        "llm_calls": answer.llm_calls,
        "uncovered": list(answer.uncovered),
        "notes": list(answer.notes),
    }  # fmt: skip


def _ways(answer: Answer, *, in_full: bool) -> dict[str, object]:
    """How the answer was found; what it was looked for in only `in_full`."""
    shown: dict[str, object] = {"context": as_dict(answer.context) if in_full and answer.context else None}
    for name, way, long in (
        ("global_search", answer.global_search, "points"), ("drift_search", answer.drift_search, "steps")
    ):  # fmt: skip
        held = as_dict(way) if way is not None else None
        shown[name] = held if held is None or in_full else {key: v for key, v in held.items() if key != long}
    return shown


def _show(answer: Answer, *, in_full: bool, explain: bool) -> None:
    for note in answer.notes:
        output.tell(f"note: {note}")
    output.say(f"mode   {answer.mode}  ({answer.reason})")
    query = " ".join(answer.query.split())
    output.say(f"query  {query[:_MOST_SHOWN]}" + (" …\n" if len(query) > _MOST_SHOWN else "\n"))
    show_calls(answer)
    if in_full and answer.context is not None:
        show_context(answer.context)
    if in_full and answer.global_search is not None:
        show_global(answer.global_search)
    if in_full and answer.drift_search is not None:
        show_drift(answer.drift_search)
    if answer.status != "ready":
        output.say(answer.answer)
    titles = _titles(answer)
    for at, citation in enumerate(answer.citations):
        if titles.get(at):
            output.say(titles[at])
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
            if explain and hit.parts:
                output.say(f"           {told_parts(hit)}")
