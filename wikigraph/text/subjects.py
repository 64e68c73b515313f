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
_UNSPACED_LEAD = 10  # characters
# A verb or auxiliary of a spaced language before a name: the name is no subject.
_VERB = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|do|does|did|can|could|will|would|may|might|must|shall|should|use[sd]?|using|"
    r"è|sono|era|ha|hanno|può|possono|ist|sind|war|hat|haben|kann|können|wird|werden|est|sont|ont|peut|peuvent|es|son|tiene|puede|pueden)\b",
    re.IGNORECASE,
)
_PREPOSITION = re.compile(
    r"(?:^|\s)(?:in|on|at|of|for|with|from|by|to|into|like|as|via|per|di|da|con|su|tra|fra|del|della|nel|nella|von|mit|für|bei|aus|nach|zu|im|am|"
    r"dans|avec|pour|sur|par|chez|du|des|en|de|para|por|sobre)\s+(?:(?:the|an?|il|lo|la|der|die|das|dem|den|le|les|el|los|las)\s+)?[\"“„«‘'(]*$"
    r"|(?:在|对|对于|从|由|与|和|用|把|被|关于|通过|根据)$",
    re.IGNORECASE,
)
_HAN_VERB = re.compile(
    r"[是有使用把被让将在以对从向给叫令获取改写读存放调含称做作定加减要想会能]"
    r"|可以|能够|支持|提供|包括|通过|需要|必须|应该|访问|实现|返回|表示"
)
# A clause that begins so is about something behind it.
_HAN_SUBORDINATE = re.compile(
    r"(?:为了|如果|当|因为|由于|虽然|在|对|通过|根据|除了|随着|一旦|只要|只有|即使|即便|正如|与|和|跟|从|将|把|被|按|用|使用|利用|要|想|作为"
    r"|关于|每当|每次|为|给|向|不管|无论|没有|像|比如|例如|相比|基于|针对|所有|通常|若|假如|直到|首先|其中)"
)
_PRONOUN = re.compile(
    r"\b(?:i|we|you|he|she|it|they|who|there|that|this|these|those|his|her|their|its|my|our|your|as|when|if|while|because"
    r"|ich|wir|er|sie|es|man|io|noi|lui|lei|je|nous|il\sy|on|yo|él|ella|and|or|but|not|no|how|why|what|where|of|than)\b",
    re.IGNORECASE,
)
# Spoken to, not about: "Kevin, thank you …".
_CALLED = re.compile(
    r",\s(?:you|i|we|that|this|it|thank|thanks|there|what|how|so|let|can|do|is|are|did|please|tell"
    r"|welcome|good|great|nice|let['’]s|why|when|where|who|if|as|just|maybe|like)\b", re.IGNORECASE
)
_TOPIC = re.compile(
    r"[」』）)》\"”]?(?:の[^、。はが]{1,10})?[\u30a0-\u30ff\u4e00-\u9fff]{0,8}(?:とは|は|が|も|では|には)"
)
_HIRAGANA = re.compile(r"[\u3041-\u309f]")


def head_of(text: str, names: Sequence[tuple[int, int]]) -> int | None:
    """The position in `names` (spans by start) of the one at the head of `text`, None where none is.

    A name at the very start, or after an article, a few words without a verb, or an introductory phrase with a
    comma; not one behind a preposition. In Japanese a name before は or が; in Chinese one near the start with no
    verb before it.
    """
    if _UNSPACED.search(text):
        return _head_of_unspaced(text, names)
    for position, (start, end) in enumerate(names):
        before = text[:start]
        if _CALLED.match(text, end) or len(text) - end < 5:
            continue  # spoken to, or the last word
        if start == 0:
            return position
        if start > 120 or _LEAD.match(before) is None:
            return None
        after_comma = before.rpartition(",")[2]
        if _PREPOSITION.search(before) or _VERB.search(after_comma) or _PRONOUN.search(after_comma):
            continue
        return position
    return None


def _head_of_unspaced(text: str, names: Sequence[tuple[int, int]]) -> int | None:
    for position, (start, end) in enumerate(names):
        if start > 60:
            break
        if _TOPIC.match(text, end):
            return position
    if _HIRAGANA.search(text):
        return None
    for position, (start, _) in enumerate(names):
        before = text[:start]
        clause = max(before.rfind("，"), before.rfind("、"), before.rfind(","), -1) + 1
        if start - clause > _UNSPACED_LEAD or start > 60:
            return None
        opening = before[clause:]
        if _PREPOSITION.search(before) or _HAN_VERB.search(opening) or _HAN_SUBORDINATE.match(opening):
            continue
        return position
    return None
