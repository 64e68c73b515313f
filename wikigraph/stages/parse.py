"""Source → Document: front matter, blocks with spans, a title. Pure; never fails, says what is odd.

A secret (a key, a password) is told, and dots stand in its place in all that follows: no stage, page or index sees it.
"""

from __future__ import annotations

import re
import unicodedata
from pathlib import PurePosixPath

from msgspec.structs import replace

from wikigraph.model.base import Value
from wikigraph.model.diagnostic import Diagnostic
from wikigraph.model.text import Block, Document, FrontMatter, Source, Span
from wikigraph.text import frontmatter
from wikigraph.text.blocks import TooDeepError, markdown_blocks
from wikigraph.text.lines import LineIndex
from wikigraph.text.plain import plain_blocks
from wikigraph.text.secrets import Secret, is_masked, mask, secrets_in
from wikigraph.text.shorten import N_LABEL, shorten
from wikigraph.text.webvtt import is_webvtt, title_of

VERSION = 6


class Params(Value, frozen=True):
    """What the settings may change."""

    max_reference_definitions: int = 2_000  # [label]: destination lines in one paragraph's row
    max_characters: int = 2_000_000  # of Markdown; a longer file is read as plain paragraphs
    mask_secrets: bool = True  # dots in place of keys and passwords; if not, they are told, and used as any text


_NESTED_LINE = re.compile(r"^(?:[ \t]*>){60,}|^[ \t]{400,}[-*+\d]", re.MULTILINE)
_DEFINITION = re.compile(r"^ {0,3}\[[^\]\n\r]+\]:", re.MULTILINE)
# One paragraph, list or table of so many lines is data, not text.
_MAX_RUN = 40_000
_FEW_ODD, _ODD_SHARE = 3, 0.005
_LAYOUT = frozenset("\t\n\r\f\v\x1a\x1b\x85")  # controls that texts hold
_MOST_TOLD = 100  # secrets of one file that are told one by one
_BLANK = re.compile(r"(?:\r\n|\r(?!\n)|\n)[^\S\r\n]*(?=[\r\n])")


def run(source: Source, params: Params) -> Document:
    """A source → its document. Every offset and line of the result is one of `source.text`."""
    secrets = secrets_in(source.text)
    if secrets and params.mask_secrets:
        source = replace(source, text=mask(source.text, secrets))
    lines = LineIndex(source.text)
    front = FrontMatter()
    notes: tuple[Diagnostic, ...] = ()
    if source.markup == "markdown":
        front, notes = frontmatter.read(source.text, source.path)
        front = _without_dots(front)
    blocks, more = _blocks(source, lines, front.end, params)
    title, title_span = _title(source, lines, front, blocks)
    return Document(
        path=source.path,
        title=title,
        title_span=title_span,
        front_matter=front,
        blocks=tuple(blocks),
        n_lines=lines.n_lines,
        diagnostics=(
            *notes, *more, *_garbled(source), *_in_name(source.path), *_told(source.path, lines, secrets, params)
        ),
        text=source.text,
    )


def _told(path: str, lines: LineIndex, secrets: tuple[Secret, ...], params: Params) -> list[Diagnostic]:
    """A warning for each line and kind, which does not repeat the secret."""
    done = "dots stand in its place" if params.mask_secrets else "parse.mask_secrets is off: it is used as any text"
    places = dict.fromkeys((lines.line_of(secret.start), secret.kind) for secret in secrets)
    told = [
        _secret(path, line, f"looks like a secret ({kind}); {done}") for line, kind in list(places)[:_MOST_TOLD]
    ]
    if len(places) > _MOST_TOLD:
        line = list(places)[_MOST_TOLD][0]
        told.append(_secret(path, line, f"here and below {len(places) - _MOST_TOLD:,} more look like secrets; {done}"))
    return told


def _garbled(source: Source) -> list[Diagnostic]:
    """A warning if a text in an encoding that the settings name holds characters that no text holds."""
    if source.encoding.startswith("utf"):
        return []
    odd = [ch for ch in source.text if ch not in _LAYOUT and unicodedata.category(ch) in ("Cc", "Cn", "Co")]
    if len(odd) < _FEW_ODD or len(odd) < _ODD_SHARE * len(source.text):
        return []
    message = (
        f"read as {source.encoding}, as [sources.encodings] says, it holds {len(odd):,} characters of no text (such as"
        f" U+{ord(odd[0]):04X}): it may be in another encoding"
    )
    return [Diagnostic("encoding-doubtful", "warning", message, source.path)]


