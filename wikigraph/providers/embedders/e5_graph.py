"""Weights of multilingual-e5-small → a quantised ONNX model and its tokenizer.

The word table stays in 4 bits. Matrix products are 8-bit: weights by column, activations by text (as onnxruntime's
quantize_dynamic does it, which was the fastest way on a CPU without VNNI). Weights use 7 of the 8 bits, because without
VNNI the sum of two products of full 8-bit numbers overflows. Inputs: input_ids, attention_mask (int64, batch × length);
output: embedding (batch × hidden, length 1).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors

from wikigraph.providers.embedders import onnx_file
from wikigraph.providers.embedders.e5_weights import BLOCK, E5Weights

_MICROSOFT = "com.microsoft"
_LARGEST = 64  # of a quantised weight


class _Graph:
    """Nodes and constants as they come; every operation gives the name of its result."""

    def __init__(self) -> None:
        self.nodes: list[bytes] = []
        self.tensors: list[bytes] = []

    def constant(self, name: str, array: npt.NDArray[Any]) -> str:
        self.tensors.append(onnx_file.tensor(name, array))
        return name

    def add(
        self, op: str, inputs: Sequence[str], output: str, domain: str = "", **attributes: onnx_file.Attribute
    ) -> str:
        self.nodes.append(onnx_file.node(op, inputs, [output], domain, **attributes))
        return output

    def layer_norm(self, x: str, weights: E5Weights, name: str, output: str) -> str:
        parts = [self.constant(f"{name}.{part}", weights.floats(f"{name}.{part}")) for part in "wb"]
        return self.add("LayerNormalization", [x, *parts], output, axis=-1, epsilon=weights.epsilon)

    def quantised(self, x: str) -> str:
        """Activations in 8 bits: the names x.q, x.scale and x.zero."""
        self.nodes.append(onnx_file.node("DynamicQuantizeLinear", [x], [f"{x}.q", f"{x}.scale", f"{x}.zero"]))
        return x

    def linear(self, x: str, weights: E5Weights, name: str, width: int) -> str:
        """x · Wᵀ + b for activations that went through `quantised`."""
        matrix = weights.matrix(f"{name}.w", width).T
        scale = np.abs(matrix).max(axis=0) / np.float32(_LARGEST)
        scale[scale == 0] = 1
        numbers = np.clip(np.rint(matrix / scale), -_LARGEST, _LARGEST).astype(np.int8)
        stored = self.constant(f"{name}.q", numbers)
        zero = self.constant(f"{name}.zero", np.zeros(len(scale), np.int8))
        product = self.add("MatMulInteger", [f"{x}.q", stored, f"{x}.zero", zero], f"{name}.int")
        cast = self.add("Cast", [product], f"{name}.cast", to=onnx_file.FLOAT)
        factor = self.add("Mul", [f"{x}.scale", self.constant(f"{name}.scale", scale)], f"{name}.factor")
        scaled = self.add("Mul", [cast, factor], f"{name}.mm")
        return self.add("Add", [scaled, self.constant(f"{name}.b", weights.floats(f"{name}.b"))], f"{name}.out")


def model_bytes(weights: E5Weights) -> bytes:
    """The ONNX file."""
    graph = _Graph()
    x = _embeddings(graph, weights)
    mask = graph.add("Cast", ["attention_mask"], "mask32", to=onnx_file.INT32)
    for number in range(weights.layers):
        x = _layer(graph, weights, f"l{number}", x, mask)
    _mean(graph, x)
    inputs = [onnx_file.value(name, onnx_file.INT64, ["batch", "length"]) for name in ("input_ids", "attention_mask")]
    outputs = [onnx_file.value("embedding", onnx_file.FLOAT, ["batch", weights.hidden])]
    return onnx_file.model("e5", graph.nodes, graph.tensors, inputs, outputs, {"": 20, _MICROSOFT: 1})


def _embeddings(graph: _Graph, weights: E5Weights) -> str:
    numbers, scales = weights.nibbles("emb.word", weights.hidden)
    packed = (numbers[:, 0::2] | (numbers[:, 1::2] << 4)).astype(np.uint8)
    words = graph.add(
        "GatherBlockQuantized",
        [graph.constant("word", packed), "input_ids", graph.constant("word.scale", scales)], "words", _MICROSOFT,
        bits=4, block_size=BLOCK, gather_axis=0, quantize_axis=1,
    )  # fmt: skip
    # Positions count the real tokens: the running sum of the mask, less one.
    running = graph.add("CumSum", ["attention_mask", graph.constant("axis1", np.array(1, np.int64))], "running")
    places = graph.add("Sub", [running, graph.constant("one", np.array([[1]], np.int64))], "places")
    table = graph.constant("pos", weights.floats("emb.pos").reshape(-1, weights.hidden))
    summed = graph.add("Add", [words, graph.add("Gather", [table, places], "positions")], "summed")
    kind = graph.constant("kind", weights.floats("emb.type")[: weights.hidden].reshape(1, 1, -1))
    return graph.layer_norm(graph.add("Add", [summed, kind], "embedded"), weights, "emb.ln", "x0")


def _layer(graph: _Graph, weights: E5Weights, name: str, x: str, mask: str) -> str:
    hidden = weights.hidden
    graph.quantised(x)
    query, key, value = (graph.linear(x, weights, f"{name}.{part}", hidden) for part in "qkv")
    seen = graph.add(
        "MultiHeadAttention", [query, key, value, "", mask], f"{name}.seen", _MICROSOFT, num_heads=weights.heads
    )
    seen = graph.linear(graph.quantised(seen), weights, f"{name}.ao", hidden)
    x = graph.layer_norm(graph.add("Add", [seen, x], f"{name}.r1"), weights, f"{name}.aln", f"{name}.x1")
    inner = graph.add("Gelu", [graph.linear(graph.quantised(x), weights, f"{name}.fi", hidden)], f"{name}.gelu")
    inner = graph.linear(graph.quantised(inner), weights, f"{name}.fo", weights.ffn)
    return graph.layer_norm(graph.add("Add", [inner, x], f"{name}.r2"), weights, f"{name}.oln", f"{name}.x2")


def _mean(graph: _Graph, x: str) -> None:
    """The mean over the real tokens, made as long as 1."""
    real = graph.add("Cast", ["attention_mask"], "maskf", to=onnx_file.FLOAT)
    mask = graph.add("Unsqueeze", [real, graph.constant("last", np.array([-1], np.int64))], "mask3")
    axis = graph.constant("sequence", np.array([1], np.int64))
    total = graph.add("ReduceSum", [graph.add("Mul", [x, mask], "masked"), axis], "total", keepdims=0)
    count = graph.add("ReduceSum", [mask, axis], "count", keepdims=0)
    graph.add("LpNormalization", [graph.add("Div", [total, count], "mean")], "embedding", axis=-1, p=2)


def tokenizer_json(weights: E5Weights) -> str:
    """The file tokenizer.json: a unigram model over XLM-RoBERTa's pieces."""
    tokenizer = Tokenizer(models.Unigram(weights.pieces, unk_id=weights.unknown, byte_fallback=False))
    tokenizer.normalizer = normalizers.Sequence([
        normalizers.Nmt(), normalizers.NFKC(), normalizers.Replace(Regex(" {2,}"), " "),
    ])  # fmt: skip
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="always")
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", weights.bos), ("</s>", weights.eos)]
    )
    tokenizer.add_special_tokens([weights.pieces[place][0] for place in (weights.bos, weights.eos, weights.pad)])
    return str(tokenizer.to_str())
