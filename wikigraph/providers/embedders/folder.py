"""Any folder with model.onnx and tokenizer.json → an Embedder.

What the model wants is read from the files that come with it, where there are any: prefixes from
config_sentence_transformers.json, the window from tokenizer_config.json.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TypeVar

import msgspec

from wikigraph.errors import ModelUnreachableError
from wikigraph.providers.embedders.onnx_model import ModelFiles, OnnxEmbedder, Usage

MODEL, TOKENIZER = "model.onnx", "tokenizer.json"
_LONGEST_WINDOW = 8192
T = TypeVar("T", bound=msgspec.Struct)


class _Prompts(msgspec.Struct, frozen=True):
    prompts: dict[str, str] = {}


class _TokenizerConfig(msgspec.Struct, frozen=True):
    model_max_length: float = 512


def folder_embedder(folder: Path) -> OnnxEmbedder:
    """Raises ModelUnreachableError where a file is missing or cannot be read."""
    where = str(folder)
    missing = [name for name in (MODEL, TOKENIZER) if not (folder / name).is_file()]
    if missing:
        raise ModelUnreachableError(
            "model-files-missing", f"the embedder's folder has no {' and no '.join(missing)}", where=where,
            hint="a folder needs model.onnx and tokenizer.json; or use --embedder e5, or none",
        )
    usage = _usage(folder)
    mark = hashlib.sha256(repr(usage).encode())
    for name in (MODEL, TOKENIZER):
        mark.update(_digest(folder / name))
    files = ModelFiles(folder / MODEL, folder / TOKENIZER)
    return OnnxEmbedder(f"folder-{mark.hexdigest()[:16]}", where, usage, lambda: files)


def _usage(folder: Path) -> Usage:
    prompts = _config(folder / "config_sentence_transformers.json", _Prompts).prompts
    longest = _config(folder / "tokenizer_config.json", _TokenizerConfig).model_max_length
    passage = prompts.get("passage", prompts.get("document", ""))
    return Usage(prompts.get("query", ""), passage, int(longest) if 8 <= longest <= _LONGEST_WINDOW else 512)


def _config(path: Path, type_: type[T]) -> T:
    try:
        return msgspec.json.decode(path.read_bytes(), type=type_)
    except (OSError, msgspec.DecodeError):
        return type_()


def _digest(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").digest()
    except OSError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: OSError) -> ModelUnreachableError:
    return ModelUnreachableError(
        "model-files-missing", f"a file of the embedder cannot be read: {error.strerror}", where=str(path),
        hint="look at its permissions, or use --embedder e5, or none",
    )
