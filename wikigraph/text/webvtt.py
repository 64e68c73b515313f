"""Subtitles in a text file (WebVTT, https://www.w3.org/TR/webvtt1/) → which lines are spoken, and what they say."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wikigraph.text.lines import LineIndex

_HEADER = re.compile(r"\ufeff?WEBVTT(?:[ \t]+(?:[-–—][ \t]*)?([^\r\n]*))?(?=[\r\n]|\Z)")
_TIMES = re.compile(r"[ \t]*(?:\d{2,}:)?\d\d:\d\d[.,]\d{3}[ \t]+-->[ \t]+(?:\d{2,}:)?\d\d:\d\d[.,]\d{3}")
_TAG = re.compile(r"<(?P<voice>v)(?:\.[^\s>]*)?[ \t]+(?P<name>[^>]+)>|</?[a-z][^<>]*>|<[\d:.]+>")


def is_webvtt(text: str) -> bool:
    return _HEADER.match(text) is not None


def title_of(text: str) -> str:
    """What stands behind WEBVTT in its line, "" for nothing."""
    found = _HEADER.match(text)
    return (found[1] or "").strip() if found else ""


def cues(lines: LineIndex) -> list[tuple[int, int]]:
    """(first, last) line of each cue's words. The header, names, times, notes and styles are no words."""
    found: list[tuple[int, int]] = []
    first = 0  # of the cue that is open; 0 outside of one
    for number in range(1, lines.n_lines + 2):
        text = lines.text[slice(*lines.line_span(number))] if number <= lines.n_lines else ""
        is_times = _TIMES.match(text) is not None
        if first and (not text.strip() or is_times):
            if number > first:
                found.append((first, number - 1))
            first = 0
        if is_times:
            first = number + 1
    return found


def said(line: str) -> Iterator[tuple[str, int]]:
    """A line of a cue → its words without tags, with where each piece stands in it; -1: it does not ("<v Anna>Hello" →
    "Anna", ": ", "Hello")."""
    at = 0
    for tag in _TAG.finditer(line):
        if tag.start() > at:
            yield line[at : tag.start()], at
        if tag["voice"]:
            yield tag["name"].rstrip(), tag.start("name")
            yield ": ", -1
        at = tag.end()
    if at < len(line):
        yield line[at:], at
