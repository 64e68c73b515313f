"""A secret of a source is told with its line, and stands in no page, index or answer."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from tests.cli.conftest import Run, tree

AWS = "AKIA" + "IOSFODNN7" + "EXAMPLE"
PASSWORD = "Sommer2024!geheim"
BODY = "MIIEowIBAAKCAQEAn5h" * 3
SECRETS = (AWS, PASSWORD, BODY)
LEAKY = f"""---
title: {AWS}
aliases: ["{AWS}", Gamma]
tags: ["{AWS}"]
---
# Key {AWS}

- Beta Store uses {AWS}
- `{AWS}` and again `{AWS}`

See [[{AWS}]] and [[{AWS}|the key]] of Beta Store. The admin password is {PASSWORD}.

## The {AWS} of Beta Store

Beta Store keeps {AWS} in memory. Alpha Service asks Beta Store for {AWS}. Beta Store has `{AWS}` too.

| user | password |
|------|----------|
| root | {PASSWORD} |

```pem
-----BEGIN RSA PRIVATE KEY-----
{BODY}
-----END RSA PRIVATE KEY-----
```
"""
LINES = [2, 3, 4, 6, 8, 9, 11, 11, 13, 15, 19, 22]


def _rows(file: Path) -> str:
    """All that the tables of an index hold."""
    with duckdb.connect(str(file), read_only=True) as base:
        names = [name for (name,) in base.execute("SELECT table_name FROM duckdb_tables()").fetchall()]
        return "\n".join(repr(base.execute(f'FROM "{name}"').fetchall()) for name in names)


@pytest.mark.parametrize("name", ["gamma.md", "gamma.txt"])
def test_a_secret_leaves_its_source_nowhere(vault: Path, run: Run, name: str) -> None:
    (vault / "raw" / name).write_text(LEAKY, "utf-8")
    (vault / "raw/delta.md").write_text(f"# Delta\n\nBeta Store holds `{AWS}`, `{AWS}` and [[{AWS}]].\n", "utf-8")
    done = run("compile", "--json")
    assert done.code == 0
    told = [d["line"] for d in done.json["diagnostics"] if d["code"] == "secret-in-source" and name in d["path"]]
    assert told == LINES
    shown = [run("search", "key Beta Store", *o).out for o in ((), ("--json",))]
    shown += [run("ask", "What does Beta Store keep?", "--context", *o).out for o in ((), ("--json",))]
    shown += [done.out, done.err, run("check").out]
    indexes = list((vault / ".wikigraph").rglob("*.duckdb"))
    assert indexes
    kept = b"\n".join([*tree(vault / "wiki").values(), *tree(vault / ".wikigraph").values()])
    for secret in SECRETS:
        assert secret.encode() not in kept
        assert not any(secret in path for path in tree(vault / "wiki"))
        assert not any(secret in text for text in (*shown, *map(_rows, indexes)))
    assert not any("•••" in path for path in tree(vault / "wiki"))
    assert run("check").code == 0


def test_the_schema_may_allow_secrets(vault: Path, run: Run) -> None:
    (vault / "schema").mkdir(exist_ok=True)
    (vault / "schema/wikigraph.toml").write_text("[parse]\nmask_secrets = false\n", "utf-8")
    (vault / "raw/gamma.md").write_text(LEAKY, "utf-8")
    done = run("compile", "--json")
    assert [d["line"] for d in done.json["diagnostics"] if d["code"] == "secret-in-source"] == LINES
    assert AWS in run("search", "key Beta Store").out


def test_a_secret_is_told_with_its_place(vault: Path, run: Run) -> None:
    (vault / "raw/delta.md").write_text(f"# Delta\n\n- {AWS}\n", "utf-8")
    done = run("compile")
    assert "raw/delta.md:3" in done.err + done.out and "secret-in-source" in done.err + done.out
