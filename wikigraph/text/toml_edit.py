"""An entry more or less in a list of a TOML text; comments, order and everything else stay byte for byte.

A list is found by its table ("" for the top level) and its key; its items are strings, or pairs of strings. Whatever is
done is read back and compared: a text that is written in a way that is not understood is left alone.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

from wikigraph.text.yaml_writer import quoted, quoted_list

Item = str | tuple[str, str]
_STRING = r'"""(?:[^\\]|\\.)*?"""|\'\'\'.*?\'\'\'|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\''
_TOKEN = re.compile(rf"{_STRING}|#[^\n]*|[\[\]]", re.DOTALL)
_KEY = re.compile(r"[ \t]*(\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'|[A-Za-z0-9_-]+)[ \t]*=[ \t]*\[")
_HEADER = re.compile(r"[ \t]*\[[ \t]*(\"[^\"\n]*\"|'[^'\n]*'|[A-Za-z0-9_-]+)[ \t]*\][ \t]*(?:#[^\n]*)?\r?\n?")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_REST = re.compile(r"[ \t]*(?:#[^\r\n]*)?(?=\r?\n)")  # of a line behind an item
_COMMA = re.compile(r"(?:\s|#[^\n]*\n)*,")
_END_OF_LINE = re.compile(r"[ \t]*(?:#[^\r\n]*)?(?:\r?\n|\Z)")


class CannotEditError(Exception):
    """The text is written in a way that this module does not understand."""


def with_pair(text: str, key: str, pair: tuple[str, str]) -> str:
    """The list of pairs `key` of the top level with one pair more: see `with_item`."""
    return with_item(text, "", key, pair)


def with_item(text: str, table: str, key: str, item: Item) -> str:
    """The list with one item more at its end; list and table are made where they are not there.

    Raises CannotEditError.
    """
    head, body = _without_mark(text)
    before = _parsed(body)
    start = _list_start(body, table, key)
    if start is not None:
        after = _with_item(body, start, _written(item))
    elif table:
        after = _with_list_in_table(body, table, f"{_key_text(key)} = [{_written(item)}]")
    else:
        after = _with_list(body, f"{_key_text(key)} = [{_written(item)}]")
    held = _list_of(before, table, key)
    _verify(after, _with_list_value(before, table, key, [*held, _plain(item)]))
    return head + after


def without_item(text: str, table: str, key: str, item: Item) -> str:
    """The list without the first item that is `item`; a list that is empty then goes, and its table with it if nothing
    else is there. Raises CannotEditError, also where there is no such item."""
    head, body = _without_mark(text)
    before = _parsed(body)
    start, held = _list_start(body, table, key), _list_of(before, table, key)
    if start is None or _plain(item) not in held:
        raise CannotEditError(f"{key} has no such entry")
    held.remove(_plain(item))
    after = _without_item(body, start, item) if held else _without_list(body, start)
    wanted = _with_list_value(before, table, key, held) if held else _without_key(before, table, key)
    if table and not held and not wanted[table]:
        bare = _without_empty_table(after, table)
        if bare is not None:
            after, wanted = bare, {name: value for name, value in wanted.items() if name != table}
    _verify(after, wanted)
    return head + after


# --- what the text means


def _without_mark(text: str) -> tuple[str, str]:
    head = "\ufeff" if text.startswith("\ufeff") else ""
    return head, text[len(head) :]


def _parsed(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CannotEditError(str(error)) from error


def _list_of(held: dict[str, Any], table: str, key: str) -> list[Any]:
    inner = held.get(table, {}) if table else held
    found = inner.get(key, []) if isinstance(inner, dict) else None
    if not isinstance(found, list):
        raise CannotEditError(f"{key} is no list")
    return list(found)


def _with_list_value(held: dict[str, Any], table: str, key: str, values: list[Any]) -> dict[str, Any]:
    return {**held, table: {**held.get(table, {}), key: values}} if table else {**held, key: values}


def _without_key(held: dict[str, Any], table: str, key: str) -> dict[str, Any]:
    inner = held[table] if table else held
    rest = {name: value for name, value in inner.items() if name != key}
    return {**held, table: rest} if table else rest


def _verify(after: str, wanted: dict[str, Any]) -> None:
    if _parsed(after) != wanted:
        raise CannotEditError("it is written in a way that is not understood")


def _plain(item: Item) -> str | list[str]:
    return item if isinstance(item, str) else list(item)


def _written(item: Item) -> str:
    return quoted(item) if isinstance(item, str) else quoted_list(item)  # TOML and YAML quote alike


def _key_text(key: str) -> str:
    return key if _BARE.fullmatch(key) else quoted(key)


def _name(token: str) -> str:
    """What a key means, bare or quoted."""
    try:
        return next(iter(tomllib.loads(f"{token} = 1")))
    except tomllib.TOMLDecodeError:
        return token


# --- an item more


def _with_list(text: str, line: str) -> str:
    """A new list above the first table and the comments that stand over it, or at the end."""
    newline = _newline(text)
    at = next((at for at, line in _statements(text) if line.lstrip().startswith("[")), None)
    if at is None:
        return text + ("" if not text or text.endswith("\n") else newline) + line + newline
    at = _above_comments(text, at)
    return text[:at] + line + newline + newline + text[at:]


def _with_list_in_table(text: str, table: str, line: str) -> str:
    """A new list behind the last one of its table; the table at the end of the text where there is none."""
    newline = _newline(text)
    found = _table(text, table)
    if found is None:
        gap = "" if not text else newline if text.endswith("\n") else newline * 2
        return f"{text}{gap}[{_key_text(table)}]{newline}{line}{newline}"
    start, end = found
    inside = text[start:end]
    if end < len(text):  # comments above the next table are its own
        inside = text[start : _above_comments(text, end)]
    at = start + len(inside.rstrip())
    rest = _END_OF_LINE.match(text, at)
    at = rest.end() if rest else at
    gap = "" if text[:at].endswith("\n") else newline
    return f"{text[:at]}{gap}{line}{newline}{text[at:]}"


def _with_item(text: str, start: int, item: str) -> str:
    """The item behind the last one of the list that begins at `start`, on a line of its own where the items have
    such."""
    spans = _items(text, start)
    if not spans:
        return text[:start] + item + text[start:]
    last = spans[-1][1]
    comma = _COMMA.match(text, last)
    behind = comma.end() if comma else last
    text = text if comma else text[:last] + "," + text[last:]
    behind += 0 if comma else 1
    rest = _REST.match(text, behind)
    if rest is None:  # all on one line
        return f"{text[:behind]} {item}{',' if comma else ''}{text[behind:]}"
    newline = "\r\n" if text[rest.end() : rest.end() + 1] == "\r" else "\n"
    return f"{text[: rest.end()]}{newline}  {item},{text[rest.end() :]}"


# --- an item less


def _without_item(text: str, start: int, item: Item) -> str:
    spans = _items(text, start)
    values = [tomllib.loads(f"x = {text[first:end]}")["x"] for first, end in spans]
    at = values.index(_plain(item))
    first, end = spans[at]
    comma = _COMMA.match(text, end)
    line_start = text.rfind("\n", 0, first) + 1
    rest = _END_OF_LINE.match(text, comma.end() if comma else end)
    if not text[line_start:first].strip() and rest is not None and line_start > start:
        return text[:line_start] + text[rest.end() :]  # a line of its own
    if at + 1 < len(spans):
        return text[:first] + text[spans[at + 1][0] :]
    return text[: spans[at - 1][1]] + text[end:]


def _without_list(text: str, start: int) -> str:
    """The text without the whole statement, and without one of two blank lines that meet then."""
    first = text.rfind("\n", 0, start) + 1
    end = _END_OF_LINE.match(text, _list_end(text, start))
    if end is None:
        raise CannotEditError("something stands behind the list")
    before, after = text[:first], text[end.end() :]
    blank = re.match(r"[ \t]*\r?\n", after)
    if blank and (not before or re.search(r"\n[ \t]*\r?\n\Z", before)):
        after = after[blank.end() :]
    return before + after


def _without_empty_table(text: str, table: str) -> str | None:
    """The text without the table's heading; None where something, if only a comment, stands under it."""
    found = _table(text, table)
    if found is None or text[found[0] : found[1]].strip():
        return None
    header = text.rfind("\n", 0, found[0] - 1) + 1
    if found[1] < len(text):
        return text[:header] + text[found[1] :]
    return re.sub(r"(?<=\n)[ \t]*\r?\n\Z", "", text[:header])


