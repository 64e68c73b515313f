"""Global search without a model: what its answers hold, and what they cost, by level of the reports.

    python benchmarks/global_search.py VAULT [--questions FILE] [--show]

VAULT is compiled (for the published figures: the 60 transcripts of the podcast "Behind the Tech"). For every question
the same mapper, reduce and budget run over different readings:

    Cn        the reports of level n alone, as in the paper (Edge et al., From Local to Global, 2024: C0 to C3)
    Cn+       the same, and below them the sentences of the best 100 text units: what `ask --level n` does
    root+     the same from the root down, where reports are relevant: what `ask --dynamic` does
    SS        plain search: the best text units that fill one context
    SS+       the same, the best 100 text units
    TS        map and reduce over all source texts

Printed are means over the questions: sentences of an answer, how many of them are distinct findings (no two share more
than half of the content words of the shorter), from how many sources, how many entities they name, the share of the
question's words (by weight) that the answer covers; tokens that the mapper reads, tokens of the text units that were
looked through for it by their words, calls that a model would make, milliseconds of CPU (warm).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from wikigraph.app.global_ import below_reports, openings, sought_in
from wikigraph.app.shelf import Shelf
from wikigraph.model.evidence import Evidence
from wikigraph.model.report import Report, ReportStatement
from wikigraph.retrieval import global_
from wikigraph.retrieval.answer import Params
from wikigraph.retrieval.evidence import coverage
from wikigraph.retrieval.focus import focus_of
from wikigraph.retrieval.global_levels import DYNAMIC
from wikigraph.retrieval.global_points import Sought
from wikigraph.store.hit_details import entities_in_lines
from wikigraph.store.index import Index, open_index
from wikigraph.store.passages import passages, sentences
from wikigraph.store.reports import reports_of
from wikigraph.store.surroundings import IndexSurroundings
from wikigraph.store.terms import terms_of
from wikigraph.text.centrality import content_tokens, overlap
from wikigraph.text.standing import judge
from wikigraph.text.stems import stems

QUESTIONS = Path(__file__).parent / "questions" / "podcast_global.txt"
CONTEXT = 8000  # tokens that plain search reads
Reading = Callable[[str], tuple[global_.Global, Sought, int, int]]


@dataclass
class Row:
    """One answer."""

    sentences: int
    findings: int
    sources: int
    entities: int
    covered: float
    tokens: int
    looked_through: int
    calls: int
    milliseconds: float


def distinct(texts: Iterable[str], most_alike: float = 0.5) -> int:
    """How many say something that none before them says."""
    kept: list[frozenset[str]] = []
    for text in texts:
        here = frozenset(content_tokens(text))
        if all(overlap(here, other) <= most_alike for other in kept):
            kept.append(here)
    return len(kept)


def as_reports(index: Index, units: Sequence[int]) -> list[Report]:
    """Documents in the place of reports: their sentences that stand alone, in these text units."""
    held: dict[str, dict[tuple[int, int], ReportStatement]] = {}
    titles: dict[str, str] = {}
    spoken = sentences(index, units)
    for unit, passage in zip(units, passages(index, units), strict=True):
        titles[passage.path] = passage.title
        for sentence in spoken[unit]:
            if sentence.kind in ("paragraph", "list_item") and (found := judge(sentence.text)) and found.is_statement:
                text = " ".join(sentence.text.split())
                place = Evidence(passage.path, sentence.start_line, sentence.end_line, sentence.quote, text)
                statement = ReportStatement(1, "", text, (place,))
                held.setdefault(passage.path, {})[sentence.start_line, sentence.ordinal] = statement
    return [
        Report(path, "", 0, at, titles[path], 5.0, "", 0, 0, tuple(statements.values()))
        for at, (path, statements) in enumerate(sorted(held.items()))
    ]


class Readings:
    """The ways to read, over one index."""

    def __init__(self, index: Index) -> None:
        terms = terms_of(index)
        self.shelf = Shelf(index, terms, IndexSurroundings(index, terms), None, Params())
        self.index = index
        self.reports = reports_of(index)
        self.levels = sorted({report.level for report in self.reports})
        self.tokens_of = dict(index.rows("SELECT number, n_tokens FROM text_unit"))
        self.everything = as_reports(index, sorted(self.tokens_of))

    def all(self) -> dict[str, Reading]:
        ways: dict[str, Reading] = {}
        for level in self.levels:
            ways[f"C{level}"] = lambda q, at=level: self.over_reports(q, at, deep=False)  # type: ignore[misc]
            ways[f"C{level}+"] = lambda q, at=level: self.over_reports(q, at, deep=True)  # type: ignore[misc]
        ways["root+"] = lambda q: self.over_reports(q, DYNAMIC, deep=True)
        ways["SS"] = lambda q: self.plain(q, CONTEXT)
        ways["SS+"] = lambda q: self.plain(q, None)
        ways["TS"] = self.source_texts
        return ways

    def over_reports(self, query: str, level: int | None, *, deep: bool) -> tuple[global_.Global, Sought, int, int]:
        params = global_.Params()
        looked, sought = self.sought(query, params)
        if not deep:
            below: Sequence[global_.Below] = ()
        elif looked is None:
            below = openings(self.index, self.reports, params.sentences)
        else:
            below = below_reports(self.index, looked, sought, params)
        found = global_.search(self.reports, below, sought, level, params)
        units = looked.found.units[: params.pool] if deep and looked is not None else ()
        return found, sought, found.search.tokens_read, sum(self.tokens_of[unit] for unit in units)

    def sought(self, query: str, params: global_.Params):  # type: ignore[no-untyped-def]
        return sought_in(self.shelf, focus_of(query), params.pool, params)

    def plain(self, query: str, n_allowed: int | None) -> tuple[global_.Global, Sought, int, int]:
        params = global_.Params()
        looked, sought = self.sought(query, params)
        if looked is None:
            return global_.search((), (), sought, None, params), sought, 0, 0
        units: list[int] = []
        n_tokens = 0
        for unit in looked.found.units[: params.pool]:
            if n_allowed is not None and n_tokens + self.tokens_of[unit] > n_allowed:
                break
            units.append(unit)
            n_tokens += self.tokens_of[unit]
        return global_.search(as_reports(self.index, units), (), sought, 0, params), sought, n_tokens, 0

    def source_texts(self, query: str) -> tuple[global_.Global, Sought, int, int]:
        params = global_.Params()
        _, sought = self.sought(query, params)
        found = global_.search(self.everything, (), sought, 0, params)
        return found, sought, sum(self.tokens_of.values()), 0


def measure(index: Index, reading: Reading, query: str, *, show: bool) -> Row:
    reading(query)
    begun = time.process_time()
    found, sought, n_tokens, n_looked_through = reading(query)
    milliseconds = 1000 * (time.process_time() - begun)
    texts = [point.statement.text for point in found.chosen]
    places = [point.statement.evidence[0] for point in found.chosen]
    named = entities_in_lines(index, [(p.path, p.start_line, p.quote) for p in places], 1000)
    words = {word for text in texts for word in stems(text)}
    if show:
        print("\n".join(f"    {point.score:>3} {point.report.title[:40]:<40} {point.statement.text}"
                        for point in found.chosen))  # fmt: skip
    calls = max(1, -(-n_tokens // CONTEXT)) + int(bool(texts))
    covered = coverage(words, sought.weight, sought.focus) if texts and sought.focus else 0.0
    return Row(
        len(texts), distinct(texts), len({p.path for p in places}), len(named), covered, n_tokens, n_looked_through,
        calls, milliseconds,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("vault", type=Path)
    parser.add_argument("--questions", type=Path, default=QUESTIONS, help="a question a line")
    parser.add_argument("--show", action="store_true", help="print the answers too")
    asked = parser.parse_args()
    questions = [line.strip() for line in asked.questions.read_text("utf-8").splitlines() if line.strip()]
    index = open_index(asked.vault / ".wikigraph" / "index")
    assert index is not None, "compile the vault first"
    with index:
        print(f"{'':6}{'sentences':>10}{'findings':>10}{'sources':>9}{'entities':>10}{'covered':>9}{'tokens':>11}"
              f"{'beside':>9}{'calls':>7}{'ms':>7}")  # fmt: skip
        for name, reading in Readings(index).all().items():
            rows = []
            for query in questions:
                if asked.show:
                    print(f"\n{name}: {query}")
                rows.append(measure(index, reading, query, show=asked.show))
            about = [row for row, query in zip(rows, questions, strict=True) if focus_of(query) is not None]
            print(
                f"{name:6}{mean(r.sentences for r in rows):10.1f}{mean(r.findings for r in rows):10.1f}"
                f"{mean(r.sources for r in rows):9.1f}{mean(r.entities for r in rows):10.1f}"
                f"{100 * mean(r.covered for r in about):8.0f}%{mean(r.tokens for r in rows):11,.0f}"
                f"{mean(r.looked_through for r in rows):9,.0f}"
                f"{mean(r.calls for r in rows):7.1f}{mean(r.milliseconds for r in rows):7.0f}", flush=True,
            )  # fmt: skip


if __name__ == "__main__":
    main()
