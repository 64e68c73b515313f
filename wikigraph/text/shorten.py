"""Long text → what fits where a name is shown."""

from __future__ import annotations

N_LABEL = 200
"""Characters of a title or heading where it stands for its document or section. Without a limit a heading of a
megabyte would be repeated in the heading path of everything below it."""


def shorten(text: str, n_most: int = N_LABEL) -> str:
    """At most `n_most` characters of the text, cut at a word where there is one in the second half."""
    if len(text) <= n_most:
        return text
    cut = text.rfind(" ", n_most // 2, n_most)
    return text[: cut if cut > 0 else n_most].rstrip()
