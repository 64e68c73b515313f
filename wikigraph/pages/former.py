"""Former names of a page: ids and paths under which it was known, in its list `aliases`.

They are written only where a person wrote on the page, when it follows its subject to another id: a page that nobody
touched is as if it had never had another name. Like all items that a person adds they stay; they are no edit.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from wikigraph.model.page import FrontMatterSlice, PageFile
from wikigraph.pages.pagefile import read_page, values_of
from wikigraph.pages.pagehash import FORMER, OWNED_KEYS
from wikigraph.text.yaml_writer import quoted_list


def with_former_names(page: PageFile, names: Iterable[str], now: Collection[str] = ()) -> PageFile:
    """The page with more aliases, and without those that are no former names `now` (a rename was taken back). What
    stands behind the list or between its items, a comment, stays behind it."""
    held = dict(values_of(page)).get("aliases", ())
    kept = [name for name in held if not (FORMER.fullmatch(name) and name in now)]
    wanted = (*kept, *(name for name in names if name and name not in held))
    newline = "\r\n" if page.opening.endswith("\r\n") else "\n"
    line = f"aliases: {quoted_list(wanted)}{newline}"
    slices = list(page.slices)
    at = next((number for number, item in enumerate(slices) if item.key == "aliases"), None)
    if at is None:
        before = OWNED_KEYS[: OWNED_KEYS.index("aliases")]
        place = max((number for number, item in enumerate(slices, 1) if item.key in before), default=0)
        slices.insert(place, FrontMatterSlice("aliases", line))
    else:
        comments = re.findall(r"^[ \t]*#[^\r\n]*(?:\r\n|\r|\n)", slices[at].text, re.MULTILINE)
        slices[at] = FrontMatterSlice("aliases", line + "".join(comments))
    front = "".join(item.text for item in slices)
    body = "".join(part.text for part in page.parts)
    return read_page(page.opening + front + page.closing + body, page.path)
