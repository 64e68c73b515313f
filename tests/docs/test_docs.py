"""The documents say what the program does: commands, settings, codes, steps, dependencies, links."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any, get_type_hints

import click
import pytest

from tests.docs.codes import codes_of
from tests.docs.pages import DOCUMENTS, ROOT, anchors, blocks, names, prose, read, rows, section
from tests.docs.settings import as_toml, documented, leaves, renewed
from wikigraph import errors
from wikigraph.cli.lazy import COMMANDS
from wikigraph.cli.main import cli
from wikigraph.config import Settings, read_ontology, read_settings
from wikigraph.errors import SettingsError
from wikigraph.model.base import Natural, Value
from wikigraph.model.ontology import Ontology
from wikigraph.model.routing import Routing
from wikigraph.pages.pagehash import OWNED_KEYS
from wikigraph.pipeline import INPUTS, pipeline
from wikigraph.text.links import page_links

FORMATS = read("docs/FORMATS.md")
SETTINGS = read("docs/SETTINGS.md")
ARCHITECTURE = read("docs/ARCHITECTURE.md")
README = read("README.md")
PROJECT: dict[str, Any] = tomllib.loads(read("pyproject.toml"))


def hold_equal(documented: set[str], real: set[str]) -> None:
    """Fails with all that is missing on either side."""
    missing = [f"not documented: {name}" for name in sorted(real - documented)]
    missing += [f"documented, but not there: {name}" for name in sorted(documented - real)]
    if missing:
        pytest.fail("\n".join(missing), pytrace=False)


# ------------------------------------------------------------------------------------------------ commands


def commands() -> dict[str, click.Command]:
    context = click.Context(cli)
    return {name: command for name in COMMANDS if (command := cli.get_command(context, name))}


def test_every_command_is_in_the_readme() -> None:
    table = section(README, "## Commands")
    documented = {found for row in rows(table) for found in re.findall(r"`wikigraph (\w+)", row[0])}
    hold_equal(documented, set(commands()))


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_option_is_documented(name: str) -> None:
    said = set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", README + FORMATS))
    options = {option for parameter in commands()[name].params if isinstance(parameter, click.Option)
               for option in parameter.opts}  # fmt: skip
    assert sorted(options - said) == []


def test_every_documented_option_is_there() -> None:
    real = {option for command in (cli, *commands().values()) for parameter in command.params
            for option in (*parameter.opts, *parameter.secondary_opts)}  # fmt: skip
    said = {word for row in rows(section(README, "## Commands")) for word in re.findall(r"`(--?[a-z][a-z-]*)", row[2])}
    assert sorted(said - real) == []


# ------------------------------------------------------------------------------------------------ settings


@pytest.mark.parametrize(
    ("heading", "type_"),
    [
        ("## schema/wikigraph.toml", Settings),
        ("## schema/ontology.toml", Ontology),
        ("## schema/routing.toml", Routing),
    ],
)
def test_every_setting_is_documented_with_its_default(heading: str, type_: type[Value]) -> None:
    said = documented(section(SETTINGS, heading))
    real = {name: as_toml(default) for name, default in leaves(type_)}
    hold_equal(
        {f"{name} = {value}" for name, value in said.items()},
        {f"{name} = {said[name] if said.get(name) in ways else ways[0]}" for name, ways in real.items()},
    )


def test_each_setting_has_one_row() -> None:
    listed = re.findall(r"^\| `([\w.]+)` \| `", SETTINGS, re.MULTILINE)
    assert sorted({name for name in listed if listed.count(name) > 1}) == []


def test_the_settings_that_may_be_0_are_listed() -> None:
    [said] = re.findall(r"^- Bounds: .*?may also be 0: (.*?)\. ", SETTINGS, re.MULTILINE | re.DOTALL)
    assert names(said) == list(naturals(Settings))


def naturals(type_: type[Value], prefix: str = "") -> Iterator[str]:
    """Settings that are whole numbers from 0."""
    for name, hint in get_type_hints(type_, include_extras=True).items():
        if isinstance(hint, type) and issubclass(hint, Value):
            yield from naturals(hint, f"{prefix}{name}.")
        elif hint == Natural:
            yield prefix + name


def test_defaults_in_the_page_can_be_renewed() -> None:
    row = "| `chunk.size` | `480` | meaning |"
    assert renewed(row.replace("480", "7")) == row


def test_the_examples_of_settings_load() -> None:
    settings = [b.text for b in blocks(section(SETTINGS, "## schema/wikigraph.toml")) if b.language == "toml"]
    assert settings and all(read_settings(text) != Settings() for text in settings)


def test_there_is_an_example_of_each_key_of_the_ontology() -> None:
    [text] = [b.text for b in blocks(section(SETTINGS, "## schema/ontology.toml")) if b.language == "toml"]
    ontology = read_ontology(text)
    empty = [name for name, default in leaves(Ontology) if getattr(ontology, name) == default]
    assert empty == []


@pytest.mark.parametrize("folder", ["schema", "wikigraph/app/templates"])
def test_the_schema_files_load_with_everything_in_comments_too(folder: str) -> None:
    for name, load in (("wikigraph.toml", read_settings), ("ontology.toml", read_ontology)):
        text = read(f"{folder}/{name}")
        load(text)
        load("\n".join(uncommented(text)))


def uncommented(text: str) -> Iterator[str]:
    """Commented-out settings made live; keys of the top level go before the tables."""
    live = [re.sub(r'^# (?=\[\w|"[^"]*" = |\w+ = )', "", line) for line in text.splitlines()]
    first = next((number for number, line in enumerate(live) if line.startswith("[")), len(live))
    keys = "|".join(name for name, _ in leaves(Ontology))
    top = [line for line in live[first:] if re.match(rf"(?:{keys}) = ", line)]
    yield from (*live[:first], *top, *(line for line in live[first:] if line not in top))


def test_an_unknown_setting_is_refused_as_documented() -> None:
    with pytest.raises(SettingsError) as refused:
        read_settings("[chunk]\nsise = 3\n")
    assert (refused.value.code, refused.value.exit_code) == ("setting-unknown", 3)


# ------------------------------------------------------------------------------------------------ codes

CODES = codes_of(ROOT / "wikigraph")


def documented_codes() -> dict[str, list[str]]:
    text = section(FORMATS, "## Error codes") + section(FORMATS, "## Diagnostic codes")
    return {names(row[0])[0]: row[1:] for row in rows(text)}


def test_every_code_in_the_program_can_be_told() -> None:
    assert CODES.unknown == [], "write the code as a string, or add the expression to tests/docs/codes.py"


def test_every_code_is_documented() -> None:
    hold_equal(set(documented_codes()), set(CODES.carried))


def test_every_code_says_what_to_do() -> None:
    assert [code for code, cells in documented_codes().items() if len(cells) != 3 or not all(cells)] == []


def test_errors_stand_with_their_exit_codes() -> None:
    table = {names(row[0])[0]: set(row[1].split(" or ")) for row in rows(section(FORMATS, "## Error codes"))}
    real = {code: {str(CODES.exit_codes[c]) for c in carriers if c in CODES.exit_codes}
            for code, carriers in CODES.carried.items()}  # fmt: skip
    errors_only = {code: found for code, found in real.items() if found and code in table}
    assert {code: table[code] for code in errors_only} == errors_only
    in_diagnostics = {names(row[0])[0] for row in rows(section(FORMATS, "## Diagnostic codes"))}
    assert sorted(code for code, found in real.items() if found and code not in {*table, *in_diagnostics}) == []


@pytest.mark.parametrize("code", sorted(c for c, carriers in CODES.carried.items() if carriers == {"Diagnostic"}))
def test_the_collector_finds_codes_that_stand_in_the_text(code: str) -> None:
    """The collector itself: what it finds is written somewhere, whole or in its last part."""
    whole = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "wikigraph").rglob("*.py")))
    tail = code.removeprefix("not-read-").removeprefix("page-")
    assert f'"{code}"' in whole or f'"{tail}"' in whole


def test_exit_codes() -> None:
    documented = {row[0] for text in (section(FORMATS, "## Exit codes"),) for row in rows(text)}
    real = {str(code) for code in (*CODES.exit_codes.values(), errors.OK, errors.LEFT_UNDONE, errors.BUG,
                                   errors.INTERRUPTED)}  # fmt: skip
    hold_equal(documented, real)
    assert sorted(code for code in real if not re.search(rf"(?:^|[ ·]){code} ", section(README, "## Commands"))) == []


# ------------------------------------------------------------------------------------------------ architecture


def test_the_pipeline_table_is_the_pipeline() -> None:
    table = {names(row[0])[0]: row for row in rows(section(ARCHITECTURE, "## The pipeline"))}
    steps = {step.name: step for step in pipeline(Settings())}
    hold_equal(set(table), set(steps))
    assert list(table) == list(steps), "the order differs"
    for name, step in steps.items():
        _, grain, takes, gives, narrows = table[name]
        assert (name, set(names(takes))) == (name, set(step.takes))
        assert (name, names(gives)[0]) == (name, step.gives)
        assert (name, set(names(narrows))) == (name, set(step.split_takes))
        assert (name, grain == "once") == (name, not step.each)


def test_the_inputs_of_the_pipeline_are_named() -> None:
    said = names(section(ARCHITECTURE, "## The pipeline"))
    assert [name for name in INPUTS if name not in said] == []


def test_the_layers_are_those_that_ci_enforces() -> None:
    layers = next(c["layers"] for c in PROJECT["tool"]["importlinter"]["contracts"] if c["type"] == "layers")
    real = [{module.strip().removeprefix("wikigraph.") for module in re.split(r"[|:]", layer)} for layer in layers]
    [text] = [block.text for block in blocks(section(ARCHITECTURE, "## Rooms"))]
    assert [{name.strip() for name in level.split(",")} for level in text.split("→")] == real


def test_every_room_is_described() -> None:
    rooms = {path.name + ("/" if path.is_dir() else "") for path in (ROOT / "wikigraph").iterdir()
             if not path.name.startswith("__")}  # fmt: skip
    table = {name for row in rows(section(ARCHITECTURE, "## Rooms")) for name in names(row[0])}
    hold_equal(table, rooms)


def test_every_dependency_has_its_reason() -> None:
    real = {re.split(r"[<>=!~\[; ]", wanted, maxsplit=1)[0] for wanted in PROJECT["project"]["dependencies"]}
    table = {names(row[0])[0]: row[1] for row in rows(section(ARCHITECTURE, "## Dependencies, and why each is here"))}
    hold_equal(set(table), real)
    assert all(table.values())


def test_front_matter_keys_stand_in_the_order_in_which_they_are_written() -> None:
    documented = [names(row[0])[0] for row in rows(section(FORMATS, "### Front matter"))]
    assert documented == list(OWNED_KEYS)


# ------------------------------------------------------------------------------------------------ the two commands


def shell_lines() -> list[list[str]]:
    return [block.text.strip().split(" && ") for block in blocks(section(README, "## Two commands"))]


def test_the_command_that_runs_the_tests_is_what_ci_runs() -> None:
    ci = [line.strip() for line in read(".ci/run").splitlines() if line.strip() and not line.startswith("#")]
    _, tests = shell_lines()
    assert [step for step in tests if step not in ci] == []
    assert tests[-1] == ci[-1] == ".venv/bin/pytest"


def test_the_command_for_the_main_job_names_what_is_there() -> None:
    first, _ = shell_lines()
    assert first[0].startswith("python3 -m venv .venv")
    assert first[1] == ".venv/bin/pip install -q ."
    used = [step.split(" ")[1] for step in first[2:] if step.startswith(".venv/bin/wikigraph ")]
    assert used == ["compile", "ask", "impact"]
    assert [path for path in re.findall(r"raw/\S+", " ".join(first)) if not (ROOT / path).is_file()] == []


def test_each_command_is_one_line() -> None:
    assert [len(block.text.strip().splitlines()) for block in blocks(section(README, "## Two commands"))] == [1, 1]


# ------------------------------------------------------------------------------------------------ links


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_resolve(name: str) -> None:
    page = ROOT / name
    broken = []
    for link in page_links(read(name)):
        if link.kind not in ("link", "image") or re.match(r"[a-z]+:", link.target):
            continue
        path, _, anchor = link.target.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists():
            broken.append(f"{name}:{link.line}: {link.target}: no such file")
        elif anchor and target.suffix == ".md" and anchor not in anchors(target.read_text(encoding="utf-8")):
            broken.append(f"{name}:{link.line}: {link.target}: no such heading")
    assert broken == []


def test_paths_that_documents_name_are_there() -> None:
    named = re.compile(r"`((?:wikigraph|benchmarks|docs|tests)/[\w./-]+\.\w+)`|python (benchmarks/\w+\.py)")
    found = {(name, a or b) for name in DOCUMENTS for a, b in named.findall(prose(read(name)))}
    assert found and sorted(pair for pair in found if not (ROOT / pair[1]).is_file()) == []
