"""Text → sentences, for any script, in linear time and without a model.

A terminator ends a sentence unless what stands around it says otherwise: abbreviations, initials, ordinals,
decimals, versions, a small letter that goes on. Where nothing ends (Thai, titles) the text stays whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_CLOSERS = "\"'”’»›)\\]）】」』》〉｝}*_"
_HARD = "。！？｡．!?؟۔।॥։።။។"  # "!" and "?" are soft where a small letter follows
_CANDIDATE = re.compile(rf"(?:[.…{_HARD}]+[{_CLOSERS}]*)+|\n[ \t\r]*\n\s*")
_VISIBLE = re.compile(r"\S")
_GOES_ON = "，、；：,;:"
_CLOSER_TAIL = re.compile(rf"[{_CLOSERS}]+$")
_NEXT_WORD = re.compile(r"[\s\"'“‘«(\[„‚¿¡—–-]*([^\W_]+)")
_LAST_TOKEN = re.compile(r"[^\s(\[\"'“‘«„/]*$")
_DOTTED = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]")
_BEFORE_TOKEN = re.compile(r"(?:^|[\s(\[„“\"'/])([^\W\d_]{1,3})\.?[ \u00a0\u202f]$")
_LISTED = re.compile(r"(?:^|[\s(])\w(?:,\s|,?\s(?:and|or|und|oder|e|o|et|ou|y|&)\s)$")  # "A, B, D." and "A and B."
# What is said inside brackets stays one: 「はい。そうです。」と言った。
_QUOTED = re.compile(r"「[^「」\n]{0,300}」|『[^『』\n]{0,300}』")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Never the last word of a sentence.
_TITLES = _words(
    "mr mrs ms mx dr prof st rev hon gen col capt lt sgt gov sen rep pres vs e.g i.e cf viz fig figs eq eqs sec ch"
    " vol pp approx ca nr abb kap bspw bzw evtl ggf sog vgl z.b d.h u.a u.ä i.d.r z.t s.o s.u hrsg sig sigg dott"
    " dr.ssa prof.ssa pag pagg cap p.es mme mlle p.ex sra srta dra p.ej núm pág"
)
# May be the last word: the sentence ends if a usual sentence starter follows.
_ABBREVIATIONS = _words(
    "etc al inc ltd co corp dept est no jr sr ed eds ibid ecc usw u.s u.k a.m p.m ph.d m.sc b.sc jan feb mar apr jun"
    " jul aug sep sept oct nov dec mon tue wed thu fri sat sun min max avg tel bd jh jhd str art"
)
# Written with a space too: "z. B.", "ad es.". Those of the second group may end a sentence.
_SPACED = _words("z.b d.h s.o s.u z.t m.e i.d d.r p.es ad.es per.es p.ej por.ej i.e e.g p.ex")
_SPACED_ENDS = _words("u.a o.ä u.ä n.chr v.chr e.v a.c d.c i.a")
_STARTERS = _words(
    "the this that these those it its he she they we you i in on at for from with when while where if but and so as a"
    " an to by after before however there here what how why who our his her their my your not no yes all some most"
    " der die das ein eine es er sie wir ich und aber in im mit für wenn auch nach bei dies diese dieser il lo la i gli"
    " le un una questo questa è e ma in nel per con quando se le les un une ce cette il elle nous vous et mais dans"
    " pour el los las una este esta y pero en para con si"
)
_MONTHS = _words(
    "januar februar märz april mai juni juli august september oktober november dezember jänner"
    " gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"
)


def split_sentences(text: str, protected: Iterable[tuple[int, int]] = ()) -> list[tuple[int, int]]:
    """Text → the (start, end) offsets of its sentences, in order, trimmed of white space; they do not overlap and
    leave out nothing but white space. Blank lines always separate.

    `protected` are ascending spans, such as inline code, whose characters end nothing (`panic!`, `main() { ... }`).
    """
    text = _masked(text, protected)
    spans: list[tuple[int, int]] = []
    start = 0
    quoted = iter(_QUOTED.finditer(text)) if "「" in text or "『" in text else iter(())
    inside = next(quoted, None)
    for match in _CANDIDATE.finditer(text):
        while inside is not None and inside.end() <= match.start():
            inside = next(quoted, None)
        if inside is not None and inside.start() < match.start() and match.end() < inside.end():
            continue
        if _ends_sentence(text, match, start):
            _add(text, start, match.end(), spans)
            start = match.end()
    _add(text, start, len(text), spans)
    return spans


def _masked(text: str, protected: Iterable[tuple[int, int]]) -> str:
    """The text with each protected character as one that is a letter of no case and no terminator."""
    parts: list[str] = []
    cursor = 0
    for start, end in protected:
        if start >= cursor:
            parts += (text[cursor:start], _VISIBLE.sub("口", text[start:end]))
            cursor = end
    return "".join((*parts, text[cursor:])) if parts else text


def _add(text: str, start: int, end: int, spans: list[tuple[int, int]]) -> None:
    piece = text[start:end]
    left = len(piece) - len(piece.lstrip())
    stripped = piece.strip()
    if stripped:
        spans.append((start + left, start + left + len(stripped)))


def _ends_sentence(text: str, match: re.Match[str], start: int) -> bool:
    mark = match[0]
    if mark[0] == "\n":
        return True
    end = match.end()
    if end >= len(text):
        return True
    bare = _CLOSER_TAIL.sub("", mark)
    following = text[end]
    if following in _GOES_ON or (bare != mark and _closes_aside(text, match, start)):
        return False
    if any(c in "。！？｡．؟۔।॥։።။។" for c in bare):
        # 「はい。」と言った goes on after the bracket; ３．１４ is a number.
        return not (bare == "．" and following.isdigit()) and not ("\u3041" <= following <= "\u309f" and bare != mark)
    if not following.isspace():
        # Without a space only "!" and "?" end, and only before a script that writes none: 真的?好.
        return ("!" in bare or "?" in bare) and "\u2e80" <= following <= "\U0003ffff" and following.isalnum()
    next_word = _NEXT_WORD.match(text, end, end + 48)
    if next_word is None:
        return True
    word = next_word[1]
    if word[0].islower() or (bare != mark and "\u2e80" <= word[0] <= "\U0003ffff"):
        return False  # the last: “Hello!” 程序
    return bare != "." or not _is_abbreviation(text, match.start(), start, word)


def _closes_aside(text: str, match: re.Match[str], start: int) -> bool:
    """Is the mark the end of an aside in parentheses that began inside the sentence?"""
    pair = {")": "(", "）": "（"}.get(match[0][-1])
    if pair is None:
        return False
    opening = text.rfind(pair, max(start, match.start() - 400), match.start())
    return opening > start and bool(text[start : min(opening, start + 400)].strip())


def _spaced_form(before: str, token: str, next_word: str) -> str:
    """"z. B." and "ad es." → "z.b", "ad.es", at either of the two full stops; "" for what is neither."""
    if len(token) > 3 or not token.isalpha():
        return ""
    found = _BEFORE_TOKEN.search(before)
    form = f"{found[1].lower()}.{token}" if found else ""
    if form in _SPACED or form in _SPACED_ENDS:
        return form
    form = f"{token}.{next_word.lower()}"
    return form if len(token) == 1 and form in _SPACED | _SPACED_ENDS else ""


def _is_abbreviation(text: str, dot: int, start: int, next_word: str) -> bool:
    """Does the full stop at `dot` belong to the word before it?"""
    token_match = _LAST_TOKEN.search(text, max(start, dot - 24), dot)
    token = token_match[0] if token_match else ""
    lowered = token.lower()
    starts_new = next_word.lower() in _STARTERS
    low = max(start, dot - len(token) - 8)
    spaced = _spaced_form(text[low : dot - len(token)], lowered, next_word)
    if spaced in _SPACED or (spaced in _SPACED_ENDS and not starts_new):
        return True
    if lowered in _TITLES:
        return True
    if lowered in _ABBREVIATIONS or _DOTTED.fullmatch(token):
        return not starts_new
    if len(token) == 1 and token.isalpha():
        return token.isupper() and not starts_new and _LISTED.search(text[low : dot - len(token)]) is None
    if token.isdigit() and len(token) <= 2:
        # "1. Foo" at the start is an enumerator, "3. Mai" an ordinal.
        return next_word.lower() in _MONTHS or not text[start : dot - len(token)].strip()
    return False
