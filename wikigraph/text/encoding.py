"""Bytes → text, never by a guess.

UTF-8 (with or without byte order mark) and UTF-16/32 with byte order mark are read; any other encoding only
where the settings name it. What cannot be decoded without loss is an `Undecodable`, never mojibake.
"""

from __future__ import annotations

import codecs
from dataclasses import dataclass

# Longest first: the mark of UTF-32-LE begins with that of UTF-16-LE.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_MAGIC = (
    b"\x89PNG\r\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"%PDF-", b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b",
    b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf", b"Rar!", b"\x7fELF", b"MZ\x90", b"SQLite format 3", b"\xd0\xcf\x11\xe0",
)  # fmt: skip
_LFS = b"version https://git-lfs.github.com/spec/"


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text without its byte order mark, line endings kept."""

    text: str
    encoding: str  # canonical Python name, e.g. "utf-8"


@dataclass(frozen=True, slots=True)
class Undecodable:
    """Why bytes are no text: `code` is one of "binary", "git-lfs-pointer", "unknown-encoding"."""

    code: str
    message: str


def decode(data: bytes, encoding: str | None = None) -> Decoded | Undecodable:
    """A file's bytes → its text, or why not. `encoding` is what the settings say, None where they are silent.

    A byte order mark wins over the settings, since it is the file's own word.
    """
    if data.startswith(_LFS):
        return Undecodable("git-lfs-pointer", "is a Git LFS pointer, not the file itself; run `git lfs pull`")
    for mark, name in _MARKS:
        if data.startswith(mark):
            return _strict(data[len(mark) :], name)
    if data.startswith(_MAGIC):
        return Undecodable("binary", "holds binary data (an image, archive or document), not text")
    if encoding is not None:
        return _strict(data, encoding)
    if b"\0" in data:
        return Undecodable("binary", "holds NUL bytes: binary data, or UTF-16 without a byte order mark")
    return _strict(data, "utf-8")


def _strict(data: bytes, encoding: str) -> Decoded | Undecodable:
    try:
        name = codecs.lookup(encoding).name
        text = data.decode(encoding, "strict")
    except (LookupError, UnicodeError, ValueError) as problem:
        return Undecodable("unknown-encoding", _what_failed(problem, encoding))
    if "\0" in text:
        return Undecodable("binary", "holds NUL characters: binary data, not text")
    if any("\ud800" <= c <= "\udfff" for c in _surrogates(text)):
        return Undecodable("unknown-encoding", "holds lone surrogates, which are no characters")
    return Decoded(text[1:] if text.startswith("\ufeff") else text, name)


def _surrogates(text: str) -> str:
    """The text's suspicious part: nothing unless it cannot be encoded, which is a fast C loop to find out."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as problem:
        return text[problem.start : problem.end]
    return ""


def _what_failed(problem: Exception, encoding: str) -> str:
    if isinstance(problem, UnicodeDecodeError):
        return f"is not {encoding}: byte 0x{problem.object[problem.start]:02x} at offset {problem.start}"
    if isinstance(problem, LookupError):
        return f"is said to be {encoding!r}, which is no known encoding"
    return f"cannot be decoded as {encoding}"
