"""A reader's verdicts on entity pages, kept in docs/entities/*.tsv, against a new list of pages.

A file has the columns rank, name, verdict and reason. Verdicts: wanted; unwanted; duplicate (reason: of which page);
two (two things on one page). A name that was judged before gets its verdict again, at whatever rank it stands now.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from wikigraph.model.graph import Entity
from wikigraph.text.names import name_key

VERDICTS = ("wanted", "unwanted", "duplicate", "two")


def read_verdicts(file: Path) -> dict[str, str]:
    """Key of a name → verdict."""
    verdicts: dict[str, str] = {}
    for number, line in enumerate(file.read_text("utf-8").splitlines()[1:], start=2):
        _, name, verdict, _ = line.split("\t")
        if verdict not in VERDICTS:
            raise SystemExit(f"{file}:{number}: no such verdict: {verdict}")
        verdicts[name_key(name)] = verdict
    return verdicts


def compare(pages: Sequence[Entity], verdicts: dict[str, str], top: int) -> list[str]:
    """Lines to print: shares among the judged pages of the top and of the rest, and which names nobody judged."""
    lines = []
    for label, part in ((f"top {top}", pages[:top]), ("rest", pages[top:])):
        found = Counter(verdicts.get(name_key(page.title), "unjudged") for page in part)
        n_judged = len(part) - found["unjudged"]
        share = round(100 * found["wanted"] / n_judged) if n_judged else 0
        counts = ", ".join(f"{found[verdict]} {verdict}" for verdict in (*VERDICTS[1:], "unjudged"))
        lines.append(f"{label}: {share}% of {n_judged} judged pages wanted ({counts})")
    unjudged = [page.title for page in pages[:top] if name_key(page.title) not in verdicts]
    if unjudged:
        lines.append(f"not judged: {', '.join(unjudged)}")
    return lines


def page_texts(vault: Path) -> dict[str, str]:
    """Entity id → the first characters of what its page says, then its related entities."""
    texts: dict[str, str] = {}
    for file in sorted((vault / "wiki/entities").glob("*.md")):
        lines = file.read_text("utf-8").splitlines()
        entity_id = next(line.split('"')[1] for line in lines if line.startswith("id: "))
        end = next((number for number, line in enumerate(lines) if line.startswith("## ")), len(lines))
        start = next(number for number, line in enumerate(lines) if line.startswith("# "))
        lead = " ".join(line for line in lines[start + 1 : end] if line)
        edges = [line for line in lines if line.startswith(("- **related**", "- **references**"))]
        related = [line.split("[")[1].split("]")[0] for line in edges]
        texts[entity_id] = f"{lead[:300]}\n         → {', '.join(related[:6])}"
    return texts
