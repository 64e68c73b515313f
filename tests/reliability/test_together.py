"""Several at once: compiles, readers of pages, questions (promises 2, 10, 11)."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.reliability.vaults import (
    ROOT,
    Story,
    Tree,
    environment,
    hold_recovered,
    pages,
    start_compile,
    write_sources,
)
from wikigraph.app.ask import ask
from wikigraph.app.compile import compile_vault
from wikigraph.store.index import open_index
from wikigraph.store.vault import Vault

pytestmark = pytest.mark.slow

EDITOR = """
import os, sys
from pathlib import Path
from tests.reliability.vaults import write_sources
from wikigraph.app.compile import compile_vault
from wikigraph.store.vault import Vault
vault, n = Path(sys.argv[1]), int(sys.argv[2])
for at in range(n):
    write_sources(vault, port=4001 + (at + 1) % 2)
    compile_vault(Vault(vault))
    print(at, flush=True)
"""


@pytest.mark.parametrize(("n", "wait"), [(2, "0"), (3, "60"), *(
    pytest.param(10, wait, marks=pytest.mark.long) for wait in ("0", "120")
)])  # fmt: skip
def test_compiles_at_once(n: int, wait: str, stories: dict[str, Story], vault: Path) -> None:
    story = stories["first"]
    story.begin(vault)
    processes = [start_compile(vault, "--wait", wait) for _ in range(n)]
    told = [(json.loads(process.communicate(timeout=300)[0]), process.returncode) for process in processes]
    pids = {str(process.pid) for process in processes}
    refused = [done["error"] for done, code in told if code]
    assert {code for _, code in told} <= {0, 5} and len(refused) < n
    assert wait == "0" or not refused
    for error in refused:
        assert error["code"] == "locked" and any(pid in error["message"] for pid in pids), error
    hold_recovered(vault, story)


def states(folder: Path) -> list[Tree]:
    """The pages of the two states between which an editor goes to and fro."""
    found = []
    for port in (4001, 4002):
        write_sources(folder, port=port)
        compile_vault(Vault(folder))
        found.append(pages(folder))
    return found


@contextmanager
def edited(vault: Path, n: int) -> Iterator[subprocess.Popen[str]]:
    """A process that edits and compiles, over and over."""
    process = subprocess.Popen(
        [sys.executable, "-c", EDITOR, str(vault), str(n)], cwd=ROOT, stdout=subprocess.PIPE, text=True,
        env=environment(),
    )  # fmt: skip
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize("n", [8, pytest.param(1000, marks=pytest.mark.long)])
def test_no_page_is_ever_half_written(n: int, tmp_path: Path) -> None:
    whole = states(tmp_path / "v")
    allowed = {path: {state.get(path) for state in whole} for path in {*whole[0], *whole[1]}}
    n_read = 0
    seen: set[tuple[str, bytes]] = set()
    with edited(tmp_path / "v", n) as process:
        while process.poll() is None:
            for path, data in pages(tmp_path / "v").items():
                assert data in allowed[path], f"{path} is half written"
                seen.add((path, data))
                n_read += 1
        assert process.returncode == 0
    assert any((path, whole[0][path]) in seen and (path, whole[1][path]) in seen
               for path in whole[0] if whole[0][path] != whole[1].get(path))  # fmt: skip
    print(f"{n} compiles, {n_read} pages read, all whole")


@pytest.mark.parametrize("n", [20, pytest.param(200, marks=pytest.mark.long)])
def test_asking_while_compiling(n: int, tmp_path: Path) -> None:
    """No lock errors; each answer from one whole generation."""
    vault = tmp_path / "v"
    states(vault)
    counts = set()
    ports: list[str] = []
    with edited(vault, 10_000) as process:
        assert process.stdout is not None
        drained = threading.Thread(target=process.stdout.read, daemon=True)
        assert process.stdout.readline()
        drained.start()
        for _ in range(n):
            index = open_index(vault / ".wikigraph/index")
            assert index is not None
            with index:
                answer = ask(index, "On which port does Alpha Service listen?")
                counts.add(index.counts())
            found = [port for port in ("4001", "4002") if f"Alpha Service listens on port {port}" in answer.answer]
            assert len(found) == 1, answer.answer
            ports += found
            time.sleep(0.02)
        assert process.poll() is None
    assert len(counts) == 1
    print(f"{n} questions during compiles: {ports.count('4001')} and {ports.count('4002')} of the two states")
