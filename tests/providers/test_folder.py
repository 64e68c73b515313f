"""A folder with a model, and everything that can be wrong with it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.providers.small_model import write_model
from wikigraph.errors import ModelUnreachableError, UsageError
from wikigraph.providers.embedders import onnx_file
from wikigraph.providers.embedders.choose import choose_embedder
from wikigraph.providers.embedders.folder import folder_embedder

ROOT = Path(__file__).parents[2]


def test_texts_of_one_meaning_are_near(tmp_path: Path) -> None:
    embedder = folder_embedder(write_model(tmp_path))
    passages = embedder.embed_passages(["containerization", "sourdough bread", "flour"])
    question = embedder.embed_query("Docker containers")
    assert passages.shape == (3, embedder.dimension) == (3, 8)
    assert np.allclose(np.linalg.norm(passages, axis=1), 1.0)
    assert int(np.argmax(passages @ question)) == 0
    assert passages.dtype == np.float32


def test_a_vector_does_not_depend_on_its_neighbours(tmp_path: Path) -> None:
    embedder = folder_embedder(write_model(tmp_path))
    texts = [f"docker graph {'bread ' * n}" for n in range(40)]
    together = embedder.embed_passages(texts)
    assert all((embedder.embed_passages([text])[0] == row).all() for text, row in zip(texts, together, strict=True))


def test_a_long_text_is_the_mean_of_its_windows(tmp_path: Path) -> None:
    write_model(tmp_path)
    (tmp_path / "tokenizer_config.json").write_text('{"model_max_length": 10}')
    embedder = folder_embedder(tmp_path)
    halves = embedder.embed_passages(["docker " * 10, "bread " * 10])
    whole = embedder.embed_passages(["docker " * 10 + "bread " * 10])[0]
    mean = halves.sum(axis=0) / np.linalg.norm(halves.sum(axis=0))
    assert np.allclose(whole, mean, atol=1e-6)


def test_prefixes_of_the_model_are_used(tmp_path: Path) -> None:
    plain = folder_embedder(write_model(tmp_path)).embed_query("bread")
    (tmp_path / "config_sentence_transformers.json").write_text('{"prompts": {"query": "docker docker docker "}}')
    changed = folder_embedder(tmp_path)
    assert float(changed.embed_query("bread") @ plain) < 0.9
    assert float(changed.embed_passages(["bread"])[0] @ plain) > 0.999


def test_nothing_gives_nothing(tmp_path: Path) -> None:
    embedder = folder_embedder(write_model(tmp_path))
    assert embedder.embed_passages([]).shape == (0, 8)
    assert np.isfinite(embedder.embed_query("")).all()


def test_the_key_follows_the_files(tmp_path: Path) -> None:
    one, same, other = (write_model(tmp_path / name, d) for name, d in (("a", 8), ("b", 8), ("c", 12)))
    assert folder_embedder(one).key == folder_embedder(same).key != folder_embedder(other).key


@pytest.mark.parametrize("missing", ["model.onnx", "tokenizer.json"])
def test_a_missing_file_is_named(tmp_path: Path, missing: str) -> None:
    (write_model(tmp_path) / missing).unlink()
    with pytest.raises(ModelUnreachableError) as refused:
        folder_embedder(tmp_path)
    assert (refused.value.code, refused.value.exit_code) == ("model-files-missing", 6)
    assert missing in refused.value.message


@pytest.mark.parametrize(
    ("name", "content"),
    [("model.onnx", b"not a model"), ("model.onnx", b""), ("tokenizer.json", b"{"), ("tokenizer.json", b"\xff\xfe")],
)
def test_a_broken_file_is_told(tmp_path: Path, name: str, content: bytes) -> None:
    (write_model(tmp_path) / name).write_bytes(content)
    with pytest.raises(ModelUnreachableError) as refused:
        folder_embedder(tmp_path).load()
    assert refused.value.code == "model-broken" and name in refused.value.message


def test_a_model_cut_in_the_middle_is_told(tmp_path: Path) -> None:
    file = write_model(tmp_path) / "model.onnx"
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    with pytest.raises(ModelUnreachableError, match="cannot be used"):
        folder_embedder(tmp_path).load()


def test_a_model_of_something_else_is_told(tmp_path: Path) -> None:
    write_model(tmp_path)
    node = onnx_file.node("Identity", ["pixels"], ["embedding"])
    image, vector = (onnx_file.value(name, onnx_file.FLOAT, [1, 3]) for name in ("pixels", "embedding"))
    (tmp_path / "model.onnx").write_bytes(onnx_file.model("image", [node], [], [image], [vector], {"": 20}))
    with pytest.raises(ModelUnreachableError, match="takes pixels"):
        folder_embedder(tmp_path).load()


def test_names(tmp_path: Path) -> None:
    write_model(tmp_path / "models" / "small")
    assert choose_embedder("none", tmp_path) is None
    found = choose_embedder("models/small", tmp_path)
    assert found is not None and found.dimension == 8
    with pytest.raises(UsageError) as refused:
        choose_embedder("models/other", tmp_path)
    assert refused.value.code == "embedder-unknown"


def test_nothing_is_noted_for_the_maker_of_the_runtime(tmp_path: Path) -> None:
    """onnxruntime 1.32 keeps a database of what it ran in the user's cache folder and sends it away, unless told not
    to before it is loaded."""
    folder, home = write_model(tmp_path / "model"), tmp_path / "home"
    home.mkdir()
    script = (
        "import sys; from pathlib import Path; from wikigraph.providers.embedders.folder import folder_embedder; "
        "folder_embedder(Path(sys.argv[1])).embed_query('cache')"
    )
    environment = {**os.environ, "HOME": str(home), "XDG_CACHE_HOME": str(home / ".cache"), "PYTHONPATH": str(ROOT)}
    environment.pop("ORT_DISABLE_TELEMETRY", None)
    subprocess.run([sys.executable, "-c", script, folder], env=environment, check=True)
    assert [path for path in home.rglob("*") if path.is_file()] == []
