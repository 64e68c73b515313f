"""One section of schema/wikigraph.toml, for commands that need no stage."""

from __future__ import annotations

from typing import TypeVar

from wikigraph.model.base import Value
from wikigraph.model.settings import SETTINGS_FILE
from wikigraph.store.vault import Vault
from wikigraph.text.toml_reader import read_section

T = TypeVar("T", bound=Value)


def load_section(vault: Vault, type_: type[T], section: str) -> T:
    """The section over its defaults. Raises SettingsError."""
    return read_section(type_, section, vault.read_schema(SETTINGS_FILE), SETTINGS_FILE)
