"""What is no answer by itself: headings, header rows, links, code where prose says as much."""

from __future__ import annotations

import pytest

from wikigraph.model.record import Passage, PassageSentence
from wikigraph.retrieval.evidence import Candidate, Reading
from wikigraph.retrieval.question import analyse
from wikigraph.retrieval.showable import asks_code, is_code, is_label


def sentence(text: str, kind: str = "paragraph", line: int = 1, quote: str | None = None) -> PassageSentence:
    return PassageSentence(line, text, text if quote is None else quote, line, line, line, kind)


def reading(*sentences: PassageSentence) -> Reading:
    passage = Passage(1, "tu-1", "raw/a.md", "A", (), " ".join(s.text for s in sentences), 9, 1, 99)
    return Reading.of(Candidate(passage, sentences, 1.0))


@pytest.mark.parametrize(
    "text",
    [
        "style RRF stroke:#f59e0b,stroke-width:2px", "DENSE --> RRF[RRF Fusion]", "flowchart LR",
        "def reduce_points(points, budget): return sorted(points)", "// SearchService.cs - fusion",
        "const int k = 60;", "┌──────┬──────┐", "foreach (var x in xs) { y(x); }",
        r"\mathrm{RRF}(d) = \sum_{i} \frac{1}{k + r_i(d)}", "{{#include ../listing/main.rs}}",
    ],
)  # fmt: skip
def test_code_in_a_plain_text(text: str) -> None:
    assert is_code(sentence(text))


@pytest.mark.parametrize(
    "text",
    [
        "RRF fuses rankings (see section 3).", "Class sizes vary from 12 to 30.", "Return the book in time.",
        "Die Konstante k vale 60.", "全局查询先读社区报告，再合并各批的回答。", "- [x] is a task that is done.",
        "Let us look at the graph of the function f(x).", "索引は毎晩作り直されます。",
    ],
)  # fmt: skip
def test_prose_is_no_code(text: str) -> None:
    assert not is_code(sentence(text))


def test_headings_links_and_header_rows_are_labels() -> None:
    read = reading(
        sentence("Ranking", "heading", 1),
        sentence("Mode | Cost", "table_row", 3), sentence("Basic | one call", "table_row", 5),
        sentence("Global | many calls", "table_row", 6),
        sentence("Traits", "list_item", 8, "[Traits](ch10.md)"),
        sentence("See the traits.", line=9, quote="See the [traits](a.md)."),
        sentence("Alone | here", "table_row", 11),
    )  # fmt: skip
    assert [is_label(read, at) for at in range(7)] == [True, True, False, False, True, False, False]


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Which command shows the logs?", True), ("Quale comando mostra i log?", True), ("哪个命令显示日志？", True),
        ("Welcher Befehl zeigt die Logs?", True), ("どのコマンドですか？", True), ("How do I use Compose?", False),
    ],
)  # fmt: skip
def test_asks_for_code(text: str, asks: bool) -> None:
    assert asks_code(analyse(text)) is asks
