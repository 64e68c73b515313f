"""Sentence + the names in it → the name that stands at its head, where a subject stands."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wikigraph.text.scripts import HAN, KANA

_UNSPACED = re.compile(rf"[{HAN}{KANA}]")
# What may stand before a subject: quotes, an article, up to three words, or a short adverbial that ends in a comma.
_LEAD = re.compile(
    r"^[\s\"“„«‘'(\[]*(?:[^\s,，、;；:：。]{1,30}\s+){0,3}[\"“„«‘'(\[]*$"
    r"|^[^.;:!?。；！？]{1,90}[,，、]\s?(?:(?:the|an?|il|lo|la|i|gli|le|l['’]|un[ao]?|der|die|das|ein|eine|les?|une|el|los|las)\s)?[\"“„«‘'《「『]*$",
    re.IGNORECASE,
)
_UNSPACED_LEAD = 12  # characters
# A verb or auxiliary of a spaced language before a name: the name is no subject.
_VERB = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|do|does|did|can|could|will|would|may|might|must|shall|should|use[sd]?|using|"
    r"è|sono|era|ha|hanno|può|possono|ist|sind|war|hat|haben|kann|können|wird|werden|est|sont|a|ont|peut|peuvent|es|son|tiene|puede|pueden)\b",
    re.IGNORECASE,
)
_PREPOSITION = re.compile(
    r"(?:^|\s)(?:in|on|at|of|for|with|from|by|to|into|like|as|via|per|di|da|con|su|tra|fra|del|della|nel|nella|von|mit|für|bei|aus|nach|zu|im|am|"
    r"dans|avec|pour|sur|par|chez|du|des|en|de|para|por|sobre)\s+(?:(?:the|an?|il|lo|la|der|die|das|dem|den|le|les|el|los|las)\s+)?[\"“„«‘'(]*$"
    r"|(?:在|对|对于|从|由|与|和|用|把|被|关于|通过|根据)$",
    re.IGNORECASE,
)
_HAN_VERB = re.compile(r"[是有使用把被让将在]|可以|能够|支持|提供|包括|通过")
_TOPIC = re.compile(r"^[」』）)》\"”]?(?:とは|は|が|も|では|には)")


def head_of(text: str, names: Sequence[tuple[int, int]]) -> int | None:
    """The position in `names` (spans by start) of the one at the head of `text`, None where none is.

    A name at the very start, or after an article, a few words without a verb, or an introductory phrase with a
    comma; not one behind a preposition. In Japanese a name before は or が; in Chinese one near the start with no
    verb before it.
    """
    if _UNSPACED.search(text):
        return _head_of_unspaced(text, names)
    for position, (start, _) in enumerate(names):
        before = text[:start]
        if start == 0:
            return position
        if start > 120 or _LEAD.match(before) is None:
            return None
        after_comma = before.rpartition(",")[2]
        if _PREPOSITION.search(before) or _VERB.search(after_comma):
            continue
        return position
    return None


def _head_of_unspaced(text: str, names: Sequence[tuple[int, int]]) -> int | None:
    for position, (start, end) in enumerate(names):
        if start > 60:
            break
        if _TOPIC.match(text, end):
            return position
    for position, (start, _) in enumerate(names):
        before = text[:start]
        clause = max(before.rfind("，"), before.rfind("、"), before.rfind(","), -1) + 1
        if start - clause > _UNSPACED_LEAD or start > 60:
            return None
        if not _PREPOSITION.search(before) and not _HAN_VERB.search(before[clause:]):
            return position
    return None
