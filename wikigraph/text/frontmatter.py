"""A text's front matter (YAML, TOML or JSON) → what the product understands of it; never an exception.

python-frontmatter finds the fences; what stands between them is read by means that construct no objects (see
yaml_events), so that impossible dates, python tags, alias bombs and keys such as `content` or `2024` do no harm.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import zip_longest

from frontmatter.default_handlers import YAMLHandler

from wikigraph.model.diagnostic import Diagnostic
from wikigraph.model.text import FrontMatter, LinkField
from wikigraph.text.lines import LineIndex
from wikigraph.text.yaml_events import Entry, Node, YamlError, read_entries

RELATIONS = ("requires", "supported_by", "related", "supersedes")
MAX_SIZE = 200_000  # characters between the fences
_MAX_VALUES = 1000  # of one list
_DATE_KEYS = ("date", "published", "created", "updated")

_YAML_FENCE = re.compile(r"(?:\A---|(?<=[\r\n])(?:---|\.\.\.))[ \t]*(?:\r\n?|\n|\Z)")
_TOML_FENCE = re.compile(r"(?:\A|(?<=[\r\n]))\+\+\+[ \t]*(?:\r\n?|\n|\Z)")
_HANDLERS = (
    ("yaml", _YAML_FENCE, YAMLHandler(fm_boundary=_YAML_FENCE)),
    ("toml", _TOML_FENCE, YAMLHandler(fm_boundary=_TOML_FENCE)),  # of a handler only detect and split are used
)
_KEY_LINE = re.compile(r"^([^\W\d_][\w -]{0,60}):(?:[ \t]+(.*?))?[ \t]*$", re.MULTILINE)
_ITEM_LINE = re.compile(r"^[ \t]*-[ \t]+(.*?)[ \t]*$", re.MULTILINE)
_WIKILINK = re.compile(r"!?\[\[([^\[\]]+?)\]\]")
_MARKDOWN_LINK = re.compile(r"\[[^\[\]]*\]\(\s*(?:<([^<>]*)>|([^\s()]*(?:\([^\s()]*\)[^\s()]*)*))[^()]*\)")
_DATE = re.compile(
    r"(\d{4})-?(\d\d)-?(\d\d)(?:[Tt \t]+(\d\d?):(\d\d)(?::(\d\d)(\.\d+)?)?[ \t]*(Z|z|[+-]\d\d?(?::?\d\d)?)?)?"
)
_BLANK_LINE = re.compile(r"(?:\r\n|\r(?!\n)|\n)[ \t]*[\r\n]")
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


_Note = Callable[[str, str, int], None]  # code, message, offset


@dataclass(frozen=True, slots=True)
class _Found:
    """The front matter's text and where it and the body begin."""

    language: str  # "yaml", "toml", "json"
    text: str
    start: int
    end: int


def read(text: str, path: str = "") -> tuple[FrontMatter, tuple[Diagnostic, ...]]:
    """A text (without byte order mark) → its front matter, `end` being where the body starts, and what is odd.

    Where there is none, FrontMatter() with `end` 0. A front matter that cannot be read still ends where it ends.
    """
    lines = LineIndex(text[: MAX_SIZE + 10_000])
    notes: list[Diagnostic] = []

    def note(code: str, message: str, offset: int) -> None:
        notes.append(Diagnostic(code, "warning", message, path, lines.line_of(offset)))

    shift = 1 if text.startswith("\ufeff") else 0
    found = _find(text[shift:])
    if found is None:
        if _looks_unclosed(text[shift:]):
            note("front-matter-unclosed", "the front matter is never closed by ---: it is read as text", 0)
        return FrontMatter(), tuple(notes)
    found = _Found(found.language, found.text, found.start + shift, found.end + shift)
    if len(found.text) > MAX_SIZE:
        note("front-matter-too-large", f"the front matter has over {MAX_SIZE:,} characters: it is not read", 0)
        return FrontMatter(end=found.end), tuple(notes)
    entries: list[Entry] | None
    try:
        entries = _LANGUAGES[found.language](found.text)
    except YamlError as trouble:
        message = f"the front matter cannot be read as {found.language.upper()} ({trouble.message}); "
        note("front-matter-invalid", message + "simple `key: value` lines are used", found.start + trouble.offset)
        entries = _salvage(found.text)
    if entries is None:
        if _BLANK_LINE.search(found.text):
            return FrontMatter(), tuple(notes)  # text between two rules
        note("front-matter-not-mapping", "the front matter has no `key: value` lines: it is not read", 0)
        return FrontMatter(end=found.end), tuple(notes)
    for key, offset in _duplicates(entries):
        note("front-matter-duplicate-key", f"the key {key!r} stands twice: the last one counts", found.start + offset)
    return _understand(entries, found, lines, note), tuple(notes)


