"""A file that is replaced only if it still is what was read, and put back if it is not.

"Read again, then replace" still loses what somebody saves in between. Where the system can exchange two files at once
(Linux: renameat2 with RENAME_EXCHANGE), what was swapped out is looked at afterwards, so that nothing that was never
read is lost. Elsewhere the file is compared right before it is replaced: a window of well under a millisecond remains.
"""

from __future__ import annotations

import ctypes
import errno
import os
import secrets
import stat
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

_AT_FDCWD = -100
_RENAME_NOREPLACE, _RENAME_EXCHANGE = 1, 2
_CANNOT = (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EPERM)


class ChangedError(Exception):
    """The file is not what it was when it was read; it stays as it is now."""


def replace_file(target: Path, data: bytes, expected: bytes | None, *, syncs_folder: bool = True) -> None:
    """Puts `data` in the place of the file that held `expected` (None: of no file at all). Whoever replaces many files
    of a folder may sync the folder itself, once, at the end.

    A reader sees the whole old file or the whole new one. Raises ChangedError, OSError; then the file that stands
    there is untouched.
    """
    aside = target.parent / f".wikigraph-{secrets.token_hex(8)}.tmp"
    try:
        with aside.open("xb") as file:
            file.write(data)
            if expected is not None and hasattr(os, "fchmod"):
                os.fchmod(file.fileno(), stat.S_IMODE(target.stat().st_mode))
            file.flush()
            os.fsync(file.fileno())
        if expected is None:
            _create(aside, target)
        else:
            _swap(aside, target, data, expected)
    except FileNotFoundError as error:  # a page that was there is gone: somebody removed or moved it
        raise ChangedError from error
    finally:
        with suppress(OSError):
            aside.unlink()
    if syncs_folder:
        sync_folder(target.parent)


def remove_file(target: Path, expected: bytes) -> None:
    """Deletes the file that held `expected`; one that is gone already is no error. Raises ChangedError, OSError."""
    aside = target.parent / f".wikigraph-{secrets.token_hex(8)}.tmp"
    try:
        target.rename(aside)
    except FileNotFoundError:
        return
    if aside.read_bytes() != expected:
        _give_back(aside, target)
        raise ChangedError
    aside.unlink()
    sync_folder(target.parent)


def move_file(origin: Path, target: Path) -> None:
    """Gives a file another name, in one step, and never that of another file. Raises ChangedError where there is one,
    OSError."""
    if os.path.lexists(target) and not target.samefile(origin):  # it is the same where case makes no difference
        raise ChangedError
    rename = _renameat2()
    ends = (_AT_FDCWD, os.fsencode(origin), _AT_FDCWD, os.fsencode(target))
    if rename is None or os.path.lexists(target):
        origin.rename(target)
    elif rename(*ends, _RENAME_NOREPLACE) != 0:
        code = ctypes.get_errno()
        if code == errno.EEXIST:
            raise ChangedError
        if code not in _CANNOT:
            raise OSError(code, os.strerror(code), str(target))
        origin.rename(target)
    for folder in {origin.parent, target.parent}:
        sync_folder(folder)


def sync_folder(folder: Path) -> None:
    """Makes the names in a folder outlast a power cut."""
    with suppress(OSError):  # some file systems cannot
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _create(aside: Path, target: Path) -> None:
    """Gives the finished file its name, unless something has it."""
    try:
        os.link(aside, target)
    except FileExistsError as error:
        raise ChangedError from error
    except OSError:  # no hard links here
        if os.path.lexists(target):
            raise ChangedError from None
        aside.replace(target)


def _swap(aside: Path, target: Path, data: bytes, expected: bytes) -> None:
    if target.read_bytes() != expected:
        raise ChangedError
    if not _exchange(aside, target):
        aside.replace(target)
        return
    if aside.read_bytes() == expected:
        return
    _exchange(aside, target)  # what somebody saved in between goes back to its place
    if aside.read_bytes() != data:  # and what was saved between the two exchanges is kept beside it
        _keep_copy(aside, target)
    raise ChangedError


def _give_back(aside: Path, target: Path) -> None:
    try:
        os.link(aside, target)
        aside.unlink()
    except OSError:  # somebody has made a new file there meanwhile, or there are no hard links
        if os.path.lexists(target):
            _keep_copy(aside, target)
        else:
            aside.replace(target)


def _keep_copy(aside: Path, target: Path) -> None:
    """A conflict copy that people see, of a text that nobody has read."""
    aside.replace(target.with_name(f"{target.stem}.conflict-{secrets.token_hex(4)}{target.suffix}"))


def _exchange(first: Path, second: Path) -> bool:
    """Exchanges two files in one step; False where the system cannot. Raises OSError."""
    rename = _renameat2()
    if rename is None:
        return False
    if rename(_AT_FDCWD, os.fsencode(first), _AT_FDCWD, os.fsencode(second), _RENAME_EXCHANGE) == 0:
        return True
    code = ctypes.get_errno()
    if code in _CANNOT:
        return False
    raise OSError(code, os.strerror(code), str(second))


@cache
def _renameat2() -> Any:
    try:
        function = ctypes.CDLL(None, use_errno=True).renameat2
    except (OSError, AttributeError, TypeError):
        return None
    function.argtypes = (ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint)
    function.restype = ctypes.c_int
    return function
