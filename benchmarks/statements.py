"""What a person reads first on the pages of a compiled vault: each page's title and its statements, one a line.

    python benchmarks/statements.py FOLDER [--kind entity|source|community] [--every N] [--relations] [--counts]

Every N-th page by name, so that two runs over the same sources show the same sample. Findings of communities are
statements too. `--counts` prints figures only: pages without a statement, statements, relations, and how many of
them have a footnote.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_CITED = re.compile(r"(.+?)((?:\[\^[^\]]+\])+)\s*")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_RELATION = re.compile(r"- \*\*(?P<relation>[^*]+)\*\* \[(?P<title>(?:[^\]\\]|\\.)*)\]\([^)]*\)(?P<rest>.*)")


class PageText(NamedTuple):
    """A page as a reader meets it."""

    title: str
    statements: tuple[str, ...]
    relations: tuple[tuple[str, str, bool], ...]  # (relation, title of the target, has a footnote)


def read(file: Path) -> PageText:
    """A rendered page → its title, statements and relations."""
    body = file.read_text(encoding="utf-8").split("\n---\n", 1)[-1]
    body = body.split("\n[^", 1)[0].split("\n## Notes", 1)[0]
    title, lead, sections = "", [], body.split("\n## ")
    for line in sections[0].splitlines():
        if line.startswith("# "):
            title = _plain(line[2:])
        elif line:
            lead += [_plain(found[1]) for found in _CITED.finditer(line)]
    relations: list[tuple[str, str, bool]] = []
    for section in sections[1:]:
        if section.startswith("Findings"):
            lead += [f"· {_plain(line.strip()[2:])}" for line in section.splitlines() if line.lstrip().startswith("- ")]
        elif section.startswith("Relations"):
            found = (_RELATION.match(line) for line in section.splitlines())
            relations += [(m["relation"], _plain(m["title"]), "[^" in m["rest"]) for m in found if m]
    return PageText(title, tuple(lead), tuple(relations))


def _plain(text: str) -> str:
    return _ESCAPED.sub(r"\1", re.sub(r"\[\^[^\]]+\]", "", text)).strip()


def pages(vault: Path, kind: str) -> Iterator[PageText]:
    """The generated pages of one kind, by path."""
    folder = {"entity": "entities", "source": "sources", "community": "communities"}[kind]
    for file in sorted((vault / "wiki" / folder).rglob("*.md")):
        yield read(file)


def main() -> None:
    """Prints the sample or the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("vault", type=Path)
    parser.add_argument("--kind", choices=("entity", "source", "community"), default="entity")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--relations", action="store_true")
    parser.add_argument("--counts", action="store_true")
    options = parser.parse_args()
    found = list(pages(options.vault, options.kind))
    if options.counts:
        relations = [relation for page in found for relation in page.relations if relation[0] != "supported by"]
        print(
            f"{len(found)} pages, {sum(not page.statements for page in found)} without a statement, "
            f"{sum(len(page.statements) for page in found)} statements, {len(relations)} relations, "
            f"{sum(has for _, _, has in relations)} of them with a footnote"
        )
        return
    for page in found[:: options.every]:
        print(f"\n{page.title}")
        for statement in page.statements:
            print(f"  - {statement}")
        if options.relations:
            for relation, title, has in page.relations:
                print(f"  {'+' if has else ' '} {relation} {title}")


if __name__ == "__main__":
    main()
