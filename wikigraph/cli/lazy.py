"""Commands imported when used, so that `wikigraph impact` does not wait for what only `compile` needs."""

from __future__ import annotations

import difflib
import importlib

import click

# command → what the list of commands says of it (the module wikigraph.cli.<command>_command holds it)
COMMANDS = {
    "ask": "Answer a question from the sources, with the lines that say it.",
    "check": "Verify every link, quote, id and front matter of the wiki.",
    "compile": "Turn raw/ into wiki/.",
    "entity": "Say which names are one entity, and what it is called.",
    "eval": "Measure how well questions find their sources.",
    "explain": "Say why a page is what it is.",
    "export": "Write the graph and the tables for other programs.",
    "impact": "List what must be looked at when a source or page changes.",
    "init": "Make a vault.",
    "model": "Install the embedder e5, or list what is there.",
    "restore": "Bring back compiled pages that somebody deleted.",
    "review": "Look at what waits for a decision, and decide.",
    "search": "List the text units that match best.",
    "stats": "Show what the index holds.",
    "watch": "Compile on each change, and tell what it reaches.",
}


class LazyGroup(click.Group):
    """A group whose commands live in modules of their own."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"wikigraph.cli.{cmd_name}_command")
        command = module.command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            near = difflib.get_close_matches(args[0], COMMANDS, n=1)
            if not near:
                raise
            raise click.UsageError(f"{error.message} Did you mean {near[0]!r}?", ctx) from error
