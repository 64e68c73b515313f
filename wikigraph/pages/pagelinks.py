"""A page that was taken apart → its links, fast: what was generated and nobody touched need not be parsed.

Generated text is written by one writer: every `](` that no backslash precedes is a link, and there are no others. The
rest of a page is Markdown by anybody and goes through the parser; so does the review, which shows texts as code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from wikigraph.model.page import PageFile
from wikigraph.pages.pagehash import REVIEW_ID, section_hash
from wikigraph.text.links import Link, page_links

_GENERATED_LINK = re.compile(r"(?<!\\)\]\(([^()\s]*)\)")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")


def file_links(page: PageFile) -> tuple[Link, ...]:
    """The same links as `page_links` of the page's text, sorted by line."""
    front = page.opening + "".join(item.text for item in page.slices) + page.closing
    line = _n_lines(front)
    found: list[Link] = []
    rest = [front]
    for part in page.parts:
        n_lines = _n_lines(part.text)
        if page.id != REVIEW_ID and (part.slug, section_hash(part.text)) in page.generated:
            found += _generated_links(part.text, line)
            rest.append("\n" * n_lines)
        else:
            rest.append(part.text)
        line += n_lines
    text = "".join(rest)
    if "[" in text:
        found += page_links(text if "[" in "".join(rest[1:]) else front)
    return tuple(sorted(found, key=lambda link: link.line))


def _generated_links(text: str, first_line: int) -> Iterator[Link]:
    for number, line in enumerate(_LINE.findall(text), first_line + 1):
        for target in _GENERATED_LINK.findall(line):
            yield Link("link", target, number)


def _n_lines(text: str) -> int:
    return text.count("\n") + text.count("\r") - text.count("\r\n")
