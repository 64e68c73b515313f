"""Histories of a vault: what people and programs do to raw/, schema/ and wiki/, drawn from a seed."""

from __future__ import annotations

import posixpath
import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

from wikigraph.app.compile import compile_vault
from wikigraph.app.restore import deleted_pages, restore
from wikigraph.config import read_ontology
from wikigraph.errors import SettingsError
from wikigraph.model.compilation import CompileReport
from wikigraph.store.vault import Vault
from wikigraph.text.toml_edit import CannotEditError, with_item, without_item

SERVICES = ("Alpha Service", "Beta Store", "Gamma Queue", "Delta Proxy", "Epsilon Cache", "阿尔法服务", "贝塔存储")
FORMS = (
    "{a} is a service that writes to {b}.",
    "{a} reads its settings from {b} at start.",
    "Since 2021, {a} depends on {b}.",
    "{a}是一个依赖{b}的服务。",
    "## {a}\n\n{a} è un servizio che usa {b}.",
    "See [[{b}]] for what {a} does when it fails.",
)
SETTINGS = (
    "", "[place]\nmax_community_share = 1.0\n", "[chunk]\nsize = 60\noverlap = 10\n", "[compose]\nmax_statements = 2\n"
)


def paragraph(dice: random.Random) -> str:
    a, b = dice.sample(SERVICES, 2)
    return dice.choice(FORMS).format(a=a, b=b)


def document(dice: random.Random) -> str:
    title = dice.choice((*SERVICES, "Notes", "Operations"))
    return f"# {title}\n\n" + "\n\n".join(paragraph(dice) for _ in range(dice.randint(0, 6))) + "\n"


