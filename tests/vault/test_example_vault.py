"""The example vault itself: every link leads somewhere and every quote stands in its lines."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).parents[2]
SOURCES = sorted(p for p in (ROOT / "raw").rglob("*") if p.suffix in {".md", ".markdown"})
TOPICS = sorted((ROOT / "wiki" / "topics").glob("*.md"))
WIKILINK = re.compile(r"\[\[([^\]|#]+)")
FOOTNOTE = re.compile(r'^\[\^[^\]]+\]: \[[^\]]+\]\(([^)#]+)#L(\d+)(?:-L(\d+))?\): "(.+)"$', re.M)


def inline_tokens(text: str) -> list[Token]:
    """The leaves of all paragraphs, headings and cells; code is a leaf of its own."""
    body = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.S)
    tokens = MarkdownIt("commonmark").enable("table").parse(body)
    return [leaf for token in tokens for leaf in token.children or ()]


@pytest.mark.parametrize("path", SOURCES + TOPICS, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_relative_links_lead_to_files(path: Path) -> None:
    hrefs = [str(leaf.attrs["href"]) for leaf in inline_tokens(path.read_text("utf-8")) if leaf.type == "link_open"]
    targets = [unquote(href.split("#")[0]) for href in hrefs if "://" not in href]
    assert [t for t in targets if not (path.parent / t).is_file()] == []


@pytest.mark.parametrize("path", SOURCES + TOPICS, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_wikilinks_lead_to_files_from_the_root(path: Path) -> None:
    text = path.read_text("utf-8")
    front = re.match(r"\A---\n.*?\n---\n", text, flags=re.S)
    written = (front.group() if front else "") + "\n".join(
        leaf.content for leaf in inline_tokens(text) if leaf.type == "text"
    )
    targets = WIKILINK.findall(written)
    assert [t for t in targets if not (ROOT / t).is_file() and not (ROOT / f"{t}.md").is_file()] == []


def test_quotes_on_topic_pages_stand_in_the_lines_they_name() -> None:
    n_quotes = 0
    for page in TOPICS:
        for target, first, last, quote in FOOTNOTE.findall(page.read_text("utf-8")):
            lines = (page.parent / target).read_text("utf-8").splitlines()
            assert quote in " ".join(lines[int(first) - 1 : int(last or first)]), f"{page.name}: {quote}"
            n_quotes += 1
    assert n_quotes >= 3


def test_the_vault_shows_the_kinds_of_sources_the_product_meets() -> None:
    names = {p.relative_to(ROOT / "raw").as_posix() for p in (ROOT / "raw").rglob("*") if p.is_file()}
    assert {"source-v1.md", "de/notes.md", "zh/notes.md"} <= names, "same-named files in two folders"
    assert {".md", ".markdown", ".txt", ".csv"} <= {Path(n).suffix for n in names}
    texts = [p.read_text("utf-8") for p in SOURCES]
    assert any(re.search(r"^supersedes:", t, re.M) for t in texts)
    assert any(re.search(r"^requires:", t, re.M) for t in texts)
