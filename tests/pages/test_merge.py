"""A person's edits of what was generated: which text stands afterwards, what waits for a decision, what is recorded."""

from __future__ import annotations

import re

import pytest

from tests.pages.pages import CITATION, VECTOR_CACHE
from wikigraph.model.claim import Citation, Statement
from wikigraph.model.ids import content_id
from wikigraph.model.page import Item, Page, PageWrite, RenderedPage, Section, Target, Verdicts
from wikigraph.pages.footnotes import Standing, nowhere
from wikigraph.pages.humantext import NOTES, human_edits
from wikigraph.pages.pagefile import read_page
from wikigraph.pages.pagehash import FRONT, front_hash
from wikigraph.pages.pagepatch import UNSUPPORTED, create, plan_removal, plan_write
from wikigraph.stages import render

PATH = VECTOR_CACHE.path
SECOND = Citation("c-00000000aa", "raw/b.md", 3, 3, "it holds vectors")
SAID = "The cache is rebuilt when the index version changes."


def rendered(lead: str = SAID, citation: Citation = CITATION, **fields: object) -> RenderedPage:
    values = {name: getattr(VECTOR_CACHE, name) for name in VECTOR_CACHE.__struct_fields__}
    sections = (Section("lead", "", ((Statement(lead, (citation,)),),)), *VECTOR_CACHE.sections[1:])
    return render.run(Page(**values | {"sections": sections} | fields), render.Params())


BASE = create(rendered())
NEW = rendered("It changed.")


def plan(
    text: str, page: RenderedPage | None = None, verdicts: Verdicts = (), standing: Standing = nowhere
) -> PageWrite:
    return plan_write(read_page(text, PATH), page or rendered(), verdicts, standing)


def after(
    text: str, page: RenderedPage | None = None, verdicts: Verdicts = (), standing: Standing = nowhere
) -> str:
    """The text of the page once it is written; writing again changes nothing."""
    write = plan(text, page, verdicts, standing)
    assert write.kind in ("unchanged", "update"), write
    assert not write.diagnostics
    ends = write.text or text
    assert plan(ends, page, (), standing).kind == "unchanged"
    return ends


def edit(old: str, new: str, text: str = BASE) -> str:
    assert text.count(old) == 1, text.count(old)
    return text.replace(old, new)


def edits(text: str, page: RenderedPage | None = None) -> list[tuple[str, str, bool]]:
    return [(e.kind, e.part, e.is_open) for e in plan(text, page).edits]


MINE = edit(SAID, "Mine, and better.")


def test_an_edit_stays_while_nothing_new_is_generated() -> None:
    assert after(MINE) == MINE
    assert edits(MINE) == [("edited", "lead", False)]
    (found,) = plan(MINE).edits
    assert found.line == BASE[: BASE.index("# Vector")].count("\n") + 1
    assert "Mine" in found.stands
    assert SAID in found.generated


def test_the_rest_of_an_edited_page_is_renewed() -> None:
    renewed = after(MINE, rendered(title="T", related=(), sections=VECTOR_CACHE.sections[:1]))
    assert "Mine, and better." in renewed
    assert "## Relations" not in renewed
    assert 'title: "T"' in renewed
    assert "related:" not in renewed


def test_both_changed_waits_for_a_decision() -> None:
    waiting = after(MINE, NEW)
    assert waiting == MINE
    assert edits(MINE, NEW) == [("edited", "lead", True)]
    assert edits(waiting) == [("edited", "lead", False)]  # what was new is withdrawn


def test_keep_is_remembered_until_something_newer_is_generated() -> None:
    kept = after(MINE, NEW, (("lead", "keep"),))
    assert "Mine, and better." in kept
    assert edits(kept, NEW) == [("edited", "lead", False)]
    assert edits(kept, rendered("Newer.")) == [("edited", "lead", True)]
    assert edits(kept) == [("edited", "lead", True)]


def test_accept_takes_the_new_text() -> None:
    assert after(MINE, NEW, (("lead", "accept"),)) == create(NEW)


