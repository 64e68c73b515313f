"""Global search over vectors: what is near in meaning is found, and the same question gives the same answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.providers.small_model import write_model
from wikigraph.app.ask import ask
from wikigraph.app.compile import compile_vault
from wikigraph.app.meaning import open_meaning
from wikigraph.model.answer import Answer
from wikigraph.store.index import open_index
from wikigraph.store.vault import Vault, open_vault

SOURCES = {
    "packing.md": "# Packing\n\nContainers pack an application with all that it needs. Boxes are made of old wood.\n\n"
    "A warehouse keeps every box on a shelf. Nobody knows who built the warehouse in the harbour.\n",
    "baking.md": "# Baking\n\nThe sourdough rests for a whole night. An oven is heated before anything goes in.\n\n"
    "The baker keeps his oven very clean. Nobody bakes on a rainy day in the village.\n",
}
QUESTION = "What do the sources say about the clean oven of the baker and about dough?"


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Vault:
    folder: Path = tmp_path_factory.mktemp("vault")
    write_model(folder / "model")
    (folder / "raw").mkdir()
    for name, text in SOURCES.items():
        (folder / "raw" / name).write_text(text, "utf-8")
    found = open_vault(folder, folder)
    compile_vault(found, embedder="model")
    return found


def asked(vault: Vault, question: str, *, by_meaning: bool) -> Answer:
    with open_index(vault.state / "index") as index:  # type: ignore[union-attr]
        meaning, told = open_meaning(index, vault)
        assert meaning is not None and told == ()
        return ask(index, question, mode="global", meaning=meaning if by_meaning else None)


def test_what_is_near_in_meaning_is_told(vault: Vault) -> None:
    near = asked(vault, QUESTION, by_meaning=True)
    assert (near.mode, near.status) == ("global", "ready")
    assert any("sourdough rests" in cited.text for cited in near.citations)
    assert not any("sourdough rests" in cited.text for cited in asked(vault, QUESTION, by_meaning=False).citations)


def test_the_same_question_gives_the_same_answer(vault: Vault) -> None:
    answers = [asked(vault, QUESTION, by_meaning=True) for _ in range(3)]
    assert answers[0] == answers[1] == answers[2]
