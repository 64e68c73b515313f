"""Question → the words that only frame it ("How does X work?", "Was bedeutet X?", "X的区别是什么？").

Such words name nothing that is asked about. Where most sources are in another language they are rare, and rarity
would make them drive the ranking; so they are not looked for at all. Eight languages; generic words only.
"""

from __future__ import annotations

import re

# Verbs and nouns of questions, wherever they stand, by language.
_LISTED = {
    "en": """mean means meant meaning define defined definition difference differences differ differs happen happens
    happened explain describe consist consists purpose reason reasons called occur occurs stand stands""",
    "it": """significa significano vuol dire serve servono usa usare usano utilizzare utilizza intende intendono
    differenza differenze differisce consiste consistono definizione spiega succede accade avviene quante quanta
    quanti funziona
    funzionano scopo cos""",
    "de": """funktioniert funktionieren bedeutet bedeuten heißt unterschied unterschiede unterscheidet benutzt benutzen
    verwendet verwenden verwende nutzt nutzen benutze braucht brauchen dient geschieht passiert besteht bedeutung
    versteht""",
    "fr": """fonctionne fonctionnent signifie signifient veut sert servent utilise utiliser utilisé différence
    différences définition consiste explique""",
    "es": """funciona funcionan quiere decir sirve sirven usar utilizar diferencia diferencias definición sucede ocurre
    explica""",
    "ko": "무엇인가 무엇인가요 무엇입니까 무엇이야 무엇 뭐야 뭔가요 누구인가 누구인가요 누구입니까 누구",
}
FRAMES_BY_LANGUAGE = {language: frozenset(listed.split()) for language, listed in _LISTED.items()}
_FRAMES = frozenset[str]().union(*FRAMES_BY_LANGUAGE.values())
# The same only as the last word of a question that begins with "how": elsewhere they may be what is asked about.
_LAST = frozenset(("work", "works", "working", "function", "functions", "operate", "operates"))
_HOW = frozenset(("how",))

_HOW_ZH = "如何|怎么|怎样|怎麼|怎樣|为何|为什么|請|请"
_FRAME_ZH = (
    "起作用|工作|运作|運作|使用|运用|利用|作用|意思|含义|含義|意义|区别|區別|差别|差異|差异|不同|定义|定義|介绍|介紹|解释|解釋"
)
_FRAME_JA = "使い方|使い|使用|利用|動作|働き|意味|違い|説明|定義|仕組み"
_END = r"(?=的|是什|是啥|有什|有何|有哪|为何|吗|呢|吧|了|は|が|を|と|に|の|し|する|ですか|[？?。！!，,\s]|$)"
_UNSPACED_FRAME = re.compile(
    rf"(?:{_HOW_ZH})(?:{_FRAME_ZH})|(?:{_FRAME_ZH}|{_FRAME_JA}){_END}"
)  # fmt: skip

# "什么是X？", "X是什么？", "Xとは何ですか": X as it stands, even if it holds characters of function words (所有权).
_WHAT_IS = re.compile(
    r"^(?:什么是|什麼是|何谓|何謂|何为)\s*(?P<after>[^的の，,、？?\s]{2,16})\s*[？?。]*$"
    r"|^(?P<before>[^的の，,、？?\s]{2,16}?)\s*(?:是什么|是什麼|是啥|指什么|指的是什么|とは何|とはなん|って何|とは[？?。]*$)"
)  # fmt: skip


def framing_words(words: tuple[str, ...]) -> frozenset[str]:
    """Of a question's search terms in order, those that frame it."""
    found = {word for word in words if word in _FRAMES}
    if words and words[0] in _HOW and words[-1] in _LAST:
        found.add(words[-1])
    return frozenset(found)


def framing_spans(text: str) -> list[tuple[int, int]]:
    """The same in scripts without spaces, as (start, end) in the text."""
    return [match.span() for match in _UNSPACED_FRAME.finditer(text)]


def thing_asked_about(text: str) -> str:
    """X of "什么是X？" and its like in scripts without spaces; "" for any other question."""
    match = _WHAT_IS.match(text)
    return (match["after"] or match["before"] or "") if match else ""
