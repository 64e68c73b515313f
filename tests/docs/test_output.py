"""The documents show what the program prints and writes: JSON keys, sections, footnotes, examples of the README."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from tests.docs.pages import ROOT, blocks, names, read, rows, section
from wikigraph.cli.lazy import COMMANDS
from wikigraph.cli.main import main
from wikigraph.model.watching import Event, Reached, Trouble, WatchStatus
from wikigraph.pages.pagehash import OWNED_KEYS
from wikigraph.text.encoding import Decoded, decode
from wikigraph.text.lines import LineIndex

FORMATS = read("docs/FORMATS.md")
README = read("README.md")
Print = Callable[..., str]

# Keys that are data and no names: the steps of the pipeline, nodes, and which part took how many tokens.
DYNAMIC = {"compile": (".seconds", ".stages", ".stages.*.why"), "ask": (), "search": (), "eval": (".by_type",)}
_EITHER = {"entities", "other-entities"}  # of the index: which of them depends on the vault
_FOR_STEPS = {"run", "reused", "changed", "removed", "why"}


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the example vault, without its compiled pages."""
    vault = tmp_path_factory.mktemp("example") / "vault"
    for name in ("raw", "schema"):
        shutil.copytree(ROOT / name, vault / name)
    shutil.copytree(ROOT / "wiki" / "topics", vault / "wiki" / "topics")
    question = {"question": "When is the vector cache rebuilt?", "gold": ["source-v1"], "type": "when"}
    (vault / "questions.jsonl").write_text(json.dumps(question), encoding="utf-8")
    return vault


