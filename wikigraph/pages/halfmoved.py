"""A page that goes by way of a name that nobody has, because another page stands where it goes → that name, and back.

A compile that is killed right then leaves the page under such a name; the next one takes it where it belongs.
"""

from __future__ import annotations

import re

_ON_ITS_WAY = re.compile(r"(.+)\.moving-[0-9a-f]{8}\.md", re.DOTALL)


def way_name(path: str, digits: str) -> str:
    """The name for a page on its way; `digits` are 8 hex digits."""
    return f"{path.removesuffix('.md')}.moving-{digits}.md"


def left_from(path: str) -> str:
    """Where a page that stands under such a name came from; "" for any other name."""
    found = _ON_ITS_WAY.fullmatch(path)
    return f"{found[1]}.md" if found else ""
