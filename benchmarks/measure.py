"""What the benchmarks share: vaults made of data, commands run and measured, figures told.

Every ratio is of two measurements of one run on one machine, taken in turns so that a change of its load strikes both.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

PRODUCT = (sys.executable, "-m", "wikigraph")


@dataclass(frozen=True)
class Cost:
    """What a process took."""

    wall: float  # seconds
    cpu: float  # seconds, of it and its children
    peak: float  # MB, of the largest of them
    out: str

    @classmethod
    def median(cls, runs: Sequence[Cost]) -> Cost:
        """Medians of several runs; the output of the last."""
        wall, cpu, peak = (statistics.median(getattr(run, name) for run in runs) for name in ("wall", "cpu", "peak"))
        return cls(wall, cpu, peak, runs[-1].out)


def run(*command: str | Path, ok: Sequence[int] = (0, 1)) -> Cost:
    """Runs a process to its end, measured by the system's accounts."""
    root = Path(__file__).parents[1]
    quiet = {"ORT_DISABLE_TELEMETRY": "1"}  # floors must not send anything either
    environment = {**os.environ, **quiet, "PYTHONPATH": f"{root}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
    started = time.perf_counter()
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, env=environment)
    assert process.stdout is not None
    out = process.stdout.read().decode("utf-8")
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in ok:
        raise SystemExit(f"{' '.join(map(str, command))} ended with {process.returncode}")
    return Cost(time.perf_counter() - started, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, out)


def seconds(work: Callable[[], object], rounds: int) -> float:
    """Median wall time of `work` in this process."""
    taken = []
    for _ in range(rounds):
        started = time.perf_counter()
        work()
        taken.append(time.perf_counter() - started)
    return statistics.median(taken)


def passages(data: Path) -> Iterator[tuple[str, str, str, str]]:
    """(corpus, id, title, text) of every passage of DATA/retrieval that is in English, in an order by hash."""
    found = []
    for corpus in ("2wiki", "hotpotqa", "musique"):
        file = data / "retrieval" / corpus / "corpus.jsonl"
        for line in file.read_text("utf-8").splitlines() if file.is_file() else ():
            held = json.loads(line)
            mark = hashlib.sha256(f"{corpus} {held['id']}".encode()).hexdigest()
            found.append((mark, (corpus, held["id"], held["title"], held["text"])))
    yield from (passage for _, passage in sorted(found))


def passage_vault(data: Path, folder: Path, n: int) -> int:
    """A vault of the first n passages, one file each; gives how many there were."""
    written = 0
    for corpus, name, title, text in passages(data):
        if written == n:
            break
        file = folder / "raw" / corpus / f"{name[:80].replace('/', '-')}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"# {title}\n\n{text}\n", "utf-8")
        written += 1
    return written


def folder_vault(source: Path, folder: Path) -> int:
    """A vault of the Markdown and text files of a folder; gives how many there were."""
    files = sorted(path for path in source.rglob("*") if path.suffix in (".md", ".markdown", ".txt"))
    for file in files:
        target = folder / "raw" / file.relative_to(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)
    return len(files)


def data_folder(argument: Path | None, needs: str) -> Path:
    """The folder of data named on the command line, else `../shared/data`; ends the run, with a reason, without it."""
    data = argument or Path(__file__).parents[2] / "shared" / "data"
    if not (data / needs).exists():
        print(json.dumps({"skipped": f"there is no {needs} in {data.name}: name the folder of data"}))
        raise SystemExit(0)
    return data


def tell(
    name: str, command: str, rows: Iterable[Sequence[object]], columns: Sequence[str], extra: object = None
) -> None:
    """One JSON object, then the same as a table to read."""
    held = [dict(zip(columns, row, strict=True)) for row in rows]
    print(json.dumps({"benchmark": name, "command": command, "rows": held, "conditions": extra}, ensure_ascii=False))
    print(f"\n| {' | '.join(columns)} |\n|{'---|' * len(columns)}")
    for row in held:
        print("| " + " | ".join(f"{v:.3g}" if isinstance(v, float) else str(v) for v in row.values()) + " |")
