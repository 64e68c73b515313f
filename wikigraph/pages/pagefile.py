"""A file of wiki/ → its pieces, without loss: front matter by key, body by section.

Nothing is parsed and dumped: whoever changes a piece leaves the bytes of all others alone. A page that wikigraph
did not make is taken apart in the same way; it is only read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import yaml

from wikigraph.model.diagnostic import Diagnostic
from wikigraph.model.page import FrontMatterSlice, PageFile, PagePart
from wikigraph.model.text import LinkField
from wikigraph.pages.pagehash import FOOTNOTES, LEAD, OWNED_KEYS, item_hashes, section_hash, section_slug
from wikigraph.pages.records import Records, read_records
from wikigraph.text.markdown import unescape
from wikigraph.text.yaml_writer import read_own

LINK_KEYS = ("supported_by", "requires", "related", "supersedes")
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # strings, lists and maps only: 1.10 stays "1.10"
_MAX_YAML = 50_000  # characters of one key's value; nobody writes that much by hand
_LINES = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")
_OPENING = re.compile(r"\ufeff?---[ \t]*(?:\r\n|\r|\n)")
_FENCE_LINE = re.compile(r"(?:---|\.\.\.)[ \t]*(?:\r\n|\r|\n|\Z)")
_PLAIN_KEY = r"""[^\s#\-\[\]{},"'&*!|>%@`][^:\r\n]*?|-[^\s:][^:\r\n]*?"""
_KEY = re.compile(rf"""(?:"([^"\r\n]*)"|'([^'\r\n]*)'|({_PLAIN_KEY}))[ \t]*:(?=\s|\Z)""")
_WIKILINK = re.compile(r"\[\[([^\[\]\n]+)\]\]")
_LOOSE = re.compile(r"(?:[^\S\r\n]*(?:#[^\r\n]*)?(?:\r\n|\r|\n|\Z))*")  # comments and blank lines
_GAP = re.compile(r"(?:\r\n|\r|\n)(?:[ \t]*(?:\r\n|\r|\n))+")  # blank lines
_CONFLICT = re.compile(r"(?<![^\r\n])(?:([<>|])\1{6}(?![^ \r\n])|={7}(?![^\r\n]))")
_FOOTNOTE_LINE = re.compile(r"\[\^c-[0-9a-f]{10,}\]: ")
_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+([^\r\n]*?))?(?:[ \t]+#+)?[ \t]*(?:\r\n|\r|\n|\Z)")
_CODE_FENCE = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})")
_STRAY_ID = re.compile(r"^id:[ \t]*\"?((?:src|ent|com|ans)-[0-9a-f]{10,64})\"?[ \t]*(?:#.*)?\r?$", re.MULTILINE)
OUR_STATUS = (("unsupported",), ("stale",))
UNRECORDED = ("log",)  # pages of ours that hold no generated sections
OUR_ID = re.compile(r"(?:src|ent|com|ans)-[0-9a-f]{10,64}|index|log|review")


def read_page(text: str, path: str) -> PageFile:
    """Never fails: what is odd stands in the diagnostics. The pieces, joined, are `text`."""
    opening, front, closing, body = _split_front_matter(text)
    slices = tuple(_slices(front))
    read = [_read_slice(item) for item in slices]
    values = {item.key: found for item, (found, _) in zip(slices, read, strict=True) if item.key}
    first = {key: found[0] if found else "" for key, found in values.items()}
    records = read_records(values.get("generated", ()))
    id_ = first.get("id", "")
    is_stray = not OUR_ID.fullmatch(id_)
    id_ = (_stray_id(front if opening else text) or id_) if is_stray else id_
    parts = tuple(_parts(body))
    if values.get("status") == ("unsupported",):
        parts = tuple(piece for part in parts for piece in _without_loose_text(part, dict(records.sections)))
    damage = _damage(text, path, id_, records, parts, is_stray=is_stray)
    problems = (*damage, *_front_problems(path, slices, [ok for _, ok in read]))
    return PageFile(
        path=path,
        id=id_ if OUR_ID.fullmatch(id_) else "",
        kind=first.get("type", ""),
        title=first.get("title", "") or _title(body),
        status=first["status"] if values.get("status") in OUR_STATUS else "",
        generated=records.sections,
        front=records.front,
        kept=records.kept,
        text=records.text,
        opening=opening,
        slices=slices,
        closing=closing,
        parts=parts,
        links=tuple(_links(slices, [found for found, _ in read])),
        diagnostics=problems,
    )


