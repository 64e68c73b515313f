"""The command line: every command, and the one place where errors become exit codes."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence

import click

from wikigraph import __version__
from wikigraph.app.failures import told
from wikigraph.cli import output
from wikigraph.cli.lazy import LazyGroup
from wikigraph.errors import InterruptedByUser, UsageError, WikigraphError

EPILOG = """\b
Examples:
  wikigraph init notes            make a vault in notes/
  wikigraph compile               raw/ → wiki/
  wikigraph ask "How do I use Docker Compose?"
  wikigraph impact raw/source-v1.md
"""


@click.group(cls=LazyGroup, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="wikigraph")
def cli() -> None:
    """Compile a folder of sources into a wiki whose every sentence names its lines, and ask it questions."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs a command and exits: 0 ok, 1 something left undone, 2 usage, …, 70 bug, 130 interrupted."""
    output.use_utf8()
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    as_json = "--json" in arguments
    try:
        _check_arguments(arguments)
        code = cli.main(arguments, prog_name="wikigraph", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        code = UsageError.exit_code
    except Exception as error:
        code = _fail(error, as_json=as_json)
    except KeyboardInterrupt:
        code = _fail(click.Abort(), as_json=as_json)
    sys.exit(code if isinstance(code, int) else 0)


def _check_arguments(arguments: Sequence[str]) -> None:
    """Raises UsageError for what cannot be printed, stored or searched."""
    for argument in arguments:
        try:
            argument.encode("utf-8")
        except UnicodeEncodeError:
            shown = os.fsencode(argument).decode("utf-8", "backslashreplace")
            hint = "write it in UTF-8; rename files whose names are not"
            raise UsageError("argument-encoding", "an argument is not UTF-8", where=shown, hint=hint) from None


def _fail(error: Exception, *, as_json: bool) -> int:
    """Shows a failure and gives its exit code."""
    known = _told(error, as_json=as_json)
    try:
        output.show_error(known, as_json=as_json)
    except OSError:  # there is nobody left to tell
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return known.exit_code


def _told(error: Exception, *, as_json: bool) -> WikigraphError:
    """The failure in our words."""
    if isinstance(error, WikigraphError):
        return error
    if isinstance(error, click.Abort):
        message = "interrupted: nothing is half written"
        return InterruptedByUser("interrupted", message, hint="run the command again to go on")
    if isinstance(error, click.ClickException):
        context = error.ctx if isinstance(error, click.UsageError) else None
        if context is not None and not as_json:
            output.tell(context.get_usage())
        path = context.command_path if context else "wikigraph"
        return UsageError("usage", error.format_message(), hint=f"see: {path} --help")
    known = told(error)
    if known.code == "bug" and os.environ.get("WIKIGRAPH_DEBUG"):
        traceback.print_exception(error)
    return known


if __name__ == "__main__":
    main()
