"""Chinese text → how much two characters behave as a verb: what follows them opens an object.

"读取一个文件", "编写这些测试": after a verb stands a numeral, a demonstrative or an aspect mark; after a noun hardly
ever.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from operator import add

_OBJECT_OPENERS = frozenset("一这该了其每任着几两它我你他哪那")
_LEAST = 10  # occurrences; of rarer pairs nothing is said


class HanVerbs:
    """Shares of two-character strings over a corpus."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._n: Counter[str] = Counter()
        self._before_object: Counter[str] = Counter()
        self._openers: dict[str, set[str]] = {}
        for text in texts:
            self._n.update(map(add, text, text[1:]))
            for place, char in enumerate(text):
                if char in _OBJECT_OPENERS and place > 1:
                    pair = text[place - 2 : place]
                    self._before_object[pair] += 1
                    self._openers.setdefault(pair, set()).add(char)

    def share(self, pair: str) -> float:
        """Of two characters: the share of occurrences right before what opens an object; 0.0 for rare ones, and for
        those before one such character only ("鑫诺一号")."""
        n = self._n[pair]
        return self._before_object[pair] / n if n >= _LEAST and len(self._openers.get(pair, ())) > 1 else 0.0
