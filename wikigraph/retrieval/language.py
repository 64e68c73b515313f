"""Which language a question or a passage is in, as far as it can be told without a model."""

from __future__ import annotations

from wikigraph.retrieval.framing import FRAMES_BY_LANGUAGE
from wikigraph.text.scripts import script_of
from wikigraph.text.stopwords import language_of, stop_words
from wikigraph.text.tokens import search_tokens

LANGUAGE_SAMPLE = 600  # characters of a passage that tell its language
_MUCH = 0.25  # of the letters: so many kana or Han make a text Japanese or Chinese


def language_of_text(text: str) -> str:
    """"en", "de", "it", "fr", "es", "zh", "ja", or the script of most letters; "" for what cannot be told."""
    scripts = [script for ch in text if (script := script_of(ch)) != "common"]
    if not scripts:
        return ""
    kana = scripts.count("hiragana") + scripts.count("katakana")
    if kana > len(scripts) * _MUCH / 3 and kana + scripts.count("han") > len(scripts) * _MUCH:
        return "ja"
    if scripts.count("han") > len(scripts) * _MUCH:
        return "zh"
    if scripts.count("latin") * 2 < len(scripts):
        return max(dict.fromkeys(scripts), key=scripts.count)
    words = search_tokens(text)
    language = language_of(words)
    telling = {name: sum(word in frames for word in words) for name, frames in FRAMES_BY_LANGUAGE.items()}
    framed = max(telling, key=lambda name: telling[name])
    if telling[framed] and _seen(words, framed) + telling[framed] > _seen(words, language) + telling.get(language, 0):
        return framed  # "Come funziona X?": "come" is English too
    return language if _seen(words, language) else ""


def _seen(words: list[str], language: str) -> int:
    stops = stop_words(language)
    return sum(word in stops for word in words)
