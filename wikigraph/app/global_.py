"""Question + index → what the community reports say to it, and what stands below them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from wikigraph.app.local import Beginning, with_recalled
from wikigraph.app.search import hits
from wikigraph.app.shelf import Read, Shelf
from wikigraph.app.themed import NO_ROOM, themed_text
from wikigraph.model.answer import Answer, Hit, RelatedEntity, TokenCount
from wikigraph.model.evidence import Evidence
from wikigraph.model.record import Passage, PassageSentence
from wikigraph.model.report import Report, ReportStatement, Theme
from wikigraph.retrieval import global_
from wikigraph.retrieval.answer import Sense
from wikigraph.retrieval.basic import Found
from wikigraph.retrieval.evidence import LEADS_ON, weights
from wikigraph.retrieval.focus import focus_of
from wikigraph.retrieval.global_points import MapPoint, Sought, covers
from wikigraph.retrieval.question import Question
from wikigraph.retrieval.route import Route
from wikigraph.retrieval.scope import Scope
from wikigraph.retrieval.showable import is_code, stands_alone
from wikigraph.store.hit_details import entities_in_lines, entities_in_sentences
from wikigraph.store.index import Index
from wikigraph.store.passages import beginnings
from wikigraph.store.reports import homes, reports_of
from wikigraph.text.secrets import is_masked
from wikigraph.text.standing import starts_small
from wikigraph.text.tokens import count_tokens, search_tokens

BELOW = -1
"""As `ReportStatement.finding`: it stands in no report."""

UNREPORTED = "{n} of these sentences stand in no report: they come from the documents themselves"
_BEGINNING = 40  # sentences of a document among which one is looked for that opens it
_N_ENTITIES = 10
_ITEM_WORDS = 6  # of an item of a list that says something by itself
_FEW = 4  # sentences of which no nearest one can be told


@dataclass(frozen=True, slots=True)
class Looked:
    """What retrieval without reports found for what a question is about."""

    question: Question
    found: Found
    read: Read
    sense: Sense | None  # None without vectors, and where words say that nothing answers


def answer_globally(
    shelf: Shelf,
    query: str,
    beginning: Beginning,
    chosen: Route,
    k: int,
    notes: tuple[str, ...],
    level: int | None,
    params: global_.Params,
) -> Answer | None:
    """None where no report and nothing below them says anything to the question.

    Raises UsageError ("level-not-there").
    """
    about = focus_of(query)
    recalled = with_recalled(query, beginning.named)
    if about is not None and recalled != query:  # a question about the whole is not about what was said before
        about = focus_of(recalled)
    looked, sought = sought_in(shelf, about, max(k, params.pool), params)
    scope = shelf.terms.scope
    reports = reports_of(shelf.index, scope)
    below = (
        openings(shelf.index, reports, params.sentences, scope)
        if looked is None
        else below_reports(shelf.index, looked, sought, params)
    )
    found = global_.search(reports, below, sought, level, params)
    if found.status == "no_data":
        return None
    return _answer(shelf, query, chosen, found, looked, k, notes)


def sought_in(
    shelf: Shelf, about: Question | None, n: int, params: global_.Params
) -> tuple[Looked | None, Sought]:
    """What the n best text units say to a question, and what the reports are asked; None for one about the whole."""
    if about is None:
        return None, Sought((), {}, params.least, params.titles)
    likeness = shelf.likeness(about)
    found = shelf.find(about, max(n, shelf.params.looked_at(about)), likeness)
    read = shelf.read(about, found, likeness)
    looked = Looked(about, found, read, shelf.sense(likeness, about.text) if read.extract.has_answer else None)
    sought = Sought(about.content, weights(about, found.idf), params.least, params.titles, near=params.near)
    return looked, replace(sought, nearness=_nearness(looked, sought, params))


def _nearness(looked: Looked, sought: Sought, params: global_.Params) -> dict[str, float]:
    """Sentences of the best units → how near they are to the question, from 0 for the mean to 1 for the nearest."""
    texts: dict[str, None] = {}
    for candidate in looked.read.candidates[: params.near_units] if looked.sense is not None else ():
        standing = [text for sentence in candidate.sentences if (text := _standing(sentence))]
        standing.sort(key=lambda text: -covers(text, sought))
        texts.update(dict.fromkeys(standing[: params.near_sentences]))
    if looked.sense is None or len(texts) < _FEW:
        return {}
    found = looked.sense(list(texts))
    mean, most = sum(found) / len(found), max(found)
    return {text: max(0.0, value - mean) / ((most - mean) or 1.0) for text, value in zip(texts, found, strict=True)}


# --- the answer --------------------------------------------------------------------------------------------------


def _answer(
    shelf: Shelf,
    query: str,
    chosen: Route,
    found: global_.Global,
    looked: Looked | None,
    k: int,
    notes: tuple[str, ...],
) -> Answer:
    themes = _themes(found.chosen)
    citations = tuple(point.statement.evidence[0] for point in found.chosen)
    text = themed_text(themes, citations) if citations else NO_ROOM
    n_unreported = sum(theme.n_sentences for theme in themes if not theme.label)
    return Answer(
        query=query,
        mode="global",
        status=found.status,
        answer=text,
        citations=citations,
        entities=_entities(shelf.index, citations),
        hits=_hits(shelf, looked, k),
        tokens=(
            TokenCount("question", count_tokens(query)),
            TokenCount("reports", found.search.tokens_read),
            TokenCount("answer", count_tokens(text)),
        ),
        llm_calls=0,
        notes=(*notes, UNREPORTED.format(n=n_unreported)) if n_unreported else notes,
        reason=chosen.reason,
        themes=themes,
        global_search=found.search,
    )


def _themes(points: Sequence[MapPoint]) -> tuple[Theme, ...]:
    groups: dict[str, list[MapPoint]] = {}
    for point in points:
        groups.setdefault(point.report.community_id, []).append(point)
    return tuple(
        Theme(global_.label(held[0].report), held[0].report.title, held[0].report.page, len(held))
        for held in groups.values()
    )


def _entities(index: Index, citations: Sequence[Evidence]) -> tuple[RelatedEntity, ...]:
    return tuple(entities_in_lines(index, [(c.path, c.start_line, c.quote) for c in citations], _N_ENTITIES))


def _hits(shelf: Shelf, looked: Looked | None, k: int) -> tuple[Hit, ...]:
    if looked is None:
        return ()
    read = [candidate.passage for candidate in looked.read.candidates][:k]
    return shelf.surrounded(read, hits(read, looked.found))


# --- below the reports -------------------------------------------------------------------------------------------


def openings(
    index: Index, reports: Sequence[Report], n: int, scope: Scope | None = None
) -> list[global_.Below]:
    """Of the first n documents (of a scope) that no report cites, the first sentence that stands alone: the whole has
    them too."""
    cited = {place.path for report in reports for statement in report.statements for place in statement.evidence}
    found: list[global_.Below] = []
    for path, title, held in beginnings(index, cited, n, _BEGINNING, scope):
        prose = [sentence for sentence in held if sentence.kind in ("paragraph", "list_item")]
        opening = next((sentence for sentence in prose if stands_alone(sentence.text)), prose[0] if prose else None)
        if opening is not None:
            found.append(global_.Below((), _as_report(path, title), _statement(path, opening)))
    return found


def below_reports(index: Index, looked: Looked, sought: Sought, params: global_.Params) -> list[global_.Below]:
    """The sentences of the best units that cover enough of the question and stand alone, and those that basic search
    would answer with, each under the communities of what it names."""
    candidates = looked.read.candidates[: params.pool]
    found: dict[tuple[str, int], tuple[Passage, PassageSentence]] = {}
    for chosen in looked.read.extract.chosen:
        if chosen.sentence.kind != "code" and not chosen.sentence.text.endswith(LEADS_ON):
            found[chosen.passage.path, chosen.sentence.ordinal] = chosen.passage, chosen.sentence
    for candidate in candidates:
        path = candidate.passage.path
        for sentence in candidate.sentences:
            text = " ".join(sentence.text.split())
            is_near = text in sought.nearness or covers(text, sought) >= sought.least
            if is_near and _standing(sentence):  # what stands alone takes longer to tell
                found.setdefault((path, sentence.ordinal), (candidate.passage, sentence))
    units = [candidate.passage.number for candidate in candidates]
    named = entities_in_sentences(index, units, list(found))
    homes_of = homes(index, sorted({entity_id for ids in named.values() for entity_id in ids}))
    return [
        global_.Below(
            _homes(named.get(place, ()), homes_of), _as_report(passage.path, passage.title),
            _statement(passage.path, sentence),
        )
        for place, (passage, sentence) in found.items()
    ]


def _standing(sentence: PassageSentence) -> str:
    """A sentence that needs nothing around it, as it is read; else ""."""
    if sentence.kind not in ("paragraph", "list_item") or is_masked(sentence.quote):
        return ""
    text = " ".join(sentence.text.split())
    return text if stands_alone(text) or _is_item(sentence) else ""


def _is_item(sentence: PassageSentence) -> bool:
    """An item of a list says something by itself, though it may be no whole sentence ("Secrets: mount them, …")."""
    if sentence.kind != "list_item" or sentence.text.endswith(LEADS_ON) or is_code(sentence):
        return False
    return len(search_tokens(sentence.text)) >= _ITEM_WORDS and not starts_small(sentence.text)


def _homes(entity_ids: Sequence[str], homes_of: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The communities of the first entity that has some: what a sentence is about is mostly named first."""
    return next((tuple(homes_of[entity_id]) for entity_id in entity_ids if entity_id in homes_of), ())


def _statement(path: str, sentence: PassageSentence) -> ReportStatement:
    text = " ".join(sentence.text.split())
    evidence = Evidence(path, sentence.start_line, sentence.end_line, sentence.quote, text)
    return ReportStatement(BELOW, "", text, (evidence,))


def _as_report(path: str, title: str) -> Report:
    """A document in the place of a report: it groups sentences of which no report is made."""
    return Report(path, "", -1, 0, title, 0.0, "", 0, count_tokens(title), ())
