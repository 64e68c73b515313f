"""Titles told apart by parentheses are entities of their own: "Alien (film)", "Alien (soundtrack)".

The bare name belongs to the one whose document says it; elsewhere to the title without a parenthesis if there is one,
or to the only bearer, and else to nobody.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field

from wikigraph.extraction.found import Found
from wikigraph.extraction.marks import initials_match
from wikigraph.extraction.patterns import HAN_RUN
from wikigraph.extraction.tally import Corpus
from wikigraph.text.names import name_key, split_parenthesis

_NOTE = re.compile(r"[\w\s.,'’\-–&:/]{1,60}")
SEPARATOR = "\x00"  # between key and disambiguator in a node's key


@dataclass(slots=True)
class Scoping:
    """Spellings that mean an entity only in some documents: node → [(surface, document)]; `silent` are bare names that
    mean nothing by themselves; `subjects` says which node a document's title names."""

    scoped: defaultdict[str, list[tuple[str, int]]] = field(default_factory=lambda: defaultdict(list))
    silent: set[str] = field(default_factory=set)
    subjects: dict[int, str] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)  # node → disambiguator as written
    cased: set[str] = field(default_factory=set)  # nodes that only their own case means: "Apple", "apple"


def disambiguated(title: str) -> tuple[str, str]:
    """(base, note) where the parenthesis tells homonyms apart; (title, "") where it explains: an acronym, a
    translation."""
    base, note = split_parenthesis(title)
    if note and (initials_match(base, note) or initials_match(note, base)):
        return base, ""
    if note and HAN_RUN.search(base) and not HAN_RUN.search(note) and note[0].isalpha():
        return base, ""
    return base, note


@dataclass(slots=True)
class _Bare:
    """A name with and without parentheses: which documents say which."""

    key: str
    bases: dict[str, str] = field(default_factory=dict)  # note key → the name as written with it
    documents: defaultdict[str, set[int]] = field(default_factory=lambda: defaultdict(set))  # note key → documents
    notes: dict[str, str] = field(default_factory=dict)  # note key → note as written
    titled: set[str] = field(default_factory=set)  # note keys that a title has

    @property
    def tells_apart(self) -> bool:
        """Some title has a parenthesis, or two different ones stand in headings or links."""
        return any(note in self.titled for note in self.notes) or len(self.notes) > 1


def separate(corpus: Corpus, found: dict[str, Found]) -> Scoping:
    """Splits the records of bare names among their bearers. Changes `found`."""
    scoping = Scoping()
    bares = _bare_names(corpus)
    for key in sorted(bares):
        if bares[key].tells_apart:
            _split(bares[key], found, scoping)
    for index, document in enumerate(corpus.documents):
        base, note = disambiguated(document.title)
        node = name_key(base) + (SEPARATOR + name_key(note) if note else "")
        head = name_key(document.title_head)
        if node in found or head in found:
            scoping.subjects[index] = node if node in found else head
    return scoping


def _bare_names(corpus: Corpus) -> dict[str, _Bare]:
    bares: dict[str, _Bare] = {}
    for index, document in enumerate(corpus.documents):
        for mark in document.marks:
            if mark.kind not in ("title", "heading", "link"):
                continue
            base, note = disambiguated(mark.surface)
            key, note_key = name_key(base), name_key(note)
            if not key or (not note and mark.kind != "title") or (note and _NOTE.fullmatch(note) is None):
                continue
            bare = bares.setdefault(key, _Bare(key))
            bare.documents[note_key].add(index)
            if mark.kind == "title":
                bare.titled.add(note_key)
            if note:
                bare.bases[note_key] = min(base, bare.bases.get(note_key, base))
                bare.notes[note_key] = min(note, bare.notes.get(note_key, note))
    return bares


def _split(bare: _Bare, found: dict[str, Found], scoping: Scoping) -> None:
    """One node per parenthesis with the mentions of its documents; what is left is the plain name's, if it is one."""
    whole = found.pop(bare.key, None)
    own = {note: _own_documents(bare, note) for note in sorted(bare.notes)}
    n_own = sum(whole.documents.get(index, (0, 0))[0] for owned in own.values() for index in owned) if whole else 0
    is_spread = whole is not None and n_own < whole.n - n_own
    outside = [index for index in whole.documents if all(index not in owned for owned in own.values())] if whole else []
    has_plain = "" in bare.documents or (is_spread and len(outside) >= 3)
    is_sole = not has_plain and len(own) == 1
    for note, owned in own.items():
        node = bare.key + SEPARATOR + note
        title = f"{bare.bases[note]} ({bare.notes[note]})"
        record = _bearer(node, title, whole, sorted({*owned, *outside}) if is_sole else owned, found)
        for index in sorted(bare.documents[note]):
            record.documents.setdefault(index, (1, 1))
        record.marks = {"title": 1, "lead": 1} if note in bare.titled else {"heading": 1}
        surfaces = sorted(whole.forms) if whole is not None else [bare.bases[note]]
        if is_sole:
            record.forms.update({surface: 0 for surface in surfaces if surface not in record.forms})
        else:
            scoping.scoped[node] += [(surface, index) for index in owned for surface in surfaces]
        found[node] = record
        scoping.notes[node] = bare.notes[note]
    if has_plain:
        plain = whole if whole is not None else Found(key=bare.key, kind="title", forms={min(bare.bases.values()): 1})
        plain.documents = {index: plain.documents[index] for index in plain.documents if index in outside}
        for index in sorted(bare.documents.get("", ())):
            plain.documents.setdefault(index, (1, 1))
        found[bare.key] = plain
    elif len(own) > 1:
        scoping.silent.add(bare.key)


def _own_documents(bare: _Bare, note: str) -> list[int]:
    """Documents that say this parenthesis and no other."""
    others = {index for other, documents in bare.documents.items() if other != note for index in documents}
    return sorted(bare.documents[note] - others)


def _bearer(node: str, title: str, whole: Found | None, owned: list[int], found: dict[str, Found]) -> Found:
    record = Found(key=node, kind="title", forms={title: 1})
    for index in owned:
        record.documents[index] = whole.documents.get(index, (1, 1)) if whole is not None else (1, 1)
    if whole is not None and whole.kind != "word":
        record.kind = whole.kind
    noted = found.pop(name_key(title), None)
    if noted is not None:
        record.forms.update(noted.forms)
    return record
