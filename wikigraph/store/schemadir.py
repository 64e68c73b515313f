"""Files of schema/ written: in the place of what was read, whole or not at all."""

from __future__ import annotations

from wikigraph.errors import SettingsError
from wikigraph.store.swap import ChangedError, replace_file
from wikigraph.store.vault import Vault


def schema_text(vault: Vault, path: str) -> str | None:
    """The text of a file as it stands, byte order mark and line endings kept; None where there is none."""
    file = vault.root / path
    return file.read_bytes().decode("utf-8") if file.is_file() else None


def write_schema(vault: Vault, path: str, text: str, expected: str | None) -> None:
    """Puts `text` in the place of the file that held `expected` (None: of no file). Raises SettingsError where somebody
    wrote it meanwhile, or where it cannot be written."""
    try:
        vault.schema.mkdir(exist_ok=True)
        before = None if expected is None else expected.encode("utf-8")
        replace_file(vault.root / path, text.encode("utf-8"), before)
    except ChangedError as error:
        message = "somebody changed it meanwhile; it was not written"
        raise SettingsError("schema-not-written", message, where=path, hint="run the command again") from error
    except OSError as error:
        message = f"cannot be written: {error.strerror}"
        raise SettingsError("schema-not-written", message, where=path, hint="look at its permissions") from error
