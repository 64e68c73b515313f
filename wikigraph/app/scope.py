"""What a person asks for of the sources → filters, and the part of the index that they leave."""

from __future__ import annotations

import calendar
import re
from collections.abc import Sequence

from wikigraph.errors import UsageError
from wikigraph.model.answer import Answer, TokenCount
from wikigraph.model.filters import SOURCE_KINDS, Filters, Selection
from wikigraph.retrieval.scope import Scope
from wikigraph.store.index import Index
from wikigraph.store.scope import scope_of
from wikigraph.text.tokens import count_tokens

NOTHING = "No source passes the filter, so nothing was looked at."
_DATE = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?")


def filters_of(
    paths: Sequence[str] = (), tags: Sequence[str] = (), kinds: Sequence[str] = (), since: str = "", until: str = ""
) -> Filters:
    """Raises UsageError ("filter-empty", "filter-kind", "filter-date")."""
    for option, values in (("--path", paths), ("--tag", tags), ("--kind", kinds)):
        if any(not value.strip(" #/") for value in values):
            raise UsageError("filter-empty", f"{option} is given nothing to look for", hint=f"leave {option} out")
    for kind in kinds:
        if kind not in SOURCE_KINDS:
            raise UsageError(
                "filter-kind", f"there is no kind of source {kind!r}", hint=f"use one of: {', '.join(SOURCE_KINDS)}"
            )
    first, last = _day(since, "--since", is_last=False), _day(until, "--until", is_last=True)
    if first and last and first > last:
        raise UsageError(
            "filter-date", f"--since {since} is after --until {until}", hint="give the earlier day to --since"
        )
    globs = tuple(path.strip().removeprefix("./") for path in paths)
    return Filters(globs, tuple(tags), tuple(kinds), first, last)


def _day(text: str, option: str, *, is_last: bool) -> str:
    """"2024-05" → its first or last day."""
    if not text:
        return ""
    match = _DATE.fullmatch(text.strip())
    year, month, day = (int(part) if part else 0 for part in match.groups()) if match else (0, 0, 0)
    month = month or (12 if is_last else 1)
    if match is None or not year or month > 12:
        raise _no_date(text, option)
    n_days = calendar.monthrange(year, month)[1]
    day = day or (n_days if is_last else 1) if match[3] is None else day
    if not 1 <= day <= n_days or match[2] == "00":
        raise _no_date(text, option)
    return f"{year:04}-{month:02}-{day:02}"


def _no_date(text: str, option: str) -> UsageError:
    return UsageError(
        "filter-date", f"{option} {text!r} is no date", hint="write 2024, 2024-05 or 2024-05-31"
    )


def select(index: Index, filters: Filters) -> tuple[Scope | None, Selection | None]:
    """The part of the index that filters leave; (None, None) where there are no filters."""
    return scope_of(index, filters) if filters != Filters() else (None, None)


def scope_notes(selection: Selection | None) -> tuple[str, ...]:
    """What a reader should know of the filters."""
    if selection is None:
        return ()
    note = f"looked at {selection.documents} of {selection.of} sources, as the filter says"
    if selection.undated:
        without = "source has" if selection.undated == 1 else "sources have"
        note += f"; {selection.undated} {without} no date in the front matter and so {_is(selection.undated)} left out"
    return (note,)


def _is(n: int) -> str:
    return "is" if n == 1 else "are"


def nothing_selected(query: str, mode: str, notes: tuple[str, ...]) -> Answer:
    """The answer where no source passes."""
    tokens = (TokenCount("question", count_tokens(query)), TokenCount("answer", count_tokens(NOTHING)))
    return Answer(
        query=query, mode=mode, status="no_data", answer=NOTHING, citations=(), entities=(), hits=(), tokens=tokens,
        llm_calls=0, notes=notes, reason="no source to ask",
    )  # fmt: skip
