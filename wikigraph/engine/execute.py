"""Runs a pipeline by fingerprint, with early cut-off.

A node's fingerprint is made of its step's version and parameters and of the digests of what its inputs *gave*. A node
whose fingerprint is the one on record is not run; one that runs and gives the same as before changes
nothing for those that depend on it (salsa's early cut-off). A step whose inputs are all unchanged is reused as
a whole, without even splitting.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from wikigraph.engine.crew import Call, Crew
from wikigraph.engine.dialogue import Asker, Said
from wikigraph.engine.fingerprint import digest, encode
from wikigraph.engine.memo import ONCE, Memo, Record
from wikigraph.engine.plan import Step, check_plan
from wikigraph.engine.results import Result
from wikigraph.events import Listener, StepAdvanced, StepFinished, StepStarted, ignore
from wikigraph.model.base import Value
from wikigraph.model.completion import Failure, Reply, Request

_BATCH = 500  # keys whose inputs are decoded at once, to bound memory
UNFINISHED = "?"  # before the fingerprint of what ran without an answer that it asked for: it runs again next time


@dataclass(slots=True)
class StepRun:
    """What became of one step in this run."""

    step: str
    fingerprint: str
    result: Result
    ran: dict[str, str] = field(default_factory=dict)  # key → why it ran
    written: dict[str, tuple[Record, bytes]] = field(default_factory=dict)  # nodes that ran, for the memo
    changed: tuple[str, ...] = ()  # keys whose output differs from the last run's, new ones included
    removed: tuple[str, ...] = ()  # keys of the last run that are gone
    seconds: float = 0.0
    failures: dict[str, tuple[Failure, ...]] = field(default_factory=dict)  # keys that got no answer, and why


@dataclass(slots=True)
class Build:
    """A finished run: every result by name, every step's story."""

    results: dict[str, Result]
    runs: dict[str, StepRun]

    @property
    def n_run(self) -> int:
        return sum(len(run.ran) for run in self.runs.values())


def execute(
    steps: Sequence[Step],
    inputs: Mapping[str, Result],
    memo: Memo,
    on_event: Listener = ignore,
    crew: Crew | None = None,
    earlier: Build | None = None,
    asker: Asker | None = None,
) -> Build:
    """Runs what must be run of `steps`, in order, and gives every result. A crew may do the calls of per-key steps.
    `earlier` is a run whose results are in memory: those that are the same are taken from it. `asker` answers
    the steps that ask.

    Raises ValueError for a pipeline that does not fit together; what a stage raises passes through.
    """
    check_plan(steps, inputs)
    build = Build(dict(inputs), {})
    last_use = {name: at for at, step in enumerate(steps) for name in (*step.takes, *step.split_takes)}
    for at, step in enumerate(steps):
        started = time.perf_counter()
        run = _run_step(step, build.results, memo, on_event, crew, asker)
        if earlier is not None and earlier.runs[step.name].fingerprint == run.fingerprint:
            run.result = earlier.results[step.gives]
        run.seconds = time.perf_counter() - started
        build.results[step.gives] = run.result
        build.runs[step.name] = run
        for name, at_last in last_use.items():
            if at_last == at and not build.results[name].once:
                build.results[name].forget()  # to bound memory
        n_reused = len(run.result) - len(run.ran)
        on_event(StepFinished(step.name, len(run.ran), n_reused, run.seconds))
    return build


def _run_step(
    step: Step,
    results: Mapping[str, Result],
    memo: Memo,
    on_event: Listener,
    crew: Crew | None,
    asker: Asker | None,
) -> StepRun:
    names = dict.fromkeys((*step.takes, *step.split_takes))
    head = (str(step.version), digest(encode(step.params)))
    whole = "|".join((*head, *(results[name].digest for name in names)))
    records = memo.records(step.name)
    if memo.step_fingerprint(step.name) == whole:
        outputs = {key: record.output for key, record in records.items()}
        on_event(StepStarted(step.name, 0))
        return StepRun(step.name, whole, _result(step, outputs, memo, {}))
    plan = _Nodes(step, results, head)
    keys = plan.keys()
    stale = {
        key: why for key in keys if (why := _why(step, records.get(key), plan.fingerprint(key))) is not None
    }
    on_event(StepStarted(step.name, len(stale)))
    made: dict[str, tuple[Record, bytes]] = {}
    failures: dict[str, tuple[Failure, ...]] = {}
    talk = _Talk(step, memo, records, asker, failures) if step.asks else None
    for n_done, (key, data) in enumerate(zip(stale, plan.outcomes(stale, crew, talk), strict=True), 1):
        mark = UNFINISHED if key in failures else ""
        made[key] = (Record(mark + plan.fingerprint(key), digest(data)), data)
        on_event(StepAdvanced(step.name, n_done))
    outputs = {key: made[key][0].output if key in made else records[key].output for key in keys}
    result = _result(step, outputs, memo, {key: data for key, (_, data) in made.items()})
    changed = tuple(key for key in made if key not in records or records[key].output != outputs[key])
    removed = tuple(sorted(set(records) - set(keys)))
    whole = UNFINISHED + whole if failures else whole
    return StepRun(step.name, whole, result, stale, made, changed, removed, failures=failures)


def _result(step: Step, outputs: Mapping[str, str], memo: Memo, made: Mapping[str, bytes]) -> Result:
    def load(keys: Any) -> Mapping[str, bytes]:
        found = {key: made[key] for key in keys if key in made}
        remembered = [key for key in keys if key not in made]
        return {**found, **memo.load(step.name, remembered)} if remembered else found

    return Result(outputs, step.type, load, once=not step.each)


