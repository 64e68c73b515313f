"""Text unit → the text that is embedded of it, and the hash that names its vector."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import PurePosixPath


def embedded_text(path: str, title: str, heading_path: Sequence[str], text: str) -> str:
    """The document's title, the headings above and the text, a line each; what the text itself holds is not repeated.

    A title that is only the file's name is left out, so that a renamed file needs no new vectors.
    """
    held = frozenset(text.split("\n"))
    named = () if title == PurePosixPath(path).stem else (title,)
    above = [line for line in dict.fromkeys((*named, *heading_path)) if line and line not in held]
    return "\n".join((*above, text))


def content_hash(embedded: str) -> str:
    """32 hex digits that stand for a text."""
    return hashlib.sha256(embedded.encode("utf-8", "surrogatepass")).hexdigest()[:32]
