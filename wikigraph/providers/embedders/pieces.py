"""The few pieces of a large vocabulary that a few texts need → their tokens, without loading the vocabulary.

A Unigram tokenizer (Kudo, Subword Regularization, ACL 2018) of 250,000 pieces takes most of a second to load, and a
question needs some hundred of them. A piece that is no part of a text cannot be one of its tokens: so a tokenizer of
the pieces that are (and of the worst one, which sets the cost of what is unknown) gives the same tokens. `pack` writes
the vocabulary as a sorted table that is searched where it lies on the disk.
"""

from __future__ import annotations

import mmap
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt
from tokenizers import Tokenizer

MOST_CHARACTERS = 6_000
"""Of all texts together: of more, loading the whole vocabulary is quicker."""
_MAGIC = b"WGPIECE1"


class _Head(msgspec.Struct, frozen=True):
    """What stands before the table."""

    n: int  # pieces
    kept: int  # the first pieces of the vocabulary, which every tokenizer has: special ones and the unknown
    always: tuple[tuple[int, str], ...]  # these and the piece with the lowest score, with their places
    longest: int  # characters of the longest piece
    specials: tuple[str, ...]
    config: msgspec.Raw  # of the tokenizer, its vocabulary apart


class _Table(Sequence[bytes]):
    """Pieces as UTF-8, ascending."""

    def __init__(self, blob: memoryview, ends: npt.NDArray[np.uint32]) -> None:
        self._blob, self._ends = blob, ends

    def __len__(self) -> int:
        return len(self._ends)

    def __getitem__(self, at: int) -> bytes:  # type: ignore[override]
        start = int(self._ends[at - 1]) if at else 0
        return bytes(self._blob[start : int(self._ends[at])])


def pack(tokenizer: str) -> bytes:
    """A tokenizer.json → the table. Raises ValueError where it is no Unigram tokenizer that splits at spaces."""
    whole = msgspec.json.decode(tokenizer)
    model = whole["model"]
    if model.get("type") != "Unigram" or not (whole.get("pre_tokenizer") or {}).get("split"):
        raise ValueError("not a Unigram tokenizer of words")
    vocabulary = [(piece.encode("utf-8"), float(score)) for piece, score in model.pop("vocab")]
    order = sorted(range(len(vocabulary)), key=lambda at: vocabulary[at][0])
    specials = tuple(token["content"] for token in whole["added_tokens"])
    kept = max([model["unk_id"], *(token["id"] for token in whole["added_tokens"])]) + 1
    worst = min(range(len(vocabulary)), key=lambda at: vocabulary[at][1])
    always = tuple((at, vocabulary[at][0].decode("utf-8")) for at in dict.fromkeys((*range(kept), worst)))
    head = msgspec.json.encode(_Head(
        len(vocabulary), kept, always, max(len(piece.decode("utf-8")) for piece, _ in vocabulary), specials,
        msgspec.Raw(msgspec.json.encode(whole)),
    ))  # fmt: skip
    head += b" " * (-len(head) % 8)
    ends = np.cumsum([len(vocabulary[at][0]) for at in order], dtype=np.uint32)
    numbers = np.array(order, np.uint32)
    scores = np.array([score for _, score in vocabulary], np.float64)
    blob = b"".join(vocabulary[at][0] for at in order)
    size = np.array([len(head)], np.uint64).tobytes()
    return b"".join((_MAGIC, size, head, scores.tobytes(), ends.tobytes(), numbers.tobytes(), blob))


class Pieces:
    """A table that `pack` wrote. Raises ValueError or OSError where it is none."""

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            held = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        if bytes(held[:8]) != _MAGIC or len(held) < 16:
            raise ValueError("not a table of pieces")
        at = 16 + int(np.frombuffer(held[8:16], np.uint64)[0])
        self._head = msgspec.json.decode(bytes(held[16:at]), type=_Head)
        n = self._head.n
        self._scores = np.frombuffer(held, np.float64, n, at)
        ends = np.frombuffer(held, np.uint32, n, at + 8 * n)
        self._numbers = np.frombuffer(held, np.uint32, n, at + 12 * n)
        self._table = _Table(held[at + 16 * n :], ends)
        self._bare = self._tokenizer(self._head.always)

    def tokens(self, texts: Sequence[str]) -> list[list[int]]:
        """The tokens of each text, without those that stand around it."""
        chosen = sorted({*self._head.always, *self._inside(texts)})
        numbers = [number for number, _ in chosen]
        small = self._tokenizer(chosen)
        return [[numbers[at] for at in small.encode(text, add_special_tokens=False).ids] for text in texts]

    def around(self) -> tuple[list[int], list[int]]:
        """The tokens before and behind a text."""
        return around(self._bare, "a")

    def _inside(self, texts: Iterable[str]) -> Iterable[tuple[int, str]]:
        """(place in the vocabulary, piece) of every piece that is a part of any word."""
        words: dict[str, None] = {}
        for text in texts:
            parted = text
            for special in self._head.specials:  # what follows one is a word of its own
                parted = parted.replace(special, " ")
            for form in dict.fromkeys((text, parted)):
                normal = self._bare.normalizer.normalize_str(form)
                words.update(dict.fromkeys(word for word, _ in self._bare.pre_tokenizer.pre_tokenize_str(normal)))
        parts = {
            word[start:end] for word in words for start in range(len(word))
            for end in range(start + 1, min(start + self._head.longest, len(word)) + 1)
        }  # fmt: skip
        for part in parts:
            wanted = part.encode("utf-8", "replace")
            place = bisect_left(self._table, wanted)
            if place < len(self._table) and self._table[place] == wanted:
                yield int(self._numbers[place]), part

    def _tokenizer(self, pieces: Iterable[tuple[int, str]]) -> Tokenizer:
        config = msgspec.json.decode(self._head.config)
        config["model"]["vocab"] = [(piece, float(self._scores[number])) for number, piece in pieces]
        return Tokenizer.from_str(msgspec.json.encode(config).decode("utf-8"))


def around(tokenizer: Tokenizer, text: str) -> tuple[list[int], list[int]]:
    """The special tokens before and behind a text."""
    whole = tokenizer.encode(text)
    real = [place for place, special in enumerate(whole.special_tokens_mask) if not special]
    first, last = (real[0], real[-1]) if real else (0, len(whole.ids) - 1)
    return list(whole.ids[:first]), list(whole.ids[last + 1 :])
