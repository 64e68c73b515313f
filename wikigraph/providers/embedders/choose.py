"""The name of an embedder → the embedder."""

from __future__ import annotations

from pathlib import Path

from wikigraph.errors import UsageError
from wikigraph.events import Listener, ignore
from wikigraph.providers.embedders.e5 import e5_embedder, is_here
from wikigraph.providers.embedders.folder import folder_embedder
from wikigraph.providers.embedders.onnx_model import OnnxEmbedder

AUTO, E5, NONE = "auto", "e5", "none"


def choose_embedder(name: str, base: Path, on_event: Listener = ignore) -> OnnxEmbedder | None:
    """`auto` is e5 where it is installed and None elsewhere; a folder is looked for below `base`.

    Nothing is loaded yet. Raises UsageError ("embedder-unknown"), ModelUnreachableError.
    """
    if name == NONE or (name == AUTO and not is_here()):
        return None
    if name in (AUTO, E5):
        return e5_embedder(on_event)
    folder = base / Path(name).expanduser()
    if not folder.is_dir():
        raise UsageError(
            "embedder-unknown", f"there is no embedder {name!r}, and no folder of this name",
            hint="use e5, none, or a folder with model.onnx and tokenizer.json",
        )
    return folder_embedder(folder)
