"""How much of what was known a change touches."""

from __future__ import annotations

from wikigraph.model.base import Value


class Tally(Value, frozen=True):
    """Of one kind of thing: how many came, changed and went."""

    added: int = 0
    changed: int = 0
    removed: int = 0

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.removed)


class Touched(Value, frozen=True):
    """What differs between two states of the graph. Figures that move with every edit anywhere (scores, strengths, why
    a name counts) are no difference."""

    entities: Tally = Tally()  # names, type, mentions, whether there is a page
    relationships: Tally = Tally()  # weight, the text units that hold it
    communities: Tally = Tally()  # members, hubs, whether there is a page
    summaries: Tally = Tally()  # reports of communities
