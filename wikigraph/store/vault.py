"""Where the vault is, and the files of schema/."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from wikigraph.errors import NoVaultError, SettingsError

HINT = "go to a vault, name one with --vault DIR, or make one with: wikigraph init DIR"


@dataclass(frozen=True, slots=True)
class Vault:
    """A folder with raw/, and wiki/, schema/ and .wikigraph/ as they come to exist."""

    root: Path

    @property
    def raw(self) -> Path:
        return self.root / "raw"

    @property
    def wiki(self) -> Path:
        return self.root / "wiki"

    @property
    def schema(self) -> Path:
        return self.root / "schema"

    @property
    def state(self) -> Path:
        return self.root / ".wikigraph"

    def read_schema(self, path: str) -> str:
        """The text of a file of schema/, "" where there is none. Raises SettingsError where it is no text."""
        file = self.root / path
        if not file.is_file():
            return ""
        try:
            return file.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise SettingsError(
                "schema-unreadable", f"cannot be read: {error}", where=path, hint="save it as UTF-8"
            ) from error


def open_vault(start: Path, named: Path | None) -> Vault:
    """The vault `named` on the command line, else the nearest one from `start` upwards.

    Named, or where you stand, a folder is a vault if it holds raw/ or schema/wikigraph.toml; above you, only
    if it holds raw/ with wiki/, schema/ or .wikigraph/ beside it, so that a stray "raw" is not taken for one.
    Raises NoVaultError.
    """
    if named is not None:
        root = named.expanduser().absolute()
        if not _holds_sources(root):
            raise NoVaultError("no-vault", "no vault here: there is no raw/ in it", where=str(named), hint=HINT)
        return Vault(root)
    here = start.absolute()
    if _holds_sources(here):
        return Vault(here)
    for folder in here.parents:
        if (folder / "raw").exists() and any((folder / name).is_dir() for name in ("wiki", "schema", ".wikigraph")):
            return Vault(folder)
    raise NoVaultError("no-vault", "no vault here or in any folder above", where=str(start), hint=HINT)


def _holds_sources(folder: Path) -> bool:
    return (folder / "raw").exists() or (folder / "schema" / "wikigraph.toml").is_file()
