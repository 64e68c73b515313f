"""Odd vaults: a clear message, the right exit code, nothing lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run, tree


def compile_one(vault: Path, run: Run, name: str, data: bytes) -> dict[str, object]:
    (vault / "raw").mkdir(exist_ok=True)
    (vault / "raw" / name).write_bytes(data)
    done = run("compile", "--json")
    said = {d["code"] for d in done.json["diagnostics"]}
    return {"code": done.code, "documents": done.json["documents"], "said": said}


def test_an_empty_vault(tmp_path: Path, run: Run) -> None:
    (tmp_path / "raw").mkdir()
    done = run("compile", "--json")
    assert (done.code, done.json["documents"]) == (0, 0)
    assert run("compile").code == 0
    asked = run("ask", "Anything?", "--json")
    assert (asked.code, asked.json["status"]) == (0, "no_data")
    assert run("check").code == 0


@pytest.mark.parametrize(
    ("name", "data", "documents"),
    [
        ("a.md", b"", 0),
        ("a.md", b"\n \n", 0),
        ("a.md", b"Hello world", 1),
        ("a.txt", b"Hello world", 1),
        ("a.md", b"# Only a heading\n", 1),
        ("a.md", b"---\ntitle: nothing else\n---\n", 1),
        ("a.md", "# 截断".encode()[:-1], 0),
        ("a.md", b"\x00\x01\x02 binary", 0),
        ("a.md", b"see [out](../../../etc/passwd) and [[../../x]]\n", 1),
        ("a.png", b"\x89PNG", 0),
    ],
)
def test_odd_sources(tmp_path: Path, run: Run, name: str, data: bytes, documents: int) -> None:
    found = compile_one(tmp_path, run, name, data)
    assert found["documents"] == documents
    assert found["said"] or documents
    assert run("check", "--json").json["problems"] == []
    assert run("compile", "--json").json["pages"]["written"] == []


def test_one_bad_source_never_stops_the_others(vault: Path, run: Run) -> None:
    found = compile_one(vault, run, "bad.md", "你好，世界".encode("gbk"))
    assert found["documents"] == 3
    assert found["code"] == 1
    assert "not-read-unknown-encoding" in found["said"]  # type: ignore[operator]


def test_an_encoding_can_be_named(vault: Path, run: Run) -> None:
    (vault / "schema").mkdir()
    (vault / "schema/wikigraph.toml").write_text('[sources.encodings]\n"old/*.md" = "gbk"\n')
    (vault / "raw/old").mkdir()
    (vault / "raw/old/a.md").write_bytes("# 你好\n\n你好，世界是一句问候。\n".encode("gbk"))
    done = run("compile", "--json")
    assert (done.code, done.json["documents"]) == (0, 4)
    assert "你好" in (vault / "wiki/sources/old/a.md").read_text(encoding="utf-8")


def test_raw_that_is_a_file(tmp_path: Path, run: Run) -> None:
    (tmp_path / "raw").write_text("not a folder")
    done = run("compile", "--json")
    assert done.code == done.json["exit_code"] == 4
    assert done.json["error"]["code"] == "raw-not-a-folder"


@pytest.mark.parametrize(
    ("file", "text", "code", "where"),
    [
        ("wikigraph.toml", "[chunk]\nsizes = 3\n", "setting-unknown", "schema/wikigraph.toml:2"),
        ("wikigraph.toml", "[chunk]\n\nsize = 'big'\n", "setting-invalid", "schema/wikigraph.toml:3"),
        ("wikigraph.toml", "[nonsense]\n", "setting-unknown", "schema/wikigraph.toml:1"),
        ("wikigraph.toml", "[chunk\n", "schema-broken", "schema/wikigraph.toml:1"),
        ("ontology.toml", "[aliases]\n'X' = 3\n", "setting-invalid", "schema/ontology.toml:1"),
        ("ontology.toml", "# one\nx = [", "schema-broken", "schema/ontology.toml:2"),
        ("wikigraph.toml", "[chunk]\nsize = 0\n", "setting-invalid", "schema/wikigraph.toml:2"),
        ("wikigraph.toml", "[chunk]\nsize = 80\noverlap = 80\n", "setting-invalid", "schema/wikigraph.toml:1"),
        ("wikigraph.toml", "[cluster]\ncaps = []\n", "setting-invalid", "schema/wikigraph.toml:2"),
        ("wikigraph.toml", "[cluster]\ncaps = [50, -1]\n", "setting-invalid", "schema/wikigraph.toml:2"),
        ("wikigraph.toml", "[digest]\nper_more = 0\n", "setting-invalid", "schema/wikigraph.toml:2"),
        ("wikigraph.toml", "[resolve.weights]\npages_per_root = nan\n", "setting-invalid", "schema/wikigraph.toml:2"),
        ("wikigraph.toml", "[sources]\nmax_bytes = 10_000_000_000\n", "setting-invalid", "schema/wikigraph.toml:2"),
        ("wikigraph.toml", "[sources.encodings]\n'*' = 'nope'\n", "setting-invalid", "schema/wikigraph.toml:1"),
        ("ontology.toml", "merges = [['A', 'B']]\nnever_merge = [['B', 'A']]", "setting-invalid",
         "schema/ontology.toml"),
    ],
)
def test_a_broken_schema_names_file_and_line(
    vault: Path, run: Run, file: str, text: str, code: str, where: str
) -> None:
    run("compile")
    before = tree(vault / "wiki")
    (vault / "schema").mkdir()
    (vault / "schema" / file).write_text(text)
    done = run("compile", "--json")
    assert done.code == done.json["exit_code"] == 3
    assert (done.json["error"]["code"], done.json["error"]["where"]) == (code, where)
    assert tree(vault / "wiki") == before


def test_a_vault_that_does_not_exist(tmp_path: Path, run: Run) -> None:
    done = run("compile", "--vault", "nowhere", "--json")
    assert (done.code, done.json["error"]["code"]) == (4, "no-vault")


@pytest.mark.parametrize("query", ["\x01zzz\x02", "x" * 100_000, "whyever " * 12_500, "鯨" * 100_000])
def test_odd_questions(vault: Path, run: Run, query: str) -> None:
    run("compile")
    done = run("ask", query, "--json")
    assert (done.code, done.json["status"]) == (0, "no_data")
    assert run("search", query, "--json").code == 0
    assert max(map(len, run("ask", query).out.split("\n"))) < 1000  # it is not said again in full


@pytest.mark.parametrize("query", ["", "   ", "???", "。。。", "\x00\x01", "¿?"])
@pytest.mark.parametrize("command", ["ask", "search"])
def test_a_question_without_a_word(vault: Path, run: Run, command: str, query: str) -> None:
    run("compile")
    done = run(command, query, "--json")
    assert (done.code, done.json["error"]["code"]) == (2, "question-empty")
    said = run(command, query)
    assert (said.code, said.out) == (2, "")
    assert "holds no word" in said.err and 'wikigraph ask "What is X?"' in said.err


@pytest.mark.parametrize("command", ["ask", "search"])
@pytest.mark.parametrize("k", ["0", "-1", "1001", "9" * 30, "x"])
def test_a_number_of_hits_that_cannot_be(vault: Path, run: Run, command: str, k: str) -> None:
    done = run(command, "Beta", "-k", k, "--json")
    assert (done.code, done.json["error"]["code"]) == (2, "usage")
    assert k in done.json["error"]["message"]


def test_a_question_that_is_no_text(vault: Path, run: Run) -> None:
    done = run("ask", "Beta \udcff", "--json")
    assert (done.code, done.json["error"]["code"]) == (2, "argument-encoding")


@pytest.mark.parametrize(
    ("setting", "hint"),
    [
        ("entries = 0", "a whole number from 1"),
        ("evidence = -1", "a whole number from 1"),
        ("tokens = -1", "a whole number from 0"),
        ("level = -3", "a whole number from 0"),
        ("history = 1.5", "together at most 1"),
        ("units.floor = 2.0", "together at most 1"),
        ("reports = nan", "from 0"),
    ],
)
def test_a_setting_says_what_it_takes(vault: Path, run: Run, setting: str, hint: str) -> None:
    run("compile")
    (vault / "schema").mkdir()
    (vault / "schema/wikigraph.toml").write_text(f"[local]\n{setting}\n")
    done = run("ask", "What is Beta Store?", "--json")
    assert done.code == 3
    assert hint in done.json["error"]["hint"]


def test_a_mode_that_is_not_there(vault: Path, run: Run) -> None:
    done = run("ask", "x", "--mode", "fast", "--json")
    assert (done.code, done.json["error"]["code"]) == (2, "unknown-mode")
    assert "global" in done.json["error"]["hint"] and "drift" in done.json["error"]["hint"]
    assert run("ask", "x", "--mode", "magic").code == 2


def test_impact_of_what_is_not_there(vault: Path, run: Run) -> None:
    run("compile")
    done = run("impact", "raw/alhpa.md", "--json")
    assert (done.code, done.json["error"]["code"]) == (2, "unknown-root")
    assert "raw/alpha.md" in done.json["error"]["hint"]
    assert run("impact", "../../etc/passwd").code == 2


def test_a_deleted_source_is_a_valid_root(vault: Path, run: Run) -> None:
    run("compile")
    (vault / "raw/beta.md").unlink()
    done = run("impact", "raw/beta.md", "--json")
    assert done.code == 0
    assert "wiki/entities/beta-store.md" in {a["page"] for a in done.json["affected"]}


def test_a_title_of_two_pages_is_ambiguous(vault: Path, run: Run) -> None:
    run("compile")
    done = run("impact", "Beta Store", "--json")
    assert (done.code, done.json["error"]["code"]) == (2, "ambiguous-root")
    assert "wiki/entities/beta-store.md" in done.json["error"]["message"]


def test_an_unknown_relation_in_the_settings(vault: Path, run: Run) -> None:
    (vault / "schema").mkdir()
    (vault / "schema/wikigraph.toml").write_text('[impact]\nrelations = ["x"]\n')
    assert run("impact", "raw/alpha.md", "--json").json["error"]["code"] == "setting-invalid"


@pytest.mark.parametrize("name", ["wikigraph.toml", "ontology.toml"])
def test_a_schema_file_that_is_a_folder(vault: Path, run: Run, name: str) -> None:
    (vault / "schema" / name).mkdir(parents=True)
    done = run("compile", "--json")
    assert (done.code, done.json["error"]["code"]) == (3, "schema-unreadable")


def test_an_argument_that_is_not_utf8(vault: Path, run: Run) -> None:
    for arguments in (("ask", "\udcff"), ("impact", "\udcff"), ("init", "bad\udcff")):
        done = run(*arguments, "--json")
        assert (done.code, done.json["error"]["code"]) == (2, "argument-encoding")


def test_a_state_folder_that_is_a_file(vault: Path, run: Run) -> None:
    (vault / ".wikigraph").write_text("")
    done = run("compile", "--json")
    assert (done.code, done.json["error"]["code"]) == (7, "no-access")


def test_new_unreadable_sources_are_told_beside_nothing_to_do_and_mended_ones_no_more(vault: Path, run: Run) -> None:
    assert run("compile").code == 0
    (vault / "raw/latin.md").write_bytes(b"# Caf\xe9\n")
    done = run("compile", "--json")
    assert (done.code, done.json["pages"]["written"]) == (1, [])
    assert [d["path"] for d in done.json["diagnostics"] if d["severity"] == "error"] == ["raw/latin.md"]
    (vault / "raw/latin.md").unlink()
    again = run("compile", "--json")
    assert (again.code, again.json["diagnostics"]) == (0, [])


def test_what_was_healed_is_told_once(vault: Path, run: Run) -> None:
    run("compile")
    (vault / ".wikigraph/index/current").write_text("x")
    assert "index-damaged" in {d["code"] for d in run("compile", "--json").json["diagnostics"]}
    assert run("compile", "--json").json["diagnostics"] == []


def test_a_source_out_of_reach_is_not_deleted(vault: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from wikigraph.store import rawdir

    run("compile")
    before = tree(vault / "wiki")
    read_bytes = rawdir._read_bytes

    def refused(file: Path, path: str, max_bytes: int) -> bytes:
        if path == "raw/beta.md":
            raise rawdir._UnreadableError(rawdir._os_note(PermissionError(13, "Permission denied"), path))
        return read_bytes(file, path, max_bytes)

    (vault / "raw/beta.md").touch()
    monkeypatch.setattr(rawdir, "_read_bytes", refused)
    done = run("compile", "--json")
    assert "error" not in done.json, done.out
    assert (done.code, done.json["documents"], done.json["pages"]["removed"]) == (1, 3, [])
    assert tree(vault / "wiki") == before


@pytest.mark.parametrize("command", [("ask", "What is Beta Store?"), ("search", "Beta"), ("stats",)])
def test_before_the_first_compile(vault: Path, run: Run, command: tuple[str, ...]) -> None:
    done = run(*command, "--json")
    assert (done.code, done.json["error"]["code"]) == (4, "no-index")
    assert "wikigraph compile" in done.json["error"]["hint"]


def test_an_empty_root_is_unknown_with_and_without_an_index(vault: Path, run: Run) -> None:
    (vault / "wiki").mkdir()
    (vault / "wiki/mine.md").write_text("# Mine\n")
    assert run("impact", "", "--json").json["error"]["code"] == "unknown-root"
    run("compile")
    assert run("impact", "", "--json").json["error"]["code"] == "unknown-root"
