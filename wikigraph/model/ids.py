"""Ids come from content: no uuid, counter or time."""

from __future__ import annotations

import hashlib


def content_id(prefix: str, *parts: str, n_hex: int = 10) -> str:
    """`prefix-` + the first `n_hex` hex digits of the SHA-256 of the parts, each with its length in front,
    so that ("a", "bc") and ("ab", "c") differ."""
    digest = hashlib.sha256()
    for part in parts:
        encoded = part.encode("utf-8", "surrogatepass")
        digest.update(len(encoded).to_bytes(8, "big"))
        digest.update(encoded)
    return f"{prefix}-{digest.hexdigest()[:n_hex]}"
