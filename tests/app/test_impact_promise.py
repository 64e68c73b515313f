"""Nothing is missed: pages that say something else after a compile are among those that impact named before it."""

from __future__ import annotations

import os
import random
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.app.histories import SERVICES, change, document, paragraph
from wikigraph.app.compile import compile_vault
from wikigraph.app.impact import changed_impact, proposed_impact
from wikigraph.model.impact import Impact
from wikigraph.store.vault import Vault

N_SEQUENCES = int(os.environ.get("WIKIGRAPH_IMPACT_SEQUENCES", "30"))  # 400 before a release
FOOTNOTE = re.compile(r'\[\^(c-[0-9a-f]+)\]: \[.*\]\(([^()\s]+)#L\d+(?:-L\d+)?\): "(.*)"')
REFERENCE = re.compile(r"\[\^c-[0-9a-f]+\]")
ID = re.compile(r'^id: "(.+)"$', re.MULTILINE)


@dataclass(frozen=True)
class Told:
    """A page as it stands: where, what it states, and all of it but line numbers and hashes."""

    path: str
    statements: frozenset[tuple[str, ...]]
    text: str


def told(vault: Path) -> dict[str, Told]:
    """Every generated page by its id, read without the product's own code."""
    pages = {}
    for file in sorted((vault / "wiki").rglob("*.md")):
        text = file.read_text(encoding="utf-8")
        found = ID.search(text)
        if found and found[1] not in ("log", "review"):  # those rest on no source
            path = file.relative_to(vault).as_posix()
            bare = re.sub(r"#L\d+(-L\d+)?|, lines? \d+(–\d+)?|^generated: .*$", "", text, flags=re.MULTILINE)
            pages[found[1]] = Told(path, frozenset(statements(vault, file, text)), bare)
    return pages


def statements(vault: Path, file: Path, text: str) -> list[tuple[str, ...]]:
    """Quotes with their sources, and sentences."""
    found: list[tuple[str, ...]] = []
    for line in text.split("\n"):
        footnote = FOOTNOTE.fullmatch(line)
        if footnote:
            source = (file.parent / unquote(footnote[2])).resolve().relative_to(vault.resolve())
            found.append((source.as_posix(), footnote[3]))
        elif "[^c-" in line and not line.startswith("- **"):
            found.append((REFERENCE.sub("", line),))
        elif line == "One source alone supports this page.":
            found.append((line,))
    return found


def assert_nothing_is_missed(predicted: Impact, before: dict[str, Told], after: dict[str, Told]) -> tuple[int, int]:
    """Returns how many pages state something else, and how many were named."""
    before = as_renamed(predicted, before, after)
    both = before.keys() & after.keys() - {"index"}
    restated = {before[id_].path for id_ in both if before[id_].statements != after[id_].statements}
    named = {hit.page for hit in predicted.affected if not hit.claim}
    assert restated <= named, "a page says something else and was not named"
    assert restated <= {hit.page for hit in predicted.affected if hit.change == "statements"}
    structural = predicted.structural
    assert set(structural.removed) <= named, "what rests on a page that goes must be looked at"
    assert set(structural.created) == {after[id_].path for id_ in after.keys() - before.keys()}
    assert set(structural.removed) == {before[id_].path for id_ in before.keys() - after.keys()}
    others = {before[id_].path for id_ in before.keys() & after.keys() if before[id_].text != after[id_].text}
    assert others <= named | {page.page for page in structural.changed}, "a page changes otherwise and was not named"
    return len(restated), len(named)


def as_renamed(predicted: Impact, before: dict[str, Told], after: dict[str, Told]) -> dict[str, Told]:
    """The pages before, by the ids that they have now, citing renamed sources by the names that these have now."""
    paths = {change.former: change.path for change in predicted.changes if change.kind == "renamed"}
    moved = dict(predicted.structural.moved)
    ids = {page.path: id_ for id_, page in after.items()}
    found = {}
    for id_, page in before.items():
        stated = frozenset((paths.get(said[0], said[0]), *said[1:]) for said in page.statements)
        found[ids[moved[page.path]] if page.path in moved else id_] = Told(page.path, stated, page.text)
    return found


