"""Documents → sentences and units: exact places, whole sentences, sizes, stable ids."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.stages.test_parse import PIECES, SAMPLE, document
from wikigraph.model.text import Chunks, Document, Markup
from wikigraph.stages import chunk
from wikigraph.text.tokens import count_tokens

SMALL = chunk.Params(size=40, overlap=10, small=10)


def chunks(text: str, params: chunk.Params | None = None, markup: Markup = "markdown") -> tuple[Document, Chunks]:
    doc = document(text, markup)
    return doc, chunk.run(doc, params or chunk.Params())


def check(doc: Document, result: Chunks, params: chunk.Params) -> None:
    for ordinal, sentence in enumerate(result.sentences):
        block = doc.blocks[sentence.block]
        assert sentence.ordinal == ordinal
        assert sentence.text == block.text[sentence.start : sentence.end]
        assert sentence.text.strip()
        span = sentence.span
        assert sentence.quote == re.sub("\r\n|\r|\n", " ", doc.text[span.start : span.end])
        assert block.span.start <= span.start < span.end <= block.span.end
        assert block.span.start_line <= span.start_line <= span.end_line <= block.span.end_line
    covered: set[int] = set()
    for unit in result.units:
        ordinals = range(unit.first_sentence, unit.last_sentence + 1)
        covered.update(ordinals)
        assert unit.n_tokens == count_tokens(unit.text)
        assert len(ordinals) == 1 or unit.n_tokens <= params.size * 5 // 4 + 1
        assert unit.span.start == result.sentences[unit.first_sentence].span.start
        assert unit.span.end == result.sentences[unit.last_sentence].span.end
        assert all(result.sentences[n].text in unit.text for n in ordinals)
    assert covered == set(range(len(result.sentences)))
    assert len({unit.id for unit in result.units}) == len(result.units)


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_the_sample(newline: str) -> None:
    doc, result = chunks(SAMPLE.replace("\n", newline))
    check(doc, result, chunk.Params())
    quotes = {sentence.text: sentence.quote for sentence in result.sentences}
    assert quotes["Quote one b b two"] == "Quote one **b > b** two"
    assert quotes["Setext title more"] == "Setext *title* more"
    assert quotes["# not a heading\n\tcode  \n\nend"] == "# not a heading \tcode    end"


@pytest.mark.parametrize(
    ("text", "quotes"),
    [
        ("**Bold start** goes. *Whole.* Next **end**.", ["**Bold start** goes.", "*Whole.*", "Next **end**."]),
        ("**One. Two.** Three.", ["One.", "Two.", "Three."]),
        ('See [the docs](a.md "t"). Then [[A|b]].', ['See [the docs](a.md "t").', "Then [[A|b]]."]),
        ("[Link first](a_(b).md) is. `Code()`", ["[Link first](a_(b).md) is.", "`Code()`"]),
        ("[[T|Shown]] works", ["[[T|Shown]] works"]),
        ("***Both*** x", ["***Both*** x"]),
        ("Text.[^1] More.\n\n[^1]: Note.", ["Text.", "More.", "Note."]),
        ("&quot;Quoted&quot; it. A &amp; B &copy;", ["&quot;Quoted&quot; it.", "A &amp; B &copy;"]),
        ("\\*Star\\* here", ["\\*Star\\* here"]),
        ("<https://a.b> is. [Ref][r]\n\n[r]: x", ["<https://a.b> is.", "[Ref][r]"]),
        ("**[Nested](x.md)** end. **[Other](y.md)**", ["**[Nested](x.md)** end.", "**[Other](y.md)**"]),
        ("- [ ] task one\n- item", ["task one", "item"]),
        ("| a | b |\n|--|--|\n| **1** | `2` |", ["a | b", "**1** | `2`"]),
        ("## Head {#x}\n", ["Head"]),
        ("![only an image](x.png)", []),
        ("$x$ is. ~~Gone~~", ["$x$ is.", "~~Gone~~"]),
    ],
)
def test_quotes_take_whole_markup(text: str, quotes: list[str]) -> None:
    doc, result = chunks(text)
    check(doc, result, chunk.Params())
    assert [sentence.quote for sentence in result.sentences] == quotes


def test_a_heading_goes_with_what_follows() -> None:
    body = "Word word word word word word word word word. " * 3
    doc, result = chunks(f"# T\n\n## A\n\n{body}\n\n## B\n\n### C\n\n{body}\n\n## Last\n", SMALL)
    check(doc, result, SMALL)
    for unit in result.units[:-1]:
        kinds = [doc.blocks[result.sentences[n].block].kind for n in range(unit.first_sentence, unit.last_sentence + 1)]
        assert kinds[-1] != "heading"
    assert [unit.heading_path for unit in result.units][:2] == [("T", "A"), ("T", "B", "C")]


def test_small_neighbours_are_packed() -> None:
    doc, result = chunks("# T\n\n" + "".join(f"## S{i}\n\nA few words.\n\n" for i in range(4)))
    check(doc, result, chunk.Params())
    assert [unit.heading_path for unit in result.units] == [("T",)]


def test_headings_inside_a_unit_stand_in_its_text_once() -> None:
    """Search counts a unit's text and the headings above it: none may be lost, and none counted twice."""
    _, result = chunks("# T\n\n## Global search\n\nA few words.\n\n## Local search\n\nA few more words.\n")
    (unit,) = result.units
    lines = unit.text.split("\n")
    assert [lines.count(heading) for heading in ("T", "Global search", "Local search")] == [1, 1, 1]


