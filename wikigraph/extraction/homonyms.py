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


def disambiguated(title: str) -> tuple[str, str]:
    """(base, note) where the parenthesis tells homonyms apart; (title, "") where it explains: an acronym, a
    translation."""
    base, note = split_parenthesis(title)
    if note and (initials_match(base, note) or initials_match(note, base)):
        return base, ""
    if note and HAN_RUN.search(base) and not HAN_RUN.search(note) and note[0].isalpha():
        return base, ""
    return base, note


def separate(corpus: Corpus, found: dict[str, Found]) -> Scoping:
    """Splits the records of bare names among their bearers. Changes `found`."""
    scoping = Scoping()
    bearers: defaultdict[str, defaultdict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    bases: dict[str, str] = {}
    notes: dict[tuple[str, str], str] = {}
    titled: set[tuple[str, str]] = set()
    for index, document in enumerate(corpus.documents):
        for mark in document.marks:
            if mark.kind not in ("title", "heading", "link"):
                continue
            base, note = disambiguated(mark.surface)
            key, note_key = name_key(base), name_key(note)
            if not key or (not note and mark.kind != "title") or (note and _NOTE.fullmatch(note) is None):
                continue
            bearers[key][note_key].add(index)
            if mark.kind == "title":
                titled.add((key, note_key))
            if note:
                notes[key, note_key] = min(note, notes.get((key, note_key), note))
                bases[key] = min(base, bases.get(key, base))
    for key in sorted(bearers):
        by_note = bearers[key]
        noted = sorted(note for note in by_note if note)
        if not noted or (len(by_note) < 2 and (key, noted[0]) not in titled):
            continue
        _split(key, bases[key], noted, by_note, notes, corpus, found, scoping)
    for index, document in enumerate(corpus.documents):
        base, note = disambiguated(document.title)
        node = name_key(base) + (SEPARATOR + name_key(note) if note else "")
        if node in found:
            scoping.subjects[index] = node
    return scoping


def _split(
    key: str,
    base: str,
    noted: list[str],
    by_note: dict[str, set[int]],
    notes: dict[tuple[str, str], str],
    corpus: Corpus,
    found: dict[str, Found],
    scoping: Scoping,
) -> None:
    whole = found.pop(key, None)
    has_plain = "" in by_note
    claimed: set[int] = set()
    owners: defaultdict[int, list[str]] = defaultdict(list)
    for note in noted:
        for index in by_note[note]:
            owners[index].append(note)
    for note in noted:
        node = key + SEPARATOR + note
        title = f"{base} ({notes[key, note]})"
        own = [index for index in sorted(by_note[note]) if owners[index] == [note]]
        if not has_plain and len(noted) == 1:
            own = sorted({*own, *(whole.documents if whole is not None else ())})
        record = Found(key=node, kind="title")
        for index in own:
            n, n_units = whole.documents.get(index, (1, 1)) if whole is not None else (1, 1)
            record.documents[index] = (n, n_units)
        for index in sorted(by_note[note]):
            record.documents.setdefault(index, (1, 1))
        record.forms[title] = 1
        if whole is not None:
            record.kind = whole.kind if whole.kind != "word" else "title"
        record.marks = {"title": 1, "lead": 1}
        noted_record = found.pop(name_key(title), None)
        if noted_record is not None:
            record.forms.update(noted_record.forms)
        surfaces = sorted(whole.forms) if whole is not None else [base]
        if not has_plain and len(noted) == 1:
            for surface in surfaces:
                record.forms.setdefault(surface, 0)
        else:
            scoping.scoped[node] += [(surface, index) for index in own for surface in surfaces]
        found[node] = record
        scoping.notes[node] = notes[key, note]
        claimed.update(own)
    if has_plain:
        record = whole if whole is not None else Found(key=key, kind="title", forms={base: 1})
        record.documents = {index: counts for index, counts in record.documents.items() if index not in claimed}
        for index in by_note[""]:
            record.documents.setdefault(index, (1, 1))
        found[key] = record
    elif len(noted) > 1:
        scoping.silent.add(key)
