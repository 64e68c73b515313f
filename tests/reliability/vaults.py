"""Vaults to break, and what must hold of one after whatever happened to it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from wikigraph.app.check import check
from wikigraph.app.compile import check_compiled, compile_vault
from wikigraph.model.compilation import CompileReport
from wikigraph.store.index import open_index
from wikigraph.store.vault import Vault

ROOT = Path(__file__).parents[2]
COMPILE = (sys.executable, "-m", "wikigraph", "compile", "--json", "--vault")
NAMES = ("Alpha Service", "Beta Store", "Gamma Queue", "Delta Proxy")
Tree = dict[str, bytes]


def write_sources(vault: Path, n: int = 4, port: int = 4001) -> None:
    """Sources that name each other; `port` is what an edit changes, in two of them."""
    raw = vault / "raw"
    raw.mkdir(parents=True, exist_ok=True)
    for number in range(n):
        name, other = NAMES[number % 4], NAMES[(number + 1) % 4]
        said = f" {name} listens on port {port}." if number < 2 else ""
        text = f"# {name}\n\n{name} is a service that writes to {other}.{said}\n\n## Limits\n\n{other} calls {name}.\n"
        (raw / f"doc{number}.md").write_text(text, encoding="utf-8")


def pages(vault: Path, *, with_log: bool = False) -> Tree:
    """Every file of wiki/ that is not hidden: path → bytes. The log tells a history, which differs after a kill."""
    files = ((Path(here) / name) for here, _, names in os.walk(vault / "wiki") for name in names)
    return {
        file.relative_to(vault).as_posix(): file.read_bytes()
        for file in sorted(files)
        if not file.name.startswith(".") and (with_log or file.name != "log.md")
    }


@dataclass(frozen=True)
class Story:
    """A change of a vault, with what must stand before it and after it."""

    start: Path  # the vault before the compile: never compiled, or compiled and then edited
    done: Path  # a copy after it
    before: Tree  # its pages
    after: Tree  # its pages when the compile has come to its end

    def begin(self, vault: Path) -> Path:
        """A fresh copy, times kept."""
        shutil.rmtree(vault, ignore_errors=True)
        shutil.copytree(self.start, vault, copy_function=shutil.copy2)
        return vault


def first_compile(folder: Path) -> Story:
    """A vault that was never compiled."""
    write_sources(folder / "first")
    return told(folder / "first", {})


def incremental(folder: Path) -> Story:
    """A compiled vault of which two sources were edited, one was removed and one is new."""
    start = folder / "edited"
    write_sources(start, 5)
    compile_vault(Vault(start))
    before = pages(start)
    write_sources(start, 5, port=4002)
    (start / "raw/doc4.md").rename(start / "raw/new.md")
    (start / "raw/more.md").write_text("# Epsilon Cache\n\nEpsilon Cache caches what Beta Store holds.\n")
    return told(start, before)


def told(start: Path, before: Tree) -> Story:
    """The story of a compile that nothing disturbs."""
    done = start.with_name(f"{start.name}-done")
    shutil.copytree(start, done, copy_function=shutil.copy2)
    compile_vault(Vault(done))
    return Story(start, done, before, pages(done))


def hold_whole(vault: Path, story: Story) -> None:
    """Each page is the whole old or the whole new one; the index is the whole old or the whole new one, or none."""
    for path, data in pages(vault).items():
        assert data in (story.before.get(path), story.after.get(path)), f"{path} is neither old nor new"
    index = open_index(vault / ".wikigraph/index")
    if index is not None:
        with index:
            counts = index.counts()
            assert counts.documents >= 4 and counts.text_units >= counts.documents
    if story.before and index is None:
        raise AssertionError("the index of the compile before is lost")


def hold_recovered(vault: Path, story: Story) -> None:
    """The next compile ends as an undisturbed one, leaves nothing behind, and the one after it has nothing to do."""
    report = compile_vault(Vault(vault))
    assert errors_of(report) == []
    assert pages(vault) == story.after
    assert [p for p in check(Vault(vault)) if p.severity == "error"] == []
    assert [*(vault / "wiki").rglob(".*"), *(vault / ".wikigraph").rglob("building*")] == []  # nothing is left behind
    assert not check_compiled(Vault(vault)).is_stale
    again = compile_vault(Vault(vault))
    assert not any(step.n_run for step in again.steps) and not again.pages_written


def errors_of(report: CompileReport) -> list[str]:
    return [f"{d.code} {d.path}" for d in report.diagnostics if d.severity == "error"]


def run_compile(vault: Path, *options: str, before: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    """`wikigraph compile --json` in a process of its own."""
    command = [*before, *COMPILE, str(vault), *options]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=environment())


def start_compile(vault: Path, *options: str) -> subprocess.Popen[str]:
    command = [*COMPILE, str(vault), *options]
    return subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment()
    )


def environment() -> dict[str, str]:
    return {**os.environ, "WIKIGRAPH_EMBEDDER": "none", "WIKIGRAPH_PROCESSES": "1", "PYTHONDONTWRITEBYTECODE": "1"}


def failure(done: subprocess.CompletedProcess[str]) -> tuple[int, str]:
    """(exit code, what was told) of a compile."""
    try:
        told = json.loads(done.stdout)
    except json.JSONDecodeError:
        return done.returncode, done.stdout + done.stderr
    if "error" in told:
        return done.returncode, told["error"]["code"]
    codes = {d["code"] for d in told["diagnostics"] if d["severity"] == "error"}
    return done.returncode, " ".join(sorted(codes))
