"""What can be wrong with one page, or with the ids of all."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from wikigraph.model.diagnostic import Diagnostic
from wikigraph.model.page import PageFile
from wikigraph.pages.footnotes import is_generated
from wikigraph.pages.halfmoved import left_from
from wikigraph.pages.humantext import human_edits
from wikigraph.pages.lostid import is_bare, lost_problem
from wikigraph.pages.pagefile import OUR_ID, is_damaged, line_of_part, page_text, values_of
from wikigraph.text.links import Files, resolve_markdown
from wikigraph.text.markdown import unescape

Lines = Callable[[str], tuple[str, ...] | None]

_FOLDERS = ("wiki/sources/", "wiki/entities/", "wiki/communities/")
_PREFIXES = {"source": "src-", "entity": "ent-", "community": "com-", "answer": "ans-"}
_REFERENCE = re.compile(r"(?<!\\)\[\^([^\]\s]+)\]")
_DEFINITION = re.compile(r"^ {0,3}\[\^([^\]\s]+)\]:")
_QUOTING = re.compile(
    r"^ {0,3}\[\^[^\]\s]+\]:[ \t]+\[(?P<label>(?:[^\]\\]|\\.)*)\]\((?P<link>[^()\s]+)\)"
    r'(?::[ \t]*"(?P<quote>.*)")?[ \t]*$'
)
_ANCHOR = re.compile(r"#L(\d+)(?:-L(\d+))?$")
_VISIBLE = re.compile(r"\blines? (\d+)(?:–(\d+))?$")
_FENCED = re.compile(r"^ {0,3}(`{3,}|~{3,})[^\n]*\n(?:.*\n)*?(?: {0,3}\1[`~]*[ \t]*$|\Z)", re.MULTILINE)
_CODE_SPAN = re.compile(r"(?<![\\`])(`+)(?!`)[^\n]*?(?<!`)\1(?!`)")


def check_ownership(page: PageFile) -> Iterator[Diagnostic]:
    """What a person changed of what was generated, and a page whose support is gone."""
    if not page.id:
        if is_bare(page) and page.path.startswith(_FOLDERS):
            yield lost_problem(page.path)
        return
    for slug in () if is_damaged(page) else human_edits(page):
        message = f"a person changed the generated {_name(slug)}; it stays (see: wikigraph review list --corrections)"
        yield Diagnostic("page-edited", "info", message, page.path, line_of_part(page, slug) or 1)
    if page.status:
        message = f"its status is {page.status!r}: nothing in the sources supports it as it stands"
        yield Diagnostic(f"page-{page.status}", "warning", message, page.path, 1)


def check_place(page: PageFile) -> Iterator[Diagnostic]:
    """A page that a killed compile left on its way."""
    if home := left_from(page.path):
        message = f"a compile was stopped while it moved this page away from {home}; compile to finish it"
        yield Diagnostic("page-half-moved", "warning", message, page.path, 1)


def _name(slug: str) -> str:
    return f"front matter key {slug.removeprefix('front.')!r}" if slug.startswith("front.") else f"section {slug!r}"


def check_footnotes(page: PageFile) -> Iterator[Diagnostic]:
    """References without a definition; generated definitions that nothing refers to, or that stand twice."""
    defined: dict[str, int] = {}
    used: dict[str, int] = {}
    for number, line in _lines(page):
        definition = _DEFINITION.match(line)
        line = _CODE_SPAN.sub("", line) if "`" in line else line
        if definition and definition[1] in defined:
            message = f"the footnote [^{definition[1]}] is defined twice"
            yield Diagnostic("footnote-twice", "error", message, page.path, number)
        if definition:
            defined.setdefault(definition[1], number)
        for name in _REFERENCE.findall(line[definition.end() :] if definition else line):
            used.setdefault(name, number)
    for name in used.keys() - defined.keys():
        message = f"the footnote [^{name}] has no definition, so nothing says where this comes from"
        yield Diagnostic("footnote-lost", "error", message, page.path, used[name])
    for name in defined.keys() - used.keys():
        message = f"nothing refers to the footnote [^{name}]"
        yield Diagnostic("footnote-unused", "warning", message, page.path, defined[name])


def check_quotes(page: PageFile, files: Files, lines: Lines) -> Iterator[Diagnostic]:
    """Each footnote that quotes a source names lines in which the quote stands word for word, line breaks as spaces.
    A person may have quoted without escapes."""
    for number, line in _lines(page):
        found = _QUOTING.match(line) if line.lstrip()[:2] == "[^" else None
        anchor = _ANCHOR.search(found["link"]) if found else None
        if found is None or anchor is None:
            continue
        problem = _quote_problem(found, anchor, page, files, lines, is_ours=bool(page.id) and is_generated(line, ""))
        if problem:
            yield Diagnostic("quote-wrong", "error", problem, page.path, number)


def check_ids(pages: Iterable[PageFile]) -> Iterator[Diagnostic]:
    """Ids are well-formed, fit the page's type, and are unique."""
    owners: dict[str, list[str]] = {}
    for page in pages:
        id_ = next((values[0] for key, values in values_of(page) if key == "id" and values), "")
        if id_:
            owners.setdefault(id_, []).append(page.path)
        prefix = _PREFIXES.get(page.kind, "")
        if page.generated and not page.id:
            message = f"its id {id_!r} is not one that wikigraph made" if id_ else "it has lost its id"
            yield Diagnostic("id-malformed", "error", message, page.path, 1)
        elif page.id and OUR_ID.fullmatch(id_) and not page.id.startswith(prefix or page.kind):
            message = f"the id {page.id} does not belong to a page of type {page.kind!r}"
            yield Diagnostic("id-malformed", "error", message, page.path, 1)
    for id_, paths in owners.items():
        for path in paths if len(paths) > 1 else ():
            others = ", ".join(other for other in paths if other != path)
            message = f"the id {id_} also stands in {others}; remove one page, or the copied id"
            yield Diagnostic("duplicate-id", "error", message, path, 1)