def page_text(page: PageFile) -> str:
    """The text that `read_page` took apart."""
    front = "".join(item.text for item in page.slices)
    return page.opening + front + page.closing + "".join(part.text for part in page.parts)


def is_damaged(page: PageFile) -> bool:
    """Whether nobody can tell what on the page is whose."""
    return any(item.code == "page-damaged" for item in page.diagnostics)


def values_of(page: PageFile) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The owned keys of a page with their values as parsed, in the order of the file."""
    return tuple((item.key, key_values(item)) for item in page.slices if is_owned(item))


def is_owned(item: FrontMatterSlice) -> bool:
    """Whether wikigraph writes this key; a `status` that it does not know is a person's."""
    return item.key in OWNED_KEYS and (item.key != "status" or key_values(item) in OUR_STATUS)


def has_comment(item: FrontMatterSlice) -> bool:
    """Whether something stands behind the value of a key, or on a line of its own within it: a person's comment."""
    first, *rest = re.split(r"\r\n|\r|\n", item.text)
    return bool(first[value_end(item.text) :].strip()) or any(line.lstrip().startswith("#") for line in rest)


def key_values(item: FrontMatterSlice) -> tuple[str, ...]:
    """The value of a key as strings: one for a scalar, one for each item of a list. Wikilinks count where they stand
    unquoted (`[[A]], [[B]]` is not YAML) too. Anything deeper is given as it is written."""
    return _read_slice(item)[0]


def is_readable(item: FrontMatterSlice) -> bool:
    """Whether the value of a key is valid YAML."""
    return _read_slice(item)[1]


def line_of_part(page: PageFile, slug: str) -> int:
    """The line on which a section starts, 0 where it is gone."""
    before = page.opening + "".join(item.text for item in page.slices) + page.closing
    for part in page.parts:
        if part.slug == slug:
            return _n_breaks(before) + 1
        before += part.text
    return 0


def _stray_id(text: str) -> str:
    """The id of a page whose front matter lost one of its fences, or is no YAML there; "" for a page without one."""
    found = _STRAY_ID.search(text[:4000])
    return found[1] if found and OUR_ID.fullmatch(found[1]) else ""


def _split_front_matter(text: str) -> tuple[str, str, str, str]:
    opening = _OPENING.match(text)
    if opening is not None:
        position = opening.end()
        for line in _LINES.finditer(text, position):
            if _FENCE_LINE.fullmatch(line[0]):
                return opening[0], text[position : line.start()], line[0], text[line.end() :]
    return "", "", "", text


def _slices(front: str) -> Iterator[FrontMatterSlice]:
    """A key with the lines that belong to its value; comments and blank lines between keys stand alone."""
    key, held, loose = "", "", ""
    for line in _LINES.findall(front):
        found = _KEY.match(line)
        if found is not None:
            yield from (FrontMatterSlice(k, t) for k, t in ((key, held), ("", loose)) if t)
            key, held, loose = found[1] or found[2] or found[3], line, ""
        elif not line.strip() or line.lstrip().startswith("#"):
            loose += line
        else:
            held += loose + line
            loose = ""
    yield from (FrontMatterSlice(k, t) for k, t in ((key, held), ("", loose)) if t)


def _read_slice(item: FrontMatterSlice) -> tuple[tuple[str, ...], bool]:
    """(the key's values, whether they are valid YAML)."""
    if not item.key:
        return (), True
    written = item.text[_value_start(item.text) :]
    own = read_own(written.strip())
    if own is not None:
        return ((own,) if isinstance(own, str) else own), True
    parsed = _load(item.text)
    if isinstance(parsed, str):
        return ((parsed,) if parsed else ()), True
    if isinstance(parsed, list) and all(isinstance(value, str) for value in parsed):
        return tuple(parsed), True
    bare = tuple(f"[[{found[1]}]]" for found in _WIKILINK.finditer(_without_comments(written)))
    return bare or ((written.strip(),) if written.strip() else ()), parsed is not None


