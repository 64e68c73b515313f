"""Which script a character belongs to, as far as splitting and counting need it."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

# Character classes for the inside of [...] in a regular expression.
HAN = "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3038-\u303b\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
KANA = "\u3041-\u3096\u3099-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9f"
HANGUL = "\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff"
CJK = HAN + KANA + HANGUL
# South-East Asian scripts that write no spaces between words.
UNSPACED_ASIAN = "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0edf\u1000-\u109f\u1780-\u17d3"
UNSPACED = HAN + KANA + UNSPACED_ASIAN

_UNSPACED_SCRIPTS = frozenset({"han", "hiragana", "katakana", "thai", "lao", "myanmar", "khmer"})


@lru_cache(maxsize=8192)
def script_of(ch: str) -> str:
    """A character → its script in lower case ("latin", "han", "hiragana", "thai", …).

    Digits, punctuation, spaces and unnamed characters are "common". The script is the first word of the
    character's Unicode name, which is exact for letters.
    """
    if ch.isascii():
        return "latin" if ch.isalpha() else "common"
    if ch in "々〆〇ー":
        return "katakana" if ch == "ー" else "han"
    if unicodedata.category(ch)[0] not in "LM":
        return "common"
    name = unicodedata.name(ch, "")
    first, _, rest = name.partition(" ")
    if first in ("FULLWIDTH", "HALFWIDTH"):
        first = rest.partition(" ")[0]
    if first == "CJK" or first == "KANGXI":
        return "han"
    return "common" if first in ("", "COMBINING", "MODIFIER") else first.lower()


def is_unspaced(ch: str) -> bool:
    """Of a script that does not put spaces between words?"""
    return script_of(ch) in _UNSPACED_SCRIPTS