def test_units_overlap_by_whole_sentences() -> None:
    doc, result = chunks("One two three four five. " * 40, SMALL)
    check(doc, result, SMALL)
    assert len(result.units) > 3
    for before, after in zip(result.units, result.units[1:], strict=False):
        assert before.first_sentence < after.first_sentence <= before.last_sentence


@pytest.mark.parametrize("text", ["word " * 500, "字" * 900, "ไทย" * 500, "e\u0301" * 900, "x" * 3000])
def test_a_sentence_longer_than_a_unit_is_cut(text: str) -> None:
    doc, result = chunks(text, SMALL)
    check(doc, result, SMALL)
    assert all(count_tokens(sentence.text) <= SMALL.size for sentence in result.sentences)
    assert "".join(sentence.text for sentence in result.sentences).replace(" ", "") == text.replace(" ", "")


def test_code_is_a_few_sentences() -> None:
    code = "\n".join("x = 1" if i % 8 != 7 else "" for i in range(40))
    doc, result = chunks(f"```py\n{code}\n```\n")
    check(doc, result, chunk.Params())
    assert len(result.sentences) == 5
    assert all(sentence.text.count("\n") < 10 for sentence in result.sentences)


def test_ids_are_stable_and_moved_text_keeps_its_id() -> None:
    text = "# A\n\n" + "Alpha beta gamma. " * 60 + "\n\n# B\n\n" + "Delta epsilon. " * 60
    _, before = chunks(text)
    _, after = chunks("\n\n<!-- c -->\n\n" + text.replace("\n", "\r\n"))
    assert [unit.id for unit in before.units] == [unit.id for unit in after.units]
    _, edited = chunks(text.replace("epsilon", "zeta"))
    kept = {unit.id for unit in before.units} & {unit.id for unit in edited.units}
    assert kept == {unit.id for unit in before.units if unit.heading_path == ("A",)}


def test_the_same_section_twice_has_two_ids() -> None:
    section = "# Dup\n\n" + "Same words here. " * 60 + "\n\n"
    _, result = chunks(section * 2)
    assert len(result.units) == 2
    assert len({unit.id for unit in result.units}) == 2


def test_nothing_gives_nothing() -> None:
    _, result = chunks("<!-- nothing -->\n")
    assert result.sentences == ()
    assert result.units == ()


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.sampled_from([*PIECES, "Word. ", "A b c "]), max_size=30).map("".join),
    st.sampled_from([SMALL, chunk.Params()]),
)
def test_every_sentence_stands_where_it_says(text: str, params: chunk.Params) -> None:
    doc, result = chunks(text, params)
    check(doc, result, params)
