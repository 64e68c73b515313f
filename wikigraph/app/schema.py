"""All of the vault's schema/, read: what a compile needs. It knows every stage, and so is slow to import."""

from __future__ import annotations

from wikigraph.config import Settings, read_ontology, read_settings
from wikigraph.model.ontology import Ontology
from wikigraph.model.settings import ONTOLOGY_FILE, SETTINGS_FILE
from wikigraph.store.vault import Vault


def load_settings(vault: Vault) -> Settings:
    """schema/wikigraph.toml over the defaults. Raises SettingsError."""
    return read_settings(vault.read_schema(SETTINGS_FILE))


def load_ontology(vault: Vault) -> Ontology:
    """schema/ontology.toml. Raises SettingsError."""
    return read_ontology(vault.read_schema(ONTOLOGY_FILE))
