"""Document → the names that its structure singles out: titles, headings, emphasis, links, code, tags, quotes."""

from __future__ import annotations

import re
from collections import Counter

from wikigraph.extraction.patterns import HAN, HAN_RUN, UPPER, is_file_name
from wikigraph.extraction.prose import Prose, clean_heading, identifier_of
from wikigraph.model.extraction import MarkedName, NameMark
from wikigraph.model.text import Block, Document

_BOOK = re.compile(r"《([^《》\n]{1,40})》|『([^『』\n]{1,40})』")
_QUOTES = re.compile(r"[“„\"«「]([^“”„\"«»「」\n]{2,90})[”“\"»」]")
_SHORT_FORM = re.compile(rf"[({{（]([{UPPER}][\w&.\-]{{1,9}})[)}}）]")
_LONG_FORM = re.compile(rf"(?<!\w)([{UPPER}]{{2,8}}s?) ?[(（]((?:[^\W\d_][\w\-]*[ -]){{1,7}}[^\W\d_][\w\-]*)[)）]")
_GLOSS = re.compile(
    rf"(?<![A-Za-z{HAN}])(?<![A-Za-z] )([{HAN}]{{2,8}})\s?[”」]?\s?[（(]([A-Za-z][^()（）\n]{{1,60}})[)）]"
)
_WORDS = re.compile(r"[^\W_]+")
_STRONG_KINDS = ("strong", "em")
_LINK_KINDS = ("link", "wikilink")
_MAX_WORDS = 12
_MAX_LENGTH = 100


def marked_names(document: Document, prose: Prose) -> tuple[MarkedName, ...]:
    """Every marked name with how often the document marks it so, sorted."""
    found: Counter[tuple[NameMark, str]] = Counter()
    if document.title:
        found["title", document.title] += 1
    for alias in document.front_matter.aliases:
        found["alias", alias] += 1
    for tag in document.front_matter.tags:
        found["tag", tag] += 1
    for heading in prose.headings:
        found["heading", heading] += 1
    for block in document.blocks:
        if block.kind != "code":
            _inline_marks(block, found)
    for text in prose.units:
        for pair in _BOOK.findall(text):
            found["book", (pair[0] or pair[1]).strip()] += 1
        for quoted in _QUOTES.findall(text):
            if _is_short(quoted) and not quoted.endswith((",", ".", "?", "!", "。", "？")):
                found["quote", quoted.strip()] += 1
    return tuple(
        MarkedName(kind=kind, surface=surface, n=n) for (kind, surface), n in sorted(found.items()) if surface.strip()
    )


def _inline_marks(block: Block, found: Counter[tuple[NameMark, str]]) -> None:
    for mark in block.marks:
        text = clean_heading(block.text[mark.start : mark.end])
        if not text or not _is_short(text):
            continue
        if mark.kind == "code":
            name = identifier_of(text)
            if name:
                found["code", name] += 1
        elif is_file_name(text) or "://" in text:
            continue
        elif mark.kind in _STRONG_KINDS and block.kind != "heading":
            found["strong", text] += 1
        elif mark.kind in _LINK_KINDS:
            found["link", text] += 1
        elif mark.kind == "tag":
            found["tag", text.lstrip("#")] += 1


def _is_short(text: str) -> bool:
    if len(text) > _MAX_LENGTH or not _WORDS.search(text):
        return False
    if HAN_RUN.search(text):
        return len(text) <= 24
    return len(text.split()) <= _MAX_WORDS


def acronyms(prose: Prose) -> tuple[tuple[str, str], ...]:
    """Pairs (long form, short form) as authors introduce them, both ways round, whose initials match."""
    pairs: set[tuple[str, str]] = set()
    for text in (*prose.units, *(line for _, line in prose.titled), *prose.headings):
        if "(" not in text and "（" not in text:
            continue
        for match in _SHORT_FORM.finditer(text):
            long_form = expansion_before(text[max(0, match.start() - 90) : match.start()], match[1])
            if long_form:
                pairs.add((long_form, match[1]))
        for match in _LONG_FORM.finditer(text):
            if initials_match(match[2], match[1]) or parts_match(match[2], match[1]):
                pairs.add((match[2], match[1]))
    return tuple(sorted(pairs))


def expansion_before(text: str, short: str) -> str:
    """The fewest words at the end of `text` whose initials make `short` (at least two capitals), or ""."""
    letters = [char for char in short.rstrip("s") if char.isalpha()]
    if len(letters) < 2 or sum(char.isupper() for char in letters) < 2:
        return ""
    words = [(match.start(), match[0]) for match in re.finditer(r"[^\W_]+", text)]
    starts = [words[-n_words][0] for n_words in range(2, min(len(words), len(letters) + 3) + 1)]
    long_forms = [long for start in starts if not {".", ","} & set(long := text[start:].strip())]
    return next((long for matches in (initials_match, parts_match) for long in long_forms if matches(long, short)), "")


def parts_match(long_form: str, short: str) -> bool:
    """ "Harbor Database" and "HDB", "hypertext markup language" and "HTML": each word gives its initial, function words
    aside, and fewer letters than that are taken in order from within words."""
    letters = "".join(char.lower() for char in short.rstrip("s") if char.isalnum())
    words = [word.lower() for word in _WORDS.findall(long_form)]
    n_initials = sum(len(word) > 3 for word in words)  # at least
    return len(letters) < 2 * n_initials and _parts_from(words, letters, is_first=True)


def _parts_from(words: list[str], letters: str, *, is_first: bool = False) -> bool:
    if not words:
        return not letters
    word, rest = words[0], words[1:]
    if len(word) <= 3 and not is_first and _parts_from(rest, letters):
        return True
    if letters[:1] != word[:1]:
        return False
    at, used = 0, 1
    while True:
        if _parts_from(rest, letters[used:]):
            return True
        at = word.find(letters[used : used + 1], at + 1) if used < len(letters) else -1
        if at < 0:
            return False
        used += 1


def initials_match(long_form: str, short: str) -> bool:
    """ "natural language processing" and "NLP": each letter of the short form opens a word, in order; words that are
    skipped are function words, and the first word is never skipped."""
    letters = [char.lower() for char in short.rstrip("s") if char.isalnum()]
    words = [word.lower() for word in _WORDS.findall(long_form)]
    if len(letters) < 2 or not words or words[0][0] != letters[0]:
        return False
    position = 0
    for word in words:
        if position < len(letters) and word[0] == letters[position]:
            position += 1
        elif len(word) > 3:
            return False
    return position == len(letters)


def glosses(prose: Prose) -> tuple[tuple[str, str], ...]:
    """Han terms with their Latin term in parentheses: "所有权（ownership）"; the left edge is found later.
    Each as often as it stands."""
    return tuple(sorted((match[1], match[2].strip()) for text in prose.units for match in _GLOSS.finditer(text)))
