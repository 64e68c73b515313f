"""How an answer says that there is none, in the language of the question."""

from __future__ import annotations

from wikigraph.retrieval.question import Question
from wikigraph.text.scripts import script_of
from wikigraph.text.stopwords import language_of

_TEXTS = {
    "en": ("The sources do not answer this.", "Nothing found covers: {words}."),
    "de": ("Die Quellen beantworten das nicht.", "Nichts Gefundenes enthält: {words}."),
    "it": ("Le fonti non rispondono a questa domanda.", "Nulla di ciò che è stato trovato contiene: {words}."),
    "fr": ("Les sources ne répondent pas à cette question.", "Rien de ce qui a été trouvé ne contient : {words}."),
    "es": ("Las fuentes no responden a esta pregunta.", "Nada de lo encontrado contiene: {words}."),
    "zh": ("资料中没有这个问题的答案。", "找到的内容都没有提到：{words}。"),
    "ja": ("資料にはこの質問への答えがありません。", "見つかった文に含まれない語：{words}。"),
}
_MAX_WORDS = 12


def no_data_text(question: Question, uncovered: tuple[str, ...]) -> str:
    """Says that the sources do not answer, and which words of the question nothing covers."""
    nothing, words = _TEXTS[_language(question)]
    if not uncovered:
        return nothing
    shown = ", ".join(uncovered[:_MAX_WORDS]) + (", …" if len(uncovered) > _MAX_WORDS else "")
    between = "" if _language(question) in ("zh", "ja") else " "
    return f"{nothing}{between}{words.format(words=shown)}"


def _language(question: Question) -> str:
    scripts = [script_of(ch) for ch in question.text[:2000]]
    if "hiragana" in scripts or "katakana" in scripts:
        return "ja"
    return "zh" if "han" in scripts else language_of(question.words)
