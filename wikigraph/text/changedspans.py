"""Two states of a document → which of its sentences are gone, new or only moved.

A sentence is told by its quote and, where the same words stand several times, by its neighbours; never by its lines.
So text that moves is no change, wherever it moves to within its document. Linear in the sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from wikigraph.model.text import Sentence

Lines = tuple[int, int]  # first, last: 1-based, inclusive


@dataclass(frozen=True, slots=True)
class ChangedSpans:
    """What became of the sentences."""

    gone: tuple[int, ...]  # indices into those before
    new: tuple[int, ...]  # indices into those after
    n_moved: int  # that stand in other lines now


def changed_spans(before: Sequence[Sentence], after: Sequence[Sentence]) -> ChangedSpans:
    """Sentences are paired first with both neighbours alike, then by their own words, each time in order."""
    pairs: dict[int, int] = {}
    _pair(before, after, pairs, _in_context)
    _pair(before, after, pairs, lambda sentences, at: sentences[at].quote)
    held = set(pairs.values())
    return ChangedSpans(
        tuple(at for at in range(len(before)) if at not in pairs),
        tuple(at for at in range(len(after)) if at not in held),
        sum(lines_of(before[one]) != lines_of(after[other]) for one, other in pairs.items()),
    )


def lines_of(sentence: Sentence) -> Lines:
    return sentence.span.start_line, sentence.span.end_line


def joined_lines(spans: Iterable[Lines]) -> tuple[Lines, ...]:
    """The same lines in as few runs as can be, sorted."""
    runs: list[Lines] = []
    for start, end in sorted(spans):
        if runs and start <= runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], max(runs[-1][1], end))
        else:
            runs.append((start, end))
    return tuple(runs)


Key = Callable[[Sequence[Sentence], int], object]


def _pair(before: Sequence[Sentence], after: Sequence[Sentence], pairs: dict[int, int], key: Key) -> None:
    """Adds the pairs of sentences that are still alone and have the same key."""
    held = set(pairs.values())
    waiting: dict[object, list[int]] = {}
    for at in range(len(after) - 1, -1, -1):
        if at not in held:
            waiting.setdefault(key(after, at), []).append(at)
    for at in range(len(before)):
        same = waiting.get(key(before, at)) if at not in pairs else None
        if same:
            pairs[at] = same.pop()


def _in_context(sentences: Sequence[Sentence], at: int) -> object:
    last = sentences[at - 1].quote if at else ""
    following = sentences[at + 1].quote if at + 1 < len(sentences) else ""
    return last, sentences[at].quote, following
