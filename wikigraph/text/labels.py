"""The label before a colon: who speaks ("KEVIN SCOTT: …"), what kind of thing follows ("Problem: …", 描述：…)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

_LABEL = re.compile(
    r"(?:\[[^\]]{1,24}\]\s*)*(?P<label>[^\s:：\[\]|](?:[^:：.!?。！？;；]|\.(?=\w)){0,40}?)\s?(?:[:：](?=[\s\"“]|[^\x00-\x7f])|\s[-–—]\s(?=[A-Z\"“]))\s*"
)
_FORM = re.compile(r"[^\s:：,，]{1,24}(?:\s[^\s:：,，]{1,24})?[:：](?=\s)")
_MAX_WORDS = 5
MIN_REPEATS = 3


def label_of(text: str) -> tuple[str, int]:
    """"KEVIN SCOTT: I was born …" → ("KEVIN SCOTT", where the rest begins); ("", 0) where there is no label.

    What follows begins like a sentence; after "two modes: fast and slow" it does not, and there is no label.
    """
    head = text[:64]
    if ":" not in head and "：" not in head and " – " not in head and " - " not in head and " — " not in head:
        return "", 0
    found = _LABEL.match(text)
    if found is None or found.end() >= len(text) or text[found.end()].islower():
        return "", 0
    label = found["label"]
    if len(label.split()) > _MAX_WORDS or (len(label) > 16 and not label.isascii() and " " not in label):
        return "", 0
    return label, found.end()


def names_a_person(label: str) -> bool:
    """Whether it looks like a first and a last name ("KEVIN SCOTT", "Anna Rossi"), not like a kind of thing
    ("Problem", "Known issue")."""
    words = label.split()
    return len(words) > 1 and all(word[:1].isupper() and word.replace(".", "").isalpha() for word in words)


def form_of(text: str) -> int:
    """Where a label of one or two words ends, whatever follows ("Problem: docker …" → 8); 0 where there is none."""
    found = _FORM.match(text)
    return found.end() if found else 0


def repeated_labels(texts: Iterable[str]) -> frozenset[str]:
    """Labels that a document uses again and again: speakers and kinds, not the things that it is about."""
    counts = Counter(label for text in texts if (label := label_of(text)[0]))
    return frozenset(label for label, n in counts.items() if n >= MIN_REPEATS)
