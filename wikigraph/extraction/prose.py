"""Document + Chunks → running text per text unit, and its headings: what candidates are looked for in.

Code that is no identifier, URLs, stage directions ("[MUSIC]") and shortcodes become break characters of the same
length; fences are left out; sentences end with a line feed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from wikigraph.extraction.patterns import (
    APPLIED,
    CAPITAL_WORD,
    FILE_IN_TEXT,
    HAN_RUN,
    IDENTIFIER,
    NUMBERING,
    STAGE_MARK,
    URL,
    WORD,
    is_file_name,
)
from wikigraph.model.text import Block, Chunks, Document, Mark

BREAK = "\x01"
_CODE_SYMBOLS = frozenset("{}[]<>=;|\\$@~^*_#`/&%")
_CODE_LINE = re.compile(r"[={}<>\\]|\w\(|\bimport \w|--\w")
_FINAL = tuple(".!?。！？…:：;；,，")


@dataclass(frozen=True, slots=True)
class Prose:
    """`units[i]` is the running text that stands first in text unit i; `titled` are lines in title case, whose
    capitals tell nothing; `headings` are headings without numbering."""

    units: tuple[str, ...]
    titled: tuple[tuple[int, str], ...]  # (unit, line)
    headings: tuple[str, ...]
    code: tuple[str, ...]


def is_plain_heading(block: Block) -> bool:
    """Plain text has no markup: a short line of its own without final punctuation is a heading."""
    text = block.text.strip()
    if block.kind != "paragraph" or not text or "\n" in text or text.endswith(_FINAL) or len(text) > 90:
        return False
    if block.span.end_line > block.span.start_line or _CODE_LINE.search(text):
        return False
    n_han = sum(len(run) for run in HAN_RUN.findall(text))
    return len(text) <= 24 and n_han <= 20 if n_han > len(text) / 3 else len(text.split()) <= 8


def is_code_like(text: str) -> bool:
    """Plain text that is mostly code: more than 6% symbols that prose does not use."""
    return len(text) > 40 and sum(char in _CODE_SYMBOLS for char in text) > 0.06 * len(text)


def identifier_of(code: str) -> str:
    """The name in inline code that names something: `HashMap`, `docker-compose`, `std::io`, and `Rc` of `Rc<T>`;
    "" for a command, flag, path or file."""
    match = IDENTIFIER.match(code) if len(code) <= 60 else None
    if match is None or len(match[0]) > 40 or is_file_name(match[0]):
        return ""
    return match[0] if match.end() == len(code) or APPLIED.fullmatch(code, match.end()) else ""


def is_title_case(line: str) -> bool:
    """A line in which nearly every longer word has a capital: its capitals tell nothing about a word."""
    words = [word for word in WORD.findall(line) if len(word) > 3]
    if len(words) < 3 or line.rstrip().endswith((".", "!", "?")):
        return False
    return sum(CAPITAL_WORD.match(word) is not None for word in words) >= 0.75 * len(words)


def clean_heading(text: str) -> str:
    """A heading without its numbering and final punctuation: "3.1 Volumes:" → "Volumes"."""
    return NUMBERING.sub("", text).strip().rstrip(":：.。").strip()


def _masked(block: Block) -> str:
    text = block.text
    for mark in block.marks:
        start = _hidden_from(mark, text)
        if start < mark.end:
            text = text[:start] + BREAK * (mark.end - start) + text[mark.end :]
    if "://" in text or "www." in text or "@" in text or "/" in text:
        text = URL.sub(lambda match: BREAK * len(match[0]), text)
    if "_" in text and "." in text:
        text = FILE_IN_TEXT.sub(lambda match: BREAK * len(match[0]), text)
    if "[" in text or "{" in text:
        text = STAGE_MARK.sub(lambda match: BREAK * len(match[0]), text)
    return text


def _hidden_from(mark: Mark, text: str) -> int:
    """Where what a mark hides starts; its end if it hides nothing."""
    if mark.kind in ("math", "autolink", "html", "image"):
        return mark.start
    if mark.kind == "code":
        return mark.start + len(identifier_of(text[mark.start : mark.end]))
    return mark.end


def gather(document: Document, chunks: Chunks) -> Prose:
    """The running text of a document by text unit. A sentence that two units share counts for the first."""
    is_plain = document.path.lower().endswith(".txt")
    owner = unit_of_sentences(chunks)
    texts: list[list[str]] = [[] for _ in range(max(1, len(chunks.units)))]
    titled: list[tuple[int, str]] = []
    headings: list[str] = []
    code: list[str] = []
    masked: dict[int, str] = {}
    for sentence in chunks.sentences:
        block = document.blocks[sentence.block]
        unit = owner[sentence.ordinal]
        if block.kind in ("code", "math"):
            code.append(sentence.text)
        elif block.kind == "heading" or (is_plain and is_plain_heading(block)):
            headings.append(clean_heading(sentence.text))
        else:
            if sentence.block not in masked:
                hidden = is_plain and is_code_like(block.text)
                masked[sentence.block] = BREAK * len(block.text) if hidden else _masked(block)
            line = masked[sentence.block][sentence.start : sentence.end].replace("\n", " ")
            if is_title_case(line):
                titled.append((unit, line))
            else:
                texts[unit].append(line)
    return Prose(
        units=tuple("\n".join(lines) + "\n" if lines else "" for lines in texts),
        titled=tuple(titled),
        headings=tuple(heading for heading in headings if heading),
        code=tuple(code),
    )


def unit_of_sentences(chunks: Chunks) -> list[int]:
    """For each sentence the first text unit that holds it."""
    owner = [0] * (max((sentence.ordinal for sentence in chunks.sentences), default=-1) + 1)
    for index in range(len(chunks.units) - 1, -1, -1):
        unit = chunks.units[index]
        owner[unit.first_sentence : unit.last_sentence + 1] = [index] * (unit.last_sentence - unit.first_sentence + 1)
    return owner