def test_writing_what_is_generated_is_no_edit() -> None:
    by_hand = edit(SAID, "It changed.")
    assert human_edits(read_page(by_hand, PATH)) == ("lead",)
    assert after(by_hand, NEW) == create(NEW)


def test_a_section_that_is_not_generated_any_more() -> None:
    text = edit("- **requires** ", "- I say: ")
    bare = rendered(sections=VECTOR_CACHE.sections[:1])
    waiting = after(text, bare)
    assert "I say: " in waiting
    assert edits(waiting, bare) == [("edited", "relations", True)]
    kept = after(waiting, bare, (("relations", "keep"),))
    assert edits(kept, bare) == [("edited", "relations", False)]
    assert edits(kept) == [("edited", "relations", True)]
    assert "## Relations" not in after(waiting, bare, (("relations", "accept"),))


RELATIONS = BASE[BASE.index("## Relations") : BASE.index("[^c-7f3a10b2c4]: ")]


def test_a_deleted_section_stays_deleted() -> None:
    text = edit(RELATIONS, "")
    other = Section("relations", "Relations", items=(Item("", None, "x"),))
    others = rendered(sections=(VECTOR_CACHE.sections[0], other))
    for page in (rendered(), others, rendered(sections=VECTOR_CACHE.sections[:1]), NEW, others):
        text = after(text, page)
        assert "## Relations" not in text
    assert ("deleted", "relations", False) in edits(text, others)
    assert "## Relations\n\n- x" in after(text, others, (("relations", "accept"),))


def test_a_section_of_a_person_with_a_generated_name_is_theirs() -> None:
    bare = rendered(sections=VECTOR_CACHE.sections[:1])
    own = create(bare) + "\n## Relations\n\nmine\n"
    both = after(own)
    assert both.count("## Relations") == 2
    assert after(both, bare).rstrip() == own.rstrip()


LISTS = [
    ('["VCache"]', '["VCache", "Mine"]', ("VCache", "New"), ["VCache", "New", "Mine"]),
    ('["VCache"]', '["Mine", "VCache"]', ("New",), ["New", "Mine"]),
    ('["VCache"]', '["Mine"]', ("VCache", "New"), ["New", "Mine"]),
    ('["VCache"]', '[]', ("VCache",), []),
    ('["VCache"]', '[New, VCache]', ("VCache", "New"), ["New", "VCache"]),
    ('["VCache"]', '["VCache"]', ("B", "A"), ["B", "A"]),
    ('["VCache"]', '\n- VCache  # the old name\n- Mine', ("VCache",), ["VCache", "Mine"]),
]


def values(text: str, key: str = "aliases") -> list[str]:
    from wikigraph.pages.pagefile import key_values

    return [v for item in read_page(text, PATH).slices if item.key == key for v in key_values(item)]


@pytest.mark.parametrize(("old", "new", "aliases", "expected"), LISTS)
def test_items_of_a_list(old: str, new: str, aliases: tuple[str, ...], expected: list[str]) -> None:
    text = edit(f"aliases: {old}", f"aliases: {new}")
    ends = after(text, rendered(aliases=aliases))
    assert sorted(values(ends)) == sorted(expected)
    away = after(ends, rendered(aliases=()))  # what was generated goes, what a person added stays
    assert values(away) == [name for name in expected if name not in aliases]
    again = after(away, rendered(aliases=aliases))
    assert sorted(values(again)) == sorted(expected)


def test_a_removed_item_stays_removed_and_may_be_put_back() -> None:
    text = edit('aliases: ["VCache"]\n', "")
    for names in (("VCache",), (), ("VCache",), ("VCache", "X")):
        text = after(text, rendered(aliases=names))
        assert values(text) == [name for name in names if name != "VCache"]
    text = text.replace('aliases: ["X"]', 'aliases: ["VCache", "X"]')
    assert values(after(text, rendered(aliases=("VCache", "X")))) == ["VCache", "X"]
    assert after(text, rendered()) == BASE


