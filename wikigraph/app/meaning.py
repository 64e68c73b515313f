"""The vectors of an index and the embedder that made them: what turns a question into likeness."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np
import numpy.typing as npt

from wikigraph.errors import ModelUnreachableError, UsageError
from wikigraph.retrieval.dense import Likeness, Params, Space
from wikigraph.store.index import Index
from wikigraph.store.vault import Vault
from wikigraph.store.vectors import read_vectors

if TYPE_CHECKING:
    from concurrent.futures import Future

    from wikigraph.providers.embedders.protocol import Embedder

KEY, NAME = "embedder", "embedder_name"
"""Facts of the index: key of the embedder whose vectors count ("" for none), and the name it was asked for by."""


class Meaning(Protocol):
    """What search and answers need of vectors."""

    def likeness(self, question: str) -> Likeness:
        """How like every text unit is to a question."""

    def passages(self, texts: list[str]) -> npt.NDArray[np.float32]:
        """Vectors of further texts, (n, dimension)."""

    def question(self, text: str) -> npt.NDArray[np.float32]:
        """The vector of a question."""


class IndexMeaning:
    """Vectors are read once, while the embedder loads."""

    def __init__(self, index: Index, embedder: Embedder, params: Params | None = None) -> None:
        from concurrent.futures import ThreadPoolExecutor  # only here: an index without vectors needs none

        self._embedder = embedder
        with_index = ThreadPoolExecutor(1)
        self._space: Future[Space] = with_index.submit(_space, index, embedder.key, params)
        with_index.shutdown(wait=False)
        self._asked: tuple[str, npt.NDArray[np.float32]] | None = None

    def likeness(self, question: str) -> Likeness:
        vector = self.question(question)
        return self._space.result().likeness(vector)

    def passages(self, texts: list[str]) -> npt.NDArray[np.float32]:
        return self._embedder.embed_passages(texts)

    def question(self, text: str) -> npt.NDArray[np.float32]:
        if self._asked is None or self._asked[0] != text:
            self._asked = text, self._embedder.embed_query(text)
        return self._asked[1]


def _space(index: Index, key: str, params: Params | None) -> Space:
    found = read_vectors(index, key)
    return Space(found.units, found.vectors, params)


def open_meaning(
    index: Index, vault: Vault, params: Params | None = None
) -> tuple[IndexMeaning | None, tuple[str, ...]]:
    """The embedder that the index was made with; None if it was made without one, or if it cannot be had any more,
    which a note tells."""
    key = index.meta(KEY)
    if not key:
        return None, ()
    from wikigraph.providers.embedders.choose import choose_embedder  # only here, for the same reason

    name = index.meta(NAME)
    try:
        embedder = choose_embedder(name, vault.root)
        if embedder is not None and embedder.key == key:
            meaning = IndexMeaning(index, embedder, params)
            embedder.load()
            return meaning, ()
        why = "it is another model now" if embedder else "it is not installed"
    except (ModelUnreachableError, UsageError) as error:
        why = error.message
    return None, (f"searched by words alone: the embedder of the index ({name}) cannot be used: {why}",)
