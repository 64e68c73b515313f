"""How an answer says that there is none, in the language of the question."""

from __future__ import annotations

from wikigraph.retrieval.question import Question
from wikigraph.text.scripts import script_of
from wikigraph.text.stopwords import language_of

# No answer; words that stand nowhere; words that stand here and there, never together.
_TEXTS = {
    "en": (
        "The sources do not answer this.", "Nothing found covers: {words}.",
        "Words of the question are found, but nowhere together.",
    ),
    "de": (
        "Die Quellen beantworten das nicht.", "Nichts Gefundenes enthält: {words}.",
        "Wörter der Frage kommen vor, aber nirgends zusammen.",
    ),
    "it": (
        "Le fonti non rispondono a questa domanda.", "Nulla di ciò che è stato trovato contiene: {words}.",
        "Le parole della domanda compaiono, ma mai insieme.",
    ),
    "fr": (
        "Les sources ne répondent pas à cette question.", "Rien de ce qui a été trouvé ne contient : {words}.",
        "Des mots de la question apparaissent, mais jamais ensemble.",
    ),
    "es": (
        "Las fuentes no responden a esta pregunta.", "Nada de lo encontrado contiene: {words}.",
        "Hay palabras de la pregunta, pero nunca juntas.",
    ),
    "zh": (
        "资料中没有这个问题的答案。", "找到的内容都没有提到：{words}。", "问题中的词分散出现，没有一处同时提到。"
    ),
    "ja": (
        "資料にはこの質問への答えがありません。", "見つかった文に含まれない語：{words}。",
        "質問の語は別々に現れるだけで、まとまった記述がありません。",
    ),
}  # fmt: skip
_MAX_WORDS = 12
_MAX_LETTERS = 60


def no_data_text(question: Question, uncovered: tuple[str, ...]) -> str:
    """Says that the sources do not answer, and which words of the question nothing covers."""
    language = _language(question)
    nothing, _, scattered = _TEXTS[language]
    more = weak_text(question, uncovered) if uncovered else scattered
    return f"{nothing}{'' if language in ('zh', 'ja') else ' '}{more}"


def weak_text(question: Question, uncovered: tuple[str, ...]) -> str:
    """Says which words of the question nothing found covers, for an answer that is weak on that account."""
    words = (word if len(word) <= _MAX_LETTERS else f"{word[:_MAX_LETTERS]}…" for word in uncovered[:_MAX_WORDS])
    shown = ", ".join(words) + (", …" if len(uncovered) > _MAX_WORDS else "")
    return _TEXTS[_language(question)][1].format(words=shown)


def _language(question: Question) -> str:
    scripts = [script_of(ch) for ch in question.text[:2000]]
    if "hiragana" in scripts or "katakana" in scripts:
        return "ja"
    return "zh" if "han" in scripts else language_of(question.words)
