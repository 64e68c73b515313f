"""Judged classes → Lexicon: ids, pages by budget, every spelling, proposals."""

from __future__ import annotations

import math
import re

from wikigraph.extraction.classes import Classes
from wikigraph.extraction.collect import parts_of
from wikigraph.extraction.entities import Judged, entity_id, entity_type, to_entity
from wikigraph.extraction.found import Found
from wikigraph.extraction.homonyms import Scoping
from wikigraph.extraction.merging import Proposal
from wikigraph.extraction.scoring import Weights, page_budget
from wikigraph.extraction.tally import Corpus
from wikigraph.model.graph import Entity, Lexicon, MergeProposal, Name, Reason
from wikigraph.model.ontology import Ontology
from wikigraph.text.names import name_key

_MANY_DOCUMENTS = 10


def page_roots(accepted: list[Judged], corpus: Corpus, weights: Weights, ontology: Ontology) -> dict[str, Reason]:
    """Which entities get a page, and why: the best within the budget, every subject, and what people say."""
    budget = page_budget(corpus.n_units, weights)
    refused = {name_key(name) for name in ontology.no_pages}
    wanted = {name_key(name) for name in ontology.pages}
    ranked = sorted(accepted, key=lambda item: (-item.verdict.score, item.root))
    pages: dict[str, Reason] = {}
    for rank, item in enumerate(ranked, start=1):
        if refused.intersection(item.members):
            continue
        if wanted.intersection(item.members):
            pages[item.root] = Reason("page", "schema/ontology.toml wants it")
        elif rank <= budget:
            pages[item.root] = Reason("page", "among the most telling names of the vault")
        elif item.verdict.is_subject or item.subject_of:
            pages[item.root] = Reason("page", "the subject of a document")
    return pages


def build(
    corpus: Corpus,
    judged: dict[str, Judged],
    classes: Classes,
    scoping: Scoping,
    proposals: list[Proposal],
    short_reasons: dict[str, list[Reason]],
    ontology: Ontology,
    weights: Weights,
) -> Lexicon:
    """The lexicon of everything that passes."""
    stops = {name_key(name) for name in ontology.stop_names}
    accepted = [item for item in judged.values() if not stops.intersection(item.members)]
    pages = page_roots(accepted, corpus, weights, ontology)
    types = {name_key(name): typed.type for typed in ontology.typed for name in typed.names}
    preferred = _preferred(ontology)
    entities: list[Entity] = []
    ids: dict[str, str] = {}
    for item in accepted:
        item.title = next((preferred[key] for key in item.members if key in preferred), item.title)
        given = next((types[key] for key in item.members if key in types), "")
        page = pages.get(item.root)
        reasons = [*item.reasons, *short_reasons.get(item.root, [])]
        reasons.append(page or Reason("no-page", "less telling than the names that have one"))
        ids[item.root] = entity_id(item.root)
        entities.append(
            to_entity(
                item,
                ids[item.root],
                is_page_worthy=page is not None,
                type_name=given or entity_type(item.record),
                reasons=reasons,
            )
        )
    return Lexicon(
        entities=tuple(sorted(entities, key=lambda entity: entity.id)),
        names=_names(accepted, ids, corpus, classes, scoping),
        proposals=_proposals(proposals, ids, classes, ontology),
        subjects=_subjects({item.root: item for item in accepted}, ids, corpus, classes, scoping),
    )


def _preferred(ontology: Ontology) -> dict[str, str]:
    """Key → the title that people want for the class which holds it. A name that they call an alias, or the
    other one of a merge, is no title, so that of a chain of renamings the last one counts."""
    said = [
        *((canonical, (other,)) for canonical, other in ontology.merges),
        *((alias.canonical, alias.names) for alias in ontology.aliases),
    ]
    titles = {name_key(canonical): canonical for canonical, _ in said}
    others = {name_key(name) for canonical, names in said for name in names if name_key(name) != name_key(canonical)}
    return {key: title for key, title in titles.items() if key not in others or others >= titles.keys()}


