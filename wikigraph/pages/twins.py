"""Two pages of one id, one of them made beside the other → which of the two goes.

A page that was out of sight for a moment (its file was being saved) may have been made a second time, under its name
with a suffix from its id. Nobody names a file so by hand; if nobody wrote on one of the two, it can go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from wikigraph.pages.slugs import suffix_digits


class Owner(Protocol):
    """A file that bears an id."""

    @property
    def path(self) -> str: ...
    @property
    def id(self) -> str: ...


_Owner = TypeVar("_Owner", bound=Owner)


def spare_twin(owners: Iterable[_Owner], is_generated: Callable[[_Owner], bool]) -> _Owner | None:
    """Of two files of one id the one that can go: the one with the suffix, or else the other, if it is as it was
    generated. None where that is not so, where there are more, or where a file was merely copied."""
    two = sorted(owners, key=lambda owner: len(owner.path), reverse=True)
    if len(two) != 2:
        return None
    twin, first = two
    if twin.path != f"{first.path.removesuffix('.md')}-{suffix_digits(first.id)}.md":
        return None
    return next((owner for owner in two if is_generated(owner)), None)
