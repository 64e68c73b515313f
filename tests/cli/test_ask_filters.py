"""Filters on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.fixture
def compiled(vault: Path, run: Run) -> Run:
    (vault / "raw/beta.md").write_text(
        "---\ndate: 2024-05-06\ntags: [stores]\n---\n" + (vault / "raw/beta.md").read_text(encoding="utf-8"),
        encoding="utf-8",
    )
    assert run("compile", "--embedder", "none").code == 0
    return run


def test_only_what_passes_is_searched(compiled: Run) -> None:
    done = compiled("search", "Beta Store", "--path", "b*.md", "--json")
    assert done.code == 0 and {hit["path"] for hit in done.json["hits"]} == {"raw/beta.md"}
    assert done.json["filter"] == {
        "filters": {"paths": ["b*.md"], "tags": [], "kinds": [], "since": "", "until": ""},
        "documents": 1, "of": 3, "text_units": done.json["filter"]["text_units"], "undated": 0,
    }  # fmt: skip
    assert compiled("search", "Beta Store", "--json").json["filter"] is None


def test_only_what_passes_answers(compiled: Run) -> None:
    question = "What is Beta Store?"
    done = compiled("ask", question, "--tag", "stores", "--since", "2024-05", "--kind", "markdown", "--json")
    assert done.code == 0 and done.json["citations"]
    assert {place["path"] for key in ("citations", "hits") for place in done.json[key]} == {"raw/beta.md"}
    done = compiled("ask", question, "--until", "2024")
    assert "2 sources have no date" in done.err and "raw/beta.md" in done.out and "raw/alpha.md" not in done.out


def test_nothing_passes(compiled: Run) -> None:
    done = compiled("ask", "What is Beta Store?", "--path", "gamma/**")
    assert done.code == 0 and "No source passes the filter" in done.out and "0 of 3 sources" in done.err
    done = compiled("ask", "What is Beta Store?", "--tag", "x", "--json", "--context")
    assert (done.code, done.json["status"], done.json["filter"]["documents"]) == (0, "no_data", 0)
    assert "No source passes the filter" in compiled("search", "Beta", "--since", "2100").out


@pytest.mark.parametrize(
    ("option", "value", "code"),
    [("--since", "soon", "filter-date"), ("--kind", "pdf", "filter-kind"), ("--path", "", "filter-empty")],
)
@pytest.mark.parametrize("command", ["ask", "search"])
def test_a_filter_that_cannot_be(run: Run, command: str, option: str, value: str, code: str) -> None:
    done = run(command, "What is Beta Store?", option, value, "--json")
    assert (done.code, done.json["error"]["code"]) == (2, code)