def _why(step: Step, record: Record | None, fingerprint: str) -> str | None:
    """Why a node must run, None if it need not."""
    if record is None:
        return "new"
    if record.fingerprint == fingerprint:
        return None
    if record.fingerprint.startswith(UNFINISHED):
        return "without an answer last time"
    before, now = record.fingerprint.split("|"), fingerprint.split("|")
    parts = ("stage", "settings", *step.takes, *(("slice",) if step.split else ()))
    if len(before) != len(now) or len(now) != len(parts):
        return "inputs of another kind"
    return "changed: " + ", ".join(p for p, old, new in zip(parts, before, now, strict=True) if old != new)


class _Nodes:
    """The keys of a step with their fingerprints and inputs."""

    def __init__(self, step: Step, results: Mapping[str, Result], head: tuple[str, str]) -> None:
        self._step = step
        self._head = head
        self._taken = [results[name] for name in step.takes]
        self._slices: Mapping[str, Any] | None = None
        self._slice_digests: dict[str, str] = {}
        if step.split is not None:
            slices = step.split(*(results[name].whole() for name in step.split_takes))
            self._slices = dict(sorted(slices.items()))
            self._slice_digests = {key: digest(encode(value)) for key, value in self._slices.items()}
        self._wholes: dict[int, Any] = {}

    def keys(self) -> list[str]:
        if not self._step.each:
            return [ONCE]
        return list(self._slices if self._slices is not None else self._taken[0])

    def fingerprint(self, key: str) -> str:
        parts = [*self._head, *(t.outputs[key] if self._is_keyed(t) else t.digest for t in self._taken)]
        if self._slices is not None:
            parts.append(self._slice_digests[key])
        return "|".join(parts)

    def outcomes(self, keys: Mapping[str, str], crew: Crew | None, talk: _Talk | None) -> Iterator[bytes]:
        """What the step gives for each of these keys, encoded."""
        can_be_sent = crew is not None and talk is None and self._can_be_sent
        sent = crew.run(self._step.name, self._calls(keys)) if crew is not None and can_be_sent else None
        if sent is not None:
            yield from sent
            return
        ordered = list(keys)
        for at in range(0, len(ordered), _BATCH):
            batch = ordered[at : at + _BATCH]
            held = [taken.some(batch) if self._is_keyed(taken) else None for taken in self._taken]
            if talk is not None:
                yield from talk.outcomes({key: self._arguments(key, held) for key in batch})
                continue
            for key in batch:
                yield encode(self._step.run(*self._arguments(key, held)))

    @property
    def _can_be_sent(self) -> bool:
        return self._step.each and all(map(self._is_keyed, self._taken))

    def _calls(self, keys: Mapping[str, str]) -> Sequence[Call]:
        held = [taken.encoded(keys) for taken in self._taken]
        slices = self._slices
        if slices is None:
            return [tuple(data[key] for data in held) for key in keys]
        return [(*(data[key] for data in held), encode(slices[key])) for key in keys]

    def _arguments(self, key: str, held: Sequence[Mapping[str, Value] | None]) -> list[Any]:
        arguments: list[Any] = [self._whole(at) if some is None else some[key] for at, some in enumerate(held)]
        if self._slices is not None:
            arguments.append(self._slices[key])
        return [*arguments, self._step.params]

    def _is_keyed(self, taken: Result) -> bool:
        return self._step.each and not taken.once

    def _whole(self, at: int) -> Any:
        if at not in self._wholes:
            self._wholes[at] = self._taken[at].whole()
        return self._wholes[at]


class _Talk:
    """A step that asks, over its keys: run again until nothing is open. `failures` is filled on the way."""

    def __init__(
        self,
        step: Step,
        memo: Memo,
        records: Mapping[str, Record],
        asker: Asker | None,
        failures: dict[str, tuple[Failure, ...]],
    ) -> None:
        self._step = step
        self._memo = memo
        self._records = records
        self._asker = asker
        self._failures = failures
        self._replies: dict[str, Reply] = {}

    def outcomes(self, arguments: Mapping[str, Sequence[Any]]) -> Iterator[bytes]:
        """What the step gives for each key, encoded, in order."""
        done: dict[str, bytes] = {}
        waiting = list(arguments)
        while waiting:
            asked: dict[str, Request] = {}
            still: list[str] = []
            for key in waiting:
                said = Said(self._replies)
                value = self._step.run(*arguments[key], said)
                if said.open:
                    asked.update(said.open)
                    still.append(key)
                elif said.failures:
                    done[key] = encode(self._without(key, arguments[key]))
                    self._failures[key] = tuple(said.failures.values())
                else:
                    done[key] = encode(value)
            if asked:
                self._ask(list(asked.values()))
            waiting = still
        for key in arguments:
            yield done[key]

    def _without(self, key: str, arguments: Sequence[Any]) -> Value:
        """What a key gives whose questions were not answered; the step may keep to what it gave before."""
        previous = None
        if key in self._records:
            data = self._memo.load(self._step.name, (key,))[key]
            previous = msgspec.msgpack.decode(data, type=self._step.type)
        value: Value = self._step.run(*arguments, Said(self._replies, previous))
        return value

    def _ask(self, requests: Sequence[Request]) -> None:
        if self._asker is None:
            replies: Mapping[str, Reply] = {}
        else:
            replies = self._asker(requests)
        for request in requests:
            self._replies[request.key] = replies.get(request.key) or Failure("model-none", "no model was asked")
