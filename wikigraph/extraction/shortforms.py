"""A short form joins its long form, document by document: "Kevin" is Kevin Scott where only he is about."""

from __future__ import annotations

from collections import defaultdict

from wikigraph.extraction.classes import Classes
from wikigraph.extraction.found import Found
from wikigraph.extraction.homonyms import SEPARATOR, Scoping
from wikigraph.extraction.tally import Corpus
from wikigraph.model.base import Value
from wikigraph.model.graph import Reason


class ShortFormRule(Value, frozen=True):
    """When a word is taken for the short form of a longer name."""

    least_properness: float = 0.8
    least_share: float = 0.7  # of its mentions in documents that have a long form
    most_long_forms: float = 1.6  # different long forms a document
    least_dominance: float = 0.7  # of one long form among those of a document


def attach(
    corpus: Corpus, found: dict[str, Found], classes: Classes, scoping: Scoping, rule: ShortFormRule
) -> dict[str, list[Reason]]:
    """Moves the mentions of short forms to their long forms; root of the long form → reasons. Changes `found`."""
    longs = _long_forms(corpus, found, rule)
    reasons: defaultdict[str, list[Reason]] = defaultdict(list)
    for key in sorted(longs):
        short = found[key]
        by_document = _by_document(short, longs[key], found, classes)
        n_total, n_covered = short.n, sum(short.documents[index][0] for index in by_document)
        if not by_document or n_covered < rule.least_share * n_total:
            continue
        if sum(map(len, by_document.values())) > rule.most_long_forms * len(by_document):
            continue
        moved: defaultdict[str, list[int]] = defaultdict(list)
        for index, counts in sorted(by_document.items()):
            best = max(sorted(counts), key=lambda root: counts[root])
            if counts[best] >= rule.least_dominance * sum(counts.values()):
                moved[best].append(index)
        surfaces = sorted(short.forms)
        for root in sorted(moved):
            for index in moved[root]:
                n, n_units = short.documents.pop(index)
                before = found[root].documents.get(index, (0, 0))
                found[root].documents[index] = (before[0] + n, before[1] + n_units)
                scoping.scoped[root] += [(surface, index) for surface in surfaces]
            n_documents = len(moved[root])
            where = corpus.documents[moved[root][0]].path if n_documents == 1 else f"{n_documents} documents"
            reasons[root].append(Reason("short-form", f'"{surfaces[0]}" in {where}'))
        if short.n < (1.0 - rule.least_share) * n_total:
            del found[key]
    return dict(reasons)


def _long_forms(corpus: Corpus, found: dict[str, Found], rule: ShortFormRule) -> dict[str, list[str]]:
    """Key of a short form → keys of the names that begin or end with it."""
    longs: defaultdict[str, list[str]] = defaultdict(list)
    for key in sorted(found):
        record = found[key]
        if record.kind != "name" or SEPARATOR in key:
            continue
        words = max(record.forms, key=lambda form, n=record.forms: (n[form], form)).split(" ")  # type: ignore[misc]
        if not 2 <= len(words) <= 4 or any(
            corpus.properness(word) < rule.least_properness for word in words if word[:1].isupper()
        ):
            continue
        for word in {words[0].lower(), words[-1].lower()}:
            short = found.get(word)
            if (
                short is not None
                and short.kind == "word"
                and short.properness >= rule.least_properness
                and not _is_subject(short)
            ):
                longs[word].append(key)
    return longs


def _is_subject(record: Found) -> bool:
    """Structure knows the word by itself, so it is no mere short form."""
    return record.marks.get("inside", 0) >= 2 or any(
        kind in record.marks for kind in ("title", "heading", "strong", "code", "link", "tag")
    )


def _by_document(
    short: Found, longs: list[str], found: dict[str, Found], classes: Classes
) -> dict[int, dict[str, int]]:
    """Document → long form (root of its class) → occurrences, where both stand."""
    counts: dict[int, dict[str, int]] = {}
    for key in longs:
        root = classes.root(key)
        if root not in found:
            root = key
        for index, (n, _) in found[key].documents.items():
            if index in short.documents:
                forms = counts.setdefault(index, {})
                forms[root] = forms.get(root, 0) + n
    return counts
