"""Tokens of a context → the tokens of each of its parts, exactly.

Shares are taken as the decimal numbers that a person wrote: 0.29 of 100 is 29 (binary fractions give 28). The last part
is what is left of the whole number. What a part does not use is not given to another.
"""

from __future__ import annotations

from decimal import Decimal
from typing import NamedTuple

from wikigraph.errors import SettingsError
from wikigraph.model.settings import SETTINGS_FILE


class ContextBudget(NamedTuple):
    """Tokens by part; together they are the total."""

    community: int
    text_unit: int
    entity_relationship: int


def context_budget(total: int, community: float, text_unit: float) -> ContextBudget:
    """Shares of reports and of text units; entities, relationships and claims get the rest.

    Raises SettingsError ("context-shares") for shares that add up to more than 1, or for anything below 0.
    """
    return ContextBudget(*divide(total, community, text_unit))


def divide(total: int, *shares: float) -> tuple[int, ...]:
    """The whole tokens of each share, and of the rest. Raises SettingsError ("context-shares")."""
    if total < 0:
        raise _wrong(f"a context of {total} tokens")
    exact = [Decimal(str(share)) for share in shares]
    if not all(share.is_finite() and share >= 0 for share in exact):
        raise _wrong(f"a share below 0: {', '.join(map(str, shares))}")
    if sum(exact) > 1:
        raise _wrong(f"shares add up to more than 1: {' + '.join(map(str, shares))}")
    parts = [int(total * share) for share in exact]
    return (*parts, total - sum(parts))


def _wrong(message: str) -> SettingsError:
    hint = "shares are from 0 to 1, together at most 1; tokens are 0 or more"
    return SettingsError("context-shares", message, where=SETTINGS_FILE, hint=hint)
