"""Does a piece of prose stand alone: is it a whole sentence that says something without what is around it?

Punctuation and function words of seven languages; no subject matter. Each test is a look-up or a plain search
where it can be, because every sentence of a vault comes through here.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from wikigraph.text.labels import form_of, label_of
from wikigraph.text.openers import (
    ADDRESSING,
    ADDRESSING_ENDS,
    ADDRESSING_UNSPACED,
    DANGLING,
    DANGLING_UNSPACED,
    PERSONAL,
    PERSONAL_UNSPACED,
    opens_with,
    orders,
    without_joint,
)
from wikigraph.text.referring import refers_back
from wikigraph.text.scripts import HAN, KANA
from wikigraph.text.telling import is_example, is_reference, is_telling

MIN_WORDS, MIN_UNSPACED = 4, 8  # words, or characters of scripts without spaces
MAX_CHARACTERS = 420

_CLOSING = "\"'”’»」』)）]】*_ \t"
_ENDS = ".!。！．"
_UNSPACED = re.compile(rf"[{HAN}{KANA}]")
_BAD_START = re.compile(
    r"[\s)\]}）】」』》,;:.!?、，。；：！？/|+*=&%>~\\<–—-]|\d{1,3}[.)）、]\s|[([（【]?(?:https?:|www\.)"
    r"|[A-Z][A-Z.'’-]+(?:\s[A-Z][A-Z.'’-]*){0,3}:\s+[a-z]"
)
_ABBREVIATED_END = re.compile(r"(?:\b(?:e\.g|i\.e|z\.B|etc|vs|cf|bzw|ecc|resp)\.|\.\.\.|…)[\"'”’»」』)）\]】*_]*$")
_CODE_SYMBOL = re.compile(r"[{}<>=|\\^~$#@`]|::|->|&&|\w\(\)|\w_\w")
_FILE_NAME = re.compile(r"[^\W_]+(?:[_-]+[^\W_]+){2,}\.\w{2,4}\b|_[^\W_]+_+[^\W_]+_")
_URL = re.compile(r"(?:https?://|www\.)\S+")
_BRACKETS = str.maketrans("（）［］【】", "()[][]")
_NO_LETTERS = {code: None for code in range(128) if not chr(code).isalpha()} | {
    ord(mark): None for mark in "，。、；：！？（）《》「」『』【】“”‘’—…·　"
}

# Words without which no sentence points at a figure, a table or the lines around it.
_POINTING_WORDS = """
see refer figure fig table listing chapter section appendix below above following follows click shown siehe vgl
abbildung tabelle folgende folgenden folgender folgendes vedi figura tabella seguente seguenti véase tabla siguiente
siguientes voir tableau suivant suivante suivants suivantes
"""
_POINTING_HINTS = frozenset(_POINTING_WORDS.split())
_POINTING = re.compile(
    r"\b(?:see|refer to|shown in|listed in|as in|described in)\s(?:the\s)?"
    r"(?:figure|fig|table|listing|chapter|section|appendix|below|above|next|following|previous)\b"
    r"|\b(?:figure|fig\.|listing|table|abbildung|tabelle|figura|tabella|tabla|tableau|chapter|section|appendix)"
    r"\s?(?:\d+|[A-Z])\b|\bas follows\b|\b(?:shown|see|listed) (?:below|above)\b"
    r"|\bas (?:shown|seen|described|mentioned) (?:below|above|here)"
    r"|\bfollowing (?:code|example|command|output|listing|steps?|sections?|table)\b|\bclick here\b"
    r"|\b(?:siehe|vgl\.|vedi|véase|voir)\s|\bfolgende[nrs]?\b|\bseguent[ei]\b|\bsuivante?s?\b|\bsiguientes?\b",
    re.IGNORECASE,
)
_POINTING_UNSPACED = re.compile(
    r"如图|见图|见表|[图表例]\s?\d|示例\s?\d|清单\s?\d|如下|以下|下面|下图|上图|上述|上面|前面的|见下|参见|请参阅|請參閱|所示"
    r"|[本这上下]一?[章节小]|第.{1,3}[章节]|次の|以下の|下記|上記|図\s?\d|を参照|ご覧"
)
_SPOKEN = (
    "you know", "i think", "i mean", "kind of", "sort of", "i guess", "gonna", "wanna", " like, ", " – ", " -- ", "um,"
)  # fmt: skip


_BULLETS = "•·‣▪▫►▶✓✔✅❌→●○■□◆★※"
_BROKEN = re.compile(r"[,;:]\s*[.。]|\s,\s*[.,]|\s[.]\s-|[。.]\s?[，,]|\S\s+[A-Z]{2,}\s[A-Z]{2,}:\s|\s=\s.*\s=\s")
_FIRST_PERSON = re.compile(
    r"\b(?:I|I['’](?:m|ve|ll|d)|me|my|mine|ich|mein(?:e[rnms]?)?|mir|mich|io|mio|mia|miei|je|mon|mes|yo|mi)\b(?![.:/-]\w)"
    r"|\b(?:We|we|our|us|Our|wir|Wir|unsere?|noi|nostr[oa]|nous|notre|nosotros|nuestr[oa])\b"
    r"|我(?!国|國)|咱|僕|私(?=[はがのたも])"
)
_SECOND_PERSON = re.compile(
    r"\b(?:you|your|you['’](?:re|ve|ll|d)|yours|du|dein|Sie|Ihre?|tu|vous|votre|usted)\b|你|您|我|咱|あなた|私",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"“[^”]{0,200}”|\"[^\"]{0,200}\"|「[^」]{0,200}」|«[^»]{0,200}»")
_IDENTIFIER = re.compile(r"\w_\w|\w\.\w+\(|\w\(\)")


class Standing(NamedTuple):
    """What was seen in a statement."""

    score: float  # 0–1, how well it stands alone
    is_dangling: bool  # its opener needs the sentence before ("This …", "However, …", 因此…)
    is_pointing: bool  # it sends the reader to a figure, a table or the lines around it
    is_telling: bool = False  # it is about its text, a made-up case, or a source to read
    is_exclaimed: bool = False
    is_personal: bool = False  # it speaks for someone whom it does not name ("I", "our")
    is_joined: bool = False  # dangling, but only by a conjunction ("So, Docker is …")
    is_labelled: bool = False  # it stands behind a label ("Problem: …", "KEVIN SCOTT: …")

    @property
    def is_alone(self) -> bool:
        """Does it need nothing around it?"""
        return not self.is_dangling and not self.is_pointing

    @property
    def is_statement(self) -> bool:
        """Would a person want to read it with nothing around it? Whose "I" it is, is for the caller to know."""
        return self.is_alone and not self.is_telling and not self.is_exclaimed

    @property
    def is_nearly_one(self) -> bool:
        """Is it one but for the conjunction that it begins with?"""
        return self.is_joined and not (self.is_pointing or self.is_telling or self.is_exclaimed)


def judge(text: str) -> Standing | None:
    """None where `text` is no statement: not a whole declarative sentence of sensible length, but a question, an
    order, code, a reference, or a piece of a sentence. What stands behind a label ("KEVIN SCOTT: …") is judged."""
    if not 12 <= len(text) <= MAX_CHARACTERS and not 8 <= len(text) <= 12:
        return None
    if not _ends_whole(text):
        return None
    label, offset = label_of(text)
    said = text[offset:]
    n_unspaced = 0 if said.isascii() else len(_UNSPACED.findall(said))
    if n_unspaced < MIN_UNSPACED and len(said.split()) < MIN_WORDS:
        return None
    lowered = said.lower().lstrip("\"'“”‘’„«»「『([（*_ ")
    if _is_addressing(lowered) or not _is_balanced(text) or _is_code(said):
        return None
    if _BAD_START.match(text) or _BAD_START.match(said):
        return None
    if text[0] in _BULLETS or _BROKEN.search(said) or is_reference(said):
        return None
    seen = _standing(said, lowered, n_unspaced)
    if label:
        return seen._replace(is_labelled=True, is_dangling=seen.is_dangling or _dangles(text.lower()))
    return seen._replace(is_labelled=True) if form_of(text) else seen


def is_plain(text: str) -> bool:
    """Is it prose that may be repeated though it is no whole sentence: balanced, and neither code nor a reference?"""
    return (
        len(text) <= MAX_CHARACTERS
        and _is_balanced(text)
        and not _is_code(text)
        and _BROKEN.search(text) is None
        and _BAD_START.match(text) is None
        and not is_reference(text)
        and not is_telling(text)
        and not is_pointing(text)
    )


def is_pointing(text: str) -> bool:
    """Does it send the reader to a figure, a table or the lines around it?"""
    if not text.isascii() and _UNSPACED.search(text) and _POINTING_UNSPACED.search(text):
        return True
    return not _POINTING_HINTS.isdisjoint(text.lower().split()) and _POINTING.search(text) is not None


def starts_small(text: str) -> bool:
    """Does it begin with a small letter, as the rest of a cut sentence does?"""
    return text[:1].islower()


def _ends_whole(text: str) -> bool:
    """Does it end as a statement does, and not with "etc." or "…"?"""
    end = text.rstrip(_CLOSING)[-1:]
    return end in _ENDS and end != "" and _ABBREVIATED_END.search(text[-12:]) is None


def _is_addressing(lowered: str) -> bool:
    if opens_with(lowered, ADDRESSING) or lowered.startswith((*ADDRESSING_UNSPACED, "like, ")):
        return True
    if orders(lowered):
        return True
    return not lowered.isascii() and lowered.rstrip("。.!！」』”\"").endswith(ADDRESSING_ENDS)


def _is_balanced(text: str) -> bool:
    """Brackets and quotes that open also close; a cell separator is no prose."""
    if " | " in text or text.count('"') % 2 or text.count("“") != text.count("”") or text.count("；") > 3:
        return False
    plain = text if text.isascii() else text.translate(_BRACKETS)
    return plain.count("(") == plain.count(")") and plain.count("[") == plain.count("]")


def _is_code(text: str) -> bool:
    """Is a good part of it symbols, numbers, addresses or file names?"""
    without = _URL.sub("", text) if "://" in text or "www." in text else text
    if ("_" in text or "-" in text) and _FILE_NAME.search(text):
        return True
    letters = len(without.translate(_NO_LETTERS))
    return letters < 0.55 * len(text) or len(_CODE_SYMBOL.findall(without)) > 0.05 * len(text)


def _standing(said: str, lowered: str, n_unspaced: int) -> Standing:
    back = refers_back(said)
    is_dangling = back or _dangles(lowered)
    rest = without_joint(lowered) if is_dangling and not back else ""
    is_joined = rest != "" and not _dangles(rest) and not _is_addressing(rest)
    points = is_pointing(said)
    score = 1.0 - 0.45 * is_dangling - 0.45 * points
    is_personal = opens_with(lowered, PERSONAL) or lowered.startswith(PERSONAL_UNSPACED)
    score -= 0.3 * is_personal
    score -= min(0.45, 0.2 * sum(filler in lowered for filler in _SPOKEN))
    is_exclaimed = said.rstrip(_CLOSING).endswith(("!", "！"))
    score -= 0.15 * is_exclaimed
    bare = _QUOTED.sub("", said)
    is_personal = is_personal or _FIRST_PERSON.search(bare) is not None
    score -= 0.1 * is_personal + 0.15 * (_SECOND_PERSON.search(bare) is not None)
    score -= 0.15 * (_IDENTIFIER.search(said) is not None)
    length = n_unspaced * 2.2 + (len(said) - n_unspaced)  # as characters of a spaced script
    if length < 40:
        score -= 0.2
    elif length > 200:
        score -= min(0.3, (length - 200) / 500)
    score -= 0.2 * (said.count("；") > 1 or said.count(";") > 1)
    tells = is_telling(said) or is_example(said)
    return Standing(max(0.0, score), is_dangling, points, tells, is_exclaimed, is_personal, is_joined)


def _dangles(lowered: str) -> bool:
    return opens_with(lowered, DANGLING) or lowered.startswith(DANGLING_UNSPACED)
