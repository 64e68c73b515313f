"""Our Markdown documents → the pieces that tests compare with the program."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = ("README.md", "CONTRIBUTING.md", "docs/ARCHITECTURE.md", "docs/FORMATS.md", "docs/SETTINGS.md",
             "docs/GLOSSARY.md", "docs/RELIABILITY.md", "schema/AGENTS.md")  # fmt: skip
_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`([^`]+)`")


class Block(NamedTuple):
    """A fenced block."""

    language: str
    text: str
    before: str  # the last line of text above it


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def prose(text: str) -> str:
    """Without fenced blocks."""
    return _FENCE.sub("", text)


def blocks(text: str) -> list[Block]:
    """All fenced blocks, in order."""
    found = []
    for match in _FENCE.finditer(text):
        above = [line for line in text[: match.start()].splitlines() if line.strip()]
        found.append(Block(match[1], match[2], above[-1] if above else ""))
    return found


def section(text: str, heading: str) -> str:
    """What stands under a heading, up to the next one of its level or above; fenced blocks hold no headings."""
    level = len(heading.split(" ")[0])
    found: list[str] | None = None
    is_fenced = False
    for line in text.splitlines(keepends=True):
        is_fenced ^= line.startswith("```")
        if found is not None and not is_fenced and re.match(rf"#{{1,{level}}} ", line):
            break
        if found is not None:
            found.append(line)
        elif not is_fenced and line.rstrip() == heading:
            found = []
    assert found is not None, f"there is no heading {heading!r}"
    return "".join(found)


def rows(text: str) -> Iterator[list[str]]:
    """The rows of all tables, head and rule left out, as their cells."""
    lines = prose(text).splitlines()
    for number, line in enumerate(lines):
        is_head = number + 1 < len(lines) and lines[number + 1].startswith("|-")
        if line.startswith("| ") and not is_head:
            yield [cell.strip() for cell in line.strip().strip("|").split("|")]


def names(cell: str) -> list[str]:
    """What stands in backticks."""
    return _CODE.findall(cell)


def anchors(text: str) -> set[str]:
    """The anchors of all headings, as GitHub makes them."""
    headings = re.findall(r"^#{1,6} (.+)$", prose(text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
