"""What the rest of the program knows of an embedder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.float32]


class Embedder(Protocol):
    """Turns texts into vectors of length 1. A vector depends on its text alone, never on what is embedded beside it."""

    @property
    def key(self) -> str:
        """Names the model and everything else that a vector depends on; another key means other vectors."""

    @property
    def dimension(self) -> int:
        """Numbers in a vector."""

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Texts that are searched → (n, dimension)."""

    def embed_query(self, text: str) -> Vectors:
        """A text that is searched with → (dimension,)."""
