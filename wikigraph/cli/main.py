"""The command line: every command, and the one place where errors become exit codes."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

import click

from wikigraph import __version__
from wikigraph.cli import output
from wikigraph.cli.lazy import LazyGroup
from wikigraph.errors import BUG, INTERRUPTED, UsageError, WikigraphError

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
        code = cli.main(arguments, prog_name="wikigraph", standalone_mode=False)
    except WikigraphError as error:
        output.show_error(error, as_json=as_json)
        code = error.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        code = UsageError.exit_code
    except click.ClickException as error:
        usage = error.ctx.get_usage() if isinstance(error, click.UsageError) and error.ctx else ""
        path = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "wikigraph"
        hint = f"see: {path} --help"
        if usage and not as_json:
            output.tell(usage)
        output.show_error(UsageError("usage", error.format_message(), hint=hint), as_json=as_json)
        code = UsageError.exit_code
    except (KeyboardInterrupt, click.Abort):
        output.tell("interrupted: nothing is half written; run the command again to go on")
        code = INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except Exception as error:  # the last door: whatever it is, the user gets a code and a place to look
        code = _show_bug(error, as_json=as_json)
    sys.exit(code if isinstance(code, int) else 0)


def _show_bug(error: Exception, *, as_json: bool) -> int:
    last = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(last.filename).name}:{last.lineno}"
    hint = "this is a bug in wikigraph; your files are as they were. Set WIKIGRAPH_DEBUG=1 to see the whole trace"
    bug = WikigraphError("bug", f"{type(error).__name__}: {error}", where=where, hint=hint)
    if os.environ.get("WIKIGRAPH_DEBUG"):
        traceback.print_exception(error)
    output.show_error(bug, as_json=as_json)
    return BUG


if __name__ == "__main__":
    main()
