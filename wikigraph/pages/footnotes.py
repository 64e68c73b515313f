"""Citations ↔ the lines that define footnotes on pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from urllib.parse import unquote

from wikigraph.model.claim import Citation
from wikigraph.model.ids import content_id
from wikigraph.pages.pagehash import without_line_numbers
from wikigraph.text.links import linked_path, relative, source_label
from wikigraph.text.markdown import escape, escape_label, unescape
from wikigraph.text.quotes import quote_key

# (path of a source, claim id, quote) → where that claim stands now; the path may be one that the source had before
Standing = Callable[[str, str, str], Citation | None]
MARK = "no longer supported: "
_N_REPEATS = 8  # of a quote within a source whose ids are tried
_ID = re.compile(r"\[\^(c-[0-9a-f]{10,})\]:")
_DEFINITION = re.compile(
    r"\[\^(?P<id>c-[0-9a-f]{10,})\]: "
    r"(?:\[(?P<label>(?:[^\]\\]|\\.)*), lines? \d+(?:–\d+)?\]\((?P<link>[^()\s]+?)#L\d+(?:-L\d+)?\)"
    rf"|{MARK}(?P<marked>.*), lines? \d+(?:–\d+)?): \"(?P<quote>.*)\""
)
_PLACE = re.compile(r"\]\((?P<link>[^()\s]+?)#L(?P<start>\d+)(?:-L(?P<end>\d+))?\)")
_LINK = re.compile(r"\]: \[((?:[^\]\\]|\\.)*)\]\([^()]*\)")
_REFERENCE = re.compile(r"(?<!\\)\[\^(c-[0-9a-f]{10,})\]")


def nowhere(path: str, claim_id: str, quote: str) -> Citation | None:
    """The Standing of sources that say nothing."""
    return None


def footnote(citation: Citation, page: str) -> str:
    """The definition on the page at this path."""
    start, end = citation.start_line, citation.end_line
    anchor = f"#L{start}" if start == end else f"#L{start}-L{end}"
    quote = escape(citation.quote, at_start=False)
    way = relative(citation.path, page)
    return f'[^{citation.claim_id}]: [{escape_label(locator(citation))}]({way}{anchor}): "{quote}"'


def locator(citation: Citation) -> str:
    """The visible part of a citation's link: `source-v1, lines 41–44`."""
    return f"{source_label(citation.path)}, {lines_label(citation.start_line, citation.end_line)}"


def lines_label(start: int, end: int) -> str:
    return f"line {start}" if start == end else f"lines {start}–{end}"


def definition_id(line: str) -> str:
    """The claim id that a line defines, "" where it defines none."""
    found = _ID.match(line)
    return found[1] if found else ""


def cited_in(texts: Iterable[str]) -> tuple[frozenset[str], frozenset[str]]:
    """(claim ids that the texts refer to, those that they define)."""
    cited: set[str] = set()
    defined: set[str] = set()
    for text in texts:
        for found in _REFERENCE.finditer(text):
            starts_line = not found.start() or text[found.start() - 1] in "\r\n"
            is_definition = starts_line and text[found.end() : found.end() + 1] == ":"
            (defined if is_definition else cited).add(found[1])
    return frozenset(cited), frozenset(defined)


def cited_lines(text: str, definitions: Mapping[str, str], page: str) -> tuple[str, ...]:
    """The lines of sources that a text on a page rests on, as "raw/a.md:3-5", in its order. `definitions` are the
    lines of its footnotes by claim id."""
    ids = dict.fromkeys(found[1] for found in _REFERENCE.finditer(text))
    places = (_PLACE.search(definitions[id_]) for id_ in ids if id_ in definitions)
    lines = (
        f"{linked_path(found['link'], page) or found['link']}:" + "-".join(filter(None, (found["start"], found["end"])))
        for found in places
        if found
    )
    return tuple(dict.fromkeys(lines))


def quoted_in(line: str) -> tuple[str, str]:
    """(way to the source, quote) of a generated definition; ("", "") of any other line."""
    found = _DEFINITION.fullmatch(line)
    return (found["link"], unescape(found["quote"])) if found and found["link"] else ("", "")


def place_of(line: str, page: str) -> str:
    """The source that a definition on the page at this path links to, "" where it links to none."""
    found = _PLACE.search(line) if definition_id(line) else None
    return (linked_path(found["link"], page) or "") if found else ""


def is_marked(line: str) -> bool:
    """Whether a definition says that its support is gone."""
    found = _DEFINITION.fullmatch(line)
    return found is not None and found["marked"] is not None


def marked(line: str) -> str:
    """The definition without its link, which may lead nowhere, and with the mark."""
    return _LINK.sub(lambda found: f"]: {MARK}{found[1]}", line, count=1) if not is_marked(line) else line


def renewed(line: str, page: str, standing: Standing) -> str:
    """A definition whose claim the page's generated text does not cite any more: with the lines on which the claim
    stands now, or marked where no source says it."""
    found = _DEFINITION.fullmatch(line)
    for path in _paths(found) if found else ():
        citation = standing(path, found["id"], unescape(found["quote"])) if found else None
        if citation is not None:
            return footnote(citation, page)
    return marked(line)


def is_generated(line: str, generated: str) -> bool:
    """Whether a definition is one that the program wrote: the one that it would write now, or one whose id is that of
    its quote (an id holds the source and the quote, so that a changed quote is known)."""
    if without_line_numbers(line) == without_line_numbers(generated):
        return True
    found = _DEFINITION.fullmatch(line)
    return found is not None and any(_fits(found, path) for path in _paths(found))


def _paths(found: re.Match[str]) -> tuple[str, ...]:
    """The sources that a label may mean."""
    label = unescape(found["label"] if found["label"] is not None else found["marked"])
    return (f"raw/{label}.md", f"raw/{label}")


def _fits(found: re.Match[str], path: str) -> bool:
    if found["link"] is not None and not ("/" + unquote(found["link"])).endswith("/" + path):
        return False
    key = quote_key(unescape(found["quote"]))
    return any(content_id("c", path, key, str(repeat)) == found["id"] for repeat in range(_N_REPEATS))
