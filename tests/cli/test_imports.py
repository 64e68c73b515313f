"""What a command imports: a library that it does not use costs everyone who calls it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import wikigraph
from tests.cli.conftest import Run

MODELS = {"onnxruntime", "tokenizers", "wikigraph.providers"}
STAGES = {"wikigraph.stages", "wikigraph.extraction", "wikigraph.pipeline", "igraph", "leidenalg"}
WRITING = {"pyarrow", "wikigraph.store.index_writer"}
NUMBERS = {"numpy"}
MARKDOWN = {"markdown_it"}
DATABASE = {"duckdb", "_duckdb"}
PICTURES = {"rich"}

ALWAYS = MODELS | STAGES | PICTURES
COMMANDS = [
    (("--help",), ALWAYS | WRITING | NUMBERS | MARKDOWN | DATABASE | {"yaml", "wikigraph.app.compile"}),
    (("impact", "--help"), ALWAYS | WRITING | NUMBERS | MARKDOWN | DATABASE | {"yaml"}),
    (("impact", "raw/beta.md", "--json"), ALWAYS | WRITING | NUMBERS | MARKDOWN),
    (("check",), ALWAYS | WRITING | NUMBERS),
    (("ask", "What is Beta Store?", "--json"), ALWAYS | WRITING | MARKDOWN | {"yaml"}),
    (("search", "Beta Store"), ALWAYS | WRITING | MARKDOWN | {"yaml"}),
    (("compile",), {"onnxruntime", "tokenizers", "igraph", "leidenalg", "rich"}),  # with nothing to do
]


@pytest.mark.parametrize(("arguments", "unused"), COMMANDS, ids=[" ".join(arguments) for arguments, _ in COMMANDS])
def test_a_command_imports_what_it_uses(
    vault: Path, run: Run, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], unused: set[str]
) -> None:
    monkeypatch.setenv("WIKIGRAPH_EMBEDDER", "none")
    assert run("compile", "--vault", str(vault)).code == 0
    assert imported(vault, arguments) & unused == set()


def imported(vault: Path, arguments: tuple[str, ...]) -> set[str]:
    """Every module that a process of its own imports, and the packages they are in."""
    environment = {**os.environ, "PYTHONPATH": str(Path(wikigraph.__file__).parents[1])}
    command = [sys.executable, "-X", "importtime", "-m", "wikigraph", *arguments]
    done = subprocess.run(command, cwd=vault, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode in {0, 1}, done.stderr[-500:]
    lines = (line for line in done.stderr.splitlines() if line.startswith("import time:"))
    modules = [line.rpartition("|")[2].strip() for line in lines]
    assert "click" in modules
    parts = (module.split(".") for module in modules)
    return {".".join(names[:n]) for names in parts for n in range(1, len(names) + 1)}