def _find(text: str) -> _Found | None:
    for language, boundary, handler in _HANDLERS:
        if handler.detect(text):
            try:
                inside, body = handler.split(text)
            except ValueError:
                return None  # unclosed
            end = len(text) - len(body)
            fence = boundary.match(text)
            return _Found(language, inside, fence.end() if fence else 0, end)
    if text.startswith("{") and not text.startswith(("{{", "{%", "{#", "{:")):
        try:
            value, end = json.JSONDecoder().raw_decode(text[:MAX_SIZE])
        except (ValueError, RecursionError):
            return None
        rest = re.compile(r"[ \t]*(?:\r\n?|\n|\Z)").match(text, end)
        if isinstance(value, dict) and rest is not None:
            return _Found("json", text[:end], 0, rest.end())
    return None


def _looks_unclosed(text: str) -> bool:
    opening = _YAML_FENCE.match(text)
    return opening is not None and _KEY_LINE.match(text, opening.end()) is not None


def _from_toml(text: str) -> list[Entry]:
    try:
        return _from_mapping(tomllib.loads(text.replace("\r\n", "\n").replace("\r", "\n")).items(), text)
    except (ValueError, RecursionError) as problem:
        line = re.search(r"at line (\d+)", str(problem))
        starts = [match.end() for match in re.finditer(r"\r\n?|\n", text)]
        number = int(line[1]) if line else 1
        offset = ([0, *starts])[min(number - 1, len(starts))]
        raise YamlError(" ".join(str(problem).split())[:200], offset) from problem


def _from_json(text: str) -> list[Entry]:
    return _from_mapping(json.loads(text, object_pairs_hook=lambda pairs: _Pairs(pairs)).pairs, text)


class _Pairs:
    """A JSON object with its duplicate keys."""

    def __init__(self, pairs: list[tuple[str, object]]) -> None:
        self.pairs = pairs


_LANGUAGES = {"yaml": read_entries, "toml": _from_toml, "json": _from_json}


def _from_mapping(pairs: Iterable[tuple[str, object]], text: str) -> list[Entry]:
    entries = []
    cursor = 0
    for key, value in pairs:
        offset = max(cursor, text.find(key, cursor))
        entries.append(Entry(key, offset, _node(value, offset)))
        cursor = offset
    return entries


def _node(value: object, offset: int) -> Node:
    if isinstance(value, list):
        return Node(offset, items=[_node(item, offset) for item in value[:_MAX_VALUES]])
    if value is None or isinstance(value, dict | _Pairs):
        return Node(offset)
    isoformat = getattr(value, "isoformat", None)
    return Node(offset, text=str(isoformat()) if isoformat is not None else str(value))


def _salvage(text: str) -> list[Entry]:
    """Front matter that is no YAML → its simple lines: `key: value`, and `- item` below a key."""
    entries = []
    text = text.replace("\r", "\n")
    keys = list(_KEY_LINE.finditer(text))
    for match, after in zip_longest(keys, keys[1:]):
        offset = match.start()
        if match[2]:
            value = match[2].strip()
            if value[0] in "\"'" and value[-1] == value[0] and len(value) > 1:
                value = value[1:-1]
            entries.append(Entry(match[1], offset, Node(match.start(2), text=value)))
            continue
        items = _ITEM_LINE.finditer(text, match.end(), after.start() if after else len(text))
        nodes = [Node(item.start(1), text=item[1].strip("\"'")) for item in items]
        entries.append(Entry(match[1], offset, Node(offset, items=nodes) if nodes else Node(offset, text="")))
    return entries


def _duplicates(entries: list[Entry]) -> list[tuple[str, int]]:
    seen: set[str] = set()
    found = []
    for entry in entries:
        if entry.key in seen:
            found.append((entry.key, entry.offset))
        seen.add(entry.key)
    return found


