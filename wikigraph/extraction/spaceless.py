"""Running text in Chinese and Japanese → what the global step counts."""

from __future__ import annotations

from collections import Counter

from wikigraph.extraction.cased import Tally, latin_runs
from wikigraph.extraction.patterns import HAN_RUN, JAPANESE_RUN, KANA_ANY
from wikigraph.extraction.prose import Prose
from wikigraph.model.extraction import Counts


def script_language(text: str) -> str:
    """ "ja" or "zh" for a text mostly in these scripts, "" else. Kana tell Japanese from Chinese."""
    n_han = sum(map(len, HAN_RUN.findall(text)))
    n_kana = len(KANA_ANY.findall(text))
    n_letters = sum(map(str.isalpha, text))
    if n_han + n_kana < 0.2 * max(1, n_letters):
        return ""
    return "ja" if n_kana > 0.1 * (n_han + n_kana) else "zh"


def han_units(prose: Prose) -> tuple[str, ...]:
    """Per text unit the runs of Han characters, each ended by a line feed."""
    return tuple("".join(run + "\n" for run in HAN_RUN.findall(text)) for text in prose.units)


def japanese_runs(prose: Prose) -> Counts:
    """Runs of katakana and kanji of two characters and more."""
    tally = Tally()
    for text in prose.units:
        tally.add(Counter(run for run in JAPANESE_RUN.findall(text) if 2 <= len(run) <= 30))
    return tally.counts()


def latin_counts(prose: Prose) -> Counts:
    """Latin terms inside Chinese or Japanese text."""
    tally = Tally()
    for text in prose.units:
        tally.add(latin_runs(text))
    return tally.counts()
