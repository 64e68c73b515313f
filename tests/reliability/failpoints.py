"""Kills without strace: the k-th time that Python opens, renames, links or removes a file of the vault.

    python -m tests.reliability.failpoints VAULT K      compiles VAULT and dies at the K-th point (K = 0: counts them)

An audit hook of the interpreter sees those calls; what DuckDB does by itself it does not see.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path
from typing import Any

_EVENTS = frozenset({"open", "os.rename", "os.link", "os.remove", "os.rmdir", "os.mkdir", "subprocess.Popen"})


class Killer:
    """Counts the points of this process and ends it at one of them."""

    def __init__(self, vault: Path, at: int) -> None:
        self._vault = os.fspath(vault)
        self._at = at
        self._turn = threading.Lock()
        self.n = 0

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event not in _EVENTS or not self._is_ours(event, arguments):
            return
        with self._turn:
            self.n += 1
            if self.n == self._at:
                os.kill(os.getpid(), signal.SIGKILL)

    def _is_ours(self, event: str, arguments: tuple[Any, ...]) -> bool:
        if event == "subprocess.Popen":
            return True
        if event == "open" and not (isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR)):
            return False
        first = arguments[0]
        return isinstance(first, str | bytes | os.PathLike) and os.fsdecode(first).startswith(self._vault)


def main(vault: Path, at: int) -> None:
    from wikigraph.app.compile import compile_vault
    from wikigraph.store.vault import Vault

    killer = Killer(vault, at)
    sys.addaudithook(killer)
    compile_vault(Vault(vault))
    print(killer.n)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
