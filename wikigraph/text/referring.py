"""Does a sentence speak of something that only the sentences before it name?

"… made this variant popular", "GraphRAG uses the former", 认可这些代码: the noun behind "this" has not been said
before in the sentence. An "it" behind the only verb has nothing else to stand for than what came before.
"""

from __future__ import annotations

import re

_DEMONSTRATIVE = re.compile(
    r"(?<=[\s(,])(?:this|these|in\sthat|in\sthose|diese[rsmn]?|jene[rsmn]?|quest[oaie]|quell[oaie]|cette|cet|ces"
    r"|este|esta|estos|estas)\s(?P<noun>[^\W\d_]{2,})",
    re.IGNORECASE,
)
_DEMONSTRATIVE_UNSPACED = re.compile(
    r"(?:这[些个种段条次句行类]|这样的|这一|这两[个种]|該|(?<!应)该)"
    r"(?P<noun>[\u4e00-\u9fff]{2}|[A-Za-z]+)"
)
# Behind "this", where it stands for what was said in the clause before.
_VERB_WORDS = """
is means can will would was were does did has have allows makes lets helps happens and or but works leads gives ist sind
bedeutet kann wird è sono significa può est sont signifie es son puede to by in on with for are may might should must
could not also very same one
"""
_VERBS = frozenset(_VERB_WORDS.split())
_ELSEWHERE = re.compile(
    r"\bthe\sformer\b(?!.*\bthe\slatter\b)|^[^,;]{0,50}\bthe\slatter\b|前两者|前者|后者|前一[种个]|后一[种个]|後者|前者",
    re.IGNORECASE,
)
_WHO = re.compile(
    r"[^,;]{2,90},\s(?:then\s)?(?:he|she|lui|lei|elle|él|ella)\s|[^;]{0,200},\swhere\s(?:he|she)\s", re.IGNORECASE
)
_OBJECT = re.compile(
    r"(?:(?!(?:and|or|that|which|who|when|if|to|where|because|while|than|is|are|was|were)\b)[^\s,;:]+\s){1,9}?"
    r"(?!makes?\b|made\b|finds?\b|found\b|takes?\b|took\b|keeps?\b|kept\b|considers?\b)[^\W\d_]+(?:ed|[^s]s|ew|ote|ave)\s"
    r"(?:it|them|that|this)(?=[.\s](?!is\b|was\b|are\b|the\b|a\b))"
)


def refers_back(text: str) -> bool:
    """Does it need the sentence before to be understood? What it opens with is judged elsewhere."""
    for found in _DEMONSTRATIVE.finditer(text):
        noun = found["noun"].lower()
        if noun not in _VERBS and not _is_said(noun, text[: found.start()].lower()):
            return True
    if _WHO.match(text):
        return True
    if text.isascii():
        return _ELSEWHERE.search(text) is not None or _OBJECT.match(text) is not None
    for found in _DEMONSTRATIVE_UNSPACED.finditer(text):
        if found["noun"].lower() not in text[: found.start()].lower():
            return True
    return _ELSEWHERE.search(text) is not None or _OBJECT.match(text) is not None


def _is_said(noun: str, before: str) -> bool:
    """Has the noun (or its singular) been said?"""
    return noun.rstrip("s")[: max(3, len(noun) - 2)] in before
