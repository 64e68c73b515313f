"""The primer, the walk and the reduce of the mode drift."""

from __future__ import annotations

import pytest

from tests.retrieval.test_global import report
from wikigraph.model.evidence import Evidence
from wikigraph.retrieval.drift import FollowUp, Params, Said, Step, StepAnswer, Walk, primer, reduce_walk, walk


def lead(name: str, score: float = 50.0) -> FollowUp:
    return FollowUp(name, name.upper(), score, "tied")


def answer(*texts: str, covered: str = "", leads: tuple[FollowUp, ...] = (), score: int = 50) -> StepAnswer:
    said = tuple(Said(Evidence("raw/a.md", n, n, text, text), score - n, 10) for n, text in enumerate(texts, 1))
    return StepAnswer("ready" if texts else "no_data", said, frozenset(covered.split()), leads)


QUESTION = FollowUp("", "", 100, "the question itself")


def titles(done: Walk) -> list[str]:
    return [step.asked.title for step in done.steps]


def test_the_primer_deals_the_reports_that_are_like_the_question_to_folds() -> None:
    said = {"a1": "Dough and bread.", "b2": "Cars.", "c3": "Dough."}
    reports = [report(name, 0, says=(text,)) for name, text in said.items()]
    weight = {"dough": 1.0, "bread": 1.0}
    found = primer(reports, ("dough", "bread"), weight, {}, Params())
    assert [(held.title, held.likeness, held.fold) for held in found] == [("a1", 100, 0), ("c3", 50, 1)]
    assert [h.title for h in primer(reports, ("dough", "bread"), weight, {"b2": 1.0}, Params())] == ["a1", "b2", "c3"]
    assert primer(reports, ("x",), {"x": 1.0}, {}, Params()) == []


def test_the_best_follow_up_is_asked_next_and_none_twice() -> None:
    asked: list[str] = []

    def answerer(step: FollowUp) -> StepAnswer:
        asked.append(step.title)
        return answer("x", leads=(lead("b", 90), lead("c", 80))) if step.title == "A" else answer("y")

    walk(QUESTION, [lead("a", 60), lead("d", 40), lead("a", 30)], answerer, Params())
    assert asked == ["", "A", "B", "C", "D"]  # b and c fade to 42, behind nothing but a


def test_what_an_answer_covers_is_not_followed() -> None:
    done = walk(QUESTION, [lead("a"), lead("b")], lambda step: answer("x", covered="b"), Params())
    assert titles(done) == ["", "A"]


def test_the_budget_and_the_depth_hold() -> None:
    def endless(step: FollowUp) -> StepAnswer:
        at = int(step.entity_id or 0)
        return answer("x", leads=(lead(str(at + 1), 100),))

    deep = walk(QUESTION, [lead("1", 100)], endless, Params(fade=1.0))
    assert max(step.asked.depth for step in deep.steps) == 3
    wide = walk(QUESTION, [lead(f"e{n}") for n in range(50)], lambda step: answer("x"), Params())
    assert len(wide.steps) == Params().steps == 8 and wide.n_not_followed == 43
    assert Params().calls < 15


def test_parents_are_told() -> None:
    leads = {"A": (lead("b", 90),)}
    done = walk(QUESTION, [lead("a", 60)], lambda step: answer("x", leads=leads.get(step.title, ())), Params())
    told = [(step.asked.title, step.asked.parent, step.asked.depth) for step in done.steps]
    assert told == [("", -1, 0), ("A", -1, 0), ("B", 1, 1)]


def test_too_few_calls_are_refused() -> None:
    with pytest.raises(ValueError, match="not enough"):
        Params(calls=4, folds=3)


def test_the_question_comes_first_and_nothing_is_told_twice() -> None:
    done = Walk([
        Step(QUESTION, answer("Bread rises slowly at night.", "Dough is wet and cold.", score=20)),
        Step(
            lead("a"),
            answer("Yeast makes dough rise.", "At night bread rises slowly.", "Salt slows yeast down.", score=90),
        ),
    ])  # fmt: skip
    reduced = reduce_walk(done, Params(per_step=2))
    assert [(n, evidence.text) for n, evidence in reduced.chosen] == [
        (0, "Bread rises slowly at night."), (0, "Dough is wet and cold."), (1, "Yeast makes dough rise."),
    ]  # fmt: skip
    assert reduced.status == "ready"


def test_no_data_stays_no_data() -> None:
    done = Walk([Step(QUESTION, answer()), Step(lead("a"), answer("Yeast."))])
    assert reduce_walk(done, Params()) == ((), 1200, "no_data")


def test_a_budget_of_nothing() -> None:
    done = Walk([Step(QUESTION, answer("Bread rises."))])
    assert reduce_walk(done, Params(answer=0)).status == "budget_exhausted"
