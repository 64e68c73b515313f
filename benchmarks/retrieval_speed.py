"""P5 and P6: a question from a cold process, and retrieval in a warm one.

    python benchmarks/retrieval_speed.py [--data DIR] [--units 5000 100000] [--questions 50]

Vaults of English passages of DATA/retrieval, one file and about one text unit each; where there are too few, passages
are used again under other titles. Cold: `wikigraph ask --json` against a process that imports duckdb and opens the same
index, in turns. Warm: `ask` over an open index, per question, without an embedder.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

from measure import PRODUCT, Cost, data_folder, passages, run, tell

from wikigraph.app.ask import ask
from wikigraph.store.index import open_index

OPENING = """
import sys, duckdb
from pathlib import Path
folder = Path(sys.argv[1])
file = max(folder.glob("*.duckdb"), key=lambda path: path.stat().st_mtime)
duckdb.connect(str(file), read_only=True).execute("SELECT count(*) FROM text_unit").fetchall()
"""


def many_passages(data: Path, folder: Path, n: int) -> None:
    """A vault of n text units: where passages are few, several stand in one file, under titles of their own."""
    held = list(passages(data))
    per_file = -(-n // 10_000)
    for number in range(0, n, per_file):
        some = (held[at % len(held)] for at in range(number, min(n, number + per_file)))
        parts = [f"## {title} {number // len(held) or ''}\n\n{text}\n" for _, _, title, text in some]
        file = folder / "raw" / f"{number // per_file % 100:02}" / f"{number:06}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join(parts), "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--units", type=int, nargs="*", default=[5000, 100_000])
    parser.add_argument("--questions", type=int, default=50)
    options = parser.parse_args()
    data = data_folder(options.data, "retrieval/hotpotqa/questions.jsonl")
    lines = (data / "retrieval/hotpotqa/questions.jsonl").read_text("utf-8").splitlines()
    questions = [json.loads(line)["question"] for line in lines[: options.questions]]
    home = Path(tempfile.mkdtemp(prefix="wikigraph-retrieval-"))
    rows = []
    try:
        for n in options.units:
            root = home / str(n)
            many_passages(data, root, n)
            run(*PRODUCT, "compile", "--embedder", "none", "--json", "--vault", root)
            colds, floors = [], []
            for question in questions[:5]:
                floors.append(run(sys.executable, "-c", OPENING, root / ".wikigraph/index"))
                colds.append(run(*PRODUCT, "ask", question, "--json", "--vault", root))
            rows.append(row(root, questions, Cost.median(colds), Cost.median(floors)))
            shutil.rmtree(root)
        columns = ("units", "cold ask wall s", "CPU s", "floor wall s", "floor CPU s", "wall / floor", "CPU / floor",
                   "warm p50 ms", "warm p95 ms")  # fmt: skip
        tell("retrieval", "python benchmarks/retrieval_speed.py", rows, columns)
    finally:
        shutil.rmtree(home)


def row(root: Path, questions: list[str], cold: Cost, floor: Cost) -> tuple[object, ...]:
    index = open_index(root / ".wikigraph/index")
    assert index is not None
    with index:
        units = index.counts().text_units
        ask(index, questions[0])
        taken = []
        for question in questions:
            started = time.perf_counter()
            ask(index, question)
            taken.append((time.perf_counter() - started) * 1000)
    p95 = statistics.quantiles(taken, n=20)[-1]
    return (units, cold.wall, cold.cpu, floor.wall, floor.cpu, cold.wall / floor.wall, cold.cpu / floor.cpu,
            statistics.median(taken), p95)  # fmt: skip


if __name__ == "__main__":
    main()
