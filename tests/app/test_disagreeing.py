"""A sentence cites only what says it; where sources differ, both stand on the page, one behind the other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from wikigraph.app.ask import ask
from wikigraph.app.compile import compile_vault
from wikigraph.store.index import open_index
from wikigraph.store.vault import Vault
from wikigraph.text.agreeing import wording


def lead_and_quotes(page: Path) -> tuple[list[tuple[str, list[str]]], dict[str, str]]:
    """([(sentence, ids of its footnotes)] of the lead, id → quote)."""
    text = page.read_text("utf-8")
    quotes = dict(re.findall(r'^\[\^(c-\w+)\]: .*?: "(.*)"$', text, re.MULTILINE))
    lead = text.split("\n# ", 1)[1].split("\n## ", 1)[0].partition("\n")[2]
    found = re.findall(r"(.+?)((?:\[\^c-\w+\])+)\s*", lead.replace("\n", " "))
    return [(sentence.strip(), re.findall(r"c-\w+", notes)) for sentence, notes in found], quotes


@pytest.mark.parametrize(("one", "other", "third"), [
    ("The **Valve** is safe for all.", "The **Valve** is not safe for all.", "The **Valve** stands in Leeds."),
    ("The **Valve** holds 400 degrees.", "The **Valve** holds 500 degrees.", "The **Valve** stands in Leeds."),
    ("Das **Ventil** wurde 1921 gebaut.", "Das **Ventil** wurde 1925 gebaut.", "Das **Ventil** steht im Keller."),
    ("La **Caldaia** è sicura per tutti.", "La **Caldaia** non è sicura per tutti.", "La **Caldaia** sta a Torino."),
])  # fmt: skip
def test_sources_that_differ(tmp_path: Path, one: str, other: str, third: str) -> None:
    (tmp_path / "schema").mkdir()
    (tmp_path / "raw").mkdir()
    for name, text in (("a", one), ("b", other), ("c", third), ("d", one + " It was said.")):
        (tmp_path / "raw" / f"{name}.md").write_text(f"# Notes {name}\n\n{text}\n", "utf-8")
    compile_vault(Vault(tmp_path))
    (page,) = (p for p in (tmp_path / "wiki/entities").glob("*.md") if p.stem in ("valve", "ventil", "caldaia"))
    lead, quotes = lead_and_quotes(page)
    said = [wording(sentence) for sentence, _ in lead]
    plain = [wording(text.replace("**", "")) for text in (one, other)]
    assert set(plain) <= set(said), lead
    assert abs(said.index(plain[0]) - said.index(plain[1])) == 1
    for sentence, ids in lead:
        assert {wording(quotes[id_].replace("\\", "").replace("**", "")) for id_ in ids} == {wording(sentence)}


def test_an_answer_shows_both(tmp_path: Path) -> None:
    (tmp_path / "schema").mkdir()
    (tmp_path / "raw").mkdir()
    for name, n in (("a", 400), ("b", 500)):
        (tmp_path / "raw" / f"{name}.md").write_text(f"# {name}\n\nThe **Valve** holds {n} degrees.\n", "utf-8")
    compile_vault(Vault(tmp_path))
    index = open_index(tmp_path / ".wikigraph/index")
    assert index is not None
    with index:
        answer = ask(index, "How many degrees does the Valve hold?")
    assert "400" in answer.answer and "500" in answer.answer
