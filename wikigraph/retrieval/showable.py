"""Which sentences of a passage may stand in an answer: prose first.

Headings, header rows of tables, lines that are nothing but a link and lines of code or of drawings say little by
themselves. Code is shown if the question asks for it, or if there is no prose that covers as much.
"""

from __future__ import annotations

import re

from wikigraph.model.record import PassageSentence
from wikigraph.retrieval.evidence import Reading
from wikigraph.retrieval.question import Question
from wikigraph.text.secrets import is_masked
from wikigraph.text.standing import judge

_ASKS_CODE = re.compile(
    r"\b(?:code|command|commands|syntax|snippet|comando|comandi|codice|"
    r"sintassi|befehl|befehle|quelltext|commande|código|comando)\b|代码|代碼|命令|语法|コード|コマンド|構文",
    re.IGNORECASE,
)
_LINK = re.compile(r"!?\[[^\[\]]*\](?:\([^()]*\)|\[[^\[\]]*\])|<[^<>\s]+>|https?://\S+")
_LETTER = re.compile(r"[^\W\d_]")
_DIRECTIVE = re.compile(r"^\s*(?:\{\{.*\}\}|\{%.*%\}|\[TOC\])\s*$", re.IGNORECASE)
_SYMBOLS = re.compile(r"[{}\[\]<>=;|\\^*_$&]|-->|://|\w\(|[\u2500-\u259f]|#[0-9a-fA-F]{6}\b")
_CODE_LINE = re.compile(
    r"^\s*(?://|#!?\S|--|\$\s|\{\{|```"
    r"|(?:def|class|return|const|let|var|public|private|static|fn|using|namespace|import|foreach|elif)\s.*[(:;{=]"
    r"|(?:flowchart|graph|subgraph|classDef|linkStyle|sequenceDiagram|style)\s+\S+.*"
    r"|[A-Za-z_]\w*\s*(?:-->|==>|-\.->)|[\w.]+\([^()]*\)\s*(?:[;{]|$))"
)
_FORMULA = re.compile(r"\\[a-zA-Z]{2,}")


def asks_code(question: Question) -> bool:
    """Whether the question asks for code or a command."""
    return _ASKS_CODE.search(question.text) is not None


def is_code(sentence: PassageSentence) -> bool:
    """Code, a drawing or a formula, also in a plain text, which has no fences."""
    text = sentence.text
    if sentence.kind in ("code", "math"):
        return True
    if sentence.kind not in ("paragraph", "list_item"):
        return False
    if _CODE_LINE.match(text) or len(_SYMBOLS.findall(text)) * 12 > len(text):
        return True
    return len(_FORMULA.findall(text)) > 2


def stands_alone(text: str) -> bool:
    """Whether a sentence says something without what is around it, and nothing in it was masked."""
    standing = judge(text)
    return standing is not None and standing.is_statement and not is_masked(text)


def is_label(reading: Reading, at: int) -> bool:
    """A heading, the header row of a table, a directive of a site builder, what is nothing but links or signs; and what
    holds the dots of a secret, which no source says."""
    sentence = reading.candidate.sentences[at]
    if sentence.kind == "heading" or is_masked(sentence.text) or is_masked(sentence.quote):
        return True
    if sentence.kind == "table_row":
        return _is_header(reading.candidate.sentences, at)
    quote = sentence.quote
    return _DIRECTIVE.match(quote) is not None or _LETTER.search(_LINK.sub("", quote)) is None


def _is_header(sentences: tuple[PassageSentence, ...], at: int) -> bool:
    """The delimiter row stands between a header and the first row: a line is left out."""
    now, after = sentences[at], sentences[at + 1] if at + 1 < len(sentences) else None
    before = sentences[at - 1] if at else None
    begins = before is None or before.kind != "table_row" or before.end_line < now.start_line - 1
    return begins and after is not None and after.kind == "table_row" and after.start_line == now.end_line + 2
