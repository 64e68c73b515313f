"""The closure from the index is the one from the pages, whatever happened to the files since the last compile."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from wikigraph.app.compile import compile_vault
from wikigraph.app.impact import impact, impact_in
from wikigraph.app.linkindex import indexed_wiki
from wikigraph.app.wikistate import read_wiki
from wikigraph.model.settings import RELATIONS
from wikigraph.store.index import open_index
from wikigraph.store.vault import Vault

TOPICS = ("cache", "index", "vector", "graph")


def compiled_vault(root: Path) -> Path:
    """Sources that name each other's subjects, pages of people with links of every spelling, and an index."""
    (root / "raw/deep").mkdir(parents=True)
    for number, topic in enumerate(TOPICS):
        other = TOPICS[number - 1]
        (root / f"raw/{topic}.md").write_text(
            f"# {topic.title()} Store\n\nThe {topic.title()} Store is a part of Docker Compose. "
            f"It needs the {other.title()} Store to answer.\n\nEvery {topic.title()} Store holds Data Blocks.\n"
        )
    (root / "raw/deep/notes.txt").write_text("Notes\n\nThe Vector Store replaced Docker Compose in 2021.\n")
    (root / "wiki/topics").mkdir(parents=True)
    for name, links in {
        "bare": '"[[cache]]", "[[Missing]]"', "full": '"[[raw/cache|Cache]]", "[[wiki/topics/bare]]"',
        "ring": '"[[wiki/topics/round]]"', "round": '"[[ring]]"', "gone": '"[[raw/never.md]]"',
    }.items():  # fmt: skip
        (root / f"wiki/topics/{name}.md").write_text(
            f"---\ntitle: {name}\nrequires: [{links}]\nsupported_by: [{links}]\n---\n# {name}\n\n"
            "- **requires** [Deep](../../raw/deep/notes.txt)\n- **supported by** [[notes]]\n"
        )
    compile_vault(Vault(root))
    return root


def changed_at_random(root: Path, dice: random.Random) -> None:
    """Some edits such as people make."""
    for _ in range(dice.randint(0, 5)):
        files = sorted(path for folder in ("raw", "wiki") for path in (root / folder).rglob("*") if path.is_file())
        some, other = dice.choice(files), dice.choice(files)
        link = other.relative_to(root).as_posix()
        elsewhere = dice.choice(("Missing", "raw/never", "cache"))
        named = dice.choice((link, link.removesuffix(".md"), other.stem, elsewhere))
        match dice.choice(("append", "requires", "delete", "move", "page", "source", "image", "same", "copy")):
            case "append":
                some.write_text(some.read_text() + f"\n- **requires** [[{named}]]\n")
            case "requires":
                some.write_text(some.read_text().replace("---\n", f'---\nsupersedes: ["[[{named}]]"]\n', 1))
            case "delete":
                some.unlink()
            case "move":
                target = dice.choice((root / "raw", root / "wiki", root / "raw/deep")) / some.name
                target.parent.mkdir(exist_ok=True)
                some.rename(target)
            case "page":
                text = f'---\nrequires: ["[[{named}]]"]\n---\n# New\n'
                (root / f"wiki/{dice.choice(('Missing', 'cache', 'new', 'notes'))}.md").write_text(text)
            case "source":
                new = root / f"raw/{dice.choice(('never', 'Missing', 'cache.x'))}.md"
                new.write_text("# New\n\nThe New Thing.\n")
            case "image":
                (root / f"raw/deep/{dice.choice(('cache', 'x.png', 'bare'))}").write_bytes(b"x")
            case "copy":
                shutil.copy2(some, some.with_name(f"copy of {some.name}"))
            case "same":
                some.write_bytes(some.read_bytes())


@pytest.mark.parametrize("seed", range(30))
def test_the_index_gives_what_the_pages_give(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    root = compiled_vault(tmp_path)
    changed_at_random(root, dice)
    vault = Vault(root)
    whole = read_wiki(vault)
    names = sorted(whole.names)
    with open_index(vault.state / "index") or pytest.fail("no index") as index:
        wiki = indexed_wiki(vault, index)
        assert wiki is not None
        assert sorted(wiki.names) == names
        for _ in range(12):
            roots = dice.sample(names, dice.randint(1, 2))
            relations = dice.choice((RELATIONS, ("supported_by", "requires"), ("requires",)))
            assert impact_in(wiki, vault, roots, relations, None) == impact_in(whole, vault, roots, relations, None)


def test_a_long_chain_is_followed_to_its_end(tmp_path: Path) -> None:
    (tmp_path / "raw").mkdir()
    (tmp_path / "raw/a.md").write_text("# A\n\nText.\n")
    (tmp_path / "wiki/chain").mkdir(parents=True)
    for number in range(40):
        link = f"wiki/chain/{number - 1:02}" if number else "raw/a"
        (tmp_path / f"wiki/chain/{number:02}.md").write_text(f'---\nrequires: ["[[{link}]]"]\n---\n# {number}\n')
    compile_vault(Vault(tmp_path))
    found = impact(Vault(tmp_path), ["raw/a.md"], ("requires",))
    assert [a.page for a in found.affected if a.page.startswith("wiki/chain")] == [
        f"wiki/chain/{number:02}.md" for number in range(40)
    ]
    shutil.rmtree(tmp_path / ".wikigraph")
    assert impact(Vault(tmp_path), ["raw/a.md"], ("requires",)) == found


def test_a_damaged_index_is_no_obstacle(tmp_path: Path) -> None:
    root = compiled_vault(tmp_path)
    before = impact(Vault(root), ["raw/cache.md"], ("supported_by",))
    for file in (root / ".wikigraph/index").glob("*.duckdb"):
        file.write_bytes(b"nothing")
    assert before.affected and impact(Vault(root), ["raw/cache.md"], ("supported_by",)) == before
