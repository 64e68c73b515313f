# ruff: noqa: E501 — the texts of the vaults stay whole
"""What the extract stage counts in one document."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.extraction.vaults import read
from wikigraph.extraction.cased import lower_terms
from wikigraph.extraction.marks import expansion_before, initials_match
from wikigraph.extraction.patterns import CAPITAL_SPAN, WORD
from wikigraph.model.extraction import Candidates, Counts
from wikigraph.text.stopwords import stop_words


def candidates(text: str, name: str = "a.md") -> Candidates:
    return read({name: text})[2][f"raw/{name}"]


def as_dict(counts: Counts) -> dict[str, int]:
    return dict(zip(counts.surfaces, counts.n, strict=True))


def test_words_with_and_without_capitals() -> None:
    table = candidates("# Note\n\nWe use Docker. Docker runs. The docker command, and Docker.\n").words
    index = table.words.index("docker")
    assert (table.lower[index], table.capital[index], table.initial[index]) == (1, 2, 1)
    assert "note" in table.words  # of a heading: in the vocabulary
    assert table.capital[table.words.index("note")] == 0  # but it tells nothing


def test_spans_inside_and_at_the_start_of_sentences() -> None:
    found = candidates("# X\n\nThe Bank of England met. They saw Ludwig van Beethoven and U.S. Steel in Rome.\n")
    assert as_dict(found.initial_spans) == {"The Bank of England": 1, "They": 1}  # which words go, resolve tells
    assert as_dict(found.spans) == {"Ludwig van Beethoven": 1, "U.S. Steel": 1, "Rome": 1}


def test_words_keep_versions_symbols_and_joints() -> None:
    text = "C++ and C# on GPT-4.1, v1.10, docker-compose, .NET 9, O'Reilly's AT&T, Node.js. End"
    assert WORD.findall(text) == [
        *(
            "C++",
            "and",
            "C#",
            "on",
            "GPT-4.1",
            "v1.10",
            "docker-compose",
            ".NET",
            "9",
            "O'Reilly",
            "s",
            "AT&T",
            "Node.js",
        ),
        "End",
    ]
    assert CAPITAL_SPAN.findall("We like .NET 9 and HippoRAG 2. Then") == ["We", ".NET 9", "HippoRAG 2", "Then"]


def test_code_urls_stage_marks_and_comments_give_no_spans() -> None:
    text = (
        "# Title\n\nSee `run Big Thing now` at https://Example.org/Some/Path [MUSIC] and `HashMap` here. <!-- Hidden Name -->\n\n"
        "```sh\n# Shell Comment\n```\n"
    )
    found = candidates(text)
    assert set(found.spans.surfaces) == {"HashMap"}
    assert "shell" in found.code_words


def test_terms_do_not_cross_function_words_or_punctuation() -> None:
    counts = lower_terms("the memory safety of a system, type checks (borrow checker) and so", stop_words("en"), Counter())
    assert counts == {"memory safety": 1, "type checks": 1, "borrow checker": 1}


def test_acronyms_both_ways_round() -> None:
    found = candidates(
        "# X\n\nWe use natural language processing (NLP) and IDE (integrated development environment).\n"
    )
    assert found.acronyms == (("integrated development environment", "IDE"), ("natural language processing", "NLP"))
    assert expansion_before("we all like reciprocal rank fusion ", "RRF") == "reciprocal rank fusion"
    assert expansion_before("an error ", "HTTP") == ""
    assert initials_match("Organization of the Petroleum Exporting Countries", "OPEC")
    assert not initials_match("Large Model", "LLM")


def test_glosses_and_book_marks_of_chinese() -> None:
    found = candidates("# 笔记\n\n每个值都有所有权（ownership）。我读《三体》。trait 对象（trait object）很有用。\n")
    assert any(before.endswith("所有权") and latin == "ownership" for before, latin in found.glosses)
    assert not any(latin == "trait object" for _, latin in found.glosses)  # the term starts before the Han characters
    assert ("book", "三体") in {(mark.kind, mark.surface) for mark in found.marks}
    assert found.language == "zh"


def test_languages() -> None:
    samples = {
        "en": "The name of the game is that we like it.",
        "de": "Der Name des Spiels ist, dass wir es mögen.",
        "it": "Il nome del gioco è che ci piace.",
        "ja": "これは日本語の文です。とても短いです。",
    }
    assert {language: candidates(f"{text}\n").language for language, text in samples.items()} == {k: k for k in samples}


def test_marks_of_structure() -> None:
    text = "---\ntitle: Guide\naliases: [Handbook]\ntags: [ops]\n---\n# Guide\n\n## 2. Volumes:\n\n**Named volume** [Compose](x.md) `docker-compose`\n"
    marks = {(mark.kind, mark.surface) for mark in candidates(text).marks}
    expected = {
        ("title", "Guide"), ("alias", "Handbook"), ("tag", "ops"), ("heading", "Volumes"), ("strong", "Named volume"),
        ("link", "Compose"), ("code", "docker-compose"),
    }  # fmt: skip
    assert expected <= marks


def test_plain_text_headings() -> None:
    found = candidates("My Title\n\nBasic Notions\n\nHere is text about Rome and trade.\n", "a.txt")
    assert ("heading", "Basic Notions") in {(mark.kind, mark.surface) for mark in found.marks}
    assert as_dict(found.spans) == {"Rome": 1}


@pytest.mark.parametrize(
    ("text", "short", "long_form"),
    [
        ("We keep it in Harbor Database ", "HDB", "Harbor Database"),
        ("pages are written in hypertext markup language ", "HTML", "hypertext markup language"),
        ("they like natural language processing ", "NLP", "natural language processing"),
        ("We keep it in Harbor Data ", "HDX", ""),
        ("a cat in Berlin ", "CRLN", ""),  # two letters of three are from within
    ],
)
def test_a_short_form_may_take_letters_from_within(text: str, short: str, long_form: str) -> None:
    assert expansion_before(text, short) == long_form