class History:
    """A vault with a past. `people` says whether people write on pages, too."""

    def __init__(self, root: Path, seed: int, *, people: bool) -> None:
        self.dice = random.Random(seed)
        self.vault = Vault(root)
        self.raw = root / "raw"
        self.wiki = root / "wiki"
        self.written: list[str] = []  # what people wrote on pages and nobody deleted
        self.done: list[str] = []
        self.raw.mkdir(parents=True)
        (root / "schema").mkdir()
        for number in range(self.dice.randint(4, 8)):
            self._write(self.raw / f"start{number}.md", document(self.dice))
        on_sources = (self.add, self.edit, self.edit, self.shift, self.link, self.delete, self.rename, self.rename,
                      self.rename_folder, self.swap, self.overwrite, self.case, self.copy)  # fmt: skip
        on_schema = (self.alias, self.merge, self.apart, self.page, self.setting)
        on_pages = (self.note, self.note, self.change, self.own_section, self.own_key, self.move_page, self.delete_page)
        of_people = (*on_pages, *on_pages, self.restore) if people else ()
        self._changes = (*on_sources, *on_schema, *of_people, self.forget)

    def step(self) -> None:
        """One change."""
        change: Callable[[], None] = self.dice.choice(self._changes)
        self.done.append(change.__name__)
        change()

    def compile(self) -> CompileReport:
        self.done.append("compile")
        return compile_vault(self.vault)

    # --- raw/

    def add(self) -> None:
        self._write(self._new_path(), document(self.dice))

    def edit(self) -> None:
        if file := self._source():
            parts = file.read_text(encoding="utf-8").split("\n\n")
            parts[self.dice.randrange(len(parts))] = paragraph(self.dice)
            self._write(file, "\n\n".join(parts))

    def shift(self) -> None:
        if file := self._source():
            self._write(file, "\n" + file.read_text(encoding="utf-8"))

    def link(self) -> None:
        if (file := self._source()) and (other := self._source()):
            way = posixpath.relpath(other.as_posix(), file.parent.as_posix())
            text = file.read_text(encoding="utf-8")
            line = self.dice.choice((f"See [it]({way}).", f"See [[{other.stem}]]."))
            kept = [part for part in text.split("\n\n") if not part.startswith("See [")]
            self._write(file, "\n\n".join([*kept, line]) + "\n")

    def delete(self) -> None:
        if file := self._source():
            file.unlink()

    def rename(self) -> None:
        if file := self._source():
            file.replace(self._new_path())

    def rename_folder(self) -> None:
        folders = sorted(path for path in self.raw.iterdir() if path.is_dir())
        if folders:
            folder = self.dice.choice(folders)
            target = self.raw / self.dice.choice("abcde")
            if not target.exists():
                folder.rename(target)

    def swap(self) -> None:
        if (file := self._source()) and (other := self._source()) and file != other:
            one, two = file.read_bytes(), other.read_bytes()
            file.write_bytes(two)
            other.write_bytes(one)

    def overwrite(self) -> None:
        if (file := self._source()) and (other := self._source()) and file != other:
            file.replace(other)

    def case(self) -> None:
        if file := self._source():
            target = file.with_name(file.name.swapcase().replace(".MD", ".md"))
            if not target.exists():
                file.rename(target)

    def copy(self) -> None:
        if file := self._source():
            shutil.copy(file, self._new_path())

    # --- schema/

    def alias(self) -> None:
        self._toggle("aliases", *self.dice.sample(SERVICES, 2))

    def merge(self) -> None:
        self._toggle("", "merges", tuple(self.dice.sample(SERVICES, 2)))

    def apart(self) -> None:
        self._toggle("", "never_merge", tuple(self.dice.sample(SERVICES, 2)))

    def page(self) -> None:
        self._toggle("", self.dice.choice(("pages", "no_pages")), self.dice.choice(SERVICES))

    def setting(self) -> None:
        self._write(self.vault.root / "schema/wikigraph.toml", self.dice.choice(SETTINGS))

    # --- wiki/

    def note(self) -> None:
        if page := self._page():
            claims = re.findall(r"^\[\^(c-\w+)\]:", page.read_text(encoding="utf-8"), re.MULTILINE)
            cited = f"[^{self.dice.choice(claims)}]" if claims and self.dice.random() < 0.5 else ""
            self._write(page, page.read_text(encoding="utf-8") + f"\n{self._words()}{cited}\n")

    def change(self) -> None:
        if page := self._page():
            text = page.read_text(encoding="utf-8")
            found = re.search(r"^(\w.*)\[\^c-", text, re.MULTILINE)
            if found:
                self._write(page, text.replace(found[1], f"{found[1]} {self._words()}", 1))

    def own_section(self) -> None:
        if page := self._page():
            text = page.read_text(encoding="utf-8")
            self._write(page, text.replace("\n## Notes", f"\n## Mine\n\n{self._words()}\n\n## Notes", 1))

    def own_key(self) -> None:
        if page := self._page():
            text = page.read_text(encoding="utf-8")
            if "\nmine:" not in text:
                self._write(page, text.replace("\ntitle:", f"\nmine: {self._words()}  # mine\ntitle:", 1))

    def move_page(self) -> None:
        if page := self._page():
            target = self.wiki / "mine" / f"{self.dice.randint(0, 10**6)}.md"
            target.parent.mkdir(exist_ok=True)
            page.rename(target)

    def delete_page(self) -> None:
        if page := self._page():
            text = page.read_text(encoding="utf-8")
            self.written = [words for words in self.written if words not in text]
            page.unlink()

    def restore(self) -> None:
        if deleted_pages(self.vault):
            restore(self.vault, [self.dice.choice(deleted_pages(self.vault))[0]])

    # --- .wikigraph/

    def forget(self) -> None:
        shutil.rmtree(self.vault.root / ".wikigraph", ignore_errors=True)

    # ---

    def _write(self, path: Path, text: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def _source(self) -> Path | None:
        files = sorted(self.raw.rglob("*.md"))
        return self.dice.choice(files) if files else None

    def _new_path(self) -> Path:
        path = self.raw / self.dice.choice(("", "a", "b/c")) / f"doc{self.dice.randint(0, 9)}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def _page(self) -> Path | None:
        pages = [
            path for path in sorted(self.wiki.rglob("*.md"))
            if path.name not in ("index.md", "log.md", "review.md")
        ]  # fmt: skip
        return self.dice.choice(pages) if pages else None

    def _words(self) -> str:
        self.written.append(f"My words {len(self.written)}-{self.dice.randint(0, 10**9)}")
        return self.written[-1]

    def _toggle(self, table: str, key: str, item: str | tuple[str, ...]) -> None:
        """Puts an entry in, or takes the same one out; what contradicts another one is left away."""
        path = self.vault.root / "schema/ontology.toml"
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        pair = item if isinstance(item, str) else (item[0], item[1])
        for change in (without_item, with_item):
            try:
                after = change(text, table, key, pair)
                read_ontology(after)
            except (CannotEditError, SettingsError):
                continue
            self._write(path, after)
            return


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
    """The same raw/ and schema/ compiled from nothing."""
    shutil.rmtree(other, ignore_errors=True)
    for folder in ("raw", "schema"):
        if (vault / folder).is_dir():
            shutil.copytree(vault / folder, other / folder)
    compile_vault(Vault(other))
    return by_id(other / "wiki")


def pages_of(wiki: Path) -> dict[str, bytes]:
    return {path.relative_to(wiki).as_posix(): path.read_bytes() for path in sorted(wiki.rglob("*")) if path.is_file()}


def compiled_without_index(vault: Path, other: Path) -> dict[str, bytes]:
    """What a compile leaves in wiki/ where there is no index: E1 says that it changes nothing."""
    shutil.rmtree(other, ignore_errors=True)
    for folder in ("raw", "schema", "wiki"):
        if (vault / folder).is_dir():
            shutil.copytree(vault / folder, other / folder)
    compile_vault(Vault(other))
    return pages_of(other / "wiki")
