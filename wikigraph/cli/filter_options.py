"""The options that say which sources a question is put to."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from wikigraph.app.scope import filters_of
from wikigraph.cli.context_output import as_dict
from wikigraph.model.filters import SOURCE_KINDS, Selection

_OPTIONS = (
    click.option("--path", "paths", multiple=True, metavar="GLOB",
                 help="Only sources whose path in raw/ matches; may be given several times."),
    click.option("--tag", "tags", multiple=True, metavar="TAG",
                 help="Only sources with this tag in the front matter; may be given several times."),
    click.option("--since", default="", metavar="DATE",
                 help="Only sources whose front matter has this date (2024, 2024-05 or 2024-05-31) or a later one."),
    click.option("--until", default="", metavar="DATE", help="Only sources with this date or an earlier one."),
    click.option("--kind", "kinds", multiple=True, metavar="KIND",
                 help=f"Only sources of this kind: {' or '.join(SOURCE_KINDS)}."),
)  # fmt: skip


def filter_options(command: Callable[..., None]) -> Callable[..., None]:
    """Adds the options; the command is given their `filters`."""

    @wraps(command)
    def with_filters(
        *, paths: tuple[str, ...], tags: tuple[str, ...], kinds: tuple[str, ...], since: str, until: str, **rest: Any
    ) -> None:
        command(filters=filters_of(paths, tags, kinds, since, until), **rest)

    decorated: Callable[..., None] = with_filters
    for option in reversed(_OPTIONS):
        decorated = option(decorated)
    return decorated


def selection_dict(selection: Selection | None) -> dict[str, Any] | None:
    """The JSON form."""
    return None if selection is None else as_dict(selection)
