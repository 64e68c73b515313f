"""TOML text → Values; whatever does not fit is an error that names file and line."""

from __future__ import annotations

import difflib
import re
import tomllib
import types
import typing
from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

import msgspec

from wikigraph.errors import SettingsError
from wikigraph.model.base import Value

T = TypeVar("T", bound=Value)


def read_value(type_: type[T], text: str, where: str) -> T:
    """The whole text as a Value: its fields are the keys and tables that may stand there. Raises SettingsError."""
    return _struct(type_, _toml(text, where), text, where, "")


def read_section(type_: type[T], section: str, text: str, where: str) -> T:
    """One table of the text alone, whatever stands in the others. Raises SettingsError."""
    return _value(type_, _toml(text, where).get(section, {}), text, where, section)  # type: ignore[no-any-return]


def _toml(text: str, where: str) -> Mapping[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        line = f":{found[1] if found else len(text.splitlines()) or 1}"  # without one it is the end of the text
        raise SettingsError(
            "schema-broken", f"not valid TOML: {error}", where=where + line, hint="mend the line, then run again"
        ) from error


def _struct(type_: type[T], table: Mapping[str, Any], text: str, where: str, section: str) -> T:
    hints = typing.get_type_hints(type_, include_extras=True)
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key not in hints:
            raise _unknown(key, section, hints, f"{where}:{_line_of(text, section, key)}")
        values[key] = _value(hints[key], value, text, where, f"{section}.{key}" if section else key)
    try:
        return type_(**values)
    except (ValueError, TypeError) as error:  # TypeError: a key without a default is missing
        place = f"{where}:{_line_of(text, *section.rpartition('.')[::2])}" if section else where
        is_missing = isinstance(error, TypeError)
        message = f"{section}: {error}" if is_missing else str(error)
        hint = "write that key too" if is_missing else "mend one of the two"
        raise SettingsError("setting-invalid", message, where=place, hint=hint) from error


def _value(hint: Any, value: Any, text: str, where: str, name: str) -> Any:
    section, _, key = name.rpartition(".")
    place = f"{where}:{_line_of(text, section, key)}"
    if isinstance(hint, type) and issubclass(hint, Value):
        if not isinstance(value, Mapping):
            raise SettingsError("setting-invalid", f"{name} is a table", where=place, hint=f"write [{name}]")
        return _struct(hint, value, text, where, name)
    if isinstance(value, Mapping) and typing.get_origin(hint) is tuple:
        value = list(value.items())  # a table stands for pairs, in the file's order
    item_type = next(iter(typing.get_args(hint)), None)
    is_values = isinstance(item_type, type) and issubclass(item_type, Value)
    if is_values and isinstance(value, list) and all(isinstance(item, Mapping) for item in value):
        return tuple(_value(item_type, item, text, where, name) for item in value)
    try:
        return msgspec.convert(value, _bounded(hint))
    except msgspec.ValidationError as error:
        raise SettingsError(
            "setting-invalid", f"{name}: {error}", where=place, hint=f"{name} takes {_describe(hint)}"
        ) from error


def _unknown(key: str, section: str, hints: Mapping[str, Any], place: str) -> SettingsError:
    near = difflib.get_close_matches(key, hints, n=1)
    name = f"{section}.{key}" if section else key
    hint = f"did you mean {near[0]!r}?" if near else "known here: " + ", ".join(sorted(hints))
    return SettingsError("setting-unknown", f"unknown setting {name!r}", where=place, hint=hint)


def _line_of(text: str, section: str, key: str) -> int:
    """The line on which a setting stands, as well as can be told without a parser that keeps lines."""
    current = ""
    names = {key, f'"{key}"', f"'{key}'"}
    whole = f"{section}.{key}" if section else key
    for number, line in enumerate(text.splitlines(), 1):
        head = line.strip()
        if head.startswith("["):
            current = head.split("#")[0].strip("[] \t")
            if current == whole or current.startswith(whole + "."):
                return number
        elif (current == section and head.split("=")[0].strip() in names) or head.startswith(f"{whole} ="):
            return number
    return 1


def _bounded(hint: Any) -> Any:
    """The type with the bounds that numbers of settings have unless it says others: whole numbers from 1, others from
    0, neither without end."""
    if hint is int:
        return Annotated[int, msgspec.Meta(ge=1, le=10**9)]
    if hint is float:
        return Annotated[float, msgspec.Meta(ge=0, le=1e9)]
    if typing.get_origin(hint) is tuple and typing.get_args(hint) == (int, ...):
        return Annotated[tuple[Annotated[int, msgspec.Meta(ge=1, le=10**9)], ...], msgspec.Meta(min_length=1)]
    return hint


def _describe(hint: Any) -> str:
    if isinstance(hint, types.UnionType):
        return " or ".join(_describe(part) for part in typing.get_args(hint))
    if typing.get_origin(hint) is typing.Literal:
        return " or ".join(repr(part) for part in typing.get_args(hint))
    if typing.get_origin(hint) is tuple:
        return "a list or a table"
    if typing.get_origin(hint) is Annotated:
        return "a whole number from 0"
    words = {int: "a whole number from 1", float: "a number from 0", str: "a string", bool: "true or false"}
    return words.get(hint, str(hint))
