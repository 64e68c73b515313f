"""A compile that is told which sources are at rest takes no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.watching import fill
from wikigraph.app import inputs
from wikigraph.app.compile import compile_vault
from wikigraph.store.rawdir import read
from wikigraph.store.vault import Vault
from wikigraph.store.vaultlook import Looks, look_at


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    fill(tmp_path, 3)
    compile_vault(Vault(tmp_path))
    return Vault(tmp_path)


def at_rest(vault: Vault) -> dict[str, Looks]:
    return look_at(vault.root).files


def test_what_changed_since_it_was_at_rest_keeps_what_it_gave(vault: Vault) -> None:
    settled = at_rest(vault)
    (vault.raw / "start0.md").write_text("")  # truncated: the text is still to come
    (vault.raw / "start1.md").unlink()  # removed, to be replaced
    (vault.raw / "new.md").write_text("# Half")
    (vault.raw / "start2.md").write_text("# Whole\n\nAlpha Service is whole.\n")
    settled["raw/start2.md"] = at_rest(vault)["raw/start2.md"]
    report = compile_vault(vault, settled=settled)
    assert (report.sources_added, report.sources_changed, report.sources_removed) == ((), ("raw/start2.md",), ())
    assert not [path for path in report.pages_removed if path.startswith("wiki/sources/")]
    after = compile_vault(vault, settled=at_rest(vault))
    assert after.sources_added == ("raw/new.md",) and set(after.sources_removed) == {"raw/start0.md", "raw/start1.md"}


def test_a_source_that_is_saved_while_it_is_read_keeps_what_it_gave(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = vault.raw / "start0.md"
    file.write_text("# Anew\n\nAlpha Service was written anew.\n")
    settled = at_rest(vault)

    def read_and_save(root: Path, path: str, *rest: object, **more: object) -> object:
        file.write_text("")
        return read(root, path, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(inputs.rawdir, "read", read_and_save)
    report = compile_vault(vault, settled=settled)
    assert (report.sources_changed, report.sources_removed, report.pages_removed) == ((), (), ())


def test_a_source_that_settings_leave_out_is_gone_all_the_same(vault: Vault) -> None:
    vault.schema.mkdir()
    (vault.schema / "wikigraph.toml").write_text('[sources]\nexclude = ["start0.md"]\n')
    assert compile_vault(vault, settled=at_rest(vault)).sources_removed == ("raw/start0.md",)


def test_without_an_index_everything_is_taken_as_it_stands(tmp_path: Path) -> None:
    fill(tmp_path, 2)
    assert compile_vault(Vault(tmp_path), settled={}).documents == 2
