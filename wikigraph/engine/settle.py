"""A finished run as the memo of the next one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wikigraph.engine.execute import Build, StepRun
from wikigraph.engine.memo import Memo, Record


class BuildMemo:
    """What a build left, over what was remembered before it: running the same inputs over it runs nothing."""

    def __init__(self, before: Memo, build: Build) -> None:
        self._before = before
        self._build = build

    def step_fingerprint(self, step: str) -> str | None:
        run = self._build.runs.get(step)
        return run.fingerprint if run else self._before.step_fingerprint(step)

    def records(self, step: str) -> Mapping[str, Record]:
        run = self._build.runs.get(step)
        if run is None:
            return self._before.records(step)
        records = {key: r for key, r in self._before.records(step).items() if key in run.result.outputs}
        records.update((key, record) for key, (record, _) in run.written.items())
        return records

    def load(self, step: str, keys: Iterable[str]) -> Mapping[str, bytes]:
        run = self._build.runs.get(step)
        made = run.written if run else {}
        wanted = list(keys)
        found = {key: made[key][1] for key in wanted if key in made}
        rest = [key for key in wanted if key not in made]
        return {**found, **self._before.load(step, rest)} if rest else found


def continued(first: Build, second: Build) -> Build:
    """Two runs, the second over a BuildMemo of the first, as the one run that they amount to."""
    runs: dict[str, StepRun] = {}
    for name, run in second.runs.items():
        earlier = first.runs[name]
        runs[name] = StepRun(
            name,
            run.fingerprint,
            run.result,
            {**run.ran, **earlier.ran},
            {k: w for k, w in {**earlier.written, **run.written}.items() if k in run.result.outputs},
            tuple(k for k in dict.fromkeys((*earlier.changed, *run.changed)) if k in run.result.outputs),
            tuple(sorted({*earlier.removed, *run.removed} - set(run.result.outputs))),
            earlier.seconds + run.seconds,
            run.failures or earlier.failures,
        )
    return Build(second.results, runs)
