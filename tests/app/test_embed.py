"""Vectors of a vault: made once per content, carried along, and without any influence on the wiki."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from tests.cli.conftest import tree
from tests.providers.small_model import MEANINGS, write_model
from wikigraph.app import embed
from wikigraph.app.ask import ask
from wikigraph.app.compile import compile_vault
from wikigraph.app.meaning import open_meaning
from wikigraph.app.search import BY_MEANING, search
from wikigraph.errors import ModelUnreachableError
from wikigraph.model.compilation import CompileReport
from wikigraph.providers.embedders import choose
from wikigraph.providers.embedders.onnx_model import OnnxEmbedder
from wikigraph.store import index as store_index
from wikigraph.store.index import open_index
from wikigraph.store.vault import Vault, open_vault

SOURCES = {
    "containerization.md": "# Packing\n\nContainerization packs an application with all that it needs.\n",
    "bread.md": "# Baking\n\nA sourdough needs flour and water. It rests for a night.\n",
    "graphs.md": "# Networks\n\nA node is joined to another node by an edge.\n",
}


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    write_model(tmp_path / "model")
    for name, text in SOURCES.items():
        (tmp_path / "raw").mkdir(exist_ok=True)
        (tmp_path / "raw" / name).write_text(text, "utf-8")
    return open_vault(tmp_path, tmp_path)


@pytest.fixture
def embedded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text that is embedded as a passage."""
    texts: list[str] = []
    real = OnnxEmbedder.embed_passages

    def spy(self: OnnxEmbedder, given: Sequence[str]) -> np.ndarray:
        texts.extend(given)
        return real(self, given)

    monkeypatch.setattr(OnnxEmbedder, "embed_passages", spy)
    return texts


def compiled(vault: Vault, embedder: str = "model") -> CompileReport:
    return compile_vault(vault, embedder=embedder)


def codes(report: CompileReport) -> list[str]:
    return [d.code for d in report.diagnostics if d.code.startswith("embedder")]


def test_headings_and_text_are_embedded(vault: Vault, embedded: list[str]) -> None:
    report = compiled(vault)
    assert (report.vectors, report.vectors_new) == (3, 3)
    assert any(text.startswith("Baking\n") for text in embedded)


def test_only_new_content_is_embedded(vault: Vault, embedded: list[str]) -> None:
    compiled(vault)
    embedded.clear()
    assert compiled(vault).vectors_new == 0
    (vault.raw / "bread.md").write_text("# Baking\n\nA sourdough needs flour and salt.\n", "utf-8")
    report = compiled(vault)
    assert (report.vectors, report.vectors_new) == (3, 1) and len(embedded) == 1 and "salt" in embedded[0]


def test_moved_text_is_not_embedded_again(vault: Vault, embedded: list[str]) -> None:
    compiled(vault)
    embedded.clear()
    (vault.raw / "deep").mkdir()
    (vault.raw / "bread.md").rename(vault.raw / "deep" / "renamed.md")
    report = compiled(vault)
    assert (report.vectors, report.vectors_new, embedded) == (3, 0, [])


def test_vectors_of_deleted_sources_go(vault: Vault) -> None:
    compiled(vault)
    (vault.raw / "bread.md").unlink()
    assert (compiled(vault).vectors, compiled(vault).vectors) == (2, 2)


def test_another_dimension_embeds_again_and_says_so(vault: Vault) -> None:
    compiled(vault)
    write_model(vault.root / "model", 12)
    report = compiled(vault)
    assert (report.vectors, report.vectors_new, codes(report)) == (3, 3, ["embedder-changed"])
    told = next(d.message for d in report.diagnostics if d.code == "embedder-changed")
    assert "8 numbers" in told and "12 numbers" in told
    assert codes(compiled(vault)) == []


def test_an_interrupted_compile_goes_on_where_it_was(
    vault: Vault, embedded: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embed, "_BATCH", 1)
    monkeypatch.setattr(embed, "_ROUND_SECONDS", -1.0)
    real, calls = OnnxEmbedder.embed_passages, 0

    def interrupted(self: OnnxEmbedder, given: Sequence[str]) -> np.ndarray:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise KeyboardInterrupt
        return real(self, given)

    with monkeypatch.context() as patch:
        patch.setattr(OnnxEmbedder, "embed_passages", interrupted)
        with pytest.raises(KeyboardInterrupt):
            compiled(vault)
    embedded.clear()
    report = compiled(vault)
    assert (report.vectors, report.vectors_new, len(embedded)) == (3, 1, 1)