def _in_name(path: str) -> list[Diagnostic]:
    """A name cannot be masked: links must lead to the file."""
    kinds = sorted({secret.kind for secret in secrets_in(" ".join(PurePosixPath(path).with_suffix("").parts))})
    if not kinds:
        return []
    message = (
        f"the name looks like it holds a secret ({', '.join(kinds)}), and stands on pages and in answers as it is."
        " Rename the file or folder and change the secret."
    )
    return [Diagnostic("secret-in-name", "warning", message, path)]


def _secret(path: str, line: int, what: str) -> Diagnostic:
    message = f"{what}. Take it out of the source and change it."
    return Diagnostic("secret-in-source", "warning", message, path, line)


def _blocks(
    source: Source, lines: LineIndex, start: int, params: Params
) -> tuple[list[Block], list[Diagnostic]]:
    if source.markup == "plain":
        return plain_blocks(lines), []
    reason = _too_costly(source.text, start, params)
    if not reason:
        try:
            return markdown_blocks(source.path, lines, start)
        except TooDeepError:
            reason = "lists or quotes are nested too deep"
    message = f"{reason}: the file is read as plain paragraphs, its markup is not followed"
    return plain_blocks(lines, start, with_kinds=False), [
        Diagnostic("too-costly", "warning", message, source.path)
    ]


def _too_costly(text: str, start: int, params: Params) -> str:
    """Why a body cannot be parsed in reasonable time, "" where it can: linear scans, done before the parse."""
    if len(text) > params.max_characters:
        return f"the file has over {params.max_characters:,} characters"
    if _NESTED_LINE.search(text, start):
        return "lists or quotes are nested too deep"
    if text.count("\n", start) + text.count("\r", start) > _MAX_RUN:
        for run_of_lines in _BLANK.split(text[start:]):
            if run_of_lines.count("\n") > _MAX_RUN or run_of_lines.count("\r") > _MAX_RUN:
                return f"over {_MAX_RUN:,} lines stand without a blank line"
    definitions = sum(1 for _ in _DEFINITION.finditer(text, start))
    if definitions > params.max_reference_definitions:
        return f"the file has over {params.max_reference_definitions:,} reference definitions"
    return ""


def _title(
    source: Source, lines: LineIndex, front: FrontMatter, blocks: list[Block]
) -> tuple[str, Span | None]:
    if front.title:
        return shorten(front.title), _title_line(lines, front)
    if source.markup == "plain" and is_webvtt(source.text):
        return shorten(title_of(source.text)) or PurePosixPath(source.path).stem, None
    headings = [b for b in blocks if b.kind == "heading" and b.text and not _is_dots(b.text)]
    chosen = next((b for b in headings if b.level == 1), headings[0] if headings else None)
    if source.markup == "plain":
        chosen = next((b for b in blocks if not _is_dots(b.text)), None)
    if chosen is None:
        chosen = next((b for b in blocks if b.text and b.kind != "code" and not _is_dots(b.text)), None)
    if chosen is None:
        return PurePosixPath(source.path).stem, None
    if chosen.kind == "heading" and len(chosen.text) <= N_LABEL:
        return chosen.text, chosen.span
    return _first_line(source, lines, chosen)


def _without_dots(front: FrontMatter) -> FrontMatter:
    """Without the names of which nothing is left: two secrets of one length would be one name."""
    return replace(
        front,
        title="" if _is_dots(front.title) else front.title,
        aliases=tuple(alias for alias in front.aliases if not _is_dots(alias)),
        tags=tuple(tag for tag in front.tags if not _is_dots(tag)),
    )


def _is_dots(text: str) -> bool:
    """Is nothing left but the dots of a secret?"""
    return is_masked(text) and not any(char.isalnum() for char in text)


def _first_line(source: Source, lines: LineIndex, block: Block) -> tuple[str, Span | None]:
    """The part of a block that stands in its first line, cut at a word if it is long."""
    _, end = lines.line_span(block.span.start_line)
    taken = 0
    for segment in block.segments:
        if segment.source_start >= end:
            break
        taken = segment.start + min(segment.length, end - segment.source_start)
    text = block.text[: taken or N_LABEL].strip()
    text = shorten(text)
    if not text:
        return PurePosixPath(source.path).stem, None
    start, _ = lines.line_span(block.span.start_line)
    return text, lines.span(start, end)


def _title_line(lines: LineIndex, front: FrontMatter) -> Span | None:
    """Where the front matter says its title."""
    for number in range(1, lines.line_of(max(0, front.end - 1)) + 1):
        start, end = lines.line_span(number)
        if re.match(r"\s*[\"']?title[\"']?\s*[:=]", lines.text[start:end], re.IGNORECASE):
            return lines.span(start, end)
    return None
