"""Planted faults: each is named, with its place; a sound vault has none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.pages.pages import CITATION, VECTOR_CACHE
from wikigraph.app.check import check
from wikigraph.model.claim import Citation, Statement
from wikigraph.model.ids import content_id
from wikigraph.model.page import Item, Page, Section, Target
from wikigraph.pages.pagepatch import create
from wikigraph.pages.wikilog import append_log
from wikigraph.stages import render
from wikigraph.store.vault import Vault

RAW = "raw/source-v1.md"
SOURCE_LINES = [f"Line {number}." for number in range(1, 41)] + [
    "It is", "rebuilt when the index", "version changes. *Stars* and [links](x.md).", "End.",
]  # fmt: skip
CACHE = "wiki/entities/vector-cache.md"


def _page(id_: str, kind: str, path: str, title: str, *items: Item, sections: tuple[Section, ...] = ()) -> Page:
    lead = Section("lead", "", items=items)
    return Page(id_, kind, path, title, (), (), None, (Target(RAW, "s"),), (), (), (lead, *sections))  # type: ignore[arg-type]


def _pages() -> list[Page]:
    stars = Citation("c-0000000001", RAW, 43, 43, "*Stars* and [links](x.md)")
    said = Section("lead", "", ((Statement("Stars.", (stars,)), Statement("S.", (CITATION,))),))
    every = [VECTOR_CACHE.path, "wiki/entities/duckdb-index.md", "wiki/entities/embedding-model.md",
             "wiki/communities/retrieval.md", "wiki/sources/source-v1.md", "wiki/topics/mine.md"]  # fmt: skip
    return [
        VECTOR_CACHE,
        Page("ent-0000000001", "entity", every[1], "DuckDB index", (), (), None, (Target(RAW, "s"),), (), (), (said,)),
        _page("ent-0000000002", "entity", every[2], "Embedding model"),
        _page("com-0000000001", "community", every[3], "Retrieval"),
        _page(content_id("src", RAW), "source", every[4], "source-v1"),
        _page("index", "index", "wiki/index.md", "Index", *(Item("", Target(path, path)) for path in every)),
    ]


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    files = {page.path: create(render.run(page, render.Params())) for page in _pages()}
    files[RAW] = "\r\n".join(SOURCE_LINES)
    files["raw/pic.png"] = "x"
    files["README.md"] = "# Read me"
    files["wiki/log.md"] = append_log(None, "- compile")
    files["wiki/topics/mine.md"] = (
        '---\nrequires: ["[[vector-cache]]"]\n---\n# Mine\n\n'
        "[cache](../entities/vector-cache.md) ![p](../../raw/pic.png)\n"
        "[readme](../../README.md) [topics](../topics/) <https://example.org> `[no](no.md)` `[^no]`[^1]\n\n"
        '[^1]: [source-v1, line 43](../../raw/source-v1.md#L43): "*Stars* and \\[links](x.md)"\n'
    )
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(text.encode())
    return Vault(tmp_path)


def _edit(vault: Vault, path: str, old: str, new: str) -> None:
    text = (vault.root / path).read_bytes().decode()
    assert old in text
    (vault.root / path).write_bytes(text.replace(old, new, 1).encode())


def _found(vault: Vault) -> set[tuple[str, str]]:
    return {(item.code, item.path) for item in check(vault)}


def test_a_sound_vault(vault: Vault) -> None:
    assert check(vault) == ()


MINE = "wiki/topics/mine.md"
EDITS: list[tuple[str, str, str, set[str]]] = [
    (MINE, "vector-cache.md", "gone.md", {"link-broken"}),
    (MINE, "vector-cache.md)", "vector-cache.md) [[nowhere]]", {"link-broken"}),
    (MINE, "[[vector-cache]]", "[[nowhere]]", {"link-broken"}),
    (MINE, "../entities/vector-cache.md", "../../../etc/passwd", {"link-outside"}),
    (MINE, "pic.png", "gone.png", {"link-broken"}),
    (MINE, 'requires: ["[[vector-cache]]"]', "requires: [[a]], [[vector-cache]]",
     {"front-matter-broken", "link-broken"}),
    (MINE, "requires:", "a: 1\na: 2\nrequires:", {"front-matter-broken"}),
    (MINE, "# Mine", "# Mine[^9]", {"footnote-lost"}),
    (MINE, "*Stars*", "*Moons*", {"quote-wrong"}),
    (MINE, "#L43", "#L44", {"quote-wrong"}),
    (MINE, "line 43](../../raw/source-v1.md#L43", "line 430](../../raw/source-v1.md#L430", {"quote-wrong"}),
    (MINE, "# Mine", "<<<<<<< a\n# Mine\n=======\n>>>>>>> b", {"page-damaged"}),
    (MINE, "# Mine", "<<<<<<< a\n# Mine", {"page-damaged"}),
    (CACHE, "The cache is", "The cache was", {"page-edited"}),
    (CACHE, "[^c-7f3a10b2c4]\n\n##", "\n\n##", {"page-edited"}),
    (CACHE, 'title: "Vector cache"', 'title: "Mine"', {"page-edited"}),
    (CACHE, 'id: "ent-4f1c09a7b2"', 'id: "ent-xyz"', {"id-malformed"}),
    (CACHE, 'id: "ent-4f1c09a7b2"\n', "", {"id-malformed"}),
    (CACHE, 'id: "ent-4f1c09a7b2"', 'id: "com-4f1c09a7b2"', {"id-malformed", "page-damaged"}),
    (CACHE, 'id: "ent-4f1c09a7b2"', 'id: "ent-0000000001"', {"duplicate-id", "page-damaged"}),
    (CACHE, "generated:", "made:", {"page-damaged"}),
    (CACHE, "[^c-7f3a10b2c4]: [", "[^c-7f3a10b2c5]: [", {"footnote-lost", "footnote-unused", "page-edited"}),
    (CACHE, "requires: [", 'requires: ["[[wiki/topics/mine]]", ', {"page-edited", "requires-cycle"}),
    (CACHE, "related:", 'status: "stale"\nrelated:', {"page-stale"}),
    ("wiki/index.md", "- [wiki/topics/mine.md](topics/mine.md)\n", "", {"orphan", "page-edited"}),
    (RAW, "rebuilt when the index", "rebuilt when", {"quote-wrong"}),
    (RAW, "Line 1.", "A new line.\r\nLine 1.", {"quote-wrong"}),
]


@pytest.mark.parametrize(("path", "old", "new", "codes"), EDITS)
def test_a_planted_fault_is_named(vault: Vault, path: str, old: str, new: str, codes: set[str]) -> None:
    _edit(vault, path, old, new)
    problems = check(vault)
    assert {item.code for item in problems} == codes, problems
    assert all(item.path and item.message for item in problems)


def _file(path: str, text: str) -> Callable[[Vault], None]:
    return lambda vault: (vault.root / path).write_text(text, encoding="utf-8") and None


@pytest.mark.parametrize(
    ("plant", "expected"),
    [
        (_file("wiki/topics/Mine.md", "# M"), {("case-collision", MINE), ("orphan", "wiki/topics/Mine.md")}),
        (_file("wiki/new.md", "# N"), {("orphan", "wiki/new.md")}),
        (_file("raw/new.md", "# N\n\nText."), {("source-not-compiled", "raw/new.md")}),
        (_file("raw/empty.md", ""), set()),
        (_file("wiki/vector-cache.md", "# V"), {("link-ambiguous", MINE), ("orphan", "wiki/vector-cache.md")}),
        (lambda vault: (vault.root / MINE).write_bytes(b"\xff"), {("page-not-read", MINE)}),
    ],
)
def test_a_planted_file_is_named(vault: Vault, plant: Callable[[Vault], None], expected: set[tuple[str, str]]) -> None:
    plant(vault)
    assert _found(vault) == expected


def test_a_source_that_is_gone(vault: Vault) -> None:
    (vault.root / RAW).unlink()
    found = _found(vault)
    assert ("orphan", CACHE) in found
    assert ("link-broken", CACHE) in found


def test_the_place_is_told(vault: Vault) -> None:
    _edit(vault, MINE, "vector-cache.md)", "gone.md)")
    (problem,) = check(vault)
    assert (problem.path, problem.line, problem.severity) == (MINE, 6, "error")


def test_copies_of_one_page(vault: Vault) -> None:
    (vault.root / "wiki/copy.md").write_bytes((vault.root / CACHE).read_bytes())
    problems = [item for item in check(vault) if item.code == "duplicate-id"]
    assert [item.path for item in problems] == ["wiki/copy.md", CACHE]


def test_an_empty_vault(tmp_path: Path) -> None:
    (tmp_path / "raw").mkdir()
    assert check(Vault(tmp_path)) == ()
