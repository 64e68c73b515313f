"""P5 and P6: a question from a cold process, and retrieval in a warm one.

    python benchmarks/retrieval_speed.py [--data DIR] [--cold 5000] [--warm 6000 100000] [--questions 50] [--rounds 7]

The vaults are those of question_vault.py: real passages in a file each, their index written by the product's own writer
in seconds instead of a compile's minutes; vectors have the shape and key of e5 and are random. So the answers say
nothing here; how many there are is told, since an answer costs more than "no data".

Cold, in turns: `wikigraph ask --json` and its floor, a process that imports the same libraries, opens the same index
and embeds one query, as their manuals do it (without vectors: imports duckdb and opens the index).
Warm, over an open index: `words` is BM25; `search` is words and vectors with the query embedded by e5; `channels` is
what local search retrieves by: named entities with their text units, words, vectors and names of documents; `ask` is
the whole answer, mode auto.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from measure import PRODUCT, Cost, data_folder, run, tell
from question_vault import write_vault

from wikigraph.app.ask import ask
from wikigraph.app.local import begin
from wikigraph.app.meaning import IndexMeaning, open_meaning
from wikigraph.app.search import search
from wikigraph.providers.embedders import cache, e5
from wikigraph.retrieval import local_
from wikigraph.retrieval.basic import retrieve
from wikigraph.retrieval.question import analyse
from wikigraph.store.index import Index, open_index
from wikigraph.store.passages import passages
from wikigraph.store.surroundings import IndexSurroundings
from wikigraph.store.terms import terms_of
from wikigraph.store.vault import open_vault

OPENING = """
import sys, duckdb
from pathlib import Path
file = max(Path(sys.argv[1]).glob("*.duckdb"), key=lambda path: path.stat().st_mtime)
duckdb.connect(str(file), read_only=True).execute("SELECT count(*) FROM text_unit").fetchall()
"""
EMBEDDING = OPENING + """
import numpy, onnxruntime
from tokenizers import Tokenizer
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = 1
session = onnxruntime.InferenceSession(sys.argv[2] + "/model.onnx", options, providers=["CPUExecutionProvider"])
tokenizer = Tokenizer.from_file(sys.argv[2] + "/tokenizer.json")
ids = numpy.array([tokenizer.encode("query: " + sys.argv[3]).ids], numpy.int64)
session.run(None, {"input_ids": ids, "attention_mask": numpy.ones_like(ids)})
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--cold", type=int, nargs="*", default=[5000])
    parser.add_argument("--warm", type=int, nargs="*", default=[6000, 100_000])
    parser.add_argument("--questions", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    data = data_folder(options.data, "retrieval/hotpotqa/questions.jsonl")
    lines = (data / "retrieval/hotpotqa/questions.jsonl").read_text("utf-8").splitlines()
    questions = [json.loads(line)["question"] for line in lines[: options.questions]]
    os.environ.pop("WIKIGRAPH_EMBEDDER", None)
    e5.e5_embedder().load()  # converted, if it was not
    home = Path(tempfile.mkdtemp(prefix="wikigraph-retrieval-"))
    cold_rows: list[tuple[object, ...]] = []
    warm_rows: list[tuple[object, ...]] = []
    try:
        for n in dict.fromkeys((*options.cold, *options.warm)):
            for with_vectors in (True, False) if n in options.cold else (True,):
                root = home / f"{n}-{with_vectors}"
                write_vault(data, root, n, with_vectors=with_vectors)
                if n in options.cold:
                    cold_rows.append(cold(root, n, questions[: options.rounds], with_vectors=with_vectors))
                if n in options.warm and with_vectors:
                    warm_rows += warm(root, questions)
                shutil.rmtree(root)
        command = "python benchmarks/retrieval_speed.py"
        tell("cold ask", command, cold_rows, ("units", "e5", "wall s", "CPU s", "peak MB", "floor wall s",
             "floor CPU s", "floor peak MB", "wall / floor", "CPU / floor", "answered"))  # fmt: skip
        tell("warm retrieval", command, warm_rows, ("units", "what", "p50 ms", "p95 ms", "CPU p50 ms", "answered"))
    finally:
        shutil.rmtree(home)


def cold(root: Path, n: int, questions: list[str], *, with_vectors: bool) -> tuple[object, ...]:
    model = cache.models_folder() / e5.NAME
    asked, floors, n_answered = [], [], 0
    for question in questions:
        if with_vectors:
            floors.append(run(sys.executable, "-c", EMBEDDING, root / ".wikigraph/index", model, question))
        else:
            floors.append(run(sys.executable, "-c", OPENING, root / ".wikigraph/index"))
        asked.append(run(*PRODUCT, "ask", question, "--json", "--vault", root))
        n_answered += json.loads(asked[-1].out)["status"] == "ready"
    cost, floor = Cost.median(asked), Cost.median(floors)
    return (n, "yes" if with_vectors else "no", cost.wall, cost.cpu, cost.peak, floor.wall, floor.cpu, floor.peak,
            cost.wall / floor.wall, cost.cpu / floor.cpu, f"{n_answered} of {len(questions)}")  # fmt: skip


def warm(root: Path, questions: list[str]) -> list[tuple[object, ...]]:
    index = open_index(root / ".wikigraph/index")
    assert index is not None
    with index:
        meaning, notes = open_meaning(index, open_vault(root, root))
        assert meaning is not None, notes
        whats: dict[str, Callable[[str], object]] = {
            "words": lambda question: search(index, question),
            "search": lambda question: search(index, question, meaning=meaning),
            "channels": lambda question: channels(index, meaning, question),
            "ask": lambda question: ask(index, question, meaning=meaning).status == "ready",
        }
        meaning.passages(["a text of some length " * 20] * 20)  # a process that has answered before
        return [(index.counts().text_units, what, *measured(work, questions)) for what, work in whats.items()]


def channels(index: Index, meaning: IndexMeaning, question: str) -> object:
    """Everything that local search retrieves text units by."""
    asked, terms = analyse(question), terms_of(index)
    terms.read_ahead(asked.terms)
    around = IndexSurroundings(index, terms)
    named = begin(around, question, (), local_.Params()).named
    units = around.units_of([entry.entity_id for entry in named])
    found = retrieve(terms, asked, 100, likeness=meaning.likeness(asked.text))
    return units, passages(index, found.units[:10])


def measured(work: Callable[[str], object], questions: list[str]) -> tuple[float, float, float, str]:
    work(questions[-1])
    walls, cpus, n_answered = [], [], 0
    for question in questions:
        wall, cpu = time.perf_counter(), time.process_time()
        n_answered += work(question) is True
        walls.append((time.perf_counter() - wall) * 1000)
        cpus.append((time.process_time() - cpu) * 1000)
    p95 = statistics.quantiles(walls, n=20)[-1]
    return statistics.median(walls), p95, statistics.median(cpus), str(n_answered or "")


if __name__ == "__main__":
    main()
