"""The index for commands that only read it."""

from __future__ import annotations

from wikigraph.errors import NoVaultError
from wikigraph.store.index import Index, open_index
from wikigraph.store.vault import Vault


def require_index(vault: Vault) -> Index:
    """The current generation. Raises NoVaultError ("no-index") where there is none."""
    index = open_index(vault.state / "index")
    if index is None:
        raise NoVaultError(
            "no-index", "nothing is compiled here yet", where=".wikigraph/index", hint="run: wikigraph compile"
        )
    return index
