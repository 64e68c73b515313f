"""What is told of files that are no embedder."""

from __future__ import annotations

from wikigraph.errors import ModelUnreachableError


def broken(where: str, why: str) -> ModelUnreachableError:
    """The files are there and cannot be used."""
    return ModelUnreachableError(
        "model-broken", f"the embedder cannot be used: {why}", where=where,
        hint="give a folder with a text embedding model (model.onnx) and its tokenizer.json, or --embedder none",
    )


def one_line(error: Exception) -> str:
    """What a library said, as a part of a message."""
    return " ".join(str(error).split())[:200]
