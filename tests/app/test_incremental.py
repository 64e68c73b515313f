"""Whatever the history of the sources, the wiki ends equal to a clean compile (E1–E3)."""

from __future__ import annotations

import posixpath
import random
import re
import shutil
from pathlib import Path
from urllib.parse import unquote

import pytest

from wikigraph.app.check import check
from wikigraph.app.compile import compile_vault
from wikigraph.store.vault import Vault

SERVICES = ("Alpha Service", "Beta Store", "Gamma Queue", "Delta Proxy", "Epsilon Cache", "阿尔法服务", "贝塔存储")
FORMS = (
    "{a} is a service that writes to {b}.",
    "{a} reads its settings from {b} at start.",
    "Since 2021, {a} depends on {b}.",
    "{a}是一个依赖{b}的服务。",
    "## {a}\n\n{a} è un servizio che usa {b}.",
    "See [[{b}]] for what {a} does when it fails.",
)


def paragraph(dice: random.Random) -> str:
    a, b = dice.sample(SERVICES, 2)
    return dice.choice(FORMS).format(a=a, b=b)


def document(dice: random.Random) -> str:
    title = dice.choice((*SERVICES, "Notes", "Operations"))
    return f"# {title}\n\n" + "\n\n".join(paragraph(dice) for _ in range(dice.randint(0, 6))) + "\n"


def change(raw: Path, dice: random.Random) -> None:
    """One change of raw/: add, edit, insert a line at the top, delete, rename, move."""
    files = sorted(raw.rglob("*.md"))
    kind = dice.choice(("add", "edit", "edit", "shift", "delete", "rename")) if files else "add"
    file = dice.choice(files) if files else raw / "x.md"
    target = raw / dice.choice(("", "a", "b/c")) / f"doc{dice.randint(0, 9)}.md"
    target.parent.mkdir(parents=True, exist_ok=True)
    if kind == "add":
        target.write_text(document(dice), encoding="utf-8")
    elif kind == "edit":
        parts = file.read_text(encoding="utf-8").split("\n\n")
        parts[dice.randrange(len(parts))] = paragraph(dice)
        file.write_text("\n\n".join(parts), encoding="utf-8")
    elif kind == "shift":
        file.write_text("\n" + file.read_text(encoding="utf-8"), encoding="utf-8")
    elif kind == "delete":
        file.unlink()
    else:
        file.replace(target)


def by_id(wiki: Path) -> dict[str, str]:
    """Every generated page by its id; paths of pages, which are frozen once given, stand as ids, and what only follows
    from paths (hashes, the order of lists sorted by them) is taken out."""
    texts = {path.relative_to(wiki.parent).as_posix(): path.read_text(encoding="utf-8") for path in wiki.rglob("*.md")}
    ids = {path: found[1] for path, text in texts.items() if (found := re.search(r'^id: "(.+)"$', text, re.MULTILINE))}

    def normalised(path: str) -> str:
        def link(found: re.Match[str]) -> str:
            target = posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(found[1])))
            return f"]({ids.get(target, target)}"

        text = re.sub(r"\]\(([^)#\s]+)", link, texts[path])
        text = re.sub(r"\[\[(wiki/[^|\]]+)", lambda found: "[[" + ids.get(found[1] + ".md", found[1]), text)
        text = re.sub(r"^generated: .*$", "", text, flags=re.MULTILINE)
        text = re.sub(r'"(\[\[[^"]*)"(?:, "\[\[[^"]*")*', lambda found: ", ".join(sorted(found[0].split(", "))), text)
        return "\n".join(sorted(text.split("\n")))

    return {id_: normalised(path) for path, id_ in ids.items() if id_ != "log"}


def clean(vault: Path, other: Path) -> dict[str, str]:
    shutil.rmtree(other, ignore_errors=True)
    shutil.copytree(vault / "raw", other / "raw")
    compile_vault(Vault(other))
    return by_id(other / "wiki")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_any_history_ends_equal_to_a_clean_compile(seed: int, tmp_path: Path) -> None:
    dice = random.Random(seed)
    vault = tmp_path / "vault"
    (vault / "raw").mkdir(parents=True)
    for number in range(dice.randint(4, 9)):
        (vault / f"raw/start{number}.md").write_text(document(dice), encoding="utf-8")
    compile_vault(Vault(vault))
    for _ in range(5):
        for _ in range(dice.choice((1, 1, 3))):
            change(vault / "raw", dice)
        report = compile_vault(Vault(vault))
        assert not [d for d in report.diagnostics if d.severity == "error"]
    end = by_id(vault / "wiki")
    assert sum(id_.startswith("ent-") for id_ in end) >= 3
    assert end == clean(vault, tmp_path / "clean")
    assert [p for p in check(Vault(vault)) if p.severity == "error"] == []
    again = compile_vault(Vault(vault))
    assert (again.pages_written, again.pages_removed) == ((), ())
    assert not any(step.n_run for step in again.steps)
    before = {path: path.read_bytes() for path in (vault / "wiki").rglob("*.md")}
    shutil.rmtree(vault / ".wikigraph")
    compile_vault(Vault(vault))
    assert {path: path.read_bytes() for path in (vault / "wiki").rglob("*.md")} == before


def test_adding_and_deleting_a_source_equals_never_having_added_it(tmp_path: Path) -> None:
    dice = random.Random(7)
    raw = tmp_path / "raw"
    raw.mkdir()
    for number in range(5):
        (raw / f"{number}.md").write_text(document(dice), encoding="utf-8")
    compile_vault(Vault(tmp_path))
    before = {p: p.read_bytes() for p in (tmp_path / "wiki").rglob("*.md") if p.name != "log.md"}
    (raw / "extra.md").write_text(document(dice) + "\nZeta Gateway is a gateway. Zeta Gateway calls Beta Store.\n")
    compile_vault(Vault(tmp_path))
    (raw / "extra.md").unlink()
    compile_vault(Vault(tmp_path))
    assert {p: p.read_bytes() for p in (tmp_path / "wiki").rglob("*.md") if p.name != "log.md"} == before
