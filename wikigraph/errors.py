"""The error tree: every failure that a person can meet has a code, a message, a place and a hint.

Exit codes (docs/FORMATS.md lists them with every error code):
0 ok · 1 done, but something was left undone · 2 usage · 3 settings or schema · 4 no vault here ·
5 locked · 6 model unreachable · 7 index unusable · 70 bug · 130 interrupted.
"""

from __future__ import annotations

from typing import ClassVar

OK = 0
LEFT_UNDONE = 1
BUG = 70
INTERRUPTED = 130


class WikigraphError(Exception):
    """A failure that ends the command.

    `code` names the kind of failure, `message` says what happened, `where` is a file or `file:line`
    relative to the vault ("" where there is no such place), `hint` says what to do about it.
    """

    exit_code: ClassVar[int] = BUG

    def __init__(self, code: str, message: str, *, where: str = "", hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.where = where
        self.hint = hint


class UsageError(WikigraphError):
    """The command line asks for something that cannot be: exit 2."""

    exit_code = 2


class SettingsError(WikigraphError):
    """A file in schema/ cannot be used: exit 3."""

    exit_code = 3


class NoVaultError(WikigraphError):
    """No vault here: exit 4."""

    exit_code = 4


class LockedError(WikigraphError):
    """Another process is writing to this vault: exit 5."""

    exit_code = 5


class ModelUnreachableError(WikigraphError):
    """The configured model does not answer: exit 6."""

    exit_code = 6


class IndexUnusableError(WikigraphError):
    """The index cannot be read and could not be put aside: exit 7."""

    exit_code = 7


class AccessError(WikigraphError):
    """The system refused a file or folder that the command needs: exit 1, or 7 if it is the index."""

    exit_code = 1


class InterruptedByUser(WikigraphError):  # noqa: N818 - not a fault
    """Somebody pressed Ctrl-C: exit 130."""

    exit_code = 130