def test_an_index_of_another_build_hands_its_vectors_on(
    vault: Vault, embedded: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled(vault)
    embedded.clear()
    monkeypatch.setattr("wikigraph.app.compile.memo_format", lambda settings: "another")
    report = compiled(vault)
    assert (report.vectors, embedded) == (3, [])
    assert store_index.open_index(vault.state / "index") is not None


def test_no_page_depends_on_a_vector(vault: Vault) -> None:
    compiled(vault, "none")
    without = tree(vault.root / "wiki")
    report = compiled(vault)
    assert report.pages_written == () and tree(vault.root / "wiki") == without


def test_none_keeps_the_vectors_and_does_not_use_them(vault: Vault, embedded: list[str]) -> None:
    compiled(vault)
    embedded.clear()
    report = compiled(vault, "none")
    assert (report.embedder, report.vectors) == ("", 0)
    assert compiled(vault).vectors_new == 0 and embedded == []


def test_a_broken_embedder_ends_the_compile_before_anything_is_written(vault: Vault) -> None:
    (vault.root / "model" / "model.onnx").write_bytes(b"no model")
    with pytest.raises(ModelUnreachableError):
        compiled(vault)
    assert not (vault.root / "wiki").exists() or tree(vault.root / "wiki") == {}


def test_without_e5_words_alone_are_used_and_it_is_said_once(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choose, "is_here", lambda: False)
    report = compiled(vault, "auto")
    assert (report.embedder, codes(report)) == ("", ["embedder-missing"])


def test_an_embedder_that_breaks_later_ends_the_compile_before_anything_is_written(vault: Vault) -> None:
    compiled(vault)
    before = tree(vault.root / "wiki")
    (vault.raw / "bread.md").write_text("# Baking\n\nA sourdough needs salt.\n", "utf-8")
    (vault.root / "model" / "tokenizer.json").write_text("{", "utf-8")
    with pytest.raises(ModelUnreachableError):
        compiled(vault)
    assert tree(vault.root / "wiki") == before


def test_auto_does_without_for_a_changed_source_too(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: OnnxEmbedder) -> None:
        raise ModelUnreachableError("model-cache", "the cache folder cannot be written", where="cache")

    model = choose.choose_embedder("model", vault.root)
    monkeypatch.setattr(embed, "choose_embedder", lambda name, base, on_event: model)
    assert compiled(vault, "auto").vectors_new == 3
    monkeypatch.setattr(OnnxEmbedder, "load", refuse)
    (vault.raw / "bread.md").write_text("# Baking\n\nA sourdough needs salt.\n", "utf-8")
    report = compiled(vault, "auto")
    assert (codes(report), report.embedder) == (["embedder-missing"], "")


def test_auto_does_without_where_the_cache_cannot_be_written(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: OnnxEmbedder) -> None:
        raise ModelUnreachableError("model-cache", "the cache folder cannot be written", where="cache")

    monkeypatch.setattr(choose, "is_here", lambda: True)
    monkeypatch.setattr(OnnxEmbedder, "load", refuse)
    report = compiled(vault, "auto")
    assert codes(report) == ["embedder-missing"] and report.documents == 3


def test_docker_containers_finds_containerization(vault: Vault) -> None:
    compiled(vault)
    index = open_index(vault.state / "index")
    assert index is not None
    with index:
        meaning, notes = open_meaning(index, vault)
        assert meaning is not None and notes == ()
        by_words = search(index, "Docker containers")
        found = search(index, "Docker containers", meaning=meaning)
        assert by_words.hits == ()
        assert found.hits[0].path == "raw/containerization.md" and BY_MEANING in found.notes
        assert search(index, "?!…", meaning=meaning).hits == ()
        assert search(index, "flour", meaning=meaning).hits[0].path == "raw/bread.md"
        assert ask(index, "flour?", meaning=meaning).hits[0].path == "raw/bread.md"


def test_what_is_only_near_answers_nothing(vault: Vault) -> None:
    compiled(vault)
    index = open_index(vault.state / "index")
    assert index is not None
    with index:
        meaning, _ = open_meaning(index, vault)
        found = ask(index, "Who invented penicillin?", meaning=meaning)
        assert (found.status, found.citations) == ("no_data", ()) and found.hits != ()
        answered = ask(index, "What does a sourdough need?", meaning=meaning)
        assert answered.status == "ready" and answered.citations[0].path == "raw/bread.md"


def test_an_embedder_that_is_gone_is_told(vault: Vault) -> None:
    compiled(vault)
    write_model(vault.root / "model", 8, [*MEANINGS, ("new",)])
    index = open_index(vault.state / "index")
    assert index is not None
    with index:
        other = open_meaning(index, vault)
        (vault.root / "model" / "tokenizer.json").unlink()
        gone = open_meaning(index, vault)
    assert other[0] is None and gone[0] is None
    assert "another model" in other[1][0] and "tokenizer.json" in gone[1][0]
