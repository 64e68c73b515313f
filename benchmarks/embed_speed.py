"""P1: a compile with e5 against its floor, embedding the same texts the same way with plain onnxruntime.

    python benchmarks/embed_speed.py [--data DIR] [--documents 60] [--rounds 1]

The vault: transcripts of DATA/podcast (60 of 17,000 tokens each). The floor is a process of its own that reads the
texts that the product embedded from a file, loads the same model and tokenizer, and embeds each text in a run of its
own, as many side by side as there are cores, with nothing else around. Both start from cold, in turns; the model has
been converted before. The last column is the other usual way, batches of 8 sorted by length on all cores: its vectors
depend on their neighbours, so it is told for comparison only.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from pathlib import Path

from measure import PRODUCT, Cost, data_folder, folder_vault, run, tell

from wikigraph.providers.embedders import cache
from wikigraph.providers.embedders.e5 import NAME, e5_embedder
from wikigraph.store.index import open_index
from wikigraph.store.vectors import missing

FLOOR = """
import json, sys, os
from concurrent.futures import ThreadPoolExecutor
import numpy as np, onnxruntime
from tokenizers import Tokenizer
folder, texts, batch = sys.argv[1], json.load(open(sys.argv[2], encoding="utf-8")), int(sys.argv[3])
cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = 1 if batch == 1 else cores
session = onnxruntime.InferenceSession(folder + "/model.onnx", options, providers=["CPUExecutionProvider"])
tokenizer = Tokenizer.from_file(folder + "/tokenizer.json")
tokenizer.enable_truncation(512)
names = [item.name for item in session.get_inputs()]
def embed(some):
    tokenizer.no_padding() if len(some) == 1 else tokenizer.enable_padding(pad_id=1, pad_token="<pad>")
    found = tokenizer.encode_batch(some)
    ids = np.array([e.ids for e in found], np.int64)
    mask = np.array([e.attention_mask for e in found], np.int64)
    given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
    return session.run(None, {name: given[name] for name in names})[0]
texts = ["passage: " + text for text in texts]
if batch == 1:
    with ThreadPoolExecutor(cores) as pool:
        n = sum(len(v) for v in pool.map(lambda text: embed([text]), texts))
else:
    texts.sort(key=len)
    n = sum(len(embed(texts[at : at + batch])) for at in range(0, len(texts), batch))
print(n)
"""


def embedded_texts(root: Path) -> list[str]:
    """What a compile of this vault embeds."""
    index = open_index(root / ".wikigraph/index")
    assert index is not None
    with index:
        return [m.text for m in missing(lambda sql, parameters: index.rows(sql, **parameters), "", 10_000_000)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--documents", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=1)
    options = parser.parse_args()
    data = data_folder(options.data, "podcast/raw")
    e5_embedder().load()
    home = Path(tempfile.mkdtemp(prefix="wikigraph-embed-"))
    try:
        folder_vault(data / "podcast/raw", home / "all")
        for file in sorted((home / "all/raw").rglob("*.*"))[: options.documents]:
            (home / "vault/raw").mkdir(parents=True, exist_ok=True)
            shutil.move(file, home / "vault/raw" / file.name)
        root = home / "vault"
        run(*PRODUCT, "compile", "--embedder", "none", "--json", "--vault", root)
        texts = home / "texts.json"
        texts.write_text(json.dumps(embedded_texts(root)), "utf-8")
        floors, products, batches = [], [], []
        model = cache.models_folder() / NAME
        for _ in range(options.rounds):
            floors.append(run(sys.executable, "-c", FLOOR, model, texts, "1"))
            for made in ("wiki", ".wikigraph"):
                shutil.rmtree(root / made, ignore_errors=True)
            products.append(run(*PRODUCT, "compile", "--embedder", "e5", "--json", "--vault", root))
            batches.append(run(sys.executable, "-c", FLOOR, model, texts, "8"))
        product, floor, batch = (Cost.median(runs) for runs in (products, floors, batches))
        row = (options.documents, int(floor.out), product.wall, product.cpu, floor.wall, floor.cpu,
               product.wall / floor.wall, product.cpu / floor.cpu, product.peak, product.wall / batch.wall)  # fmt: skip
        columns = ("transcripts", "texts", "wall s", "CPU s", "floor wall s", "floor CPU s", "wall / floor",
                   "CPU / floor", "peak MB", "wall / batches of 8")  # fmt: skip
        tell("embed", "python benchmarks/embed_speed.py", [row], columns)
    finally:
        shutil.rmtree(home)


if __name__ == "__main__":
    main()
