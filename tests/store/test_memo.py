"""What the engine gave is there after a publish, and only that."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.store.vault import FORMAT
from wikigraph.engine.execute import StepRun
from wikigraph.engine.memo import ONCE, Record
from wikigraph.engine.results import Result
from wikigraph.model.base import Value
from wikigraph.model.graph import Lexicon
from wikigraph.model.text import Document
from wikigraph.store.index import open_for_compile, open_index
from wikigraph.store.index_writer import begin_index
from wikigraph.store.memo import IndexMemo, value_layout


def run(step: str, nodes: dict[str, bytes], removed: tuple[str, ...] = (), fingerprint: str = "f") -> StepRun:
    written = {key: (Record(f"in {key}", f"out {key}"), data) for key, data in nodes.items()}
    result = Result({}, Value, lambda keys: {}, once=False)
    return StepRun(step, fingerprint, result, dict.fromkeys(nodes, "new"), written, tuple(nodes), removed)


def remember(folder: Path, *runs: StepRun) -> None:
    index, _ = open_for_compile(folder, FORMAT)
    with begin_index(folder, index, FORMAT) as writer:
        writer.remember(runs)
        writer.publish()
    if index is not None:
        index.close()


def test_nodes_come_back(tmp_path: Path) -> None:
    remember(tmp_path, run("parse", {"b": b"\x00two", "a": b"one"}), run("resolve", {ONCE: b""}, fingerprint="g"))
    with open_index(tmp_path) as index:
        memo = IndexMemo(index)
        assert memo.step_fingerprint("parse") == "f"
        assert memo.step_fingerprint("resolve") == "g"
        assert memo.step_fingerprint("chunk") is None
        assert memo.records("parse") == {"a": Record("in a", "out a"), "b": Record("in b", "out b")}
        assert memo.records("chunk") == {}
        assert memo.load("parse", ["b", "a"]) == {"b": b"\x00two", "a": b"one"}
        assert memo.load("resolve", [ONCE]) == {ONCE: b""}
        assert memo.load("parse", []) == {}
        with pytest.raises(KeyError):
            memo.load("parse", ["c"])


def test_changes_replace_and_removed_keys_go(tmp_path: Path) -> None:
    remember(tmp_path, run("parse", {"a": b"1", "b": b"2", "c": b"3"}))
    remember(tmp_path, run("parse", {"a": b"4"}, removed=("b",), fingerprint="h"))
    with open_index(tmp_path) as index:
        memo = IndexMemo(index)
        assert memo.step_fingerprint("parse") == "h"
        assert memo.load("parse", ["a", "c"]) == {"a": b"4", "c": b"3"}
        assert sorted(memo.records("parse")) == ["a", "c"]


def test_a_step_that_is_no_more_is_forgotten(tmp_path: Path) -> None:
    remember(tmp_path, run("parse", {"a": b"1"}), run("old", {"a": b"2"}))
    remember(tmp_path, run("parse", {}))
    with open_index(tmp_path) as index:
        assert IndexMemo(index).records("old") == {}
        assert IndexMemo(index).step_fingerprint("old") is None
        assert sorted(IndexMemo(index).records("parse")) == ["a"]


def test_the_layout_tells_types_apart() -> None:
    assert value_layout([Document, Lexicon]) == value_layout([Document, Lexicon])
    assert value_layout([Document]) != value_layout([Lexicon])