def of_people(vault: Path, dice: random.Random) -> None:
    """A page of a person that rests on a source, and one that rests on a compiled page."""
    (vault / "wiki/topics").mkdir(parents=True, exist_ok=True)
    source = dice.choice(sorted((vault / "raw").rglob("*.md"))).relative_to(vault).with_suffix("").as_posix()
    page = dice.choice(sorted((vault / "wiki").rglob("*.md"))).relative_to(vault).with_suffix("").as_posix()
    (vault / "wiki/topics/mine.md").write_text(f'---\nsupported_by: ["[[{source}]]"]\n---\n# Mine\n')
    (vault / "wiki/topics/more.md").write_text(f'---\nrequires: ["[[{page}]]"]\n---\n# More\n')


@pytest.mark.slow
@pytest.mark.parametrize("seed", sorted({*range(N_SEQUENCES), 34, 288}))  # 34: a community's page goes elsewhere
def test_pages_that_say_something_else_were_named_before(seed: int, tmp_path: Path) -> None:
    dice = random.Random(seed)
    (tmp_path / "raw").mkdir()
    for number in range(dice.randint(4, 9)):
        (tmp_path / f"raw/start{number}.md").write_text(document(dice), encoding="utf-8")
    vault = Vault(tmp_path)
    compile_vault(vault)
    of_people(tmp_path, dice)
    compile_vault(vault)
    for _ in range(3):
        before = told(tmp_path)
        for _ in range(dice.choice((1, 1, 3))):
            change(tmp_path / "raw", dice)
        predicted = changed_impact(vault)
        assert changed_impact(vault) == predicted
        compile_vault(vault)
        assert_nothing_is_missed(predicted, before, told(tmp_path))
        compile_vault(vault)
        assert not changed_impact(vault).affected


@pytest.mark.parametrize("seed", range(max(4, N_SEQUENCES // 6)))
def test_a_proposed_text_reaches_what_the_saved_one_does(seed: int, tmp_path: Path) -> None:
    dice = random.Random(seed)
    (tmp_path / "raw").mkdir()
    for number in range(6):
        (tmp_path / f"raw/{number}.md").write_text(document(dice), encoding="utf-8")
    vault = Vault(tmp_path)
    compile_vault(vault)
    file = tmp_path / "raw/3.md"
    kept = file.read_bytes()
    new = dice.choice((kept + f"\n{paragraph(dice)}\n".encode(), document(dice).encode(), b"\n\n" + kept, b" \n"))
    states = shutil.copytree(tmp_path, tmp_path / "copy", ignore=shutil.ignore_patterns("copy"))
    proposed = proposed_impact(vault, "raw/3.md", new)
    assert {p.name: p.read_bytes() for p in states.rglob("*.md")} == {
        p.name: p.read_bytes() for p in tmp_path.rglob("*.md") if "copy" not in p.parts
    }
    shutil.rmtree(states)
    file.write_bytes(new)
    assert changed_impact(vault) == proposed


def test_lines_that_only_move_are_no_change(tmp_path: Path) -> None:
    dice = random.Random(3)
    (tmp_path / "raw").mkdir()
    for number, service in enumerate(SERVICES[:4]):
        body = "\n\n".join(paragraph(dice) for _ in range(4))
        (tmp_path / f"raw/{number}.md").write_text(f"# {service}\n\n{service} is a service.\n\n{body}\n", "utf-8")
    vault = Vault(tmp_path)
    compile_vault(vault)
    text = (tmp_path / "raw/1.md").read_text("utf-8")
    found = proposed_impact(vault, "raw/1.md", ("\n\n\n" + text).encode())
    (change_,) = found.changes
    assert (change_.gone, change_.new) == ((), ()) and change_.n_moved > 3
    assert found.affected == () and found.structural.changed == ()
    assert found.structural.n_only_lines > 0
