"""One entry more in a list of a TOML text; comments, order and everything else stay byte for byte."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator

from wikigraph.text.yaml_writer import quoted_list

_TOKEN = re.compile(
    r'"""(?:[^\\]|\\.)*?"""|\'\'\'.*?\'\'\'|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|#[^\n]*|[\[\]]', re.DOTALL
)
_REST = re.compile(r"[ \t]*(?:#[^\r\n]*)?(?=\r?\n)")  # of a line behind an item
_COMMA = re.compile(r"(?:\s|#[^\n]*\n)*,")


class CannotEditError(Exception):
    """The text is written in a way that this module does not understand."""


def with_pair(text: str, key: str, pair: tuple[str, str]) -> str:
    """The list of pairs `key` of the top level with one pair more, `key = [["a", "b"]]` where there is no such list.

    The outcome is read back and compared. Raises CannotEditError where it would not be the same plus the pair.
    """
    head = "\ufeff" if text.startswith("\ufeff") else ""
    body = text[len(head) :]
    start = _list_start(body, key)
    after = _with_list(body, key, pair) if start is None else _with_item(body, start, pair)
    _verify(tomllib.loads(body), after, key, pair)
    return head + after


def _verify(before: dict[str, object], after: str, key: str, pair: tuple[str, str]) -> None:
    held = before.get(key, [])
    wanted = {**before, key: [*(held if isinstance(held, list) else ()), list(pair)]}
    try:
        found = tomllib.loads(after)
    except tomllib.TOMLDecodeError as error:
        raise CannotEditError(str(error)) from error
    if found != wanted:
        raise CannotEditError(f"{key} is written in a way that is not understood")


def _with_list(text: str, key: str, pair: tuple[str, str]) -> str:
    """A new list above the first table and the comments that stand over it, or at the end."""
    newline = "\r\n" if "\r\n" in text else "\n"
    line = f"{key} = [{quoted_list(pair)}]{newline}"
    at = next((at for at, line in _statements(text) if line.lstrip().startswith("[")), None)
    if at is None:
        return text + ("" if not text or text.endswith("\n") else newline) + line
    while at and text[:at].splitlines()[-1].lstrip().startswith("#"):
        at -= len(text[:at].splitlines(keepends=True)[-1])
    return text[:at] + line + newline + text[at:]


def _with_item(text: str, start: int, pair: tuple[str, str]) -> str:
    """The pair behind the last item of the list that begins at `start`, on a line of its own where the items have
    such."""
    depth, last = 1, start
    for found in _TOKEN.finditer(text, start):
        depth += {"[": 1, "]": -1}.get(found[0], 0)
        if depth == 0:
            break
        if found[0] == "]":
            last = found.end()
    if last == start:
        return text[:start] + quoted_list(pair) + text[start:]
    comma = _COMMA.match(text, last)
    behind = comma.end() if comma else last
    text = text if comma else text[:last] + "," + text[last:]
    behind += 0 if comma else 1
    rest = _REST.match(text, behind)
    if rest is None:  # all on one line
        return f"{text[:behind]} {quoted_list(pair)}{text[behind:]}"
    newline = "\r\n" if text[rest.end() : rest.end() + 1] == "\r" else "\n"
    return f"{text[: rest.end()]}{newline}  {quoted_list(pair)},{text[rest.end() :]}"


def _list_start(text: str, key: str) -> int | None:
    """Where, behind its opening bracket, the list of the top level begins."""
    for at, line in _statements(text):
        if line.lstrip().startswith("["):
            return None
        found = re.match(rf"[ \t]*(?:{re.escape(key)}|\"{re.escape(key)}\")[ \t]*=[ \t]*\[", line)
        if found:
            return at + found.end()
    return None


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """(offset, line) of the lines that begin outside of a value."""
    depth = at = 0
    tokens = list(_TOKEN.finditer(text))
    number = 0
    for line in text.splitlines(keepends=True):
        while number < len(tokens) and tokens[number].end() <= at:
            depth += {"[": 1, "]": -1}.get(tokens[number][0], 0)
            number += 1
        is_inside = number < len(tokens) and tokens[number].start() < at
        if depth == 0 and not is_inside:
            yield at, line
        at += len(line)
