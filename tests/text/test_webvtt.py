"""Subtitles in a text file."""

from __future__ import annotations

import hashlib

import pytest

from wikigraph.model.text import Document, Source
from wikigraph.stages.parse import Params, run

TALK = """\
WEBVTT

NOTE made by hand

STYLE
::cue { color: red }

intro
00:00:01.000 --> 00:00:04.000
<v Anna Rossi>We chose DuckDB
for the <i>index</i>.</v>

2
00:04.000 --> 00:06.500 align:start
- It is fast.
"""


def parsed(text: str, path: str = "raw/talk-7.txt", encoding: str = "utf-8") -> Document:
    return run(Source(path, hashlib.sha256(text.encode()).hexdigest(), encoding, "plain", text), Params())


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_only_what_is_said_is_read(ending: str) -> None:
    text = TALK.replace("\n", ending)
    found = parsed(text)
    assert [block.text for block in found.blocks] == ["Anna Rossi: We chose DuckDB for the index.", "- It is fast."]
    assert (found.blocks[0].span.start_line, found.blocks[0].span.end_line) == (10, 11)
    for block in found.blocks:
        for s in block.segments:
            assert text[s.source_start : s.source_start + s.length] == block.text[s.start : s.start + s.length]


@pytest.mark.parametrize(
    ("head", "title"),
    [("WEBVTT", "talk-7"), ("WEBVTT - The index", "The index"), ("WEBVTT The index", "The index"),
     ("\ufeffWEBVTT", "talk-7")],
)  # fmt: skip
def test_the_title_is_that_of_the_header_or_the_file(head: str, title: str) -> None:
    assert parsed(TALK.replace("WEBVTT", head)).title == title


def test_a_text_about_webvtt_is_a_text() -> None:
    assert parsed("WEBVTTs are files.\n\nThey hold 00:00 times.\n").blocks[0].text == "WEBVTTs are files."


@pytest.mark.parametrize(
    ("written", "read", "is_told"),
    [("cp1252", "latin-1", True), ("cp1252", "cp1252", False), ("shift_jis", "shift_jis", False)],
)
def test_a_wrong_encoding_is_doubted(written: str, read: str, is_told: bool) -> None:
    text = "「索引」は「速い」。" if written == "shift_jis" else "“Index” – ‘fast’ – “small”."
    found = parsed(text.encode(written).decode(read), encoding=read)
    assert [d.code for d in found.diagnostics] == (["encoding-doubtful"] if is_told else [])
