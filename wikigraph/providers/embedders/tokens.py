"""Texts → the tokens of an embedder; of a few texts by a part of its vocabulary, if that lies there as a table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from tokenizers import Tokenizer

from wikigraph.providers.embedders.faults import broken, one_line
from wikigraph.providers.embedders.pieces import MOST_CHARACTERS, Pieces, around


class Tokens:
    """The tokenizer of a model. Raises ModelUnreachableError ("model-broken") where its file is none."""

    def __init__(self, tokenizer: Path, pieces: Path | None, where: str) -> None:
        self._file, self._where = tokenizer, where
        self._pieces = _table(pieces)
        self._n_seen = 0  # characters
        self.head, self.tail = self._pieces.around() if self._pieces else around(self._whole, "a")

    def of(self, texts: Sequence[str]) -> list[list[int]]:
        """The tokens of each text, without those that stand around it."""
        self._n_seen += sum(map(len, texts))
        if self._pieces is not None and self._n_seen <= MOST_CHARACTERS:
            return self._pieces.tokens(texts)
        self._pieces = None
        return [self._whole.encode(text, add_special_tokens=False).ids for text in texts]

    @cached_property
    def _whole(self) -> Tokenizer:
        try:
            found = Tokenizer.from_str(self._file.read_bytes().decode("utf-8", "replace"))
        except Exception as error:  # tokenizers raises bare Exceptions
            raise broken(self._where, f"its tokenizer.json cannot be read: {one_line(error)}") from error
        found.no_truncation()
        found.no_padding()
        return found


def _table(file: Path | None) -> Pieces | None:
    """The vocabulary as a table; None where there is none that can be read: then the whole is loaded."""
    try:
        return None if file is None else Pieces(file)
    except (OSError, ValueError):
        return None
