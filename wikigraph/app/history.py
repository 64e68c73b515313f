"""A history file → its turns."""

from __future__ import annotations

from pathlib import Path

from wikigraph.errors import UsageError
from wikigraph.retrieval.history import Turn, parse_history


def read_history(path: Path) -> tuple[Turn, ...]:
    """Raises UsageError: "history-unreadable", "history-broken" (the line is named)."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no UTF-8 text"
        raise UsageError(
            "history-unreadable", f"the history cannot be read: {reason}", where=str(path),
            hint="name a file of JSON lines",
        ) from error  # fmt: skip
    return parse_history(text, str(path))
