"""P2: a compile without a model against the floor of parsing and tokenising the same files.

    python benchmarks/compile_speed.py [--data DIR] [--sizes 2000 8000] [--rounds 3]

The floor reads every file, parses it with markdown-it-py and splits its text into words with one regular expression,
in one process of its own, start included. Vaults: English passages of DATA/retrieval, one file each, at several sizes
(the last column is the time per document against that of the smallest), and DATA/podcast (60 transcripts of 17,000
tokens). Product and floor take turns. Wall and CPU time are given, because the product uses several cores; on a machine
with other work CPU is the figure to trust.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import tempfile
from pathlib import Path

from measure import PRODUCT, Cost, data_folder, folder_vault, passage_vault, run, tell

WORD = re.compile(r"\w+|[^\w\s]")


def floor(folder: Path) -> None:
    """Reads, parses and tokenises every file below a folder; prints how many tokens there are."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark")
    n = 0
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            text = file.read_text("utf-8")
            parser.parse(text)
            n += len(WORD.findall(text))
    print(n)


def measured(root: Path, rounds: int) -> tuple[Cost, Cost]:
    """(product, floor), medians of runs that take turns; each compile starts from nothing."""
    products, floors = [], []
    for _ in range(rounds):
        for made in ("wiki", ".wikigraph"):
            shutil.rmtree(root / made, ignore_errors=True)
        floors.append(run(sys.executable, __file__, "--floor", root / "raw"))
        products.append(run(*PRODUCT, "compile", "--embedder", "none", "--vault", root, "--json"))
    return Cost.median(products), Cost.median(floors)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--sizes", type=int, nargs="*", default=[2000, 8000])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--floor", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.floor:
        floor(options.floor)
        return
    data = data_folder(options.data, "retrieval")
    home = Path(tempfile.mkdtemp(prefix="wikigraph-compile-"))
    rows: list[tuple[object, ...]] = []
    first = 0.0
    try:
        for size in options.sizes:
            root = home / str(size)
            n = passage_vault(data, root, size)
            product, least = measured(root, options.rounds if size < 5000 else 1)
            first = first or product.cpu / n
            rows.append(row(f"{n} passages", n, product, least, product.cpu / n / first))
            shutil.rmtree(root)
        if (data / "podcast").is_dir():
            n = folder_vault(data / "podcast/raw", home / "podcast")
            product, least = measured(home / "podcast", options.rounds)
            rows.append(row("podcast", n, product, least, ""))
        columns = ("vault", "wall s", "CPU s", "floor wall s", "floor CPU s", "wall / floor", "CPU / floor", "peak MB",
                   "ms CPU per document", "against the smallest")  # fmt: skip
        tell("compile", "python benchmarks/compile_speed.py", rows, columns)
    finally:
        shutil.rmtree(home)


def row(name: str, n: int, product: Cost, least: Cost, growth: object) -> tuple[object, ...]:
    return (
        name, product.wall, product.cpu, least.wall, least.cpu, product.wall / least.wall, product.cpu / least.cpu,
        product.peak, product.cpu / n * 1000, growth,
    )  # fmt: skip


if __name__ == "__main__":
    main()
