"""The frame of the command line: help, usage errors, JSON errors, exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from wikigraph.cli.lazy import COMMANDS


def run(*arguments: str, cwd: Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "wikigraph", *arguments]
    return subprocess.run(command, cwd=cwd, input=stdin, capture_output=True, text=True, encoding="utf-8", timeout=60)


def test_help_lists_every_command(tmp_path: Path) -> None:
    done = run("--help", cwd=tmp_path)
    assert done.returncode == 0
    assert all(command in done.stdout for command in COMMANDS)


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_has_help_with_examples(command: str, tmp_path: Path) -> None:
    done = run(command, "--help", cwd=tmp_path)
    assert done.returncode == 0
    assert "Examples:" in done.stdout
    assert "--json" in done.stdout


def test_unknown_command_suggests_the_nearest(tmp_path: Path) -> None:
    done = run("complie", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Did you mean 'compile'?" in done.stderr


def test_no_vault_is_exit_4(tmp_path: Path) -> None:
    done = run("stats", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (4, "")
    assert "error[no-vault]" in done.stderr
    assert "wikigraph init" in done.stderr


def test_errors_are_one_json_object(tmp_path: Path) -> None:
    done = run("stats", "--json", cwd=tmp_path)
    answer = json.loads(done.stdout)
    assert done.returncode == answer["exit_code"] == 4
    assert set(answer["error"]) == {"code", "message", "where", "hint"}
    assert answer["error"]["code"] == "no-vault"


def test_usage_errors_too(tmp_path: Path) -> None:
    done = run("stats", "--jsno", "--json", cwd=tmp_path)
    answer = json.loads(done.stdout)
    assert done.returncode == answer["exit_code"] == 2
    assert answer["error"]["code"] == "usage"


def test_init_makes_a_vault_and_keeps_what_is_there(tmp_path: Path) -> None:
    done = run("init", "notes", cwd=tmp_path)
    assert done.returncode == 0
    assert (tmp_path / "notes/raw").is_dir()
    (tmp_path / "notes/schema/wikigraph.toml").write_text("# mine\n")
    again = json.loads(run("init", "notes", "--json", cwd=tmp_path).stdout)
    assert again["created"] == []
    assert (tmp_path / "notes/schema/wikigraph.toml").read_text() == "# mine\n"


def test_init_says_what_stands_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "raw").write_text("a file")
    done = run("init", cwd=tmp_path)
    assert done.returncode == 2
    assert "not-a-folder" in done.stderr