def test_links_that_a_person_added_stay_when_all_others_go() -> None:
    text = BASE.replace("requires: [", 'requires: ["[[wiki/topics/mine]]", ')
    away = after(text, rendered(requires=(), related=()))
    assert values(away, "requires") == ["[[wiki/topics/mine]]"]
    assert "related:" not in away


def test_a_title_that_a_person_gave() -> None:
    text = edit('title: "Vector cache"', "title: 'My cache'   # better")
    assert after(text) == text
    assert edits(text) == [("edited", "front.title", False)]
    other = rendered(title="Vector Cache")
    waiting = after(text, other)
    assert "title: 'My cache'   # better" in waiting
    assert edits(waiting, other) == [("edited", "front.title", True)]
    assert edits(after(waiting, other, (("front.title", "keep"),)), other) == [("edited", "front.title", False)]
    assert 'title: "Vector Cache"   # better' in after(waiting, other, (("front.title", "accept"),))


def test_a_value_that_is_no_yaml_is_not_touched() -> None:
    text = edit('aliases: ["VCache"]\n', "aliases: [ 'VCache' ]   # names\n\ttab: x\n")
    assert after(text, rendered(aliases=("Other",))) == text
    mended = edit("\ttab: x\n", "", after(text, rendered(aliases=("Other",))))
    assert values(after(mended, rendered(aliases=("Other",)))) == ["Other"]


FOOTNOTE = (
    "[^c-7f3a10b2c4]: [source-v1, lines 41–44](../../raw/source-v1.md#L41-L44): "
    '"rebuilt when the index version changes"'
)


def without_the_claim() -> RenderedPage:
    return rendered("It changed.", SECOND, sections=(Section("lead", "", ((Statement("It changed.", (SECOND,)),),)),))


def test_a_footnote_that_a_kept_sentence_cites_stays_marked_and_is_renewed() -> None:
    gone = after(MINE, without_the_claim())
    assert "[^c-7f3a10b2c4]: no longer supported: source-v1, lines 41–44: " in gone
    assert SECOND.claim_id not in gone  # nothing on the page cites it
    assert ("footnote-unsupported", "c-7f3a10b2c4", True) in edits(gone, without_the_claim())
    seen = after(gone, without_the_claim(), (("c-7f3a10b2c4", "keep"),))
    assert ("footnote-unsupported", "c-7f3a10b2c4", False) in edits(seen, without_the_claim())
    assert after(gone) == MINE
    assert FOOTNOTE in gone.replace(gone, after(gone))


def test_a_claim_that_still_stands_in_its_source_is_not_marked() -> None:
    moved = Citation("c-7f3a10b2c4", "raw/source-v1.md", 50, 53, CITATION.quote)
    known = {("raw/source-v1.md", "c-7f3a10b2c4"): moved}
    ends = after(MINE, without_the_claim(), (), lambda path, id_, quote: known.get((path, id_)))
    assert "lines 50–53](../../raw/source-v1.md#L50-L53)" in ends
    marked = after(MINE, without_the_claim())
    assert after(marked, without_the_claim(), (), lambda path, id_, quote: known.get((path, id_))) == ends


def test_line_numbers_are_renewed_beside_an_edit_and_in_an_edited_section() -> None:
    moved = Citation(CITATION.claim_id, CITATION.path, 51, 54, CITATION.quote)
    items = tuple(Item("", Target("raw/source-v1.md", name), line=line) for name, line in (("A", 1), ("B", 5)))
    outline = Section("outline", "Outline", items=items)
    later = Section("outline", "Outline", items=tuple(Item("", i.target, line=i.line + 10) for i in items))
    text = create(rendered(sections=(VECTOR_CACHE.sections[0], outline)))
    text = edit("## Outline\n", "## Outline\n\nMine.\n", text)
    lead = Section("lead", "", ((Statement(SAID, (moved,)),),))
    write = plan(text, rendered(sections=(lead, later)))
    assert write.is_only_lines
    assert "Mine.\n\n- [A, line 11](../../raw/source-v1.md#L11)\n- [B, line 15]" in write.text
    assert "lines 51–54](../../raw/source-v1.md#L51-L54)" in write.text


