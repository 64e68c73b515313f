"""What people write on a page stays byte for byte; what was generated and not touched is renewed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pages.pages import CITATION, VECTOR_CACHE, page_with
from wikigraph.model.claim import Citation, Statement
from wikigraph.model.page import Item, Page, PageWrite, RenderedPage, Section, Target
from wikigraph.model.text import LinkField
from wikigraph.pages.footnotes import cited_lines
from wikigraph.pages.humantext import NOTES, human_edits
from wikigraph.pages.pagefile import key_values, page_text, read_page
from wikigraph.pages.pagepatch import UNSUPPORTED, create, plan_removal, plan_write
from wikigraph.pages.wikiplan import known_pages, plan_wiki
from wikigraph.stages import render

PATH = VECTOR_CACHE.path
BASE = create(render.run(VECTOR_CACHE, render.Params()))


def _rendered(page: Page) -> RenderedPage:
    return render.run(page, render.Params())


def _changed(text: str = "It changed.", n_items: int = 2, **fields: object) -> RenderedPage:
    lead = Section("lead", "", ((Statement(text, (CITATION,)),),))
    items = tuple(Item("related", Target(f"wiki/entities/{number}.md", str(number))) for number in range(n_items))
    sections = [lead, Section("relations", "Relations", items=items)] if items else [lead]
    values = {name: getattr(VECTOR_CACHE, name) for name in VECTOR_CACHE.__struct_fields__}
    return _rendered(Page(**values | {"sections": tuple(sections)} | fields))


def _plan(text: str, rendered: RenderedPage | None = None) -> PageWrite:
    return plan_write(read_page(text, PATH), rendered or _changed())


def test_nothing_to_do() -> None:
    assert _plan(BASE, _rendered(VECTOR_CACHE)).kind == "unchanged"


def test_an_update_ends_where_a_new_page_would() -> None:
    pages = [_rendered(VECTOR_CACHE), _changed(), _changed("x", 0), _changed(related=(), aliases=("A", "B"), title="T")]
    pages.append(_rendered(page_with(Section("lead", ""))))
    for old in pages[:-1]:
        for new in pages[:-1]:
            write = _plan(create(old), new)
            assert (write.text or create(old)) == create(new)


TARGETS = st.sampled_from([Target(f"wiki/entities/{name}.md", name.upper()) for name in "abc"])
SECTIONS = st.lists(
    st.builds(
        lambda heading, items, text: Section(
            heading.lower(), heading, ((Statement(text, (CITATION,)),),) if text else (),
            tuple(Item("related", target) for target in items) or (Item("", None, "x"),),
        ),
        st.sampled_from(["Relations", "Outline", "Entities", "Findings"]),
        st.lists(TARGETS, max_size=3),
        st.sampled_from(["", "One.", "Two."]),
    ),
    max_size=4,
    unique_by=lambda section: section.slug,
).map(lambda sections: sorted(sections, key=lambda section: section.slug))  # fmt: skip
PAGES = st.builds(
    lambda kind, aliases, related, said, sections: Page(
        "ent-4f1c09a7b2", kind, PATH, said, tuple(aliases), (), None, (), (), tuple(related),
        (Section("lead", "", ((Statement(said, (CITATION,)),),) if said > "b" else ()), *sections),
    ),
    st.just("entity"),
    st.lists(st.sampled_from("xyz"), max_size=2),
    st.lists(TARGETS, max_size=2, unique=True),
    st.sampled_from(["a", "b", "c", "d"]),
    SECTIONS,
)  # fmt: skip


@given(st.lists(PAGES, min_size=2, max_size=4))
def test_any_history_ends_where_a_new_page_would(history: list[Page]) -> None:
    text = create(_rendered(history[0]))
    for page in history[1:]:
        text = _plan(text, _rendered(page)).text or text
        assert text == create(_rendered(page))


def test_only_line_numbers() -> None:
    moved = Citation(CITATION.claim_id, CITATION.path, 51, 54, CITATION.quote)
    old = _rendered(page_with(Section("lead", "", ((Statement("S", (CITATION,)),),))))
    new = _rendered(page_with(Section("lead", "", ((Statement("S", (moved,)),),))))
    write = plan_write(read_page(create(old), old.path), new)
    assert (write.kind, write.is_only_lines, write.text) == ("update", True, create(new))


HUMAN = [
    ("community:", "status: reading\ncommunity:"),
    ("## Notes\n\nYours: wikigraph never writes in this section.\n", "## Notes\n\nmine  \n\n\n# more\n## Relations\nx"),
    ("## Notes", "## My part\n\n- a\n\n[^1]: mine\n\n## Notes"),
    ("# Vector cache\n", "<!-- first\n## no heading -->\n# Vector cache\n"),
    ("---\n# Vector", "mine: [a, b]   # odd\n'quoted': >\n  folded\n  text\n---\n# Vector"),
    ("---\nid:", "---\n# a comment\n\ncssclasses:\n- wide\nid:"),
    ('title: "Vector cache"', "title: Vector cache  # a comment"),
    ('aliases: ["VCache"]', "aliases:\n  - VCache\n  # why\n"),
    ("\n## Notes", "\nText behind the footnotes.\n\n## Notes"),
    ("## Notes", "```\n## Relations\n```\n\n## Notes"),
]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
@pytest.mark.parametrize(("old", "new"), HUMAN)
def test_what_people_wrote_stays(old: str, new: str, bom: str, newline: str) -> None:
    assert BASE.count(old) >= 1
    text = bom + BASE.replace(old, new, 1).replace("\n", newline)
    assert _plan(text, _rendered(VECTOR_CACHE)).kind == ("unchanged")
    write = _plan(text)
    assert write.kind == "update"
    assert write.text.startswith(bom)
    assert new.replace("\n", newline) in write.text
    assert "It changed." in write.text
    assert newline == "\n" or "\n" not in write.text.replace("\r\n", "")
    assert plan_write(read_page(write.text, PATH), _changed()).kind == "unchanged"
    back = plan_write(read_page(write.text, PATH), _rendered(VECTOR_CACHE))
    assert back.text == text


def test_a_comment_behind_a_renewed_value_stays() -> None:
    text = BASE.replace('title: "Vector cache"', "title: Vector cache  # mine")
    assert 'title: "New"  # mine\n' in _plan(text, _changed(title="New")).text


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("generated: [", "generated: [oops", "page-damaged"),
        ('generated: ["lead', 'generated: ["lead nohash", "lead', "page-damaged"),
        ("generated:", "made:", "page-damaged"),
        ("\n---\n# Vector", "\n# Vector", "page-damaged"),
        ("---\nid", "id", "page-damaged"),
        ('title: "Vector cache"\n', 'title: "Vector cache"\ntitle: "Other"\n', "page-damaged"),
        ("## Notes", "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n\n## Notes", "page-damaged"),
        ("## Notes", "```\n<<<<<<< HEAD\na\n=======\nb\n```\n\n## Notes", "page-damaged"),
        ("## Notes", "<<<<<<< HEAD\n\n## Notes", "page-damaged"),
        ("## Notes", "<<<<<<<\n\n## Notes", "page-damaged"),
        ("## Notes", ">>>>>>> theirs\n\n## Notes", "page-damaged"),
        ("## Notes", "||||||| base\n\n## Notes", "page-damaged"),
        ("## Notes", "text\r<<<<<<< HEAD\rtext\n\n## Notes", "page-damaged"),
        ("## Notes", "## Notes\n\n```\n<<<<<<< HEAD\nthe end of the code went with the conflict\n", "page-damaged"),
        ('id: "ent-4f1c09a7b2"', 'id: "ent-4f1c09a7b3"', "page-not-ours"),
        ('id: "ent-4f1c09a7b2"', 'id: "my own"', "page-not-ours"),
    ],
)
def test_what_cannot_be_told_apart_is_left_alone(old: str, new: str, code: str) -> None:
    assert old in BASE
    write = _plan(BASE.replace(old, new, 1))
    assert (write.kind, {item.code for item in write.diagnostics}, write.text) == ("left-alone", {code}, "")


@pytest.mark.parametrize("text", ["A heading\n=======\n", "```\n<<<<<<< HEAD\n```\n", "> > >>>>>>> deep\n"])
def test_what_only_looks_like_a_conflict_marker(text: str) -> None:
    assert _plan(BASE + text).kind == "update"


def test_a_page_whose_subject_is_gone() -> None:
    assert plan_removal(read_page(BASE, PATH)).kind == "remove"
    kept = plan_removal(read_page(BASE.replace(NOTES, "## Notes\n\nMine.[^c-7f3a10b2c4]"), PATH))
    assert kept.kind == "update"
    assert UNSUPPORTED in kept.text
    assert 'status: "unsupported"' in kept.text
    assert "Mine.[^c-7f3a10b2c4]" in kept.text
    assert "](" not in kept.text
    assert "[[" not in kept.text
    assert '[^c-7f3a10b2c4]: no longer supported: source-v1, lines 41–44: "rebuilt' in kept.text
    again = read_page(kept.text, PATH)
    assert plan_removal(again).kind == "unchanged"
    revived = plan_write(again, _rendered(VECTOR_CACHE))
    assert revived.text == BASE.replace(NOTES, "## Notes\n\nMine.[^c-7f3a10b2c4]")


def test_a_persons_own_status_stays() -> None:
    kept = plan_removal(read_page(BASE.replace("community:", "status: reading\ncommunity:"), PATH))
    assert "status: reading\n" in kept.text
    assert "unsupported\"" not in kept.text
    assert UNSUPPORTED in kept.text


LINES = st.sampled_from(
    ["mine {}", "## mine {}", "# mine {}", "mine{}: x", "[^mine{}]: x", "%% mine {} %%", "<!-- mine {}", "-->", "---",
     "```", "  - mine {}", "# Vector cache", "## Notes", "generated: [mine {}]", "mine {}  ", "> mine {}", ""]
)  # fmt: skip


@settings(max_examples=300)
@given(st.lists(st.tuples(st.integers(0, 40), LINES), max_size=5), st.booleans(), st.booleans())
def test_lines_put_in_anywhere_stay(put: list[tuple[int, str]], has_crlf: bool, has_bom: bool) -> None:
    lines = BASE.split("\n")
    for number, (at, line) in enumerate(put):
        lines.insert(at, line.format(number))
    newline = "\r\n" if has_crlf else "\n"
    text = ("\ufeff" if has_bom else "") + newline.join(lines)
    write = _plan(text)
    if write.kind == "update":
        left = write.text.split(newline)
        for number, (_, line) in enumerate(put):
            assert "mine" not in line or line.format(number) in left
        assert write.text.count(newline) == write.text.count("\n")
        assert _plan(write.text).kind == "unchanged"
        back = _plan(write.text, _rendered(VECTOR_CACHE)).text or write.text
        if not human_edits(read_page(text, PATH)):
            assert back == text
        assert _plan(back, _rendered(VECTOR_CACHE)).kind == "unchanged"
        assert (_plan(back).text or back) == write.text
    elif write.kind == "unchanged":
        assert any(edit.is_open for edit in write.edits)
    else:
        assert write.kind == "left-alone"
        assert write.diagnostics


def test_an_edited_section_of_a_page_whose_subject_is_gone_is_kept() -> None:
    kept = plan_removal(read_page(BASE.replace("- **requires** ", "- I say: "), PATH))
    assert "- I say: [DuckDB index]" in kept.text
    assert UNSUPPORTED in kept.text


def test_two_pages_of_one_id_are_not_written() -> None:
    files = [read_page(BASE, "wiki/b.md"), read_page(BASE, "wiki/a.md"), read_page("# Mine\n", "wiki/mine.md")]
    assert known_pages(files).pages[0].path == "wiki/a.md"
    assert known_pages(files).taken == ("wiki/b.md", "wiki/mine.md")
    assert known_pages(files).people == (Target("wiki/mine.md", "Mine"),)
    writes = plan_wiki([_changed()], files)
    assert [(write.kind, write.path, write.diagnostics[0].code) for write in writes] == [
        ("left-alone", "wiki/a.md", "duplicate-id"),
        ("left-alone", "wiki/b.md", "duplicate-id"),
    ]
    assert {write.kind for write in plan_wiki([], files)} == {"left-alone"}


def test_a_moved_page_is_written_where_it_stands() -> None:
    (write,) = plan_wiki([_changed()], [read_page(BASE, "wiki/mine/cache.md")])
    assert (write.kind, write.path) == ("update", "wiki/mine/cache.md")


def test_somebody_elses_file_is_not_overwritten() -> None:
    (write,) = plan_wiki([_changed()], [read_page("# Mine\n", PATH)])
    assert (write.kind, write.diagnostics[0].code) == ("left-alone", "page-not-ours")


def test_typed_links_of_a_front_matter() -> None:
    text = (
        '---\ntitle: T\nrequires:\n  - "[[wiki/a|A]]"\n  - [[wiki/b#x]]\npeople: [[A]], [[B]]\nsupported_by: raw/c.md\n'
        "# requires: [[no]]\naliases: ['[[no]]']\n---\n"
    )
    page = read_page(text, "wiki/p.md")
    assert page.links == (
        LinkField("requires", "wiki/a", 4),
        LinkField("requires", "wiki/b", 5),
        LinkField("people", "A", 6),
        LinkField("people", "B", 6),
        LinkField("supported_by", "raw/c.md", 7),
    )
    assert [(item.code, item.line) for item in page.diagnostics] == [("front-matter-broken", 6)]
    assert page.id == ""


def test_values_are_compared_as_parsed() -> None:
    page = read_page("---\na: 1.10\nb: [2024-01-01, on]\nc: null\nd:\ne: 'x'\n---\n", "p.md")
    assert [key_values(item) for item in page.slices] == [("1.10",), ("2024-01-01", "on"), ("null",), (), ("x",)]


PIECES = st.sampled_from(
    ["---\n", "\ufeff", "# A\n", "## B\n", "\r\n", "\n", "\r", "a: b\n", "=",
     "id: x\n", "[^c-0123456789]: q\n", "```\n", "x",
     "<!--", "-->", "- [[y]]\n", "  z\n", "~~~", "'", '"', "a: [[[[\n", "&a *a", "\u2028", "\x00", "{", "...\n"]
)  # fmt: skip


@given(st.one_of(st.lists(PIECES, max_size=30).map("".join), st.text()))
def test_taking_apart_loses_nothing(text: str) -> None:
    page = read_page(text, "wiki/p.md")
    assert page_text(page) == text


@given(st.lists(PIECES, max_size=20).map("".join))
def test_any_text_in_notes_stays(text: str) -> None:
    head, _, _ = BASE.partition("Yours: ")
    write = _plan(head + text)
    if write.kind == "update":
        assert write.text.endswith("## Notes\n\n" + text)
    else:
        assert write.diagnostics


def test_lines_that_two_footnotes_name_are_told_once() -> None:
    lines = {f"c-{n}": f'[^c-{n}]: [a, line 3](../raw/a.md#L3): "{n}"' for n in ("0123456789", "1234567890")}
    assert cited_lines("x[^c-0123456789] y[^c-1234567890]", lines, "wiki/p.md") == ("raw/a.md:3",)
