"""Converted models in the user's cache folder: written whole or not at all, recorded, checked when they are read.

    CACHE/models/e5-small-q4-1/model.onnx, tokenizer.json, …    the files
    CACHE/models/e5-small-q4-1/record.json                      sizes, times, SHA-256, what they were made from
    CACHE/models/.new-…                                         one that is being written
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
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
    mtime_ns: int = 0  # a file that still has its size and time is not read again to be checked


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


def whole(name: str) -> Path | None:
    """The folder of a model; None if it is not there, or no longer as it was written."""
    written = record(name)
    if written is None:
        return None
    folder = models_folder() / name
    try:
        looks = [(folder / file.name).stat() for file in written.files]
    except OSError:
        return None
    if [(look.st_size, look.st_mtime_ns) for look in looks] == [(file.size, file.mtime_ns) for file in written.files]:
        return folder
    if not all(_is_as_written(folder, file) for file in written.files):
        return None
    files = tuple(
        FileRecord(file.name, file.size, file.sha256, look.st_mtime_ns)
        for file, look in zip(written.files, looks, strict=True)
    )
    _note(folder, ModelRecord(written.source_sha256, files))
    return folder


def add(name: str, file: str, data: bytes) -> None:
    """One more file for a model that is there; where it cannot be written, it is not there."""
    written, folder = record(name), models_folder() / name
    if written is None:
        return
    with suppress(OSError), tempfile.TemporaryDirectory(prefix=_NEW, dir=folder.parent) as new:
        entry = _written(Path(new) / file, data)
        (Path(new) / file).replace(folder / file)
        _note(folder, ModelRecord(written.source_sha256, (*(f for f in written.files if f.name != file), entry)))


def _is_as_written(folder: Path, file: FileRecord) -> bool:
    try:
        with (folder / file.name).open("rb") as opened:
            return hashlib.file_digest(opened, "sha256").hexdigest() == file.sha256
    except OSError:
        return False


def _note(folder: Path, found: ModelRecord) -> None:
    """Puts a record in place of the one that is there, so that the next start need not read everything again."""
    with suppress(OSError), tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
        file.write(msgspec.json.encode(found))
        file.close()
        Path(file.name).replace(folder / _RECORD)


def write(name: str, files: Mapping[str, bytes], source_sha256: str) -> None:
    """Puts a model in its place in one step; another process may do the same at the same time.

    Raises ModelUnreachableError ("model-cache") where the folder cannot be written.
    """
    folder = models_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _clean(folder)
        new = Path(tempfile.mkdtemp(prefix=_NEW, dir=folder))
        try:
            entries = tuple(_written(new / file, data) for file, data in sorted(files.items()))
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


def _written(path: Path, data: bytes) -> FileRecord:
    path.write_bytes(data)
    return FileRecord(path.name, len(data), hashlib.sha256(data).hexdigest(), path.stat().st_mtime_ns)


def _move(new: Path, place: Path) -> None:
    """Renames a finished folder to its name. If another process was first, its folder holds the same."""
    for _ in range(3):
        if place.exists():
            if whole(place.name) is not None:
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
