"""Makes a vault out of a folder, and touches nothing that is there."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from wikigraph.errors import UsageError

_FILES = {
    "schema/wikigraph.toml": "wikigraph.toml",
    "schema/ontology.toml": "ontology.toml",
    "schema/AGENTS.md": "AGENTS.md",
}
_IGNORED = ".wikigraph/"


@dataclass(frozen=True, slots=True)
class NewVault:
    """What `init` made and what it found, as paths from the vault's root, sorted."""

    root: Path
    created: tuple[str, ...]
    kept: tuple[str, ...]


def init_vault(root: Path) -> NewVault:
    """Makes raw/, wiki/ and schema/ under `root`, with the files that explain themselves.

    Raises UsageError where a file stands in the place of a folder.
    """
    for folder in (root, root / "raw", root / "wiki", root / "schema"):
        if folder.exists() and not folder.is_dir():
            name = folder.name if folder == root else f"{folder.name}/"
            raise UsageError(
                "not-a-folder", f"{name} is a file; a vault needs a folder there", where=str(folder),
                hint="move the file away, or choose another folder",
            )
    created: list[str] = []
    kept: list[str] = []
    for name in ("raw/", "wiki/", "schema/"):
        (kept if (root / name).is_dir() else created).append(name)
        (root / name).mkdir(parents=True, exist_ok=True)
    for path, template in _FILES.items():
        if (root / path).exists():
            kept.append(path)
        else:
            (root / path).write_bytes(files("wikigraph.app").joinpath("templates", template).read_bytes())
            created.append(path)
    (kept if _ignore_state(root) else created).append(".gitignore")
    return NewVault(root, tuple(sorted(created)), tuple(sorted(kept)))


def _ignore_state(root: Path) -> bool:
    """Adds .wikigraph/ to .gitignore; True where it stood there."""
    file = root / ".gitignore"
    text = file.read_text("utf-8") if file.is_file() else ""
    if _IGNORED in text.splitlines():
        return True
    file.write_text(text + ("" if not text or text.endswith("\n") else "\n") + _IGNORED + "\n", "utf-8")
    return False