def _value_start(text: str) -> int:
    found = _KEY.match(text)
    return found.end() + 1 if found else 0


def _load(text: str) -> object:
    """The value of a one-key map; None where it is no such thing."""
    if len(text) > _MAX_YAML:
        return None
    try:
        loaded = yaml.load(text, Loader=_LOADER)
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
    return next(iter(loaded.values())) if isinstance(loaded, dict) and len(loaded) == 1 else None


def value_end(text: str) -> int:
    """Where, on the first line of a key, its value ends and a comment may follow."""
    first = re.split(r"\r\n|\r|\n", text, maxsplit=1)[0]
    try:
        node = yaml.compose(text[:_MAX_YAML], Loader=_LOADER)
    except (yaml.YAMLError, ValueError, RecursionError):
        return len(first)
    if not isinstance(node, yaml.MappingNode) or len(node.value) != 1:
        return len(first)
    mark = node.value[0][1].end_mark
    return mark.column if mark.line == 0 else len(first)


def _without_comments(text: str) -> str:
    return "\n".join(line for line in re.split(r"\r\n|\r|\n", text) if not line.lstrip().startswith("#"))


def _links(slices: tuple[FrontMatterSlice, ...], values: list[tuple[str, ...]]) -> Iterator[LinkField]:
    line = 2
    for item, found in zip(slices, values, strict=True):
        if item.key in LINK_KEYS or ("[[" in item.text and item.key not in ("", "generated", "aliases", "title")):
            lines = re.split(r"\r\n|\r|\n", item.text)
            for value in found:
                for target in _link_targets(item.key, value):
                    offset = next((number for number, held in enumerate(lines) if target in held), 0)
                    yield LinkField(item.key, target, line + offset)
        line += _n_breaks(item.text)


def _link_targets(key: str, value: str) -> list[str]:
    found = [re.split(r"\\?\|", match[1], maxsplit=1)[0].strip() for match in _WIKILINK.finditer(value)]
    if not found and key in LINK_KEYS and value and "\n" not in value:
        found = [value.strip()]
    return [target.split("#")[0].strip() or target for target in found]


def _parts(body: str) -> Iterator[PagePart]:
    """The body at its H1 (lead), H2s and the first run of footnote definitions."""
    slug, held = "", ""
    seen: set[str] = set()
    for line, starts in _sectioned(body):
        if starts in (LEAD, FOOTNOTES) and starts in seen:
            starts = "" if slug == FOOTNOTES and starts == LEAD else None
        if starts is not None:
            if held:
                yield PagePart(slug, held)
            slug, held = starts, ""
            seen.add(starts)
        held += line
    if held:
        yield PagePart(slug, held)


def _without_loose_text(part: PagePart, recorded: Mapping[str, str]) -> Iterator[PagePart]:
    """A section as it was generated and the text behind it: what a person wrote behind the footnotes of a page that has
    lost them with its support is no part of the section before."""
    wanted = recorded.get(part.slug)
    if wanted is not None and section_hash(part.text) != wanted:
        for gap in _GAP.finditer(part.text):
            if section_hash(part.text[: gap.end()]) == wanted:
                yield PagePart(part.slug, part.text[: gap.end()])
                yield PagePart("", part.text[gap.end() :])
                return
    yield part


def _sectioned(body: str) -> Iterator[tuple[str, str | None]]:
    """(line, slug of the part that starts with it, or None). Fenced code and HTML comments hold no headings."""
    fence, in_comment, in_footnotes = "", False, False
    for line in _LINES.findall(body):
        if fence:
            if _closes(fence, line):
                fence = ""
            yield line, None
            continue
        if in_comment:
            in_comment = "-->" not in line
            yield line, None
            continue
        starts = _start(line)
        if starts == FOOTNOTES and in_footnotes:
            starts = None
        elif in_footnotes and starts is None and line.strip():
            starts, in_footnotes = "", False  # somebody's text behind the definitions
        in_footnotes = starts == FOOTNOTES or (in_footnotes and starts is None)
        opened = _CODE_FENCE.match(line.rstrip())
        fence = opened[1] if opened else ""
        in_comment = not fence and "<!--" in line and "-->" not in line.rpartition("<!--")[2]
        yield line, starts


