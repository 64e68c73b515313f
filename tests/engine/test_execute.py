"""The incremental core: what runs, what does not, and why."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from wikigraph.engine.execute import Build, execute
from wikigraph.engine.fingerprint import digest, encode
from wikigraph.engine.memo import ONCE, MemoryMemo
from wikigraph.engine.plan import Step
from wikigraph.engine.results import Result
from wikigraph.model.base import Value


class Text(Value, frozen=True):
    text: str


class Params(Value, frozen=True):
    loud: bool = False


def upper(source: Text, params: Params) -> Text:
    return Text(source.text.strip().upper() + ("!" if params.loud else ""))


def join(uppers: Mapping[str, Text], params: Params) -> Text:
    return Text(" ".join(value.text for value in uppers.values()))


def split_words(joined: Text) -> dict[str, Text]:
    return {word: Text(word) for word in joined.text.split()}


def greet(word: Text, params: Params) -> Text:
    return Text(f"hello {word.text}")


def steps(*, loud: bool = False) -> tuple[Step, ...]:
    return (
        Step("upper", "upper", Text, upper, 1, Params(loud), ("source",)),
        Step("join", "joined", Text, join, 1, Params(), ("upper",), each=False),
        Step("greet", "greeting", Text, greet, 1, Params(), split=split_words, split_takes=("joined",)),
    )


def source(texts: Mapping[str, str]) -> dict[str, Result]:
    data = {key: encode(Text(text)) for key, text in texts.items()}
    outputs = {key: digest(value) for key, value in data.items()}
    return {"source": Result(outputs, Text, lambda keys: {key: data[key] for key in keys}, once=False)}


def remember(build: Build, memo: MemoryMemo) -> None:
    for run in build.runs.values():
        memo.fingerprints[run.step] = run.fingerprint
        nodes = memo.nodes.setdefault(run.step, {})
        for key in run.removed:
            del nodes[key]
        for key, (record, data) in run.written.items():
            nodes[key] = record
            memo.data[run.step, key] = data


def compile_(texts: Mapping[str, str], memo: MemoryMemo, *, loud: bool = False) -> Build:
    build = execute(steps(loud=loud), source(texts), memo)
    remember(build, memo)
    return build


def ran(build: Build) -> dict[str, dict[str, str]]:
    return {name: run.ran for name, run in build.runs.items() if run.ran}


def test_first_run_runs_everything() -> None:
    build = compile_({"a": "one", "b": "two"}, MemoryMemo())
    assert ran(build) == {
        "upper": {"a": "new", "b": "new"}, "join": {ONCE: "new"}, "greet": {"ONE": "new", "TWO": "new"}
    }
    assert {k: v.text for k, v in build.results["greeting"].items()} == {"ONE": "hello ONE", "TWO": "hello TWO"}  # type: ignore[attr-defined]


def test_second_run_runs_nothing_and_loads_nothing() -> None:
    memo = MemoryMemo()
    compile_({"a": "one", "b": "two"}, memo)
    memo.data.clear()  # a load would raise KeyError
    build = compile_({"a": "one", "b": "two"}, memo)
    assert build.n_run == 0
    assert not any(run.changed or run.removed for run in build.runs.values())


def test_an_edit_runs_only_what_depends_on_it() -> None:
    memo = MemoryMemo()
    compile_({"a": "one", "b": "two"}, memo)
    build = compile_({"a": "one", "b": "three"}, memo)
    assert ran(build) == {
        "upper": {"b": "changed: source"}, "join": {ONCE: "changed: upper"}, "greet": {"THREE": "new"}
    }
    assert build.runs["greet"].removed == ("TWO",)


def test_same_output_cuts_off() -> None:
    memo = MemoryMemo()
    compile_({"a": "one"}, memo)
    build = compile_({"a": " one "}, memo)
    assert ran(build) == {"upper": {"a": "changed: source"}}
    assert build.runs["upper"].changed == ()


def test_a_deleted_key_takes_its_contribution_along() -> None:
    memo, clean = MemoryMemo(), MemoryMemo()
    compile_({"a": "one", "b": "two"}, memo)
    build = compile_({"a": "one"}, memo)
    compile_({"a": "one"}, clean)
    assert build.runs["upper"].removed == ("b",)
    assert memo.nodes == clean.nodes


def test_settings_are_an_input() -> None:
    memo = MemoryMemo()
    compile_({"a": "one"}, memo)
    assert ran(compile_({"a": "one"}, memo, loud=True))["upper"] == {"a": "changed: settings"}


def test_a_version_is_an_input() -> None:
    memo = MemoryMemo()
    compile_({"a": "one"}, memo)
    first, *rest = steps()
    newer = Step("upper", "upper", Text, upper, 2, Params(), ("source",))
    assert execute((newer, *rest), source({"a": "one"}), memo).runs["upper"].ran == {"a": "changed: stage"}
    assert first.version == 1


def test_a_pipeline_that_does_not_fit_is_refused() -> None:
    lonely = Step("lonely", "lonely", Text, upper, 1, Params(), ("nothing",))
    with pytest.raises(ValueError, match="takes 'nothing'"):
        execute((lonely,), {}, MemoryMemo())
