"""P7: the closure of a source among 100,000 pages and a million links, from a cold process.

    python benchmarks/impact_speed.py [--pages 100000] [--links 1000000] [--rounds 5]

A vault is made whose pages stand on the disk with their links, half of them typed, and an index that a compile would
have left of them (written by the product's own writer; the links, once read by it, are the ones that were drawn). Then:
`wikigraph impact --json` in a process of its own, whose set is compared with a search over the drawn links; one
backlink look-up in the open index against reading and parsing every page (measured on a share of them).
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import tempfile
import time
from collections import defaultdict, deque
from pathlib import Path

from measure import PRODUCT, Cost, run, seconds, tell

from wikigraph import __version__
from wikigraph.app.kept import store_cycles, store_names
from wikigraph.model.record import FileState, LinkRow, Names, PageRow
from wikigraph.store.index import open_index
from wikigraph.store.index_writer import begin_index
from wikigraph.store.looking import SEEN, Seen
from wikigraph.text.links import page_links

RELATIONS = ("supported_by", "requires")
Drawn = dict[str, list[tuple[str, str]]]  # page → (relation, "" for a plain link; target)


def draw(n_pages: int, n_links: int, dice: random.Random) -> tuple[list[str], list[str], Drawn]:
    """(sources, pages, page → typed and plain links). The deeper a page, the fewer rest on it."""
    sources = [f"raw/{number // 1000:03}/s{number:06}.md" for number in range(n_pages // 10)]
    pages = [f"wiki/{('entities', 'topics')[number % 2]}/p{number:06}.md" for number in range(n_pages)]
    links: Drawn = {}
    each = n_links // n_pages
    for number, page in enumerate(pages):
        held = [("supported_by", dice.choice(sources))]
        if number and dice.random() < 0.6:
            held.append(("requires", pages[dice.randrange(number)]))
        held += [("", dice.choice(pages)) for _ in range(each - len(held))]
        links[page] = list(dict.fromkeys(held))
    return sources, pages, links


def write_vault(root: Path, sources: list[str], links: Drawn) -> list[FileState]:
    """The files and their states."""
    states = []
    for path in sources:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("# Source\n")
    for page, held in links.items():
        (root / page).parent.mkdir(parents=True, exist_ok=True)
        typed = {kind: [f'"[[{target[:-3]}]]"' for k, target in held if k == kind] for kind in RELATIONS}
        front = "".join(f"{kind}: [{', '.join(targets)}]\n" for kind, targets in typed.items() if targets)
        body = "".join(f"- [[{target[:-3]}]]\n" for kind, target in held if not kind)
        (root / page).write_text(f"---\ntitle: \"Page\"\n{front}---\n# Page\n\nText of a page.\n\n{body}")
    for path in (*sources, *links):
        state = (root / path).stat()
        states.append(FileState(path, state.st_size, state.st_mtime_ns, "", state.st_ctime_ns, state.st_ino))
    return states


def write_index(root: Path, states: list[FileState], links: Drawn) -> None:
    """What a compile would have left, as far as links go."""
    with begin_index(root / ".wikigraph/index", None, "benchmark") as writer:
        writer.replace_pages(
            [PageRow(page, "", "", "Page", True) for page in links],
            [LinkRow(page, kind, target, 3 if kind else 9, "front_matter" if kind else "wikilink")
             for page, held in links.items() for kind, target in held],
        )  # fmt: skip
        writer.replace_file_states(states)
        store_names(writer, Names(__version__, (), ()))
        writer.set_meta("wiki_taken_ns", str(time.time_ns() + 10**10))
        store_cycles(writer, ())
        looks = {state.path: state.looks for state in states if state.path in links}
        others = [state.path for state in states if state.path not in links]
        writer.set_meta(SEEN, Seen.of(looks, others).digest)
        writer.publish()


def expected(root: str, links: Drawn) -> set[str]:
    """The set, by a search of its own."""
    dependants = defaultdict(list)
    for page, held in links.items():
        for kind, target in held:
            if kind:
                dependants[target].append(page)
    found, queue = set[str](), deque([root])
    while queue:
        for page in dependants[queue.popleft()]:
            if page not in found:
                found.add(page)
                queue.append(page)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=100_000)
    parser.add_argument("--links", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    dice = random.Random(7)
    root = Path(tempfile.mkdtemp(prefix="wikigraph-impact-"))
    try:
        sources, pages, links = draw(options.pages, options.links, dice)
        write_index(root, write_vault(root, sources, links), links)
        runs, sizes = [], []
        for source in dice.sample(sources, options.rounds):
            cost = run(*PRODUCT, "impact", source, "--vault", root, "--relations", ",".join(RELATIONS), "--json")
            affected = {entry["page"] for entry in json.loads(cost.out)["affected"]}
            assert affected == expected(source, links), "the set is not the right one"
            runs.append(cost)
            sizes.append(len(affected))
        cold = Cost.median(runs)
        libraries = (PRODUCT[0], "-c", "import duckdb, click, msgspec, yaml")
        python = Cost.median([run(*libraries) for _ in range(options.rounds)])
        index = open_index(root / ".wikigraph/index")
        assert index is not None
        with index:
            names = iter(dice.sample(pages, 25))
            look_up = seconds(lambda: index.backlinks(next(names)), 25)
        some = dice.sample(pages, min(500, len(pages)))
        started = time.perf_counter()
        for page in some:
            page_links((root / page).read_text("utf-8"))
        whole = (time.perf_counter() - started) / len(some) * len(pages)
        n_links = sum(map(len, links.values()))
        tell("impact", "python benchmarks/impact_speed.py", [
            ("impact, cold process, wall s", cold.wall, "≤ 0.5"),
            ("… its CPU s", cold.cpu, ""),
            ("importing its libraries alone, wall s", python.wall, ""),
            ("a backlink look-up, ms", look_up * 1000, ""),
            ("reading and parsing every page, s (from a share)", whole, ""),
            ("… how many times a look-up", whole / look_up, "≥ 1000"),
        ], ("what", "figure", "goal"), {"pages": len(pages), "links": n_links, "sets": sizes})  # fmt: skip
    finally:
        shutil.rmtree(root)


if __name__ == "__main__":
    main()
