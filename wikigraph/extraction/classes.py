"""Union–find over names: which are one entity, by which rule, and which a person keeps apart."""

from __future__ import annotations

from collections import defaultdict

from wikigraph.model.graph import Reason


class Classes:
    """Merge classes of name keys. The smallest key of a class stands for it, so the order of merges is no matter."""

    def __init__(self, apart: frozenset[tuple[str, str]]) -> None:
        self._parent: dict[str, str] = {}
        self._members: dict[str, set[str]] = {}
        self._reasons: defaultdict[str, list[Reason]] = defaultdict(list)
        self._apart: defaultdict[str, set[str]] = defaultdict(set)
        for left, right in apart:
            self._apart[left].add(right)
            self._apart[right].add(left)

    def root(self, key: str) -> str:
        """The key that stands for the class of `key`."""
        root = key
        while (parent := self._parent.get(root, root)) != root:
            root = parent
        return root

    def members(self, key: str) -> list[str]:
        """All keys of the class, sorted."""
        root = self.root(key)
        return sorted(self._members.get(root, {root}))

    def reasons(self, key: str) -> list[Reason]:
        """Why the class is one, in the order of the rules."""
        return self._reasons[self.root(key)]

    def join(self, left: str, right: str, reason: Reason) -> bool:
        """Makes two classes one, unless they are or people keep any two of their names apart."""
        one, other = self.root(left), self.root(right)
        if one == other:
            return True
        ours, theirs = self._members.get(one, {one}), self._members.get(other, {other})
        if any(not theirs.isdisjoint(self._apart[key]) for key in ours if key in self._apart):
            return False
        small, large = min(one, other), max(one, other)
        self._parent[large] = small
        self._members[small] = ours | theirs
        self._members.pop(large, None)
        self._reasons[small] = [*self._reasons[small], *self._reasons.pop(large, []), reason]
        return True
