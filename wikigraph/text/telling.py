"""Sentences that are about the text they stand in, or that only a context makes true: not about the world.

"In this post I'll show …", "The guide covers …", 本文…, made-up cases ("BM25 returns A, B, D.") and entries of a
bibliography. Function words and words for texts in seven languages.
"""

from __future__ import annotations

import re

from wikigraph.text.scripts import HAN, KANA

_TEXT = (
    r"(?:article|post|guide|tutorial|chapter|section|series|walkthrough|appendix|notes?|book|page|document|paper"
    r"|lesson|talk|episode|course|summary)"
)
_TELLS = (
    r"(?:covers?|explains?|describes?|discuss(?:es)?|goes|go|lists?|introduces?|shows?|walks?|deals?|tells?|assumes?"
    r"|provides?|gives?|takes?|has\staken|have\staken|looks?|explores?|compares?|summari[sz]es?|expands?|builds?)"
)
_ENGLISH = re.compile(
    rf"\b(?:this|my|our|next|last|previous|earlier|later|following|present)\s(?:[\w-]+\s){{0,2}}{_TEXT}\b"
    rf"|\bthe\s(?:[\w-]+\s){{0,2}}(?:article|post|guide|tutorial|chapter|section|walkthrough|notes?|text|lesson)"
    rf"\s(?:[^.,;]{{1,60}}?\s)?{_TELLS}\b"
    r"|\b(?:we|i)(?:['’]ll|['’]ve|['’]d|\swill|\sshall|['’]re\sgoing\sto|\sare\sgoing\sto|\shave\salready|\shad)\b"
    r"|\b(?:we|i)\s(?:now\s|then\s|just\s|also\s)?(?:discuss|cover|saw|showed|show|talk|mentioned|learned|looked|look|need|want|could|can\sthen)"
    r"(?:ed|s)?\b"
    r"|\b(?:you['’]ll|you\swill|you['’]ve|you\shave)\s(?:\w+\s)?(?:learn|see|notice|read|discover|learned|seen|written|find)\b"
    r"|\b(?:let['’]s|beyond\sthe\sscope|in\sthe\s(?:next|previous|last)|at\sthis\spoint|for\snow|later\son|so\sfar|earlier\sin"
    r"|from\s(?:line|listing|chapter|above|before|earlier))\b"
    r"|[,;]\s(?:please\s)?(?:see|read|check|visit|consult|refer|have\sa\slook)\s"
    r"|\b(?:here|below|above)[.!)]*$",
    re.IGNORECASE,
)
_EUROPEAN = re.compile(
    r"\b(?:questo|questa|quest['’]|il\smio|nel\sprossimo)\s?(?:articolo|post|guida|capitolo|nota|sezione|serie|pagina|tutorial)\b"
    r"|\b(?:la|il)\s(?:nota|articolo|guida|capitolo|testo)\s.{0,40}?\b(?:spiega|descrive|mostra|tratta|elenca)"
    r"|\bsi\strova(?:no)?\s(?:nel|nella|nelle|nei|in|sotto)\b|\bè\sdescritt[oa]\s(?:in|nel|nella)\b|\b(?:vedremo|abbiamo\s(?:visto|esplorato|parlato))\b"
    r"|\b(?:dieser|diesem|diese|dieses|mein|nächsten?|letzten?|vorigen?)\s(?:\w+\s)?(?:artikel|beitrag|kapitel|abschnitt|notiz|anleitung|text|seite|buch)\b"
    r"|\b(?:der|die|das)\s(?:\w+\s){0,2}(?:artikel|beitrag|kapitel|abschnitt|notiz|anleitung|text)\s.{0,40}?\b"
    r"(?:erklärt|beschreibt|zeigt|behandelt|geht)\b|\bsteht\s(?:unter|in\sder\snotiz|im\sabschnitt|in\skapitel)\b"
    r"|\b(?:cet|cette|ce|notre|prochain)\s(?:article|chapitre|guide|section|note|tutoriel|livre|page)\b|\bnous\s(?:verrons|avons\svu)\b"
    r"|\b(?:este|esta|nuestro|próximo)\s(?:artículo|capítulo|guía|sección|nota|tutorial|libro|página)\b|\b(?:veremos|hemos\svisto)\b",
    re.IGNORECASE,
)
# Words without which none of these forms is there.
_HINT_WORDS = """
articolo post guida capitolo nota sezione serie pagina tutorial testo vedremo abbiamo descritto descritta trova trovano
artikel beitrag kapitel abschnitt notiz anleitung text seite buch steht article chapitre guide section note tutoriel
livre page nous artículo capítulo guía sección libro página veremos hemos
"""
_EUROPEAN_HINTS = frozenset(_HINT_WORDS.split())
_CJK = re.compile(rf"[{HAN}{KANA}]")
_UNSPACED = re.compile(
    r"本(?:文|页|頁|书|書|函数|教程|系列|笔记|指南|文档|节|章|小节|记事|稿|項|節)(?!本)|我们(?:将|会|已经|来|在第|之前|刚|需要|可以看|看到|现在|还|不|也|再|想|要|知道|可能)"
    r"|(?:笔记|文章|教程)[^，。]{0,40}(?:列出|介绍|讨论|解释|说明|讲解|给出)|让我们|我们来|你(?:将|会|已经|可以看|可能)"
    r"|(?<![看常意可罕少偏听遇撞参会碰瞧眼])见(?:(?:上|下|前|后|另|中文|英文|日文|德文)|[^，。]{0,12}(?:笔记|文章|一节|章|部分|文档)|[A-Z《“「])"
    r"|[，,](?:参见|详见|请见|另见|见)|(?:一节|部分|章)(?:中|里)?(?:会|将)?(?:介绍|讲|讨论|说)"
    r"|(?<![看常意可罕少偏听遇撞参会碰瞧眼])见[^，。、]{2,12}。$|(?:ノート|記事|章|節|文書)(?:に|で|を)(?:詳|参|説|述|扱|見)"
    r"|この(?:記事|章|節|ページ|文書)|別の(?:記事|章|ノート)|については.{0,24}(?:述べ|説明|扱|参照)"
)
# Things that stand for nothing: "A, B, D", "A、B和C".
_EXAMPLE = re.compile(
    r"[A-Z](?:,\s[A-Z](?![\w.])|[、，,和与][A-Z](?![A-Za-z])|\s(?:and|or|und|e|et|y)\s[A-H](?=[.,;]|$))"
)
_NAMES = r"[^\W\d_a-z][^\s,()]*(?:\s(?:[^\W\d_a-z][^\s,()]*|van|von|de|di|der|del|la|le|al\.))*"
_AUTHORS = re.compile(
    rf"{_NAMES}(?:,\s{_NAMES}){{0,12}}(?:,?\s(?:and|&|und|e|et|y)\s{_NAMES})?"
    rf"[,:.]?\s(?=[\"“«„(]|[^\W\d_a-z])"
)
_PUBLISHED = re.compile(
    r"\(\d{4}[a-z]?\)\.?$|\b(?:pages?|pp\.|vol\.|arxiv|doi|isbn|proceedings|journal|in:|press|verlag|retrieved|accessed|https?)\b"
    r"|,\s(?:\w+\s){0,4}\d{4}\.?$",
    re.IGNORECASE,
)
_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|can|will|may|does|do|did|ist|sind|war|hat|wird|è|sono|ha|fu|est|sont|a|es|son|fue)\s",
)
_QUOTATION = re.compile(r"[\"“«„][^\"”»“]{0,300}[\"”»“]")
_DIGIT = re.compile(r"\d")
_PIECES = re.compile(r"[；;]")


def is_telling(text: str) -> bool:
    """Is it about the text itself, its author's plan or the reader's way through it?"""
    if text[:1] in "(（" or _ENGLISH.search(text) is not None:
        return True
    if not text.isascii() and _CJK.search(text) is not None:
        return _UNSPACED.search(text) is not None
    return not _EUROPEAN_HINTS.isdisjoint(text.lower().split()) and _EUROPEAN.search(text) is not None


def is_example(text: str) -> bool:
    """Does it speak of things that only letters name?"""
    for found in _EXAMPLE.finditer(text):
        before = text[max(0, found.start() - 1) : found.start()]
        if not (before.isascii() and before.isalnum()) and before != ".":
            return True
    return False


def is_reference(text: str) -> bool:
    """Is it an entry of a bibliography: authors, a title, where and when it was published, and no verb?"""
    if "，" not in text and "," not in text and len(_PIECES.findall(text)) > 1:
        return True  # "A §3.1；B；C." names where to read
    if _DIGIT.search(text) is None or _AUTHORS.match(text) is None or _PUBLISHED.search(text) is None:
        return False
    return _FINITE.search(_QUOTATION.sub("", text)) is None
