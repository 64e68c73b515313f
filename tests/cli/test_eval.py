"""Recall, all-gold and reciprocal rank; files of questions as people write them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from wikigraph.app.evaluate import read_questions
from wikigraph.errors import UsageError
from wikigraph.retrieval.metrics import score

SCORER = Path(__file__).parents[3] / "shared" / "tools" / "score_retrieval.py"
QUESTIONS = [
    {"id": "1", "question": "How many requests per second?", "gold": ["alpha"], "type": "single"},
    {"id": 2, "question": "What is a key-value database?", "gold": ["raw/beta.md", "alpha.md"], "type": "two"},
    {"id": "3", "question": "贝塔存储是什么？", "gold": ["zh"]},
]


def write(file: Path, lines: list[object]) -> Path:
    file.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8")
    return file


def test_measures() -> None:
    found = score([["a", "b", "c"], ["x", "y"], []], [frozenset("ac"), frozenset("y"), frozenset("z")])
    assert found.by_cut[:3] == ((1, 16.67, 0.0), (2, 50.0, 33.33), (5, 66.67, 66.67))
    assert (found.n, found.mrr) == (3, 50.0)


def test_eval_finds_and_writes(vault: Path, run: Run) -> None:
    questions = write(vault / "q.jsonl", list(QUESTIONS))
    assert run("compile").code == 0
    done = run("eval", str(questions), "--run", str(vault / "run.jsonl"), "--json")
    assert done.code == 0 and done.json["n"] == 3
    assert done.json["recall@5"] == done.json["all@5"] == 100.0
    assert sorted(done.json["by_type"]) == ["single", "two"] and done.json["notes"] == []
    lines = [json.loads(line) for line in (vault / "run.jsonl").read_text("utf-8").splitlines()]
    assert [line["id"] for line in lines] == ["1", "2", "3"]
    assert lines[0]["ids"][0] == "alpha" and set(lines[1]["ids"]) >= {"alpha", "beta"}
    assert "R@5" in run("eval", str(questions)).out


@pytest.mark.skipif(not SCORER.is_file(), reason="the scoring tool is not here")
def test_the_figures_are_those_of_an_independent_scorer(vault: Path, run: Run) -> None:
    questions = write(vault / "q.jsonl", [{**q, "gold": ["alpha"]} for q in QUESTIONS])
    run("compile")
    mine = run("eval", str(questions), "--run", str(vault / "run.jsonl"), "--json").json
    theirs = json.loads(
        subprocess.run(
            [sys.executable, str(SCORER), str(vault / "run.jsonl"), str(questions)], capture_output=True, check=True
        ).stdout
    )
    same = [name for name in theirs if "@" in name]
    assert len(same) > 8 and {name: mine[name] for name in same} == {name: theirs[name] for name in same}


def test_gold_that_no_source_has_is_told(vault: Path, run: Run) -> None:
    questions = write(vault / "q.jsonl", [{"question": "requests?", "gold": ["nowhere"]}])
    run("compile")
    done = run("eval", str(questions), "--json")
    assert done.json["recall@20"] == 0 and "nowhere" in done.json["notes"][0]


@pytest.mark.parametrize(
    "text",
    ["", "\n\n", "{", "[1]", '{"question": "a"}', '{"question": "a", "gold": []}', '{"question": 1, "gold": ["a"]}'],
)
def test_broken_questions_are_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "q.jsonl"
    file.write_text(text)
    with pytest.raises(UsageError) as refused:
        read_questions(file)
    assert refused.value.code == "questions-invalid"


def test_what_cannot_be_done_is_told(vault: Path, run: Run) -> None:
    questions = write(vault / "q.jsonl", list(QUESTIONS))
    assert (run("eval", str(questions)).code, run("eval", "nothing.jsonl").code) == (4, 2)
    run("compile")
    assert "no-vectors" in run("eval", str(questions), "--channel", "meaning").err
    assert "run-not-written" in run("eval", str(questions), "--run", str(vault / "no" / "run.jsonl")).err
    assert "questions-invalid" in run("eval", str(vault)).err


def test_odd_questions_have_rankings(vault: Path, run: Run) -> None:
    odd = ["", "?!…", "\x00\x07", "word " * 20_000, "的"]
    questions = write(vault / "q.jsonl", [{"question": text, "gold": ["alpha"]} for text in odd])
    run("compile")
    done = run("eval", str(questions), "--json").json
    assert done["n"] == 5 and "nothing to look for in line 1, 2, 3:" in done["notes"][-1]


def test_models_are_listed(run: Run) -> None:
    found = run("model", "list", "--json").json["models"]
    assert [model["name"] for model in found] == ["e5"] and found[0]["state"] in ("ready", "installed", "missing")
    assert run("model", "install").code == 2


@pytest.mark.parametrize("name", ["1", 1])
def test_questions_that_cannot_be_told_apart(tmp_path: Path, name: object) -> None:
    file = write(tmp_path / "q.jsonl", [QUESTIONS[0], {"id": name, "question": "Was ist Beta?", "gold": ["beta"]}])
    with pytest.raises(UsageError, match="the id '1' is that of line 1 too") as caught:
        read_questions(file)
    assert caught.value.where == f"{file}:2"


def test_two_runs_are_compared(vault: Path, run: Run) -> None:
    questions = write(vault / "q.jsonl", list(QUESTIONS))
    run("compile")
    one, other = str(vault / "one.jsonl"), str(vault / "other.jsonl")
    write(Path(one), [{"id": "1", "ids": ["beta", "alpha"]}, {"id": 2, "ids": ["alpha", "beta"]}])
    run("eval", str(questions), "--run", other)
    done = run("eval", str(questions), "--compare", one, other, "--json")
    found = {m["measure"]: m for m in done.json["measures"]}
    assert done.code == 0 and done.json["n"] == 3
    assert (found["recall@5"]["one"], found["recall@5"]["other"]) == (66.67, 100.0)
    assert done.json["exchange"] == {"k": 5, "gold": 4, "rescued": 1, "lost": 0}
    shown = run("eval", str(questions), "--compare", one, other).out
    assert "1 rescued, 0 lost, of 4 (3 questions)" in shown and "recall@5" in shown


@pytest.mark.parametrize("text", ["{", '{"id": "1"}', "[]", '{"id": "1", "ids": "alpha"}', "\ud800"])
def test_broken_runs_are_refused(vault: Path, run: Run, text: str) -> None:
    questions = write(vault / "q.jsonl", list(QUESTIONS))
    run("compile")
    (vault / "bad.jsonl").write_bytes(b"\n" + text.encode("utf-8", "surrogatepass"))
    for files in (("bad.jsonl", "bad.jsonl"), ("nothing", "nothing")):
        done = run("eval", str(questions), "--compare", *files, "--json")
        assert (done.code, done.json["error"]["code"]) == (2, "run-invalid")


def test_what_each_channel_adds(vault: Path, run: Run) -> None:
    questions = write(vault / "q.jsonl", list(QUESTIONS))
    run("compile")
    done = run("eval", str(questions), "--channels", "--json").json
    [graph] = done["channels"]  # there are no vectors
    assert graph["channel"] == "graph" and graph["n"] == 3
    found = {m["measure"]: m for m in graph["measures"]}
    assert found["recall@5"]["other"] == done["recall@5"]
    assert found["recall@5"]["one"] == run("eval", str(questions), "--channel", "hybrid", "--json").json["recall@5"]
    assert "what graph adds" in run("eval", str(questions), "--channels").out
    assert run("eval", str(questions), "--json").json["channels"] is None


def test_templates_are_questions_of_this_vault(vault: Path, run: Run) -> None:
    run("compile")
    done = run("eval", "--templates")
    lines = [json.loads(line) for line in done.out.splitlines()]
    assert done.code == 0 and lines == run("eval", "--templates", "--json").json["questions"]
    assert {line["user"] for line in lines} >= {"newcomer", "auditor", "maintainer"}
    assert any("Alpha Service" in line["question"] and "raw/alpha.md" in line["gold"] for line in lines)
    assert any("阿尔法服务" in line["question"] and "是什么" in line["question"] for line in lines)
    assert all((vault / path).is_file() for line in lines for path in line["gold"])
    assert len({line["id"] for line in lines}) == len(lines)
    questions = vault / "q.jsonl"
    questions.write_text(done.out, encoding="utf-8")
    assert run("eval", str(questions), "--json").json["n"] == len(lines)


def test_options_of_eval_that_do_not_fit(vault: Path, run: Run) -> None:
    questions = str(write(vault / "q.jsonl", list(QUESTIONS)))
    run("compile")
    assert run("eval").code == run("eval", questions, "--templates").code == 2
    assert run("eval", questions, "--channels", "--channel", "words").code == 2