def _subjects(
    accepted: dict[str, Judged], ids: dict[str, str], corpus: Corpus, classes: Classes, scoping: Scoping
) -> tuple[tuple[str, str], ...]:
    """What each document is about: the entity that its title is; else, of those within its title and no longer one
    there, the one that the document names most."""
    subjects: list[tuple[str, str]] = []
    for index, document in enumerate(corpus.documents):
        root = classes.root(scoping.subjects.get(index, ""))
        if root not in ids:
            title = document.title if " " in document.title else re.sub(r"[-_]+", " ", document.title)
            inside = {part: classes.root(part) for part in parts_of(title) if classes.root(part) in ids}
            whole = [part for part in inside if not any(part != other and part in other for other in inside)]
            named = [(_aboutness(accepted[inside[part]].record, index, len(corpus.documents)), part) for part in whole]
            weight, part = max(named, default=(0.0, ""))
            root = inside[part] if weight > 0.0 else ""
        if root:
            subjects.append((document.path, ids[root]))
    return tuple(subjects)


def _aboutness(record: Found, index: int, n_documents: int) -> float:
    """How much a document is about a name: its mentions there; among many documents weighted by how few name it, and
    none for what half of them name (the host of a show)."""
    n = record.documents.get(index, (0, 0))[0]
    if n_documents < _MANY_DOCUMENTS:
        return float(n)
    share = len(record.documents) / n_documents
    return n * math.log1p(1.0 / share) if 0.0 < share <= 0.5 else 0.0


def _names(
    accepted: list[Judged], ids: dict[str, str], corpus: Corpus, classes: Classes, scoping: Scoping
) -> tuple[Name, ...]:
    names: dict[tuple[str, str, str], Name] = {}
    for item in accepted:
        strict = is_case_telling(item.record, corpus)
        by_case = not scoping.cased.isdisjoint(item.members)
        for form in {*item.record.forms, item.title}:
            if form:
                names[form, "", ids[item.root]] = Name(form, ids[item.root], is_case_sensitive=by_case or strict(form))
    for node in sorted(scoping.scoped):
        root = classes.root(node)
        for surface, index in scoping.scoped[node] if root in ids else ():
            path = corpus.documents[index].path
            names[surface, path, ids[root]] = Name(surface, ids[root], path, is_case_sensitive=surface[:1].isupper())
    return tuple(names[key] for key in sorted(names))


class is_case_telling:  # noqa: N801 — reads as the predicate that it builds
    """Whether a spelling means the entity only in its own case: "Go" but not "go"."""

    def __init__(self, record: Found, corpus: Corpus) -> None:
        self._is_name = record.kind in ("word", "acronym", "identifier", "noun") and record.properness < 0.8
        self._is_acronym = record.kind == "acronym"
        self._corpus = corpus

    def __call__(self, form: str) -> bool:
        if " " in form or form == form.lower():
            return False
        if self._is_acronym or len(form) <= 3:
            return True
        return self._is_name and self._corpus.properness(form) >= 0.2


def _proposals(
    proposals: list[Proposal], ids: dict[str, str], classes: Classes, ontology: Ontology
) -> tuple[MergeProposal, ...]:
    dismissed = {
        frozenset((classes.root(name_key(left)), classes.root(name_key(right))))
        for left, right in (*ontology.dismissed, *ontology.never_merge)
    }
    kept: dict[tuple[str, str], MergeProposal] = {}
    for left, right, reason in proposals:
        one, other = classes.root(left), classes.root(right)
        if one == other or one not in ids or other not in ids or frozenset((one, other)) in dismissed:
            continue
        small, large = sorted((ids[one], ids[other]))
        kept.setdefault((small, large), MergeProposal(small, large, reason))
    return tuple(kept[pair] for pair in sorted(kept))
