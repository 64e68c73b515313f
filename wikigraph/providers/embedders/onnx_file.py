"""Writes an ONNX model (onnx.proto, IR version 10): nodes and constants → bytes.

Only the few message fields that a graph of tensors needs. The package `onnx` weighs 31 MB installed and is not needed
for anything else.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

IR_VERSION = 10
_TENSOR_TYPES = {"float32": 1, "uint8": 2, "int8": 3, "int32": 6, "int64": 7}
FLOAT, INT32, INT64 = 1, 6, 7

Attribute = int | float


def tensor(name: str, array: npt.NDArray[Any]) -> bytes:
    """A constant (TensorProto); its numbers are stored as they lie in memory."""
    dims = b"".join(_integer(1, n) for n in array.shape)
    data = np.ascontiguousarray(array).tobytes()
    return dims + _integer(2, _TENSOR_TYPES[array.dtype.name]) + _text(8, name) + _bytes(9, data)


def node(
    op: str, inputs: Sequence[str], outputs: Sequence[str], domain: str = "", **attributes: Attribute
) -> bytes:
    """An operation (NodeProto)."""
    body = b"".join(_text(1, name) for name in inputs) + b"".join(_text(2, name) for name in outputs)
    body += _text(3, outputs[0]) + _text(4, op)
    body += b"".join(_bytes(5, _attribute(name, value)) for name, value in sorted(attributes.items()))
    return body + (_text(7, domain) if domain else b"")


def value(name: str, type_: int, dims: Sequence[int | str]) -> bytes:
    """An input or output of the graph (ValueInfoProto); a dimension with a name may have any size."""
    shape = b"".join(_bytes(1, _integer(1, dim) if isinstance(dim, int) else _text(2, dim)) for dim in dims)
    return _text(1, name) + _bytes(2, _bytes(1, _integer(1, type_) + _bytes(2, shape)))


def model(
    name: str,
    nodes: Iterable[bytes],
    tensors: Iterable[bytes],
    inputs: Iterable[bytes],
    outputs: Iterable[bytes],
    opsets: Mapping[str, int],
) -> bytes:
    """The whole file (ModelProto)."""
    graph = b"".join(_bytes(1, item) for item in nodes) + _text(2, name)
    graph += b"".join(_bytes(5, item) for item in tensors)
    graph += b"".join(_bytes(11, item) for item in inputs) + b"".join(_bytes(12, item) for item in outputs)
    sets = b"".join(_bytes(8, _text(1, domain) + _integer(2, version)) for domain, version in sorted(opsets.items()))
    return _integer(1, IR_VERSION) + _text(2, "wikigraph") + _bytes(7, graph) + sets


def _attribute(name: str, value: Attribute) -> bytes:
    if isinstance(value, float):
        return _text(1, name) + _tag(2, 5) + struct.pack("<f", value) + _integer(20, 1)
    return _text(1, name) + _integer(3, value) + _integer(20, 2)


def _tag(field: int, wire: int) -> bytes:
    return _varint(field << 3 | wire)


def _integer(field: int, value: int) -> bytes:
    return _tag(field, 0) + _varint(value & 0xFFFF_FFFF_FFFF_FFFF)


def _bytes(field: int, data: bytes) -> bytes:
    return _tag(field, 2) + _varint(len(data)) + data


def _text(field: int, text: str) -> bytes:
    return _bytes(field, text.encode("utf-8"))


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)