def _start(line: str) -> str | None:
    if line[:1] == "[" and _FOOTNOTE_LINE.match(line):
        return FOOTNOTES
    found = _HEADING.fullmatch(line) if "#" in line[:5] else None
    if found is None or len(found[1]) > 2:
        return None
    return LEAD if len(found[1]) == 1 else section_slug(unescape(found[2] or ""))


def _title(body: str) -> str:
    for line in _LINES.findall(body):
        found = _HEADING.fullmatch(line)
        if found and len(found[1]) == 1:
            return unescape(found[2] or "").strip()
    return ""


def _damage(
    text: str, path: str, id_: str, records: Records, parts: tuple[PagePart, ...], *, is_stray: bool
) -> Iterator[Diagnostic]:
    marker = _conflict_marker(text, parts)
    if marker:
        yield Diagnostic("page-damaged", "warning", "a marker of a git conflict stands in it: resolve it", path, marker)
    elif OUR_ID.fullmatch(id_) and id_ not in UNRECORDED:
        given = dict(records.front).get("id")
        if is_stray or not records.is_whole:
            message = "its front matter or `generated` list is damaged, so nobody can tell whose text this is"
            yield Diagnostic("page-damaged", "warning", message, path, 1)
        elif given is not None and given != item_hashes((id_,)):
            message = f"{id_} is not the id that it was made with: nobody can tell which page this is; it is left alone"
            yield Diagnostic("page-damaged", "warning", message, path, 1)


def _conflict_marker(text: str, parts: tuple[PagePart, ...]) -> int:
    """The line of a marker of a git conflict, 0 where there is none. One marker alone counts outside of code, and only
    if it cannot be Markdown (a row of seven `=` can)."""
    found = [(match.start(), match[0][:7]) for match in _CONFLICT.finditer(text)]
    if len({kind for _, kind in found}) < 2:
        in_code = list(_code(text, parts)) if found else []
        found = [(at, kind) for at, kind in found if kind[0] != "=" and not any(a <= at < b for a, b in in_code)]
    return _n_breaks(text[: found[0][0]]) + 1 if found else 0


def _code(text: str, parts: tuple[PagePart, ...]) -> Iterator[tuple[int, int]]:
    """Where fenced code of the body begins and ends; a fence that is never closed holds none for certain."""
    at = len(text) - sum(len(part.text) for part in parts)
    fence, start = "", 0
    for line in _LINES.findall(text[at:]):
        if fence and _closes(fence, line):
            yield start, at
            fence = ""
        elif not fence and (opened := _CODE_FENCE.match(line.rstrip())):
            fence, start = opened[1], at
        at += len(line)


def _closes(fence: str, line: str) -> bool:
    return re.match(rf" {{0,3}}{re.escape(fence[0])}{{{len(fence)},}}\s*$", line) is not None


def _front_problems(path: str, slices: tuple[FrontMatterSlice, ...], readable: list[bool]) -> Iterator[Diagnostic]:
    line, seen = 2, set[str]()
    for item, is_readable in zip(slices, readable, strict=True):
        problem = ""
        if item.key in seen:
            problem = f"the key {item.key!r} stands twice"
        elif not item.key and not _LOOSE.fullmatch(item.text):
            problem = "a line of the front matter belongs to no key"
        elif not is_readable:
            problem = f'the value of {item.key!r} is not valid YAML; put wikilinks in quotes: ["[[Page]]"]'
        if problem:
            code = "page-damaged" if item.key in seen and item.key in OWNED_KEYS else "front-matter-broken"
            yield Diagnostic(code, "warning", problem, path, line)
        if item.key:
            seen.add(item.key)
        line += _n_breaks(item.text)


def _n_breaks(text: str) -> int:
    return text.count("\n") + text.count("\r") - text.count("\r\n")
