"""Which entities a text names: by a dictionary of all spellings, longest first, in any script.

The dictionary is a table of keys. A text is looked up by its runs of words (in scripts without spaces: of characters),
so that no list of names has to be read. A key is the merge key of a spelling ("docker-compose", "DockerCompose" and
"Docker Compose" share it), or the stems of its words ("vector caches" finds "vector cache").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from wikigraph.model.context import KnownName
from wikigraph.text.names import name_key, split_parenthesis
from wikigraph.text.scripts import UNSPACED
from wikigraph.text.stems import stems
from wikigraph.text.stopwords import ALL_STOP_WORDS

_LETTERS = rf"(?:(?![{UNSPACED}])[^\W_])+"
_TOKEN = re.compile(rf"[{UNSPACED}]|(?:(?<!\S)\.)?{_LETTERS}(?:[.&/]{_LETTERS})*[+#]*")
_UNSPACED = re.compile(f"[{UNSPACED}]")
_STEMMED = 0.8  # worth of a name with other endings
_MAX_TOKENS = 400  # of a longer text only the beginning is looked at
_LONGEST = 8  # words of a name
_LONGEST_UNSPACED = 20  # characters


@dataclass(frozen=True, slots=True)
class Run:
    """Words of a text that stand together."""

    start: int  # characters, half-open
    end: int
    n_tokens: int
    is_first: bool  # begins the text: a capital says nothing
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NamedHere:
    """Entities that a piece of a text names; more than one where things share a name."""

    text: str
    start: int
    entities: tuple[KnownName, ...]


def entity_keys(title: str, aliases: Sequence[str]) -> list[tuple[str, str, float]]:
    """(key, spelling, worth) of every name of an entity; "Mercury (planet)" is found by "Mercury", too."""
    found: dict[str, tuple[str, float]] = {}
    forms = dict.fromkeys((title, *aliases, *(split_parenthesis(name)[0] for name in (title, *aliases))))
    for form in forms:
        if key := name_key(form):
            found.setdefault(key, (form, 1.0))
    for form in forms:
        if key := _stem_key(form):
            found.setdefault(key, (form, _STEMMED))
    return [(key, form, worth) for key, (form, worth) in found.items()]


def runs(text: str) -> list[Run]:
    """Every run of words that could be a name, by its start, the longest first."""
    tokens = [(m.start(), m.end()) for m in _TOKEN.finditer(text)][:_MAX_TOKENS]
    found: list[Run] = []
    for at, (start, first_end) in enumerate(tokens):
        longest = _LONGEST_UNSPACED if _UNSPACED.match(text, start) else _LONGEST
        for last in range(min(at + longest, len(tokens)) - 1, at - 1, -1):
            piece = text[start : tokens[last][1]]
            if last == at and piece == piece.lower() and (len(piece) == 1 or piece in ALL_STOP_WORDS):
                continue
            keys = tuple(key for key in dict.fromkeys((name_key(piece), _stem_key(piece))) if key)
            found.append(Run(start, tokens[last][1], last - at + 1, at == 0 and first_end > start, keys))
    return found


def named_in(
    text: str, found: Sequence[Run], known: Mapping[str, Sequence[KnownName]], frequencies: Mapping[str, int]
) -> list[NamedHere]:
    """The names in a text, left to right, without overlaps. `frequencies`: in how many text units a stem stands."""
    named: list[NamedHere] = []
    position = 0
    for run in found:
        if run.start < position:
            continue
        key = next((key for key in run.keys if key in known), "")
        written = text[run.start : run.end]
        held = tuple(name for name in known.get(key, ()) if _is_meant(name, written, run, frequencies))
        if held:
            named.append(NamedHere(written, run.start, held))
            position = run.end
    return named


def doubtful_stems(text: str, found: Sequence[Run], known: Mapping[str, Sequence[KnownName]]) -> list[str]:
    """Stems of single words whose frequency tells whether they mean the entity of that name."""
    words = (text[run.start : run.end] for run in found if run.n_tokens == 1 and any(k in known for k in run.keys))
    return list(dict.fromkeys(stem for word in words for stem in stems(word)))


_MEANT_SHARE = 0.3


def _is_meant(name: KnownName, written: str, run: Run, frequencies: Mapping[str, int]) -> bool:
    """Whether a word means the entity: "go" is not Go where most text units that hold "go" do not name it."""
    if run.n_tokens > 1 or _UNSPACED.match(written) or (written == name.surface and not run.is_first):
        return True
    most = max((frequencies.get(stem, 0) for stem in stems(written)), default=0)
    return name.n_units >= _MEANT_SHARE * most


def _stem_key(text: str) -> str:
    if _UNSPACED.search(text):
        return ""
    words = stems(text)
    return " ".join(words) if any(word not in ALL_STOP_WORDS for word in words) else ""


def keys_of(found: Iterable[Run]) -> list[str]:
    """All keys to look up, once each."""
    return list(dict.fromkeys(key for run in found for key in run.keys))
