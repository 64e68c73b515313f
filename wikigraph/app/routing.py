"""schema/routing.toml → which kinds of questions go to which mode."""

from __future__ import annotations

from wikigraph.model.routing import ROUTING_FILE, Routing
from wikigraph.store.vault import Vault
from wikigraph.text.toml_reader import read_value


def load_routing(vault: Vault) -> Routing:
    """The rules of the file before the program's own. Raises SettingsError."""
    return read_value(Routing, vault.read_schema(ROUTING_FILE), ROUTING_FILE)
