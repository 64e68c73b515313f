"""An ONNX model and its tokenizer → an Embedder.

What a question needs is loaded first: the model from its file, and of a large vocabulary a few pieces (`pieces`).

Each text is a run of its own: 8-bit models scale their activations over the whole batch, so that the same text gives
another vector beside other texts. Several runs go side by side, one per core, which is as fast as batches.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from wikigraph.model.base import Value
from wikigraph.providers.embedders.faults import broken, one_line
from wikigraph.providers.embedders.protocol import Vectors

QUERY_CHARACTERS = 4_000
"""Of a longer question the rest is not embedded, so that it takes a bounded time."""


class ModelFiles(Value, frozen=True):
    """A model as it lies on the disk."""

    model: Path
    tokenizer: Path
    pieces: Path | None = None  # the vocabulary as a table, where there is one


class Usage(Value, frozen=True):
    """How a model wants to be used."""

    query_prefix: str = ""
    passage_prefix: str = ""
    window: int = 512  # tokens that it takes at once, those around a text included


class OnnxEmbedder:
    """Loads the model when the first text comes. `read` gives its files and may raise ModelUnreachableError."""

    def __init__(self, key: str, where: str, usage: Usage, read: Callable[[], ModelFiles]) -> None:
        self._key = key
        self._where = where
        self._usage = usage
        self._read = read

    @property
    def key(self) -> str:
        return self._key

    @property
    def dimension(self) -> int:
        return self._loaded.dimension

    def load(self) -> None:
        """Raises ModelUnreachableError where the files are no such model."""
        _ = self._loaded

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        return self._embed(texts, self._usage.passage_prefix)

    def embed_query(self, text: str) -> Vectors:
        vector: Vectors = self._embed([text[:QUERY_CHARACTERS]], self._usage.query_prefix)[0]
        return vector

    def _embed(self, texts: Sequence[str], prefix: str) -> Vectors:
        model = self._loaded
        windows = model.windows(texts, prefix)
        run = map if len(texts) < 2 else self._threads.map
        vectors = list(run(model.vector, windows))
        return np.stack(vectors) if vectors else np.zeros((0, model.dimension), np.float32)

    @cached_property
    def _threads(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(n_cores(), thread_name_prefix="embed")

    @cached_property
    def _loaded(self) -> _Loaded:
        return _Loaded(self._read(), self._usage, self._where)


class _Loaded:
    """A model in memory."""

    def __init__(self, files: ModelFiles, usage: Usage, where: str) -> None:
        # Here, because a command that embeds nothing should not wait for them.
        from wikigraph.providers.embedders.tokens import Tokens

        onnxruntime = _onnxruntime()
        onnxruntime.set_default_logger_severity(4)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 4  # what is wrong is told in our words
        with ThreadPoolExecutor(1) as aside:  # the tokenizer takes its time meanwhile
            session = aside.submit(
                onnxruntime.InferenceSession, str(files.model), options, providers=["CPUExecutionProvider"]
            )
            self._tokens = Tokens(files.tokenizer, files.pieces, where)
            try:
                self._session = session.result()
            except Exception as error:  # onnxruntime's own errors share no base but Exception
                raise broken(where, f"its model.onnx is no model: {one_line(error)}") from error
        self._window = usage.window
        self._inputs = _inputs(self._session, where)
        self._output = self._session.get_outputs()[0].name
        try:
            [windows] = self.windows(["a"], usage.passage_prefix)
            self.dimension = int(self.vector(windows).shape[-1])
        except Exception as error:
            raise broken(where, f"it gives no vector for a text: {one_line(error)}") from error

    def windows(self, texts: Sequence[str], prefix: str) -> list[list[list[int]]]:
        """Texts → the tokens of each, cut into windows of one size where they are too many for one."""
        room = self._window - len(self._tokens.head) - len(self._tokens.tail)
        whole = self._tokens.of([prefix + text for text in texts])
        return [[tokens] if len(tokens) <= room else self._cut(text, prefix, room)
                for text, tokens in zip(texts, whole, strict=True)]  # fmt: skip

    def vector(self, windows: Sequence[list[int]]) -> Vectors:
        """The windows of a text → its vector, the mean of theirs."""
        vectors = [_unit(self._run(tokens)) for tokens in windows]
        return vectors[0] if len(vectors) == 1 else _unit(np.asarray(np.sum(vectors, axis=0, dtype=np.float64)))

    def _cut(self, text: str, prefix: str, room: int) -> list[list[int]]:
        before, tokens = self._tokens.of([prefix, text])
        n = -(-len(tokens) // max(1, room - len(before)))
        cuts = [len(tokens) * at // n for at in range(n + 1)]
        return [before + tokens[a:b] for a, b in pairwise(cuts)]

    def _run(self, tokens: list[int]) -> npt.NDArray[Any]:
        ids = np.array([self._tokens.head + tokens + self._tokens.tail], np.int64)
        given = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        found = self._session.run([self._output], {name: given[name] for name in self._inputs})[0][0]
        return np.asarray(found if found.ndim == 1 else found.mean(axis=0))


def _onnxruntime() -> Any:
    """The library, its telemetry off: from version 1.32 on it would note in the user's cache folder what it ran, and
    send that to its maker. Nothing leaves the machine unasked."""
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # read when the library is loaded
    import onnxruntime

    if hasattr(onnxruntime, "disable_telemetry_events"):
        onnxruntime.disable_telemetry_events()
    return onnxruntime


def _inputs(session: Any, where: str) -> list[str]:
    """Names of what the model takes; all must be token ids and what goes with them."""
    names = [item.name for item in session.get_inputs()]
    if "input_ids" not in names or not set(names) <= {"input_ids", "attention_mask", "token_type_ids"}:
        raise broken(where, f"its model.onnx takes {', '.join(names) or 'nothing'}, and not token ids of a text")
    return names


def _unit(vector: npt.NDArray[Any]) -> Vectors:
    """The vector made as long as 1."""
    exact = vector.astype(np.float64)
    return (exact / (np.linalg.norm(exact) or 1.0)).astype(np.float32)


def n_cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
