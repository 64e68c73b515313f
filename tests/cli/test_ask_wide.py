"""`ask` in the modes global and drift, as a person meets them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.conftest import Run

ISLAND = "# Sourdough\n\nA starter of flour and water raises the dough overnight. Bake the loaf for 45 minutes.\n"
MODES = ("basic", "local", "global", "drift")
ODD = [
    "x" * 100_000, "why " * 25_000, "全" * 30_000, "a\x01\x02\x1b[31m", "'; DROP TABLE report; --",
    "SELECT * FROM entity",
]  # fmt: skip


@pytest.fixture
def compiled(vault: Path, run: Run) -> Path:
    (vault / "raw/bread.md").write_text(ISLAND, "utf-8")
    run("compile")
    return vault


def test_a_broad_question_goes_to_the_reports(compiled: Path, run: Run) -> None:
    shown = run("ask", "What are the main themes?").out
    assert "mode   global  (the question asks for themes)" in shown
    assert re.search(r"reports  (\d+) of \1 read", shown)
    assert "0 made; a model would take 1 map + 1 reduce" in shown
    assert "Beta Store" in shown and re.search(r"raw/\w+\.md:\d+", shown)


@pytest.mark.parametrize("question", ["Summarize the corpus", "How does Alpha Service relate to Beta Store?"])
def test_every_sentence_is_cited(compiled: Path, run: Run, question: str) -> None:
    answer = run("ask", question, "--json").json
    assert answer["status"] == "ready" and answer["mode"] in ("global", "drift")
    assert sum(theme["n_sentences"] for theme in answer["themes"]) == len(answer["citations"]) > 0
    for cited in answer["citations"]:
        lines = (compiled / cited["path"]).read_text("utf-8").split("\n")
        assert cited["quote"] in " ".join(lines[cited["start_line"] - 1 : cited["end_line"]])
        assert cited["text"] in answer["answer"]
    assert len({cited["text"] for cited in answer["citations"]}) == len(answer["citations"])


def test_what_global_search_read(compiled: Path, run: Run) -> None:
    question = ("ask", "What are the main themes?", "--json")
    brief = run(*question).json["global_search"]
    assert "points" not in brief
    assert brief["map_calls"] == brief["n_batches"] and brief["reduce_calls"] == 1 and brief["n_lost"] == 0
    points = run(*question, "--context").json["global_search"]["points"]
    assert len(points) == brief["n_positive"] and any(point["is_selected"] for point in points)
    assert [p["score"] for p in points] == sorted((p["score"] for p in points), reverse=True)
    assert "points (" in run("ask", "What are the main themes?", "--context").out


def test_the_way_of_drift(compiled: Path, run: Run) -> None:
    question = ("ask", "How does Alpha Service relate to Beta Store?", "--mode", "drift")
    brief = run(*question, "--json").json["drift_search"]
    assert "steps" not in brief and 0 < brief["model_calls"] < 15
    full = run(*question, "--json", "--context").json["drift_search"]
    first = full["steps"][0]
    assert (first["number"], first["parent"], first["depth"], first["score"]) == (0, -1, 0, 100)
    assert full["primer"][0]["likeness"] > 0
    shown = run(*question, "--context").out
    assert "primer" in shown and "steps" in shown and "a model would take" in shown


def test_a_level_can_be_chosen(compiled: Path, run: Run) -> None:
    found = run("ask", "What are the main themes?", "--level", "0", "--json").json["global_search"]
    assert found["level"] == 0 and 0 in found["levels"]


@pytest.mark.parametrize("mode", ["auto", "global", "local"])
def test_a_level_that_is_not_there(compiled: Path, run: Run, mode: str) -> None:
    done = run("ask", "What are the main themes?", "--level", "7", "--mode", mode, "--json")
    assert (done.code, done.json["error"]["code"]) == (2, "level-not-there")
    assert "levels that there are: 0" in done.json["error"]["hint"]


@pytest.mark.parametrize("level", ["-1", "x", "1.5"])
def test_a_level_that_is_no_number(compiled: Path, run: Run, level: str) -> None:
    assert run("ask", "What are the main themes?", "--level", level).code == 2


def test_a_level_where_it_does_not_count_is_told(compiled: Path, run: Run) -> None:
    assert "count for the mode global alone" in run("ask", "What is Beta Store?", "--level", "0").err


def test_from_the_root_down(compiled: Path, run: Run) -> None:
    question = ("ask", "What do the notes say about orders?", "--mode", "global", "--dynamic")
    found = run(*question, "--json").json
    assert found["status"] == "ready" and found["global_search"]["level"] == -1
    assert "from the root down" in run(*question).out
    assert run(*question, "--level", "0").code == 2


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("question", ["How long do I bake the loaf?", "What does a starter of flour and water raise?"])
def test_a_document_that_nothing_is_tied_to_is_found_by_its_words(
    compiled: Path, run: Run, mode: str, question: str
) -> None:
    answer = run("ask", question, "--mode", mode, "--json").json
    assert answer["hits"][0]["path"] == "raw/bread.md"
    assert "raw/bread.md" in {cited["path"] for cited in answer["citations"]}


def test_what_no_report_says_is_told(compiled: Path, run: Run) -> None:
    answer = run("ask", "What does a starter of flour and water raise?", "--mode", "global", "--json").json
    assert any("report" in note for note in answer["notes"])


@pytest.mark.parametrize("mode", MODES)
def test_what_the_sources_do_not_say(compiled: Path, run: Run, mode: str) -> None:
    answer = run("ask", "Who invented penicillin in Scotland?", "--mode", mode, "--json").json
    assert (answer["status"], answer["citations"]) == ("no_data", [])
    assert (answer["global_search"], answer["drift_search"]) == (None, None)


def test_the_history_goes_into_global_search_too(compiled: Path, run: Run) -> None:
    (compiled / "h.jsonl").write_text('{"role": "user", "content": "What is Beta Store?"}\n', "utf-8")
    history = ("--history", "h.jsonl", "--mode", "global", "--json")
    told = run("ask", "What do the notes say about how it replicates?", *history).json
    assert any("Beta Store" in cited["text"] for cited in told["citations"])
    whole = ("ask", "What are the main themes?")
    assert run(*whole, *history).json["citations"] == run(*whole, "--json").json["citations"]


@pytest.mark.parametrize("mode", MODES)
def test_three_times_the_same(compiled: Path, run: Run, mode: str) -> None:
    for question in ("What are the main themes?", "How does Alpha Service relate to Beta Store?"):
        command = ("ask", question, "--mode", mode, "--json", "--context")
        assert len({run(*command).out for _ in range(3)}) == 1


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("question", ODD, ids=range(len(ODD)))
def test_odd_questions(compiled: Path, run: Run, mode: str, question: str) -> None:
    done = run("ask", question, "--mode", mode, "--json")
    assert done.code == 0 and done.json["status"] in ("ready", "no_data")


@pytest.mark.parametrize("mode", ["global", "drift"])
def test_nothing_but_signs(compiled: Path, run: Run, mode: str) -> None:
    done = run("ask", "??? !!!", "--mode", mode, "--json")
    assert (done.code, done.json["error"]["code"]) == (2, "question-empty")


@pytest.mark.parametrize("mode", ["global", "drift"])
def test_a_budget_of_nothing(compiled: Path, run: Run, mode: str) -> None:
    (compiled / "schema").mkdir()
    (compiled / "schema/wikigraph.toml").write_text("[global_search]\nanswer = 0\ntokens = 0\n[drift]\nanswer = 0\n")
    done = run("ask", "How do Alpha Service and Beta Store compare?", "--mode", mode, "--json").json
    assert (done["status"], done["citations"]) == ("budget_exhausted", [])
    assert "no room" in done["answer"]


@pytest.mark.parametrize(
    "settings",
    ["[global_search]\nsentences = 0\n", "[global_search]\ntokens = -1\n", "[drift]\ncalls = 2\n", "[drift]\nk = 1\n"],
)
def test_settings_that_cannot_be(compiled: Path, run: Run, settings: str) -> None:
    (compiled / "schema").mkdir()
    (compiled / "schema/wikigraph.toml").write_text(settings)
    assert run("ask", "What are the main themes?").code == 3


def test_rules_of_the_vault(compiled: Path, run: Run) -> None:
    (compiled / "schema").mkdir()
    (compiled / "schema/routing.toml").write_text(
        "[[rules]]\nname = 'asks for orders'\nmode = 'basic'\npattern = 'order'\n"
    )
    assert "mode   basic  (the question asks for orders)" in run("ask", "How does an order relate to Beta Store?").out
    assert run("ask", "What is an order?", "--mode", "local", "--json").json["mode"] == "local"
    (compiled / "schema/routing.toml").write_text("[[rules]]\nname = 'x'\nmode = 'global'\npattern = '('\n")
    done = run("ask", "What is an order?", "--json")
    assert (done.code, done.json["error"]["code"]) == (3, "setting-invalid")
    assert done.json["error"]["where"].startswith("schema/routing.toml:")


def test_a_vault_without_reports(vault: Path, run: Run) -> None:
    for path in (vault / "raw").iterdir():
        path.unlink()
    (vault / "raw/bread.md").write_text("just a few words about dough and flour\n", "utf-8")
    run("compile")
    for question in ("Summarize the corpus", "dough and flour"):
        answer = run("ask", question, "--mode", "global", "--json").json
        assert answer["answer"].endswith("just a few words about dough and flour")
        assert (answer["mode"], answer["global_search"]["n_reports"]) == ("global", 0)
        assert "1 of these sentences stand in no report" in " ".join(answer["notes"])
    answer = run("ask", "dough and flour", "--mode", "drift", "--json").json
    assert answer["mode"] == "basic" and "no report says anything" in " ".join(answer["notes"])
    assert run("ask", "Summarize the corpus", "--level", "0").code == 2
