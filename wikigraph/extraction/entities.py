"""Merge classes → judged entities with titles, types and reasons."""

from __future__ import annotations

from dataclasses import dataclass

from wikigraph.extraction.classes import Classes
from wikigraph.extraction.collect import is_introduced
from wikigraph.extraction.doubts import Doubts
from wikigraph.extraction.evidence import evidence, main_form
from wikigraph.extraction.found import Found
from wikigraph.extraction.homonyms import SEPARATOR, Scoping
from wikigraph.extraction.scoring import Verdict, Weights, is_too_rare, judge
from wikigraph.extraction.tally import Corpus
from wikigraph.model.graph import Entity, Reason
from wikigraph.model.ids import content_id
from wikigraph.text.names import name_key, split_parenthesis
from wikigraph.text.stopwords import without_article

_MARK_WORDS = {
    "title": "the title",
    "heading": "a heading",
    "inside": "part of a heading",
    "inside-title": "part of the title",
    "strong": "emphasised",
    "link": "a link text",
    "code": "inline code",
    "tag": "a tag",
    "alias": "a name that front matter gives",
    "book": "in book title marks",
    "quote": "in quotation marks",
    "gloss": "explained by a foreign term in parentheses",
    "lead": "in the first lines under its title",
}
_TITLE_RULES = ("title-part", "lead-alias", "front-matter-alias")
_KIND_WORDS = {
    "acronym": "an acronym",
    "identifier": "an identifier in mixed case or with symbols",
    "name": "capitalised words inside sentences",
    "word": "a word",
    "noun": "a German noun",
    "term": "a term of several words",
    "latin": "a term in another script than the text around it",
    "han": "a Chinese term that holds together",
    "katakana": "a word in katakana",
    "kanji": "a run of kanji",
    "title": "a title",
}


@dataclass(slots=True)
class Judged:
    """A merge class with everything that an Entity needs but its page-worthiness."""

    root: str
    record: Found  # the class as one name
    members: list[str]
    verdict: Verdict
    reasons: list[Reason]
    title: str
    subject_of: list[int]  # documents whose title names it


def united(root: str, members: list[str], found: dict[str, Found], corpus: Corpus) -> Found:
    """The records of a class as one: counts added, marks added, the kind of the best evidence."""
    if len(members) == 1:
        record = found[members[0]]
        record.evidence = evidence(record, corpus)
        return record
    whole = Found(key=root)
    best, n_free = -1.0, 0.0
    for key in members:
        record = found[key]
        proof = evidence(record, corpus)
        if proof > best:
            best = proof
            whole.kind, whole.properness = record.kind, record.properness
            whole.article_share, whole.verbal_share = record.article_share, record.verbal_share
        n_free += record.free_share * record.n
        whole.n_capital += record.n_capital
        for form, n in record.forms.items():
            whole.forms[form] = whole.forms.get(form, 0) + n
        for index, (n, n_units) in record.documents.items():
            before_n, before_units = whole.documents.get(index, (0, 0))
            whole.documents[index] = (before_n + n, before_units + n_units)
        for kind, n in record.marks.items():
            whole.marks[kind] = whole.marks.get(kind, 0) + n
    whole.evidence = best
    whole.free_share = n_free / whole.n if whole.n else 1.0
    return whole


def judge_classes(
    corpus: Corpus, found: dict[str, Found], classes: Classes, scoping: Scoping, weights: Weights
) -> dict[str, Judged]:
    """The classes that pass, judged, by root."""
    subjects: dict[str, list[int]] = {}
    for index, key in scoping.subjects.items():
        subjects.setdefault(classes.root(key), []).append(index)
    doubts = Doubts(corpus, found, weights.damping)
    judged: dict[str, Judged] = {}
    for root in sorted({classes.root(key) for key in found}):
        members = [key for key in classes.members(root) if key in found]
        if len(members) == 1 and is_too_rare(found[members[0]], corpus, weights):
            continue  # four of five names; the same verdict as below, sooner
        record = united(root, members, found, corpus)
        verdict = judge(record, corpus, weights, doubts)
        if not verdict.passes:
            continue
        subject_of = subjects.get(root, [])
        judged[root] = Judged(
            root=root,
            record=record,
            members=members,
            verdict=verdict,
            reasons=_why(record, verdict, members, corpus, subject_of) + classes.reasons(root),
            title=title_of(
                record,
                members,
                subject_of,
                corpus,
                scoping,
                joined_by_title=any(reason.rule in _TITLE_RULES for reason in classes.reasons(root)),
            ),
            subject_of=subject_of,
        )
    return judged


