"""Questions with known sources → how well retrieval finds them."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from statistics import median
from typing import Literal

import msgspec

from wikigraph.app.meaning import Meaning
from wikigraph.errors import UsageError
from wikigraph.events import Listener, StepAdvanced, StepFinished, StepStarted, ignore
from wikigraph.model.evaluation import ChannelWorth, Comparison, EvalQuestion, Evaluation
from wikigraph.retrieval.basic import Params, by_likeness, retrieve
from wikigraph.retrieval.lexical import Scorer
from wikigraph.retrieval.metrics import score
from wikigraph.retrieval.paired import differences, exchanged
from wikigraph.retrieval.question import analyse
from wikigraph.store.index import Index
from wikigraph.store.terms import terms_of

Channel = Literal["all", "words", "meaning", "hybrid"]
Run = Mapping[str, Sequence[str]]
"""Question id → sources, best first."""
_WITHOUT: dict[str, Channel] = {"graph": "hybrid", "meaning": "words"}
"""Channel → what is left of all without it."""
_CUT = 5  # where gold is rescued and lost
N_SOURCES = 20
"""Sources of a ranking."""
_N_UNITS = 200  # text units from which they are taken
_STEP = "eval"


class _Line(msgspec.Struct, frozen=True):
    question: str
    gold: list[str]
    id: str | int = ""
    type: str = ""


def read_questions(file: Path) -> tuple[EvalQuestion, ...]:
    """A JSON object a line: question, gold (list of file stems or paths), and maybe id and type.

    Raises UsageError ("questions-invalid") that names the line.
    """
    try:
        lines = file.read_text("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = "is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else str(error.strerror)
        raise _invalid(f"the file of questions cannot be read: {why}", str(file)) from error
    found: list[EvalQuestion] = []
    lines_of: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            read = msgspec.json.decode(line, type=_Line)
        except (msgspec.DecodeError, UnicodeError) as error:
            raise _invalid(f"a line of the questions cannot be read: {error}", f"{file}:{number}") from error
        if not read.gold:
            raise _invalid("a question without gold cannot be measured", f"{file}:{number}")
        name = str(read.id) or str(number)
        if (before := lines_of.setdefault(name, number)) != number:
            raise _invalid(f"the id {name!r} is that of line {before} too", f"{file}:{number}")
        found.append(EvalQuestion(name, read.question, tuple(read.gold), read.type, number))
    if not found:
        raise _invalid("there is no question in the file", str(file))
    return tuple(found)


def without_words(questions: Sequence[EvalQuestion]) -> list[int]:
    """Lines of the questions that hold nothing to look for, and so find nothing."""
    return [question.line for question in questions if not analyse(question.question).terms]


def evaluate(
    index: Index,
    questions: Sequence[EvalQuestion],
    *,
    meaning: Meaning | None = None,
    channel: Channel = "all",
    params: Params | None = None,
    on_event: Listener = ignore,
) -> Evaluation:
    """Ranks the sources for each question. A source is as good as its best text unit."""
    if channel == "meaning" and meaning is None:
        raise UsageError(
            "no-vectors", "there are no vectors to search by", where="--channel", hint="compile with an embedder first"
        )
    paths = {int(number): str(path) for number, path in index.rows("SELECT number, path FROM text_unit")}
    names = _Names([path for path, _ in index.documents()])
    on_event(StepStarted(_STEP, len(questions)))
    started, seconds = time.perf_counter(), []
    rankings: list[tuple[str, ...]] = []
    for number, question in enumerate(questions, 1):
        begun = time.perf_counter()
        units = _units(index, question.question, meaning, channel, params or Params())
        seconds.append(time.perf_counter() - begun)
        rankings.append(tuple(dict.fromkeys(paths[unit] for unit in units))[:N_SOURCES])
        on_event(StepAdvanced(_STEP, number))
    on_event(StepFinished(_STEP, len(questions), 0, time.perf_counter() - started))
    gold = [frozenset(names.path(item) for item in question.gold) for question in questions]
    types: defaultdict[str, list[int]] = defaultdict(list)
    for place, question in enumerate(questions):
        if question.type:
            types[question.type].append(place)
    return Evaluation(
        score(rankings, gold),
        tuple((name, score([rankings[p] for p in at], [gold[p] for p in at])) for name, at in sorted(types.items())),
        tuple((q.id, tuple(map(names.id, found))) for q, found in zip(questions, rankings, strict=True)),
        tuple(sorted({item for question in questions for item in question.gold if names.path(item) == item
                      and item not in names.known})),
        median(seconds),
    )  # fmt: skip


def _units(index: Index, text: str, meaning: Meaning | None, channel: Channel, params: Params) -> Sequence[int]:
    question = analyse(text)
    likeness = meaning.likeness(text) if meaning is not None and channel != "words" and question.terms else None
    if channel == "meaning":
        return [] if likeness is None else likeness.best(_N_UNITS)
    if channel == "hybrid":
        scorer = Scorer(terms_of(index), question.terms, params.lexical, question.light)
        return by_likeness(scorer, likeness, _N_UNITS, params).units
    return retrieve(terms_of(index), question, _N_UNITS, params, likeness).units


def channels_worth(
    index: Index,
    questions: Sequence[EvalQuestion],
    found: Evaluation,
    *,
    meaning: Meaning | None = None,
    params: Params | None = None,
    on_event: Listener = ignore,
) -> tuple[ChannelWorth, ...]:
    """What each channel adds to the others; `found` are the rankings by all of them. Without vectors the graph alone is
    measured."""
    return tuple(
        ChannelWorth(channel, compare_runs(index, questions, dict(evaluate(
            index, questions, meaning=meaning, channel=without, params=params, on_event=on_event
        ).rankings), dict(found.rankings)))
        for channel, without in _WITHOUT.items()
        if meaning is not None or channel != "meaning"
    )  # fmt: skip


def compare_runs(
    index: Index, questions: Sequence[EvalQuestion], one: Run, other: Run
) -> Comparison:
    """Rankings by question id, as `write_run` names sources. A question that a run lacks counts as not found."""
    names = _Names([path for path, _ in index.documents()])
    gold = [frozenset(names.path(item) for item in question.gold) for question in questions]
    first, second = (
        [tuple(map(names.path, run.get(question.id, ()))) for question in questions] for run in (one, other)
    )
    return Comparison(len(gold), differences(first, second, gold), exchanged(first, second, gold, _CUT))


class _RunLine(msgspec.Struct, frozen=True):
    id: str | int
    ids: list[str]


def read_run(file: Path) -> dict[str, tuple[str, ...]]:
    """What `write_run` wrote: question id → sources. Raises UsageError ("run-invalid") that names the line."""
    found: dict[str, tuple[str, ...]] = {}
    try:
        lines = file.read_text("utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise _invalid_run(f"it cannot be read: {error}", str(file)) from error
    for number, line in enumerate(lines, 1):
        try:
            read = msgspec.json.decode(line, type=_RunLine) if line.strip() else None
        except (msgspec.DecodeError, UnicodeError) as error:
            raise _invalid_run(f"a line cannot be read: {error}", f"{file}:{number}") from error
        if read is not None:
            found[str(read.id)] = tuple(dict.fromkeys(read.ids))
    return found


def _invalid_run(message: str, where: str) -> UsageError:
    return UsageError("run-invalid", f"no ranking of `eval --run`: {message}", where=where,
                      hint='a line is {"id": "1", "ids": ["file-stem"]}')  # fmt: skip


class _Names:
    """Sources by what a file of questions may call them: path from the vault, path in raw/, or file stem."""

    def __init__(self, paths: Sequence[str]) -> None:
        self.known = frozenset(paths)
        self._stems: defaultdict[str, list[str]] = defaultdict(list)
        for path in paths:
            self._stems[PurePosixPath(path).stem].append(path)

    def path(self, name: str) -> str:
        """The source's path; the name itself if there is no such source."""
        if name in self.known or f"raw/{name}" in self.known:
            return name if name in self.known else f"raw/{name}"
        found = self._stems.get(name, [])
        return found[0] if found else name

    def id(self, path: str) -> str:
        """The file stem; where several sources have it, the path in raw/."""
        stem = PurePosixPath(path).stem
        return stem if len(self._stems[stem]) == 1 else path.removeprefix("raw/")


def write_run(file: Path, evaluation: Evaluation) -> None:
    """Writes {"id", "ids"} a line. Raises UsageError ("run-not-written")."""
    lines = [msgspec.json.encode({"id": name, "ids": list(ids)}) for name, ids in evaluation.rankings]
    try:
        file.write_bytes(b"".join(line + b"\n" for line in lines))
    except OSError as error:
        raise UsageError(
            "run-not-written", f"the ranking cannot be written: {error.strerror}", where=str(file),
            hint="give --run a file in a folder that can be written",
        ) from error


def _invalid(message: str, where: str) -> UsageError:
    hint = 'a line is {"id": "1", "question": "…", "gold": ["file-stem"], "type": "…"}; id and type may be absent'
    return UsageError("questions-invalid", message, where=where, hint=hint)
