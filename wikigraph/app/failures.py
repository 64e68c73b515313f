"""Any exception → what a person is told of it: a WikigraphError with a code, a place and a hint."""

from __future__ import annotations

import os
import traceback
from pathlib import Path

from wikigraph.errors import AccessError, IndexUnusableError, WikigraphError


def told(error: Exception) -> WikigraphError:
    """The failure in our words: as it is if it is one of ours, else what the system refused, else a bug."""
    if isinstance(error, WikigraphError):
        return error
    if isinstance(error, OSError) and error.errno is not None:
        return _refused(error)
    return _bug(error)


def _refused(error: OSError) -> WikigraphError:
    where = os.fsencode(error.filename).decode("utf-8", "backslashreplace") if error.filename else ""
    kind = IndexUnusableError if ".wikigraph" in where else AccessError
    hint = "look at its permissions and at the room on the disk; no page is half written"
    if isinstance(error, FileExistsError | NotADirectoryError):
        hint = "a file stands where a folder is needed: move it away; no page is half written"
    return kind("no-access", f"the system refused: {error.strerror}", where=where, hint=hint)


def _bug(error: Exception) -> WikigraphError:
    """The last door: whatever it is, the user gets a code and a place to look."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(last.filename).name}:{last.lineno}"
    hint = "this is a bug in wikigraph; no page is half written. Set WIKIGRAPH_DEBUG=1 to see the whole trace"
    return WikigraphError("bug", f"{type(error).__name__}: {error}", where=where, hint=hint)