def title_of(
    record: Found, members: list[str], subject_of: list[int], corpus: Corpus, scoping: Scoping, *, joined_by_title: bool
) -> str:
    """The most frequent form; a homonym's own title; where rules joined different names, the document's title."""
    for member in members:
        if member in scoping.notes:
            base = corpus.documents[subject_of[0]].title if subject_of else ""
            written, note = split_parenthesis(base)
            if note:
                return f"{written} ({note})"
            return max(record.forms, key=lambda form: (form.endswith((")", "）")), record.forms[form], form))
    keys = {name_key(form) for form in record.forms if record.forms[form] > 0}
    if len(keys) > 1 and subject_of and joined_by_title:
        titles = sorted({corpus.documents[index].title for index in subject_of})
        base = split_parenthesis(titles[0])[0]
        bare = without_article(base)
        if len(titles) == 1 and any(is_introduced(corpus.documents[index]) for index in subject_of):
            return bare if record.forms.get(bare, 0) > record.forms.get(base, 0) else base
    return main_form(record)


def entity_type(record: Found) -> str:
    """By rule: "work" (book title marks), "acronym", "identifier" (code, mixed case), "name" (capitals), "term"."""
    if "book" in record.marks:
        return "work"
    if record.kind == "acronym":
        return "acronym"
    if record.kind == "identifier" or ("code" in record.marks and record.kind in ("word", "latin")):
        return "identifier"
    if record.kind in ("name", "title") or (record.kind == "word" and record.properness >= 0.6):
        return "name"
    if record.kind == "latin" and record.properness:
        return "name"
    return "term"


def to_entity(item: Judged, entity_id: str, *, is_page_worthy: bool, type_name: str, reasons: list[Reason]) -> Entity:
    """The public value of a judged class."""
    record = item.record
    key, _, _ = item.root.partition(SEPARATOR)
    title_key = name_key(item.title)
    forms = sorted((form for form in record.forms if form != item.title), key=lambda form: (-record.forms[form], form))
    forms = [form for form in forms if not _is_name_with_acronym(form, record)]
    aliases = tuple(form for form in forms if name_key(form) != title_key or form.lower() != item.title.lower())
    return Entity(
        id=entity_id,
        title=item.title,
        key=key,
        disambiguator=item.root.partition(SEPARATOR)[2],
        aliases=aliases,
        type=type_name,
        score=float(f"{item.verdict.score:.2g}"),  # coarse: an edit elsewhere moves it a little
        is_page_worthy=is_page_worthy,
        n_mentions=record.n,
        n_units=record.n_units,
        n_documents=len(record.documents),
        reasons=tuple(reasons),
    )


def _is_name_with_acronym(form: str, record: Found) -> bool:
    """ "natural language processing (NLP)", where both parts are aliases themselves."""
    base, note = split_parenthesis(form)
    return bool(note) and base in record.forms and note in record.forms


def entity_id(root: str) -> str:
    """From the smallest normalised name of the class and its disambiguator."""
    key, _, note = root.partition(SEPARATOR)
    return content_id("ent", key, note)


def _why(record: Found, verdict: Verdict, members: list[str], corpus: Corpus, subject_of: list[int]) -> list[Reason]:
    spread = f"{record.n} mentions in {record.n_units} text units of {len(record.documents)} documents"
    reasons = [Reason("surface", f"{_KIND_WORDS[record.kind]}; {spread}")]
    for kind in sorted(record.marks):
        n = record.marks[kind]
        if kind == "title" and subject_of:
            where = corpus.documents[subject_of[0]].path if len(subject_of) == 1 else f"{len(subject_of)} documents"
            reasons.append(Reason("title", f"the title of {where}"))
        else:
            reasons.append(Reason(kind, f"{_MARK_WORDS[kind]} in {n} document{'s' if n > 1 else ''}"))
    spellings = sorted(
        {form for form, n in record.forms.items() if n > 0}, key=lambda form: (-record.forms[form], form)
    )
    if len(members) == 1 and len(spellings) > 1:
        quoted = ", ".join(f'"{form}"' for form in spellings[:5])
        reasons.append(Reason("same-key", f"one name in {len(spellings)} spellings: {quoted}"))
    return reasons
