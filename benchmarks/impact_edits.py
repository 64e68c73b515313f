"""Promise 9 on real edits: of the pages that say something else after each edit, how many had impact named?

    python benchmarks/impact_edits.py V1 V2 [--files 15]

V1 and V2 are folders with two states of the same sources. V1 is compiled; then its files are replaced by those of V2,
one at a time. Before each compile `wikigraph impact` (the library function) tells what it expects; after it, the pages
are compared by what they state, read from the files: quotes with their sources, and sentences.
"""

from __future__ import annotations

import argparse
import re
import shutil
import statistics
import tempfile
import time
from pathlib import Path
from urllib.parse import unquote

from measure import tell

from wikigraph.app.compile import compile_vault
from wikigraph.app.impact import changed_impact
from wikigraph.store.vault import Vault

FOOTNOTE = re.compile(r'\[\^(c-[0-9a-f]+)\]: \[.*\]\(([^()\s]+)#L\d+(?:-L\d+)?\): "(.*)"')
REFERENCE = re.compile(r"\[\^c-[0-9a-f]+\]")
ID = re.compile(r'^id: "(.+)"$', re.MULTILINE)


def stated(root: Path) -> dict[str, tuple[str, frozenset[tuple[str, ...]]]]:
    """Id → (path, what the page states), the index and the log apart."""
    pages = {}
    for file in sorted((root / "wiki").rglob("*.md")):
        text = file.read_text(encoding="utf-8")
        id_ = ID.search(text)
        if id_ and id_[1] not in ("index", "log"):
            said: set[tuple[str, ...]] = set()
            for line in text.split("\n"):
                if footnote := FOOTNOTE.fullmatch(line):
                    said.add((unquote(footnote[2]).rpartition("raw/")[2], footnote[3]))
                elif "[^c-" in line and not line.startswith("- **"):
                    said.add((REFERENCE.sub("", line),))
            pages[id_[1]] = (file.relative_to(root).as_posix(), frozenset(said))
    return pages


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--files", type=int, default=15)
    options = parser.parse_args()
    root = Path(tempfile.mkdtemp(prefix="wikigraph-edits-"))
    missed, restated, named, exact, seconds = 0, [], [], [], []
    try:
        shutil.copytree(options.old, root / "raw")
        vault = Vault(root)
        compile_vault(vault, embedder="none")
        pairs = [(f, options.new / f.relative_to(options.old)) for f in sorted(options.old.rglob("*.md"))]
        edits = [(old, new) for old, new in pairs if new.exists() and new.read_bytes() != old.read_bytes()]
        step = max(1, len(edits) // options.files)
        for old, new in edits[::step][: options.files]:
            before = stated(root)
            shutil.copyfile(new, root / "raw" / old.relative_to(options.old))
            started = time.process_time()
            found = changed_impact(vault)
            seconds.append(time.process_time() - started)
            compile_vault(vault, embedder="none")
            after = stated(root)
            differ = {before[i][0] for i in before.keys() & after.keys() if before[i][1] != after[i][1]}
            pages = [hit for hit in found.affected if not hit.claim]
            missed += len(differ - {hit.page for hit in pages})
            missed += len({after[i][0] for i in after.keys() - before.keys()} - {*found.structural.created})
            restated.append(len(differ))
            named.append(len({hit.page for hit in pages}))
            exact.append(sum(hit.change == "statements" for hit in pages))
    finally:
        shutil.rmtree(root)
    tell("impact-edits", "python benchmarks/impact_edits.py V1 V2", [
        ("edits", len(restated), ""),
        ("pages that say something else and were not named", missed, "0"),
        ("pages that say something else, all edits", sum(restated), ""),
        ("… said to say something else", sum(exact), ""),
        ("… named in all, with what rests on them", sum(named), ""),
        ("CPU s of an impact, median", statistics.median(seconds), ""),
    ], ("what", "figure", "goal"), {"edits": len(restated)})  # fmt: skip


if __name__ == "__main__":
    main()
