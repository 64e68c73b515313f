"""P3 and P4: a compile with nothing to do, and one after one sentence was edited, each in a cold process.

    python benchmarks/incremental_speed.py [--data DIR] [--documents 10000] [--rounds 3] [--vault DIR]

The vault is made of English passages of DATA/retrieval, one file each, and compiled; `--vault` names one that is
compiled already (it is edited, and put back). Every edit negates one sentence of one document. Counted: files of wiki/
whose bytes or time changed, reports that ran. With nothing to do no file of the vault may change.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import tempfile
import time
from pathlib import Path

from measure import PRODUCT, Cost, data_folder, passage_vault, run, tell

COMPILE = (*PRODUCT, "compile", "--embedder", "none", "--json", "--vault")


def looks(root: Path) -> dict[str, tuple[int, int, int]]:
    """Every file of the vault as far as it can be seen without reading it."""
    found = ((path, path.stat()) for path in root.rglob("*") if path.is_file())
    held = {path.relative_to(root).as_posix(): (s.st_size, s.st_mtime_ns, s.st_ino) for path, s in found}
    held.pop(".wikigraph/lock", None)  # empty; held while a compile looks
    return held


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--documents", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--vault", type=Path)
    options = parser.parse_args()
    home = Path(tempfile.mkdtemp(prefix="wikigraph-incremental-"))
    root = options.vault or home / "vault"
    try:
        if options.vault is None:
            passage_vault(data_folder(options.data, "retrieval"), root, options.documents)
        run(*COMPILE, root)
        time.sleep(2.5)  # until the times of the files can vouch for them
        run(*COMPILE, root)
        idle = []
        for _ in range(options.rounds):
            before = looks(root)
            idle.append(run(*COMPILE, root))
            assert looks(root) == before, "a compile with nothing to do wrote something"
        edits, n_written, n_reports = edited(root, options.rounds)
        nothing, edit = Cost.median(idle), Cost.median(edits)
        tell("incremental", "python benchmarks/incremental_speed.py", [
            ("nothing to do", nothing.wall, nothing.cpu, nothing.peak, 0, 0, "≤ 2 s"),
            ("one sentence edited", edit.wall, edit.cpu, edit.peak, n_written, n_reports, "≤ 6 s"),
        ], ("compile", "wall s", "CPU s", "peak MB", "pages written", "reports run", "goal"),
            {"documents": json.loads(nothing.out)["documents"]})  # fmt: skip
    finally:
        shutil.rmtree(home)


def edited(root: Path, rounds: int) -> tuple[list[Cost], list[int], list[int]]:
    """(costs, pages written, reports run) of edits of one sentence each, put back at the end."""
    files = sorted(path for path in (root / "raw").rglob("*.md") if " is " in path.read_text("utf-8"))
    costs, n_written, n_reports = [], [], []
    for file in random.Random(5).sample(files, rounds):
        text = file.read_text("utf-8")
        before = looks(root / "wiki")
        file.write_text(text.replace(" is ", " is not ", 1), "utf-8")
        costs.append(run(*COMPILE, root))
        report = json.loads(costs[-1].out)
        changed = {path for path, _ in looks(root / "wiki").items() ^ before.items()}
        told = {*report["pages"]["written"], *report["pages"]["removed"], "wiki/log.md"}
        assert {f"wiki/{path}" for path in changed} <= told
        n_written.append(len(changed))
        n_reports.append(report["stages"]["report"]["run"])
        file.write_text(text, "utf-8")
        run(*COMPILE, root)
    return costs, n_written, n_reports


if __name__ == "__main__":
    main()
