"""Where the vault is, and the files of schema/."""

from __future__ import annotations

import os
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
        try:
            if not os.path.lexists(file) and (self.schema.is_dir() or not os.path.lexists(self.schema)):
                return ""
            if not file.is_file():
                raise SettingsError("schema-unreadable", "is no file", where=path, hint="put a file there, or nothing")
            return file.read_text(encoding="utf-8-sig")
        except UnicodeDecodeError as error:
            raise SettingsError(
                "schema-unreadable", f"is not UTF-8 (byte {error.start})", where=path, hint="save it as UTF-8"
            ) from error
        except OSError as error:
            raise SettingsError(
                "schema-unreadable", f"cannot be read: {error.strerror}", where=path, hint="look at its permissions"
            ) from error


def open_vault(start: Path, named: Path | None) -> Vault:
    """The vault `named` on the command line, else the nearest one from `start` upwards.

    Named, or where you stand, a folder is a vault if it holds raw/ or schema/wikigraph.toml; above you, only
    if it holds raw/ with wiki/, schema/ or .wikigraph/ beside it, so that a stray "raw" is not taken for one.
    Raises NoVaultError.
    """
    if named is not None:
        root = _named(named.expanduser().absolute())
        if not _holds_sources(root):
            raise NoVaultError("no-vault", "no vault here: there is no raw/ in it", where=str(named), hint=HINT)
        return Vault(root)
    here = _named(start.absolute())
    if _holds_sources(here):
        return Vault(here)
    for folder in here.parents:
        if (folder / "raw").exists() and any((folder / name).is_dir() for name in ("wiki", "schema", ".wikigraph")):
            return Vault(folder)
    raise NoVaultError("no-vault", "no vault here or in any folder above", where=str(start), hint=HINT)


def _named(folder: Path) -> Path:
    """The folder, if the index can be told its name."""
    try:
        str(folder).encode("utf-8")
    except UnicodeEncodeError as error:
        shown = os.fsencode(folder).decode("utf-8", "backslashreplace")
        hint = "rename the folder"
        raise NoVaultError("no-vault", "the folder's name is not UTF-8", where=shown, hint=hint) from error
    return folder


def _holds_sources(folder: Path) -> bool:
    return (folder / "raw").exists() or (folder / "schema" / "wikigraph.toml").is_file()