@pytest.fixture
def printed(example: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Print:
    """What a command prints in the example vault, compiled first."""

    def printed_(*arguments: str) -> str:
        monkeypatch.chdir(example)
        if not (example / ".wikigraph").exists() and "compile" not in arguments:
            printed_("compile")
        capsys.readouterr()
        with pytest.raises(SystemExit):
            main(arguments)
        return capsys.readouterr().out

    return printed_


CALLS = {
    "compile": ("compile", "--json", "--explain", "--dry-run", "--diff"),
    "entity": ("entity", "rename", "DuckDB", "Duck", "--dry-run", "--json"),
    "ask": ("ask", "What is a false merge?", "--json", "--context", "--save", "--path", "en"),
    "model": ("model", "list", "--json"),
    "search": ("search", "HNSW", "--json"),
    "impact": ("impact", "raw/source-v1.md", "--json"),
    "check": ("check", "--json"),
    "review": ("review", "--json"),
    "restore": ("restore", "--list", "--json"),
    "eval": ("eval", "questions.jsonl", "--channels", "--json"),
    "explain": ("explain", "wiki/entities/duckdb.md", "--json"),
    "stats": ("stats", "--json"),
    "export": ("export", "--force", "--json"),
    "watch": ("watch", "--status", "--json"),
    "init": ("init", "new", "--json"),
}


MORE_CALLS = {
    "ask": [("ask", question, "--json", "--context") for question in ("What are the main themes?", "BM25 vs HNSW?")],
}


def test_every_command_is_tried() -> None:
    assert set(CALLS) == set(COMMANDS)


@pytest.mark.parametrize("name", sorted(CALLS))
def test_json_keys_are_documented(name: str, printed: Print, example: Path) -> None:
    if name == "review":
        with_a_correction(example, printed)
    real: set[str] = set()
    for call in (CALLS[name], *MORE_CALLS.get(name, ())):
        value = json.loads(printed(*call))
        assert "error" not in value, value
        real.update(keys_of(value, DYNAMIC.get(name, ())))
    text = section(FORMATS, f"### {name} --json")
    if name == "watch":  # what a watcher would print, and what its status would hold
        events = get_args(Event)
        real.update(key for type_ in (*events, Reached, Trouble, WatchStatus) for key in type_.__struct_fields__)
        real.update(str(type_.__struct_config__.tag) for type_ in events)
    assert sorted(real - set(names(text))) == [], "not documented"
    lines = {found for row in rows(text) for found in names(row[0])}
    assert sorted(lines - real) == [], "documented but not printed"


def test_every_trouble_of_a_watcher_is_documented() -> None:
    found = {code for path in (ROOT / "wikigraph/app").glob("watch*.py")
             for code in re.findall(r'\.ail(?:_quietly)?\("([a-z-]+)"', path.read_text(encoding="utf-8"))}  # fmt: skip
    assert len(found) == 4 and found <= set(names(section(FORMATS, "### watch --json")))


def with_a_correction(example: Path, printed: Print) -> None:
    """A vault of which the review has something to say."""
    printed("compile")
    page = example / "wiki/entities/duckdb.md"
    page.write_text(page.read_text(encoding="utf-8").replace("# DuckDB\n", "# DuckDB, corrected\n"), encoding="utf-8")


def keys_of(value: object, dynamic: tuple[str, ...], path: str = "") -> Iterator[str]:
    """All keys of a JSON value, those of `dynamic` objects apart."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if path not in dynamic:
                yield key
            yield from keys_of(inner, dynamic, f"{path}.*" if path in dynamic else f"{path}.{key}")
    elif isinstance(value, list):
        for inner in value:
            yield from keys_of(inner, dynamic, path)


def test_the_keys_of_steps_are_the_documented_ones(printed: Print) -> None:
    steps: dict[str, dict[str, Any]] = json.loads(printed("compile", "--json", "--explain"))["stages"]
    assert {key for step in steps.values() for key in step} == _FOR_STEPS


def test_failures_print_the_documented_object(printed: Print) -> None:
    [example_] = [b.text for b in blocks(section(FORMATS, "### Failures")) if b.language == "json"]
    real, documented = json.loads(printed("impact", "raw/nothing.md", "--json")), json.loads(example_)
    assert (real.keys(), real["error"].keys()) == (documented.keys(), documented["error"].keys())


def test_init_makes_the_documented_files(printed: Print) -> None:
    said = {name for row in rows(section(FORMATS, "## A vault")) for name in names(row[0])}
    made = [path for path in json.loads(printed("init", "another", "--json"))["created"] if path != ".gitignore"]
    assert sorted(path for path in made if not any(name.startswith(path) for name in said)) == []


# ------------------------------------------------------------------------------------------------ pages


def compiled_pages(vault: Path) -> Iterator[tuple[str, list[str], str]]:
    """(type, slugs in `generated`, text) of every compiled page."""
    for path in sorted((vault / "wiki").rglob("*.md")):
        text = path.read_text(encoding="utf-8")
        if recorded := re.search(r"^generated: (\[.*\])$", text, re.MULTILINE):
            kind = re.search(r'^type: "(\w+)"$', text, re.MULTILINE)
            yield kind[1] if kind else "", [entry.split(" ")[0] for entry in json.loads(recorded[1])], text


def test_sections_are_the_documented_ones_in_their_order(printed: Print, example: Path) -> None:
    printed("ask", "What is a false merge?", "--save")
    printed("compile")
    table = {names(row[0])[0]: names(row[1]) for row in rows(section(FORMATS, "### Sections"))}
    seen: dict[str, set[str]] = {kind: set() for kind in table}
    for kind, slugs, _ in compiled_pages(example):
        if kind == "review":
            continue  # its sections are the things to review
        if kind == "source":
            assert slugs.pop() == "source.text"
        sections = [slug for slug in slugs if not slug.startswith("front.")]
        assert slugs[len(sections) :] == [f"front.{key}" for key in OWNED_KEYS if f"front.{key}" in slugs]
        assert sections == [slug for slug in table[kind] if slug in sections], kind
        seen[kind].update(sections)
    never = {kind: sorted(set(table[kind]) - slugs - _EITHER) for kind, slugs in seen.items()}
    assert {kind: slugs for kind, slugs in never.items() if slugs} == {}, "documented, but on no page"


def documented_reader() -> dict[str, Any]:
    """The names of the Python text in FORMATS."""
    [code] = [b.text for b in blocks(section(FORMATS, "## From a footnote to the lines")) if b.language == "python"]
    reader: dict[str, Any] = {}
    exec(compile(code, "docs/FORMATS.md", "exec"), reader)
    return reader


@pytest.mark.parametrize("mark", ["", "utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_the_documented_reader_counts_lines_as_the_program_does(mark: str, tmp_path: Path) -> None:
    """Only CRLF, LF and CR end a line; U+2028, U+0085, form feeds and the like are characters of one."""
    text = "first\u2028still first\r\nsecond\x0cstill\rthird\x85\u2029\x0b\x1c still\n\nfifth 第五"
    file = tmp_path / "source.md"
    file.write_bytes((("\ufeff" if mark else "") + text).encode(mark or "utf-8"))
    decoded = decode(file.read_bytes())
    assert isinstance(decoded, Decoded)
    index = LineIndex(decoded.text)
    spans = [index.line_span(line) for line in range(1, index.n_lines + 1)]
    assert documented_reader()["lines_of"](file) == [decoded.text[start:end] for start, end in spans]
    assert len(spans) == 5
    assert documented_reader()["stands"](file, 3, 5, "third\x85\u2029\x0b\x1c still  fifth 第五")


def test_the_documented_reader_reads_pages_and_other_encodings(tmp_path: Path) -> None:
    page, source = tmp_path / "page.md", tmp_path / "a b.txt"
    page.write_bytes('[^c-0a]: [a b, line 2](a%20b.txt#L2): "zwölf\u2028\\*Boxkämpfer\\*"\r\n'.encode())
    source.write_bytes("eins\nzwölf\n".encode("cp1252"))
    [(_, file, first, last, quote)] = documented_reader()["quotes"](page)
    assert (file, first, last, quote) == (source.resolve(), 2, 2, "zwölf\u2028*Boxkämpfer*")
    assert documented_reader()["stands"](file, first, last, "zwölf", "cp1252")


def test_the_documented_reader_of_footnotes_works(printed: Print, example: Path) -> None:
    printed("check")
    reader = documented_reader()
    found = [quote for page in sorted((example / "wiki").rglob("*.md")) for quote in reader["quotes"](page)]
    footnotes = sum(text.count("\n[^c-") for _, _, text in compiled_pages(example))
    assert len(found) == footnotes > 100
    assert [quote for quote in found if not reader["stands"](*quote[1:])] == []
    _, file, first, last, quote = found[0]
    assert not reader["stands"](file, first, last, quote + "…")


# ------------------------------------------------------------------------------------------------ the README


def shown() -> list[tuple[str, str]]:
    """(command or path, what the README shows of it)."""
    found = []
    for block in blocks(section(README, "## What it looks like")):
        if block.text.startswith("$ "):
            command, _, output = block.text[2:].partition("\n")
            found.append((command, output))
        elif block.language == "markdown":
            found.append((names(block.before)[0], block.text))
    return found


@pytest.mark.parametrize(("source", "text"), shown(), ids=[source for source, _ in shown()])
def test_the_readme_shows_real_output(source: str, text: str, printed: Print, example: Path) -> None:
    """What stands between two "…" stands so in the output, in this order."""
    if source.startswith("wikigraph "):
        real = printed(*shlex.split(source)[1:])
    else:
        printed("check")
        real = (example / source).read_text(encoding="utf-8")
    squeezed = " ".join(real.split())
    position = 0
    for piece in text.split("…"):
        wanted = " ".join(piece.split())
        at = squeezed.find(wanted, position)
        assert at >= 0, f"the output of {source!r} no longer holds: {wanted!r}"
        position = at + len(wanted)


def test_the_readme_shows_a_page_a_question_and_an_impact() -> None:
    sources = [source.split(" ")[:2] for source, _ in shown()]
    assert ["wikigraph", "ask"] in sources and ["wikigraph", "impact"] in sources
    assert any(source[0].startswith("wiki/entities/") for source in sources)
