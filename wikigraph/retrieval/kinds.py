"""Question → what kind of answer it wants, by its interrogatives (seven languages)."""

from __future__ import annotations

import re
from typing import Literal

Kind = Literal["when", "number", "who", "where", "how", "why", ""]

# Words of languages with spaces, then words of Chinese and Japanese. Where two match at one place, the first is taken.
_KINDS: tuple[tuple[Kind, str, str], ...] = (
    (
        "when",
        "when|what year|which year|what date|which date|what day|date of|year|quando|in (?:che|quale) anno|data di|"
        "wann|welche[mns]? (?:jahr|datum)|quand|en quelle année|cuándo|en qué año",
        "什么时候|何时|哪一?年|几年|哪一?天|几月|日期|年份|いつ|何年|何月|何日",
    ),
    (
        "number",
        "how (?:many|much|long|old|far|large|big|tall|high|often)|what (?:number|percentage|percent)|quant[ioae]|"
        "wie ?viele?|wie (?:lange|alt|hoch|groß|oft)|combien|cuánt[oa]s?",
        "多少|几[个位种次岁名人]|いくつ|何人|何個|どのくらい",
    ),
    ("who", "who|whose|whom|chi|wer|wem|wen|wessen|quién|quiénes|qui", "谁|哪位|誰|だれ"),
    (
        "where",
        "where|(?:what|which) (?:city|country|place|state|county|town|nation|location|region|district|village)|"
        "place of|dove|in (?:che|quale) (?:città|paese|stato|luogo)|wo|woher|wohin|où|dónde|nationality",
        "哪里|哪儿|何处|哪个?(?:国家|城市|地方|省|县)|在哪|どこ",
    ),
    (
        "",
        r"^(?:what|which) (?!year|date|day|number|percent|city|country|place|state|county|town|nation|loc|reg|distr)",
        "$^",
    ),
    (
        "why",
        "why|for what reason|perché|warum|wieso|weshalb|pourquoi|por qué",
        "为什么|为何|為什麼|なぜ|どうして",
    ),
    (
        "how",
        "how (?:do|does|did|can|to|should|is|are|was|were|will|would)|come (?:si|funziona|posso|fare|fa)|"
        "wie (?!viel|lange|alt|hoch|groß|oft)|comment|cómo",
        "如何|怎么|怎样|怎麼|どのように|どうやって|どうすれば",
    ),
)
_PATTERNS = tuple(
    (kind, re.compile(rf"\b(?:{spaced})\b|{unspaced}", re.IGNORECASE)) for kind, spaced, unspaced in _KINDS
)
_COMPARES = re.compile(
    r"\b(?:or|both|same|older|younger|earlier|later|first|last|longer|shorter|larger|smaller|bigger|taller|more|fewer|"
    r"than|between|difference|compared?|versus|vs|stess[oaie]|entrambi|entrambe|differenza|oppure|beide|unterschied|"
    r"oder|différence|ambos|diferencia)\b|还是|相同|区别|不同|比较|哪一?个更|和.{1,20}都|違い|どちら|同じ",
    re.IGNORECASE,
)


def kind_of(text: str) -> Kind:
    """When, how many, who, where, why, how; "" if it is none of these or not told.

    The first interrogative tells: "What happens when it fails?" asks for no time.
    """
    found = [
        (match.start(), at, kind)
        for at, (kind, pattern) in enumerate(_PATTERNS) if (match := pattern.search(text))
    ]  # fmt: skip
    return min(found)[2] if found else ""


def compares(text: str) -> bool:
    """Whether it may ask to compare things."""
    return _COMPARES.search(text) is not None