def _understand(entries: list[Entry], found: _Found, lines: LineIndex, note: _Note) -> FrontMatter:
    values = {_fold(entry.key): entry.value for entry in entries}
    links = []
    for entry in entries:
        relation = _fold(entry.key)
        if relation in RELATIONS and values[relation] is entry.value:
            for text, offset in _strings(entry.value):
                line = lines.line_of(found.start + offset)
                links.extend([LinkField(relation, target, line) for target in link_targets(text)])
    date = ""
    for key in _DATE_KEYS:
        node = values.get(key)
        if node is None or not node.text:
            continue
        normal = iso_date(node.text)
        if not normal:
            note("front-matter-date", f"{key}: {node.text[:40]!r} is no date", found.start + node.offset)
        date = date or normal
    title = values.get("title")
    return FrontMatter(
        title=" ".join(title.text.split()) if title is not None and title.text else "",
        aliases=_names(values, ("aliases", "alias")),
        tags=tuple(name.lstrip("#") for name in _names(values, ("tags", "tag"), spaces_split=True)),
        date=date,
        links=tuple(links),
        keys=tuple(dict.fromkeys(entry.key for entry in entries)),
        end=found.end,
    )


def _fold(key: str) -> str:
    return re.sub(r"[\s-]+", "_", key.strip().lower())


def _strings(node: Node, depth: int = 0) -> list[tuple[str, int]]:
    """A scalar or list → its texts. An unquoted [[a]] is a list in a list: it becomes "[[a]]" again."""
    if node.text is not None:
        return [(node.text, node.offset)] if node.text else []
    if node.items is None or depth > 3:
        return []
    only = node.items[0] if len(node.items) == 1 else None
    if only is not None and only.items and all(item.text is not None for item in only.items):
        return [("[[" + ", ".join(item.text or "" for item in only.items) + "]]", node.offset)]
    found: list[tuple[str, int]] = []
    for item in node.items[:_MAX_VALUES]:
        if item.items and depth == 0 and all(inner.text is not None for inner in item.items):
            found.extend([(inner.text or "", inner.offset) for inner in item.items])
        else:
            found.extend(_strings(item, depth + 1))
    return found


def _names(values: dict[str, Node], keys: tuple[str, ...], *, spaces_split: bool = False) -> tuple[str, ...]:
    names: list[str] = []
    for key in keys:
        node = values.get(key)
        if node is None:
            continue
        if node.text is not None:
            names.extend(re.split(r"[,，、\s]+" if spaces_split else r"[,，、]", node.text))
        else:
            names.extend(text for text, _ in _strings(node))
    cleaned = (" ".join(name.split()) for name in names)
    return tuple(dict.fromkeys(name for name in cleaned if name and name != "#"))


def link_targets(text: str) -> list[str]:
    """The value of a typed link → its targets without brackets, alias and anchor.

    "[[a#b|c]]" → ["a"]; "[v1](../raw/a.md#L3)" → ["../raw/a.md"]; "[[a]], [[b]]" → ["a", "b"]; "raw/a.md" → itself.
    """
    targets = [match[1].replace("\\|", "|").split("|")[0] for match in _WIKILINK.finditer(text)]
    if not targets:
        targets = [match[1] or match[2] or "" for match in _MARKDOWN_LINK.finditer(text)]
    if not targets:
        targets = [text]
    cleaned = [re.sub(r"(?<=.)#[^/]+$", "", target.strip()).strip() for target in targets]
    return [target for target in cleaned if target]


def iso_date(text: str) -> str:
    """A date or date-time as people write it in front matter → ISO, or "" where it is none or impossible."""
    match = _DATE.fullmatch(text.strip())
    if match is None:
        return ""
    year, month, day = int(match[1]), int(match[2]), int(match[3])
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    if not 1 <= month <= 12 or not 1 <= day <= _DAYS[month - 1] or (month == 2 and day == 29 and not is_leap):
        return ""
    date = f"{year:04}-{month:02}-{day:02}"
    if match[4] is None:
        return date
    hour, minute, second = int(match[4]), int(match[5]), int(match[6] or 0)
    if hour > 23 or minute > 59 or second > 60:
        return ""
    return f"{date}T{hour:02}:{minute:02}:{second:02}{_zone(match[8])}"


def _zone(written: str | None) -> str:
    if not written:
        return ""
    if written in "Zz":
        return "+00:00"
    digits = written[1:].replace(":", "")
    hours, minutes = (digits[:-2], digits[-2:]) if len(digits) > 2 else (digits, "0")
    return f"{written[0]}{int(hours):02}:{int(minutes):02}"
