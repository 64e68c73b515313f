"""A real ONNX model of a few kilobytes: the mean of the vectors of a text's words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

from wikigraph.providers.embedders import onnx_file

# Words of one row mean the same; a word that stands nowhere gets a direction of its own.
MEANINGS = (
    ("docker", "container", "containers", "containerization", "image"),
    ("bread", "dough", "flour", "sourdough", "pane"),
    ("graph", "node", "edge", "nodes", "grafo"),
)


def write_model(folder: Path, dimension: int = 8, meanings: Sequence[Sequence[str]] = MEANINGS) -> Path:
    """Writes model.onnx and tokenizer.json."""
    folder.mkdir(parents=True, exist_ok=True)
    words = ["[UNK]", *(word for row in meanings for word in row)]
    table = np.zeros((len(words), dimension), np.float32)
    table[0, dimension - 1] = 1.0
    for row, same in enumerate(meanings):
        for word in same:
            table[words.index(word), row] = 1.0
            table[words.index(word), dimension - 1] = 0.01 * words.index(word)
    nodes = [
        onnx_file.node("Gather", ["table", "input_ids"], ["words"]),
        onnx_file.node("ReduceMean", ["words", "axis"], ["embedding"], keepdims=0),
    ]
    tensors = [onnx_file.tensor("table", table), onnx_file.tensor("axis", np.array([1], np.int64))]
    inputs = [onnx_file.value("input_ids", onnx_file.INT64, ["batch", "length"])]
    outputs = [onnx_file.value("embedding", onnx_file.FLOAT, ["batch", dimension])]
    (folder / "model.onnx").write_bytes(onnx_file.model("small", nodes, tensors, inputs, outputs, {"": 20}))
    (folder / "tokenizer.json").write_text(_tokenizer(dict(zip(words, range(len(words)), strict=True))), "utf-8")
    return folder


def _tokenizer(vocabulary: Mapping[str, int]) -> str:
    tokenizer = Tokenizer(models.WordLevel(dict(vocabulary), unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    return str(tokenizer.to_str())
