"""Steps that ask: asked all at once, again until nothing is open, again next time where nobody answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.engine.test_execute import Params, Text, remember, source
from wikigraph.engine.dialogue import Said
from wikigraph.engine.execute import Build, execute
from wikigraph.engine.memo import MemoryMemo
from wikigraph.engine.plan import Step
from wikigraph.model.completion import Completion, Failure, Message, Reply, Request


def request(text: str) -> Request:
    return Request("extraction", (Message("user", text),))


def talk(source: Text, params: Params, said: Said) -> Text:
    """Asks for a translation, then for a review of what was said."""
    first = said.to(request(source.text))
    if first is None:
        return said.previous if isinstance(said.previous, Text) else Text(f"plain {source.text}")
    second = said.to(request(f"review {first.text}"))
    return Text(second.text if second else first.text)


STEPS = (Step("talk", "talked", Text, talk, 1, Params(), ("source",), asks=True),)


class Model:
    """Answers in capitals; not to what holds a word of `silent`."""

    def __init__(self, *silent: str) -> None:
        self.silent = silent
        self.calls: list[list[str]] = []

    def __call__(self, requests: Sequence[Request]) -> Mapping[str, Reply]:
        texts = [request.messages[0].content for request in requests]
        self.calls.append(sorted(texts))
        return {request.key: self.reply(request.messages[0].content) for request in requests}

    def reply(self, text: str) -> Reply:
        if any(word in text for word in self.silent):
            return Failure("model-timeout", "too late")
        return Completion(text.upper())


def run(texts: Mapping[str, str], model: Model | None, memo: MemoryMemo | None = None) -> Build:
    build = execute(STEPS, source(texts), memo or MemoryMemo(), asker=model)
    if memo is not None:
        remember(build, memo)
    return build


def said_of(build: Build) -> dict[str, str]:
    return {key: value.text for key, value in build.results["talked"].items() if isinstance(value, Text)}


def test_open_questions_of_all_keys_are_asked_at_once_round_by_round() -> None:
    model = Model()
    build = run({"a": "one", "b": "two", "c": "one"}, model)
    assert model.calls == [["one", "two"], ["review ONE", "review TWO"]]
    assert said_of(build) == {"a": "REVIEW ONE", "b": "REVIEW TWO", "c": "REVIEW ONE"}
    assert not build.runs["talk"].failures


def test_what_was_answered_is_not_asked_again() -> None:
    memo = MemoryMemo()
    run({"a": "one", "b": "two"}, Model(), memo)
    model = Model()
    assert run({"a": "one", "b": "two"}, model, memo).n_run == 0
    run({"a": "one", "b": "three"}, model, memo)
    assert model.calls == [["three"], ["review THREE"]]


def test_without_an_answer_the_step_falls_back_and_runs_again_next_time() -> None:
    memo = MemoryMemo()
    build = run({"a": "one", "b": "two"}, Model("two"), memo)
    assert said_of(build) == {"a": "REVIEW ONE", "b": "plain two"}
    assert [failure.code for failure in build.runs["talk"].failures["b"]] == ["model-timeout"]
    again = run({"a": "one", "b": "two"}, Model(), memo)
    assert again.runs["talk"].ran == {"b": "without an answer last time"}
    assert said_of(again) == {"a": "REVIEW ONE", "b": "REVIEW TWO"}


def test_what_stood_before_may_stay_where_the_model_fails() -> None:
    memo = MemoryMemo()
    run({"a": "one"}, Model(), memo)
    assert said_of(run({"a": "changed"}, Model("changed"), memo)) == {"a": "REVIEW ONE"}


def test_a_later_question_that_fails_leaves_the_earlier_answer() -> None:
    build = run({"a": "one"}, Model("review"))
    assert said_of(build) == {"a": "ONE"}
    assert build.runs["talk"].failures


def test_without_anybody_to_ask_every_question_fails() -> None:
    build = run({"a": "one"}, None)
    assert said_of(build) == {"a": "plain one"}
    assert build.runs["talk"].failures["a"][0].code == "model-none"
