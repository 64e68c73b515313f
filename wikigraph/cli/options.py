"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path

import click

from wikigraph.store.vault import Vault, open_vault

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
vault_option = click.option(
    "--vault", "vault_path", type=click.Path(path_type=Path), default=None, metavar="DIR",
    help="The vault's folder (default: the nearest one from here upwards).",
)


def the_vault(vault_path: Path | None) -> Vault:
    """The vault that a command works on. Raises NoVaultError."""
    return open_vault(Path.cwd(), vault_path)
