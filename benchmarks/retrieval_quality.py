"""What retrieval finds, channel by channel, on question sets: recall of gold documents, without a model.

    python benchmarks/retrieval_quality.py [--data DIR] [--sets 2wiki hotpotqa …] [--embedder e5] [--keep DIR]

Every set is compiled as a vault, a file for each passage, by the product; `pool` is the three English wiki sets in one
vault with the questions of all. The rows: BM25 and vectors alone, both by reciprocal ranks, both by scores (the
product where nothing is named), all channels (the product), the same without each part of the graph, with every link
leading to a document drawn at random (the control: what is left then is not the graph's), and without vectors.
Printed: recall@2, recall@5 and the share of questions with every gold document among five, each in %, over all
questions and over one half of them (by hash of the question; choose constants on the other), and recall@5 by type.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np
from answers import sources
from measure import data_folder, tell
from msgspec.structs import replace

from wikigraph.app.compile import compile_vault
from wikigraph.app.meaning import Meaning, open_meaning
from wikigraph.retrieval.basic import Params, retrieve
from wikigraph.retrieval.question import analyse
from wikigraph.store.index import Index, open_index
from wikigraph.store.network import IndexNetwork
from wikigraph.store.terms import IndexTerms, terms_of
from wikigraph.store.vault import Vault

WIKIS = ("2wiki", "hotpotqa", "musique")
SETS = (*WIKIS, "xquad_zh2en", "squad_it", "cmrc_zh", "pool")
_PLAIN = {"gate": 9.0, "graph": replace(Params().graph, wiki_like=(9.0, 10.0))}  # nothing is named, nothing is linked
ROWS: dict[str, dict[str, Any]] = {
    "BM25": {**_PLAIN, "with_vectors": False},
    "vectors": {**_PLAIN, "known_share": 1e9},
    "by ranks": {**_PLAIN, "fusion": "ranks"},
    "by scores": _PLAIN,
    "all channels": {},
    "– named documents": {"named": 0.0},
    "– their links": {"linked": 0.0},
    "– walk": {"walked": 0.0},
    "– bridges": {"bridged": 0.0, "covering": 0.0},
    "rewired": {"is_rewired": True},
    "all without vectors": {"with_vectors": False},
}
_DRAWS = 2000


@dataclass(frozen=True)
class Asked:
    text: str
    gold: frozenset[str]
    type: str
    is_in_half: bool


class Rewired(IndexTerms):
    """An index whose links and names lead to what chance drew; how many there are of each stays. What units say to
    words and vectors is untouched, but the names in their texts are those of other units."""

    def network(self) -> IndexNetwork:
        return self._drawn

    def texts(self, numbers: Sequence[int]) -> list[str]:
        return super().texts([self._others[number] for number in numbers])

    def titles_named(self, numbers: Sequence[int]) -> dict[int, list[str]]:
        found = super().titles_named([self._others[number] for number in numbers])
        return {number: found.get(self._others[number], []) for number in numbers}

    def units_of_documents(self, paths: Sequence[str]) -> dict[str, list[tuple[int, str]]]:
        held = super().units_of_documents(paths)
        return {
            path: [(number, text) for (number, _), text in zip(units, self.texts([n for n, _ in units]), strict=True)]
            for path, units in held.items()
        }

    @cached_property
    def _others(self) -> dict[int, int]:
        units = IndexNetwork(self._index).units
        return dict(zip(units.tolist(), np.random.default_rng(6).permutation(units).tolist(), strict=True))

    @cached_property
    def _drawn(self) -> IndexNetwork:
        network = IndexNetwork(self._index)
        dice = np.random.default_rng(5)
        unit, entity, n_units = network._mentions
        network.__dict__["_mentions"] = unit, dice.permutation(entity), n_units
        source, document, weight, alone = IndexNetwork(self._index)._links
        network.__dict__["_links"] = source, dice.permutation(document), weight, alone
        return network


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--sets", nargs="*", default=SETS)
    parser.add_argument("--rows", nargs="*", default=tuple(ROWS))
    parser.add_argument("--embedder", default="e5")
    parser.add_argument("--keep", type=Path, help="folder where the vaults stay, to measure again quickly")
    options = parser.parse_args()
    data = data_folder(options.data, "retrieval") / "retrieval"
    rows: list[tuple[object, ...]] = []
    with tempfile.TemporaryDirectory() as temporary:
        for name in options.sets:
            root = ready(data, (options.keep or Path(temporary)) / name, parts(name), options.embedder)
            index = open_index(root / ".wikigraph" / "index")
            assert index is not None
            with index:
                rows += measured(name, index, Vault(root), questions(data, parts(name)), options.rows)
    tell("retrieval_quality", "python benchmarks/retrieval_quality.py", rows, (
        "set", "channels", "recall@2", "recall@5", "all@5", "half @2", "half @5", "differs from best single",
        "ms", "recall@5 by type",
    ), {"embedder": options.embedder})  # fmt: skip


def parts(name: str) -> Sequence[str]:
    return WIKIS if name == "pool" else (name,)


def ready(data: Path, root: Path, names: Sequence[str], embedder: str) -> Path:
    """The vault of some corpora, compiled if it is not there."""
    if not (root / "raw").is_dir():
        for name in names:
            corpus = [json.loads(line) for line in (data / name / "corpus.jsonl").open(encoding="utf-8")]
            folder = root / "raw" / name
            folder.mkdir(parents=True)
            for path, text in sources(corpus):
                (folder / PurePosixPath(path).name).write_text(text, encoding="utf-8")
    compile_vault(Vault(root), embedder=embedder)
    return root


def questions(data: Path, names: Sequence[str]) -> list[Asked]:
    return [
        Asked(q["question"], frozenset(f"raw/{name}/{gold}.md" for gold in q["gold"]), q.get("type", ""),
              hashlib.sha256(q["question"].encode()).digest()[0] % 2 == 1)
        for name in names for q in map(json.loads, (data / name / "questions.jsonl").open(encoding="utf-8"))
    ]  # fmt: skip


def measured(
    name: str, index: Index, vault: Vault, asked: Sequence[Asked], wanted: Sequence[str]
) -> list[tuple[object, ...]]:
    meaning, _ = open_meaning(index, vault)
    paths = dict(index.rows("SELECT number, path FROM text_unit"))
    found: dict[str, list[tuple[float, float, float]]] = {}
    rows: list[tuple[object, ...]] = []
    for row in wanted:
        scores, seconds = ranked(index, paths, meaning, asked, ROWS[row])
        found[row] = scores
        by_type: dict[str, list[float]] = defaultdict(list)
        for question, score in zip(asked, scores, strict=True):
            by_type[question.type].append(score[1])
        held = [score for question, score in zip(asked, scores, strict=True) if question.is_in_half]
        types = ", ".join(f"{kind} {mean(values):.0f}" for kind, values in sorted(by_type.items()) if kind)
        rows.append((name, row, *map(mean, zip(*scores, strict=True)), *list(map(mean, zip(*held, strict=True)))[:2],
                     difference(found, row), round(1000 * statistics.median(seconds), 1), types))  # fmt: skip
        print(name, row, *(f"{value:.1f}" for value in rows[-1][2:7]), flush=True)  # type: ignore[str-bytes-safe]
    return rows


def ranked(
    index: Index, paths: dict[int, str], meaning: Meaning | None, asked: Sequence[Asked], row: dict[str, Any]
) -> tuple[list[tuple[float, float, float]], list[float]]:
    """(recall@2, recall@5, all@5) of each question, and the time each took, without embedding it."""
    changes = {key: value for key, value in row.items() if key not in ("with_vectors", "is_rewired")}
    params = replace(Params(), **changes)
    terms = Rewired(index) if row.get("is_rewired") else terms_of(index)
    scores, seconds = [], []
    for question in asked:
        like = meaning.likeness(question.text) if meaning is not None and row.get("with_vectors", True) else None
        started = time.perf_counter()
        units = retrieve(terms, analyse(question.text), 200, params, like).units
        seconds.append(time.perf_counter() - started)
        ranking = list(dict.fromkeys(paths[unit] for unit in units))
        at = [len(question.gold.intersection(ranking[:k])) / len(question.gold) for k in (2, 5)]
        scores.append((at[0], at[1], float(at[1] == 1.0)))
    return scores, seconds


def difference(found: dict[str, list[tuple[float, float, float]]], row: str) -> str:
    """Of recall@5 from the best of BM25, vectors and both by ranks: mean and 95% interval (paired bootstrap)."""
    singles = [found[name] for name in ("BM25", "vectors", "by ranks") if name in found and name != row]
    if not singles or row in ("BM25", "vectors", "by ranks"):
        return ""
    best = max(singles, key=lambda scores: mean([score[1] for score in scores]))
    gains = [ours[1] - theirs[1] for ours, theirs in zip(found[row], best, strict=True)]
    dice = random.Random(5)
    draws = sorted(mean(dice.choices(gains, k=len(gains))) for _ in range(_DRAWS))
    return f"{mean(gains):+.1f} ({draws[_DRAWS // 40]:+.1f} … {draws[-_DRAWS // 40]:+.1f})"


def mean(values: Sequence[float]) -> float:
    return 100 * sum(values) / max(1, len(values))


if __name__ == "__main__":
    main()
