"""A compiled page that lost its id, a fence of its front matter, or all of it → the page with these again.

Nothing of the text is taken away: what differs from what is generated counts from then on as a person's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from wikigraph.model.page import PageFile, RenderedPage
from wikigraph.pages.lostid import is_bare, lost_page
from wikigraph.pages.pagefile import is_damaged, page_text, read_page, values_of
from wikigraph.pages.pagehash import OWNED_KEYS, item_hashes
from wikigraph.pages.pagepatch import front_line, with_id

_LINES = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")
_FENCE = re.compile(r"(?:---|\.\.\.)[ \t]*(?:\r\n|\r|\n|\Z)")
_OWNED = re.compile(rf"(?:{'|'.join(OWNED_KEYS)}):(?=\s)")
_OF_A_KEY = re.compile(r"[^\s#:\[\](){}!<>*`|][^:\r\n]{0,60}:(?=\s)|[ \t]+\S|- ")


def repaired(page: PageFile, rendered: RenderedPage) -> str | None:
    """The text of the page with what it lost, None where nobody can tell what that is. `rendered` belongs in its
    place."""
    lost = lost_page(page)
    if lost is not None and lost.made_with in item_hashes((rendered.id,)):
        return with_id(page, rendered.id)
    for text in _candidates(page, rendered):
        mended = read_page(text, page.path)
        if mended.id == rendered.id and not is_damaged(mended):
            return text
    return None


def _candidates(page: PageFile, rendered: RenderedPage) -> Iterator[str]:
    text = page_text(page)
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    lines = _LINES.findall(text.removeprefix("\ufeff"))
    if lines:
        yield mark + "".join(_with_fences(lines))
    if is_bare(page) or rendered.kind == "index":
        yield mark + _with_front(page, rendered)


def _with_fences(lines: list[str]) -> list[str]:
    """The lines with a fence before the keys with which they start, and one behind these."""
    newline = "\r\n" if lines[0].endswith("\r\n") else "\n"
    rest = lines[1:] if _FENCE.fullmatch(lines[0]) else lines
    n_owned = 0
    for number, line in enumerate(rest, 1):
        if _FENCE.fullmatch(line) or not (_OF_A_KEY.match(line) or line.startswith("#") or not line.strip()):
            break
        if _OWNED.match(line):
            n_owned = number
    while n_owned and n_owned < len(rest) and _OF_A_KEY.match(rest[n_owned]):
        n_owned += 1
    behind = rest[n_owned:]
    fence = [] if behind and _FENCE.fullmatch(behind[0]) else [f"---{newline}"]
    return [f"---{newline}", *rest[:n_owned], *fence, *behind]


def _with_front(page: PageFile, rendered: RenderedPage) -> str:
    """The page with the generated keys in front of its own."""
    newline = "\r\n" if "\r\n" in page_text(page) else "\n"
    held = dict(values_of(page))
    front = "".join(front_line(item) + newline for item in rendered.front_matter if item.key not in held)
    front += "".join(item.text for item in page.slices)
    body = "".join(part.text for part in page.parts).removeprefix("\ufeff")
    return f"---{newline}{front}{page.closing or f'---{newline}'}{body}"