# --- where things stand


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _above_comments(text: str, at: int) -> int:
    """The start of the comments that stand right over the line at `at`."""
    while at and text[:at].splitlines()[-1].lstrip().startswith("#"):
        at -= len(text[:at].splitlines(keepends=True)[-1])
    return at


def _items(text: str, start: int) -> list[tuple[int, int]]:
    """(start, end) of the items of the list that begins, behind its bracket, at `start`."""
    spans: list[tuple[int, int]] = []
    depth, opened = 1, start
    for found in _TOKEN.finditer(text, start):
        if found[0] == "[":
            depth += 1
            opened = found.start()
        elif found[0] == "]":
            depth -= 1
            if depth == 0:
                break
            spans.append((opened, found.end()))
        elif depth == 1 and not found[0].startswith("#"):
            spans.append(found.span())
    return spans


def _list_end(text: str, start: int) -> int:
    """Behind the closing bracket of the list that begins at `start`."""
    depth = 1
    for found in _TOKEN.finditer(text, start):
        depth += {"[": 1, "]": -1}.get(found[0], 0)
        if depth == 0:
            return found.end()
    raise CannotEditError("the list has no end")


def _list_start(text: str, table: str, key: str) -> int | None:
    """Where, behind its opening bracket, the list begins."""
    here = ""
    for at, line in _statements(text):
        header = _HEADER.fullmatch(line)
        if header is not None:
            here = _name(header[1])
        elif line.lstrip().startswith("["):
            here = "\0"  # a table of another kind
        elif here == table and (found := _KEY.match(line)) and _name(found[1]) == key:
            return at + found.end()
    return None


def _table(text: str, table: str) -> tuple[int, int] | None:
    """(start, end) of what stands under a table's heading."""
    start: int | None = None
    for at, line in _statements(text):
        if line.lstrip().startswith("["):
            if start is not None:
                return start, at
            header = _HEADER.fullmatch(line)
            if header is not None and _name(header[1]) == table:
                start = at + len(line)
    return None if start is None else (start, len(text))


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """(offset, line) of the lines that begin outside of a value."""
    depth = at = 0
    tokens = list(_TOKEN.finditer(text))
    number = 0
    for line in re.findall(r"[^\n]*\n|[^\n]+\Z", text):
        while number < len(tokens) and tokens[number].end() <= at:
            depth += {"[": 1, "]": -1}.get(tokens[number][0], 0)
            number += 1
        is_inside = number < len(tokens) and tokens[number].start() < at
        if depth == 0 and not is_inside:
            yield at, line
        at += len(line)
