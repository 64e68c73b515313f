"""A process of the crew: frames of calls on its standard input, frames of results on its standard output.

A frame is its length in 8 bytes (big-endian) and msgpack. The first one holds the settings, each later one a step's
name and the encoded arguments of some calls; the answer is the encoded results, or nil where a call failed.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from typing import IO

import msgspec

from wikigraph.engine.crew import Call


def write_frame(stream: IO[bytes], data: bytes) -> None:
    """Raises OSError where nobody listens."""
    stream.write(len(data).to_bytes(8, "big"))
    stream.write(data)
    stream.flush()


def read_frame(stream: IO[bytes]) -> bytes:
    """b"" at the end of the stream."""
    return stream.read(int.from_bytes(stream.read(8), "big"))


def main() -> None:
    """Works until its input ends."""
    from wikigraph.config import Settings  # only in the process itself
    from wikigraph.engine.crew import callers
    from wikigraph.pipeline import pipeline

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # its parent decides when to stop
    source, sink = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints is no frame
    gc.disable()  # values hold no cycles
    steps = callers(pipeline(msgspec.msgpack.decode(read_frame(source), type=Settings)))
    decode = msgspec.msgpack.Decoder(tuple[str, tuple[Call, ...]]).decode
    while frame := read_frame(source):
        step, calls = decode(frame)
        try:
            answer: tuple[bytes, ...] | None = tuple(map(steps[step], calls))
        except Exception:  # whatever it is, it is met again in the parent, where it can be told
            answer = None
        write_frame(sink, msgspec.msgpack.encode(answer))


if __name__ == "__main__":
    main()