def _quote_problem(
    found: re.Match[str], anchor: re.Match[str], page: PageFile, files: Files, lines: Lines, *, is_ours: bool
) -> str:
    """What is wrong with a quote; `is_ours`: a compile renews it."""
    start = int(anchor[1])
    end = int(anchor[2] or start)
    visible = _VISIBLE.search(found["label"])
    if visible and (int(visible[1]), int(visible[2] or visible[1])) != (start, end):
        return f"the footnote says {visible[0]!r} and links to {anchor[0]!r}"
    path = resolve_markdown(found["link"], page.path, files).path
    if not path.startswith("raw/"):
        return ""  # a broken link is reported as such; a page may be pointed at by line, but is no source
    held = lines(path)
    if held is None:
        return f"{path} cannot be read"
    if not 1 <= start <= end <= len(held):
        return f"{path} has no lines {start}–{end}, it ends at line {len(held)}"
    said = " ".join(held[start - 1 : end])
    if found["quote"] is None or found["quote"] in said or unescape(found["quote"]) in said:
        return ""
    where = f"the quote does not stand in {path}, lines {start}–{end},"
    if unescape(found["quote"]) in " ".join(held):
        return f"{where} but elsewhere there; {'compile to renew' if is_ours else 'mend'} the lines"
    return f"{where} nor anywhere else there; {'compile to renew it, or mend it' if is_ours else 'mend it'}"


def _lines(page: PageFile) -> Iterator[tuple[int, str]]:
    """The body's lines that may hold footnotes, with their numbers; fenced code is left out."""
    text = page_text(page).replace("\r\n", "\n").replace("\r", "\n")
    n_front = (page.opening + "".join(item.text for item in page.slices) + page.closing).count("\n")
    if "```" in text or "~~~" in text:
        text = _FENCED.sub(lambda found: "\n" * found[0].count("\n"), text)
    for number, line in enumerate(text.split("\n"), 1):
        if number > n_front and "[^" in line:
            yield number, line
