"""`ask` with --mode, --context and --history, as a person meets them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.fixture
def compiled(vault: Path, run: Run) -> Path:
    run("compile")
    return vault


def test_the_mode_and_its_reason_are_shown(compiled: Path, run: Run) -> None:
    shown = run("ask", "What does Beta Store replicate?").out
    assert "mode   local  (the question names Beta Store)" in shown
    assert "mode   basic  (asked for)" in run("ask", "What does Beta Store replicate?", "--mode", "basic").out


def test_the_context_is_shown_with_its_budgets(compiled: Path, run: Run) -> None:
    shown = run("ask", "What does Beta Store replicate?", "--context").out
    assert "text_units" in shown and "of 4000 tokens" in shown
    assert "Beta Store  (name: Beta Store)" in shown
    assert "raw/beta.md" in shown.partition("relationships")[2]


def test_the_context_as_json(compiled: Path, run: Run) -> None:
    question = "What does Beta Store replicate?"
    assert run("ask", question, "--json").json["context"] is None
    context = run("ask", question, "--json", "--context").json["context"]
    parts = {part["part"]: part for part in context["parts"]}
    assert list(parts) == ["history", "reports", "entities", "relationships", "claims", "text_units"]
    assert parts["text_units"]["n_built"] == sum(unit["n_tokens"] for unit in context["text_units"]) > 0
    assert context["entities"][0]["title"] == "Beta Store"
    assert context["relationships"][0]["evidence"][0]["path"].startswith("raw/")


def test_basic_has_a_context_too(compiled: Path, run: Run) -> None:
    context = run("ask", "orders", "--mode", "basic", "--json", "--context").json["context"]
    assert context["text_units"] and context["entities"] == []


def test_a_history_file(compiled: Path, run: Run) -> None:
    (compiled / "h.jsonl").write_text(json.dumps({"role": "user", "content": "What is Beta Store?"}) + "\n")
    done = run("ask", "How many machines does it use?", "--history", "h.jsonl", "--json")
    assert (done.code, done.json["mode"]) == (0, "local")
    assert "Beta Store" in done.json["reason"] and done.json["tokens"]["history"] > 0


@pytest.mark.parametrize(
    ("data", "code", "where"),
    [
        (b'{"role": "user", "content": "x"}\nnothing\n', "history-broken", "h.jsonl:2"),
        (b"\xff\xfe\x00", "history-unreadable", "h.jsonl"),
        (None, "history-unreadable", "h.jsonl"),
    ],
)
def test_a_history_that_cannot_be_read(
    compiled: Path, run: Run, data: bytes | None, code: str, where: str
) -> None:
    if data is not None:
        (compiled / "h.jsonl").write_bytes(data)
    done = run("ask", "What is it?", "--history", "h.jsonl", "--json")
    assert (done.code, done.json["error"]["code"], done.json["error"]["where"]) == (2, code, where)


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ("reports = 0.7\n", "context-shares"),
        ("entities = 0.9\n", "context-shares"),
        ("text_units = -0.5\n", "setting-invalid"),
        ("tokens = -5\n", "setting-invalid"),
        ("entries = -1\n", "setting-invalid"),
        ("reports = 'many'\n", "setting-invalid"),
        ("shares = 1\n", "setting-unknown"),
    ],
)
def test_settings_that_cannot_be(compiled: Path, run: Run, settings: str, code: str) -> None:
    (compiled / "schema").mkdir()
    (compiled / "schema/wikigraph.toml").write_text(f"[local]\n{settings}")
    done = run("ask", "What is Beta Store?", "--json")
    assert (done.code, done.json["error"]["code"]) == (3, code)


@pytest.mark.parametrize("tokens", [0, 1])
def test_a_budget_of_nothing_still_answers(compiled: Path, run: Run, tokens: int) -> None:
    (compiled / "schema").mkdir()
    (compiled / "schema/wikigraph.toml").write_text(f"[local]\ntokens = {tokens}\nlevel = 0\n")
    done = run("ask", "What is Beta Store?", "--json", "--context")
    assert done.json["status"] == "ready"
    assert {part["n_built"] for part in done.json["context"]["parts"]} == {0}


@pytest.mark.parametrize("k", ["0", "-1", "x"])
def test_no_hits_cannot_be_asked_for(compiled: Path, run: Run, k: str) -> None:
    assert run("ask", "What is Beta Store?", "-k", k).code == 2


SECRET = "ghp_" + "a1B2c3D4e5" * 4
LEAKY = f"""# Beta Store

Beta Store is a key-value database. Beta Store trusts Alpha Service with the token {SECRET} at night.

Alpha Service reads from Beta Store.

```sh
export BETA_PASSWORD=hunter2!
-----BEGIN RSA PRIVATE KEY-----
MIIEowIBAAKCAQEAn5h
-----END RSA PRIVATE KEY-----
beta-store --port 80
```
"""


def test_a_secret_is_never_shown(vault: Path, run: Run) -> None:
    (vault / "raw/beta.md").write_text(LEAKY, "utf-8")
    run("compile")
    commands = [
        ("ask", "Which token does Alpha Service have for Beta Store?", "--context"),
        ("ask", "What is Beta Store?", "--context", "--mode", "local"),
        ("ask", "What is Beta Store?", "--context", "--mode", "basic"),
        ("ask", "What do the sources say about the token of Beta Store?", "--context", "--mode", "global"),
        ("ask", "How does Beta Store relate to the token of Alpha Service?", "--context", "--mode", "drift"),
        ("ask", f"What is {SECRET[:12]}?"),
        ("ask", "Which command exports BETA_PASSWORD?", "--context"),
        ("search", "Beta Store token"),
        ("search", "BETA_PASSWORD"),
    ]
    for command in commands:
        for options in ((), ("--json",)):
            done = run(*command, *options)
            assert done.code == 0
            for secret in (SECRET, "hunter2!", "MIIEowIBAAKCAQEAn5h"):
                assert secret not in done.out, command
    shown = run("search", "Beta Store token", "--json").json["hits"][0]["text"]
    assert "with the token •••" in shown and "beta-store --port 80" in shown
    assert "Beta Store is a key-value database." in run("ask", "What is Beta Store?").out


@pytest.mark.parametrize("command", ["ask", "search"])
def test_what_scores_are_made_of(compiled: Path, run: Run, command: str) -> None:
    shown = run(command, "What does Beta Store replicate?", "--explain").out
    assert "words " in shown and "words " not in run(command, "What does Beta Store replicate?").out
    hits = run(command, "What does Beta Store replicate?", "--json").json["hits"]
    assert hits
    for hit in hits:
        assert sum(part["points"] for part in hit["parts"]) == pytest.approx(hit["score"], abs=0.001)
