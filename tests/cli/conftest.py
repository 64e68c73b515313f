"""Small vaults and a way to run commands on them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from wikigraph.cli.main import main

ALPHA = """\
---
aliases: [Alpha]
---
# Alpha Service

Alpha Service is a web service that stores orders in Beta Store. It was written in 2021.

## Limits

Alpha Service accepts 100 requests per second. Beta Store keeps every order for ten years.
See [the notes on Beta Store](beta.md).
"""
BETA = """\
# Beta Store

Beta Store is a key-value database. Beta Store replicates each order to three machines.

Alpha Service reads from Beta Store through a cache.
"""
ZH = """\
# 阿尔法服务

阿尔法服务是一个网络服务。阿尔法服务依赖贝塔存储。贝塔存储是一个键值数据库。
"""


@dataclass(frozen=True, slots=True)
class Done:
    """A command that has run."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Done]


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """Three small sources, nothing compiled."""
    raw = tmp_path / "raw"
    raw.mkdir()
    for name, text in {"alpha.md": ALPHA, "beta.md": BETA, "zh.md": ZH}.items():
        (raw / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in the folder of the vault, in this process."""

    def run_(*arguments: str) -> Done:
        monkeypatch.chdir(tmp_path)
        capsys.readouterr()
        with pytest.raises(SystemExit) as stopped:
            main(arguments)
        told = capsys.readouterr()
        return Done(int(stopped.value.code or 0), told.out, told.err)

    return run_


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder: path → bytes."""
    return {
        os.path.relpath(Path(here) / name, folder): (Path(here) / name).read_bytes()
        for here, _, names in os.walk(folder)
        for name in names
    }
