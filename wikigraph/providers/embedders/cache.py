"""Converted models in the user's cache folder: written whole or not at all, recorded, checked when they are read.

    CACHE/models/e5-small-q4-1/model.onnx, tokenizer.json    the files
    CACHE/models/e5-small-q4-1/record.json                   their sizes and SHA-256, and what they were made from
    CACHE/models/.new-…                                      one that is being written
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

import msgspec
from platformdirs import user_cache_dir

from wikigraph.errors import ModelUnreachableError

_RECORD = "record.json"
_NEW = ".new-"
_LEFT_OVER_SECONDS = 3600


class FileRecord(msgspec.Struct, frozen=True):
    """A file as it was written."""

    name: str
    size: int
    sha256: str


class ModelRecord(msgspec.Struct, frozen=True):
    """A model as it was written."""

    source_sha256: str  # of what it was made from
    files: tuple[FileRecord, ...]


def models_folder() -> Path:
    """Where converted models are kept."""
    return Path(user_cache_dir("wikigraph", appauthor=False)) / "models"


def record(name: str) -> ModelRecord | None:
    """What was written of a model, None if it is not there."""
    try:
        return msgspec.json.decode((models_folder() / name / _RECORD).read_bytes(), type=ModelRecord)
    except (OSError, msgspec.DecodeError):
        return None


def read(name: str) -> dict[str, bytes] | None:
    """The files of a model by name; None if it is not there, or no longer as it was written."""
    written = record(name)
    if written is None:
        return None
    found: dict[str, bytes] = {}
    for file in written.files:
        try:
            data = (models_folder() / name / file.name).read_bytes()
        except OSError:
            return None
        if len(data) != file.size or hashlib.sha256(data).hexdigest() != file.sha256:
            return None
        found[file.name] = data
    return found


def write(name: str, files: Mapping[str, bytes], source_sha256: str) -> None:
    """Puts a model in its place in one step; another process may do the same at the same time.

    Raises ModelUnreachableError ("model-cache") where the folder cannot be written.
    """
    folder = models_folder()
    entries = tuple(FileRecord(n, len(data), hashlib.sha256(data).hexdigest()) for n, data in sorted(files.items()))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _clean(folder)
        new = Path(tempfile.mkdtemp(prefix=_NEW, dir=folder))
        try:
            for file, data in files.items():
                (new / file).write_bytes(data)
            (new / _RECORD).write_bytes(msgspec.json.encode(ModelRecord(source_sha256, entries)))
            new.chmod(0o755)
            _move(new, folder / name)
        finally:
            shutil.rmtree(new, ignore_errors=True)
    except OSError as error:
        raise ModelUnreachableError(
            "model-cache", f"the cache folder cannot be written: {error.strerror or error}", where=str(folder),
            hint="make room or mend its permissions (XDG_CACHE_HOME moves it), or use --embedder none",
        ) from error


def _move(new: Path, place: Path) -> None:
    """Renames a finished folder to its name. If another process was first, its folder holds the same."""
    for _ in range(3):
        if place.exists():
            if read(place.name) is not None:
                return
            aside = Path(tempfile.mkdtemp(prefix=_NEW, dir=place.parent))
            place.rename(aside / "old")  # it is damaged
            shutil.rmtree(aside, ignore_errors=True)
        try:
            new.rename(place)
        except OSError:
            if not place.exists():
                raise
            continue
        return


def _clean(folder: Path) -> None:
    """Removes what killed processes left."""
    for left in folder.glob(f"{_NEW}*"):
        if time.time() - left.stat().st_mtime > _LEFT_OVER_SECONDS:
            shutil.rmtree(left, ignore_errors=True)
