"""Sentence → the first moment that it names, ISO where it can be.

Days, months and years as they are written in English, German, French, Italian, Spanish, Chinese and Japanese.
A bare number is a year only where something says so (a preposition, a parenthesis, 年), because most numbers
between 1000 and 2100 are not.
"""

from __future__ import annotations

import re

_MONTHS: dict[str, int] = {}
for _number, _names in enumerate(
    (
        "january jan januar jänner janvier gennaio enero",
        "february feb februar février febbraio febrero",
        "march mar märz mars marzo",
        "april apr avril aprile abril",
        "may mai maggio mayo",
        "june jun juni juin giugno junio",
        "july jul juli juillet luglio julio",
        "august aug août agosto",
        "september sep sept septembre settembre septiembre",
        "october oct oktober octobre ottobre octubre",
        "november nov novembre noviembre",
        "december dec dezember décembre dicembre diciembre",
    ),
    1,
):
    for _name in _names.split():
        _MONTHS[_name] = _number

_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_YEAR = r"(?:1[0-9]|20)\d\d"
_PATTERN = re.compile(
    rf"(?<![\d.\-])(?P<iso>{_YEAR}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)(?![\d\-])"
    rf"|(?P<hy>\d{{3,4}})\s?年(?:\s?(?P<hm>1[0-2]|0?[1-9])\s?月(?:\s?(?P<hd>3[01]|[12]\d|0?[1-9])\s?[日号])?)?"
    rf"|\b(?P<d1>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th|er|º|\.)?\s(?:of\s|de\s|di\s)?(?P<m1>{_MONTH})\.?,?\s(?:de\s|del\s)?(?P<y1>{_YEAR})\b"
    rf"|\b(?P<m2>{_MONTH})\.?\s(?P<d2>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?,?\s(?P<y2>{_YEAR})\b"
    rf"|\b(?P<m3>{_MONTH})\.?,?\s(?:de\s|del\s)?(?P<y3>{_YEAR})\b"
    rf"|(?:\b(?:in|since|by|from|until|before|after|during|circa|of|im|jahr|jahre|seit|bis|ab|en|depuis|dès|nel|dal|del|desde|hasta)\s"
    rf"|\bl['’]an\s|\(\s?)(?P<y4>{_YEAR})(?=[\s,.;:)–—\-]|$)(?!\s?[a-z%°€$]{{0,2}}\d)",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d{3}")


def date_in(text: str) -> str:
    """"on 5 March 2019" → "2019-03-05", "2019年3月" → "2019-03", "in 1987" → "1987", none → ""."""
    if _DIGIT.search(text) is None:
        return ""
    found = _PATTERN.search(text)
    if found is None:
        return ""
    if found["iso"]:
        return found["iso"]
    if found["hy"]:
        return _iso(found["hy"], found["hm"], found["hd"])
    for k in ("1", "2"):
        if found[f"y{k}"]:
            return _iso(found[f"y{k}"], str(_MONTHS[found[f"m{k}"].lower()]), found[f"d{k}"])
    if found["y3"]:
        return _iso(found["y3"], str(_MONTHS[found["m3"].lower()]), None)
    return found["y4"]


def _iso(year: str, month: str | None, day: str | None) -> str:
    parts = [year.zfill(4)] + [part.zfill(2) for part in (month, day) if part]
    return "-".join(parts)
