"""Title and first lines → the forms under which a document introduces its subject.

"William Edwin Bell (27 October 1945 – …) was a Canadian author" under the title "William Bell (author)": a span of
names that begins with the title's first word and ends with its last.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from wikigraph.extraction.patterns import CAPITAL_WORD, HAN_RUN, KANA_ANY, UPPER, WORD
from wikigraph.extraction.prose import Prose
from wikigraph.text.names import name_key, split_parenthesis
from wikigraph.text.stopwords import without_article

N_CHARACTERS = 500
_HEAD = re.compile(r"\s*[:：|·]\s*|\s+[—–-]\s+|,\s+")
_BETWEEN = re.compile(
    rf"[\s,.\-‐–'’\"“”]*(?:(?:[\"“(]?\.?[{UPPER}][\w.'’\-]*[\"”)]?|\d+(?:st|nd|rd|th)|of|the|de|du|la|le|von|van|der|den|di|da|and|y|zu)"
    rf"[\s,\-‐–]*)*"
)
_HONORIFIC = re.compile(rf"(?:(?<!\w)[{UPPER}][\w\-]+ ){{1,2}}$")


def lead_text(prose: Prose, title: str) -> str:
    """The first characters of the running text, behind a title that is its first line."""
    text = ""
    for unit in prose.units:
        text += unit
        if len(text) >= N_CHARACTERS + len(title):
            break
    return text.removeprefix(f"{title}\n")[:N_CHARACTERS].replace("\n", " ")


def is_named_in(title: str, text: str) -> bool:
    """The title, or its base without a parenthesis, stands in the text."""
    base = without_article(split_parenthesis(title)[0].strip())
    if not base:
        return False
    if HAN_RUN.search(base) or KANA_ANY.search(base):
        return name_key(base) in name_key(text)
    lowered, whole = text.lower(), base.lower()
    if any(_stands_alone(lowered, at, at + len(whole)) for at in _places(whole, lowered)):
        return True
    parts = [part for part in re.split(r"[\s\-_]+", base) if part]
    if any(part.lower() not in lowered for part in parts):
        return False  # most titles: a pattern for each would cost more than everything else of the document
    words = r"[\s\-_]*".join(map(re.escape, parts))
    return re.search(rf"(?<!\w){words}(?:e?s)?(?!\w)", text, re.IGNORECASE) is not None


def _places(piece: str, text: str) -> Iterator[int]:
    at = text.find(piece)
    while at >= 0:
        yield at
        at = text.find(piece, at + 1)


def _stands_alone(text: str, start: int, end: int) -> bool:
    """No letter, digit or underscore directly before or behind."""
    return not any(char.isalnum() or char == "_" for char in (*text[start - 1 : start], *text[end : end + 1]))


def title_head(title: str, text: str) -> str:
    """The part of a title before a colon, dash or comma, if the first lines name it and not the whole title."""
    head = _HEAD.split(title, maxsplit=1)[0].strip()
    if head == title or not head or len(head.split()) > 4 or is_named_in(title, text) or not is_named_in(head, text):
        return ""
    return without_article(head)


def lead_forms(title: str, text: str) -> tuple[str, ...]:
    """Forms of the title in the lead, the title itself excluded; at most four, in order."""
    base = split_parenthesis(title)[0]
    words = list(WORD.findall(base))
    if len(words) < 2 or CAPITAL_WORD.match(words[0]) is None or CAPITAL_WORD.match(words[-1]) is None:
        return ()
    found: list[str] = []
    first, last = words[0], words[-1]
    places = [*_places(first, text)]
    openings = [(at, at + len(first)) for at in places if _stands_alone(text, at, at + len(first))]
    if not openings and len(first) > 3 and places:  # "Gwendolyn" for "Gwen"
        openings = [match.span() for match in re.finditer(rf"(?<!\w){re.escape(first)}\w+", text)]
    for start, end in openings:
        form = _form_from(text, start, end, last)
        if form:
            found.append(form)
    keys = {name_key(title), name_key(base)}
    forms: list[str] = []
    for form in found:
        if name_key(form) not in keys:
            keys.add(name_key(form))
            forms.append(form)
    return tuple(forms[:4])


def _form_from(text: str, start: int, end: int, last: str) -> str:
    """The name from `start` that ends with `last` soon after, with nothing but parts of names between."""
    near = text[end : end + 90]
    for closing in _places(last, near):
        if not _stands_alone(near, closing, closing + len(last)):
            continue
        between = near[:closing]
        if _BETWEEN.fullmatch(between) is None:
            return ""
        opened = start
        if start > 0 and text[start - 1] in '"“(':  # 'Gerhart "Gerry" Neugebauer' under "Gerry Neugebauer"
            before = _HONORIFIC.search(text[: start - 1])
            opened = before.start() if before else start
        else:
            before = _HONORIFIC.search(text[:start])
            opened = before.start() if before and not between.strip() else start
        return text[opened : end + closing + len(last)].strip()
    return ""
