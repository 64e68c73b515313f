"""How plainly a sentence says what the one thing is that a question asks about."""

from __future__ import annotations

import re

from wikigraph.model.record import PassageSentence
from wikigraph.retrieval.question import Question
from wikigraph.text.defining import defines

_SPEAKER = re.compile(r"^[A-Z][A-Z .'’\-]{2,40}:\s")  # of a transcript: who speaks is not what is said
# What may stand before the name at the head of a sentence: an aside, an article, a possessive.
_HEAD = re.compile(
    r"^(?:[^.;!?。]{1,40}[,:，：]\s?)?(?:\w+['’]s\s)?(?:(?:an?|the|every|each|il|lo|la|i|gli|le|l['’]|un[ao]?|der|die|das|ein|eine|"
    r"les?|une|el|los|las)\s?)?[\s\"“„«‘'（(《「『]*$",
    re.IGNORECASE,
)
_SAYS_WHAT = re.compile(
    r"(?:\s?[(（][^()（）]{1,60}[)）])?(?:\s?,\s[^,.;]{1,60},)?(?:"
    r"\s(?:is|are|was|were|è|sono|ist|sind|est|sont|es|son)\s"
    r"(?!not\b|n[’']t|\w+(?:ed|ly|ful|less|ble|ing)\b|similar\b|different\b|also\b|then\b|often\b|the same)"
    r"|\s(?:defines?|describes?|means?|represents?|measures?|compares?|maps?|divides?|decides?|tells?|merges?|ensures?)\s"
    r"|,\s(?:the|an?|who|which|co-?founder|founder|CEO|CTO|il|la|un[ao]?|der|die|das|eine?|le|une?|el)\b"
    r"|(?:是|指|即|为|記錄|记录|表示|称为)|(?:とは|は、))",
    re.IGNORECASE,
)


def without_speaker(text: str) -> str:
    """A line of a transcript without the name in capitals before it."""
    return _SPEAKER.sub("", text)


def defining(question: Question, sentence: PassageSentence, above: str = "") -> float:
    """How plainly a sentence says what the one thing is that the question asks about; 0 if it does not.

    1 for a definition ("X is a …"); less for a sentence about X that begins under a heading of that name, for X with
    an apposition or a copula near the beginning, and for X set in italics or bold, as a text does where it explains.
    """
    if not question.subject:
        return 0.0
    text = without_speaker(sentence.text)
    match = re.search(question.subject, text, re.IGNORECASE)
    if match is None:
        return 0.0
    if defines(text, match.start(), match.end()):
        return 1.0
    bare = question.subject.replace(r"\b", "")
    grade = 0.4 if re.search(rf"[*_]{bare}[*_]", sentence.quote, re.IGNORECASE) else 0.0
    if _HEAD.match(text[: match.start()]):
        if above and re.search(question.subject, above, re.IGNORECASE):
            grade += 0.3
        if _SAYS_WHAT.match(text, match.end()):
            grade += 0.4
    return min(grade, 0.9)