def test_a_definition_that_a_person_changed_stays() -> None:
    path, quote = "raw/source-v1.md", "A long *quote*"
    real = Citation(content_id("c", path, "a long *quote*", "0"), path, 4, 4, quote)
    sections = (Section("lead", "", ((Statement("S.", (CITATION, real)),),)),)
    page = rendered(sections=sections)
    text = edit('"rebuilt when', '"renewed when', create(page))
    bare = rendered(sections=(Section("lead", "", ((Statement("S.", (CITATION,)),),)),))
    ends = after(text, bare)
    assert '"renewed when the index' in ends
    assert real.claim_id not in ends  # its id says that nobody changed it
    assert ("edited", "footnotes", False) in edits(ends, bare)
    assert after(text, page) == text


def test_a_lost_definition_comes_back() -> None:
    assert after(edit(FOOTNOTE + "\n\n", "")) == BASE


def test_a_page_whose_subject_goes_and_comes_back() -> None:
    own = edit(NOTES, "## Notes\n\nMine.", edit('["VCache"]', '["VCache", "Mine"]', MINE))
    gone = plan_removal(read_page(own, PATH))
    assert [d.code for d in gone.diagnostics] == ["page-unsupported"]
    assert [(e.part, e.is_open) for e in gone.edits if e.is_open] == [("page", True)]
    assert 'status: "unsupported"' in gone.text
    assert "Mine, and better." in gone.text
    assert plan_removal(read_page(gone.text, PATH)).kind == "unchanged"
    seen = plan_removal(read_page(gone.text, PATH), (("page", "keep"),))
    assert not any(edit.is_open for edit in plan_removal(read_page(seen.text, PATH)).edits)
    assert after(seen.text) == own
    assert after(gone.text) == own
    assert plan_removal(read_page(gone.text, PATH), (("page", "accept"),)).kind == "remove"


def test_a_title_that_a_person_gave_outlasts_the_subject() -> None:
    own = edit('title: "Vector cache"', "title: Mine")
    gone = plan_removal(read_page(own, PATH)).text
    assert plan_removal(read_page(gone, PATH)).kind == "unchanged"
    assert after(gone) == own


def test_a_page_with_notes_alone_goes_and_comes_back() -> None:
    own = edit(NOTES, "## Notes\n\nMine.")
    gone = plan_removal(read_page(own, PATH)).text
    assert UNSUPPORTED in gone
    assert after(gone) == own


def test_a_section_of_a_person_with_a_generated_name_keeps_the_page() -> None:
    own = plan_removal(read_page(BASE + "\n## Relations\n\nmine\n", PATH))
    assert "## Relations\n\nmine\n" in own.text


def test_what_a_person_only_removed_keeps_no_page() -> None:
    assert plan_removal(read_page(edit('aliases: ["VCache"]\n', edit(RELATIONS, "") and ""), PATH)).kind == "remove"
    assert plan_removal(read_page(edit(RELATIONS, ""), PATH)).kind == "remove"


def legacy(text: str) -> str:
    """The page as older versions wrote it: one hash for the whole front matter."""
    page = read_page(text, PATH)
    held = [(item.key, tuple(values(text, item.key))) for item in page.slices]
    entries = [f"{slug} {digits}" for slug, digits in page.generated] + [f"{FRONT} {front_hash(held)}"]
    listed = ", ".join(f'"{entry}"' for entry in entries)
    return re.sub(r"generated: .*", f"generated: [{listed}]", text)


def test_pages_of_older_versions_are_taken_over() -> None:
    assert after(legacy(BASE)) == BASE
    assert after(legacy(BASE), NEW) == create(NEW)
    assert human_edits(read_page(legacy(BASE), PATH)) == ()
    mine = edit('aliases: ["VCache"]', 'aliases: ["Mine"]', edit("title: \"V", "title: \"My v", legacy(BASE)))
    assert human_edits(read_page(mine, PATH)) == (FRONT,)
    upgraded = after(mine)
    assert values(upgraded) == ["VCache", "Mine"]
    assert 'title: "My vector cache"' in upgraded
    assert not any(is_open for _, _, is_open in edits(mine))
