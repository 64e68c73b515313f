"""entity, from the command line: what is written into schema/ontology.toml, what it does, how it is taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run, tree

ONTOLOGY = "schema/ontology.toml"
ALPHA_PAGE, BETA_PAGE = "wiki/entities/alpha-service.md", "wiki/entities/beta-store.md"
SCHEMA = (
    '# What we know.\r\nstop_names = ["M"]  # a letter\r\n\r\n'
    '# Two languages.\r\n[aliases]\r\n"Beta Store" = ["BS"]\r\n'
)


@pytest.fixture
def compiled(vault: Path, run: Run) -> Path:
    (vault / "schema").mkdir()
    (vault / ONTOLOGY).write_bytes(SCHEMA.encode())
    assert run("compile").code == 0
    return vault


def ontology(vault: Path) -> str:
    return (vault / ONTOLOGY).read_bytes().decode()


def wiki(vault: Path) -> dict[str, bytes]:
    return {path: data for path, data in tree(vault / "wiki").items() if path != "log.md"}


CHANGES = [
    ("merge", "Alpha Service", "Beta Store"),
    ("split", "Alpha Service", "Alpha"),
    ("rename", "Alpha Service", "Order Service"),
    ("rename", "Alpha Service", "Aaron Service"),  # sorts before the old name: the entity's id is another one then
    ("rename", BETA_PAGE, "beta STORE"),
    ("alias", "Alpha", "阿尔法", "Servizio Alfa"),
    ("type", "Beta Store", "database"),
    ("page", "Beta Store"),
    ("no-page", "Alpha Service", "Beta Store"),
]


@pytest.mark.parametrize("words", CHANGES, ids=" ".join)
def test_each_change_is_taken_back_byte_for_byte(words: tuple[str, ...], compiled: Path, run: Run) -> None:
    before = wiki(compiled)
    done = run("entity", *words, "--compile", "--json")
    assert (done.code, done.json["written"], done.json["compiled"]) == (0, True, True)
    text = ontology(compiled)
    assert text != SCHEMA
    assert "# What we know.\r\n" in text and "# a letter\r\n" in text and "\n" not in text.replace("\r\n", "")
    assert run("check", "--json").code == 0
    back = run("entity", *words, "--undo", "--compile", "--json")
    assert (back.code, ontology(compiled)) == (0, SCHEMA)
    assert wiki(compiled) == before


@pytest.mark.parametrize("words", CHANGES, ids=" ".join)
def test_a_dry_run_foretells_the_pages_and_writes_nothing(words: tuple[str, ...], compiled: Path, run: Run) -> None:
    before = tree(compiled)
    told = run("entity", *words, "--dry-run", "--json").json
    assert tree(compiled) == before
    assert (told["written"], told["compiled"]) == (False, False)
    assert run("entity", *words).code == 0
    pages = run("compile", "--json").json["pages"]
    assert [*told["effect"]["pages"]["written"], *told["effect"]["pages"]["kept"]] == pages["written"]
    assert told["effect"]["pages"]["removed"] == pages["removed"]


def test_merge_and_split_are_each_others_inverse(compiled: Path, run: Run) -> None:
    done = run("entity", "merge", "Beta Store", "Alpha Service", "--compile")
    assert done.code == 0
    assert "joined: Alpha Service + Beta Store → Beta Store" in done.out
    assert "to take it back: wikigraph entity merge 'Beta Store' 'Alpha Service' --undo" in done.out
    again = run("entity", "merge", "Alpha Service", "Beta Store")
    assert (again.code, "already-one" in again.err) == (2, True)
    parted = run("entity", "split", "Alpha Service", "Beta Store", "--json")
    assert parted.json["undo"] == "wikigraph entity merge 'Alpha Service' 'Beta Store'"
    assert [s["kind"] for s in parted.json["effect"]["entities"] if s["after"] == ["Alpha Service"]] == ["separated"]
    assert ontology(compiled) == SCHEMA


def test_split_off_takes_a_name_out_of_what_the_schema_joins(compiled: Path, run: Run) -> None:
    run("entity", "merge", "Beta Store", "Alpha Service", "--compile")
    assert run("entity", "split", "Alpha Service").code == 0
    assert ontology(compiled) == SCHEMA
    refused = run("entity", "split", "Alpha")
    assert refused.code == 2 and "not-joined" in refused.err


def test_the_words_of_people_outlive_a_merge(compiled: Path, run: Run) -> None:
    for page in (ALPHA_PAGE, BETA_PAGE):
        path = compiled / page
        path.write_text(path.read_text(encoding="utf-8") + f"\nMine on {page}.\n", encoding="utf-8")
    told = run("entity", "merge", "Alpha Service", "Beta Store", "--compile", "--json").json
    assert told["effect"]["pages"]["kept"] == [BETA_PAGE]
    [item] = run("review", "--json").json["items"]
    assert (item["kind"], item["path"]) == ("page", BETA_PAGE)
    assert ALPHA_PAGE in item["reason"]
    for page in (ALPHA_PAGE, BETA_PAGE):
        assert f"Mine on {page}." in (compiled / page).read_text(encoding="utf-8")
    run("entity", "split", "Alpha Service", "Beta Store", "--compile")
    assert run("review", "--json").json["items"] == []
    for page in (ALPHA_PAGE, BETA_PAGE):
        assert f"Mine on {page}." in (compiled / page).read_text(encoding="utf-8")


def test_a_rename_keeps_the_page_though_its_id_changes(compiled: Path, run: Run) -> None:
    path = compiled / BETA_PAGE
    path.write_text(path.read_text(encoding="utf-8") + "\nMine.\n", encoding="utf-8")
    old = path.read_text(encoding="utf-8").split('id: "')[1].split('"')[0]
    done = run("entity", "rename", "Beta Store", "Aardvark Store", "--compile", "--json")
    assert (done.code, done.json["effect"]["pages"]["removed"]) == (0, [])
    text = path.read_text(encoding="utf-8")
    assert 'title: "Aardvark Store"' in text and "\nMine.\n" in text
    assert f'id: "{old}"' not in text and old in text  # among its aliases
    assert run("entity", "show", "Beta Store", "--json").json["entity"]["page"] == BETA_PAGE
    assert run("review", "--json").json["items"] == []


@pytest.mark.parametrize("new", ["Aaron Service", "Zulu Service"])
def test_the_words_of_people_outlive_a_rename_that_is_taken_back(new: str, compiled: Path, run: Run) -> None:
    page = compiled / ALPHA_PAGE
    page.write_text(page.read_text("utf-8").replace("## Notes\n", "## Notes\n\nMy own words.\n"), "utf-8")
    assert run("compile").code == 0
    before = wiki(compiled)
    for options in ((), ("--undo",)):
        assert run("entity", "rename", "Alpha Service", new, *options, "--compile").code == 0
        assert "My own words." in page.read_text("utf-8")
        assert [p.name for p in (compiled / "wiki/entities").glob("*service*")] == [page.name]
    after = wiki(compiled)
    assert after.keys() == before.keys() and b"unsupported" not in after[ALPHA_PAGE.removeprefix("wiki/")]
    was, now = (known[ALPHA_PAGE.removeprefix("wiki/")].decode().splitlines() for known in (before, after))
    assert len(was) == len(now) and {line.split(":")[0] for line in set(now) - set(was)} <= {"aliases"}
    own = was[1].removeprefix('id: "').removesuffix('"')  # it is no former name now
    assert f'id: "{own}"' == now[1] and not any(line.startswith("aliases:") and own in line for line in now)


def test_renamed_twice_the_last_name_counts(compiled: Path, run: Run) -> None:
    for old, new in (("Beta Store", "Zeta Store"), ("Zeta Store", "Eta Store")):
        assert run("entity", "rename", old, new, "--compile").code == 0
    assert run("entity", "show", "Beta Store", "--json").json["entity"]["title"] == "Eta Store"


def test_names_lead_to_an_entity_in_many_ways(compiled: Path, run: Run) -> None:
    id_ = run("entity", "show", "Alpha Service", "--json").json["entity"]["id"]
    for name in ("alpha-service", "Alpha", id_, ALPHA_PAGE, "wiki/entities/alpha-service", "AlphaService"):
        assert run("entity", "show", name, "--json").json["entity"]["id"] == id_
    listed = run("entity", "list", "--search", "beta st", "--json").json["entities"]
    assert [entity["title"] for entity in listed] == ["Beta Store"]


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("merge", "Alpha Service", "Beta Stroe"), "unknown-entity", "Beta Store"),
        (("merge", "Alpha Service", "alpha-service"), "already-one", "Alpha Service"),
        (("rename", "Alpha Service", "Beta Store"), "name-taken", "merge 'Alpha Service' 'Beta Store'"),
        (("rename", "Alpha Service", "Alpha Service"), "nothing-to-change", "already"),
        (("rename", "Alpha Service", " "), "usage", "empty"),
        (("alias", "Alpha Service", "BS"), "name-taken", "alias 'Beta Store' BS --undo"),
        (("alias", "Alpha Service", "Beta Store"), "name-taken", "another entity"),
        (("split", "Alpha Service", "alpha-service"), "one-name", "no difference"),
        (("merge", "Alpha Service", "Beta Store", "--undo"), "nothing-to-undo", ONTOLOGY),
        (("merge", "Alpha Service"), "usage", "at least 2"),
        (("show",), "usage", "one NAME"),
        (("list", "x"), "usage", "--search x"),
        (("list", "--undo"), "usage", "changes nothing"),
        (("type", "Alpha Service", "x", "y"), "usage", "a name and a type"),
    ],
)
def test_what_is_refused(words: tuple[str, ...], code: str, says: str, compiled: Path, run: Run) -> None:
    before = tree(compiled)
    done = run("entity", *words)
    assert done.code == 2
    assert f"error[{code}]" in done.err
    assert says in done.err
    assert done.out == ""
    assert tree(compiled) == before


def test_a_merge_of_two_that_are_kept_apart_is_refused(compiled: Path, run: Run) -> None:
    assert run("entity", "split", "Alpha Service", "Beta Store").code == 0
    assert 'never_merge = [["Alpha Service", "Beta Store"]]' in ontology(compiled)
    done = run("entity", "merge", "Beta Store", "Alpha Service")
    assert done.code == 2
    assert "error[kept-apart]" in done.err
    assert "wikigraph entity split 'Alpha Service' 'Beta Store' --undo" in done.err


def test_the_file_is_made_where_there_is_none(vault: Path, run: Run) -> None:
    run("compile")
    assert run("entity", "rename", "Beta Store", 'The "Store"').code == 0
    assert ontology(vault) == '[aliases]\n"The \\"Store\\"" = ["Beta Store"]\n'
    assert run("entity", "rename", "Beta Store", 'The "Store"', "--undo").code == 0
    assert ontology(vault) == ""


def test_what_cannot_be_edited_is_told_with_the_line_to_write(compiled: Path, run: Run) -> None:
    (compiled / ONTOLOGY).write_text('aliases = {"Beta Store" = ["BS"]}\n', encoding="utf-8")
    before = tree(compiled)
    done = run("entity", "alias", "Beta Store", "The Store")
    assert done.code == 3
    assert "schema-not-written" in done.err and 'Beta Store = ["The Store"]' in done.err
    assert tree(compiled) == before


def test_nothing_is_compiled_yet(vault: Path, run: Run) -> None:
    done = run("entity", "list", "--json")
    assert (done.code, done.json["error"]["code"]) == (4, "no-index")


def test_a_change_says_what_changes(compiled: Path, run: Run) -> None:
    told = run("entity", "alias", "Alpha", "Servizio Alfa", "--dry-run")
    assert "changed: " in told.out and "also called Servizio Alfa" in told.out
    typed = run("entity", "type", "Beta Store", "database", "--dry-run", "--json").json
    (story,) = typed["effect"]["entities"]
    assert story["kind"] == "changed" and [what.split(" → ")[1] for what in story["what"]] == ["database"]
