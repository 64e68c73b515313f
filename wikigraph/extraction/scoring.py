"""Evidence, structure and spread → score, gate, page-worthiness (extraction_recipe, points 5 to 7)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from wikigraph.extraction.doubts import Damping, Doubts
from wikigraph.extraction.evidence import FEWEST_FOR_SPREAD, evidence, is_common, main_form
from wikigraph.extraction.found import Found
from wikigraph.extraction.tally import Corpus
from wikigraph.extraction.weights import log2_1p, residual_idf
from wikigraph.model.base import Natural, Value
from wikigraph.text.stopwords import is_everyday


class Weights(Value, frozen=True):
    """The constants of score, gate and page budget."""

    heading: float = 0.7
    inside_heading: float = 0.2
    link_and_code: float = 0.5
    strong_and_quote: float = 0.6
    structure_share: float = 0.3  # of structure beside evidence
    least_promise: float = 0.8  # evidence + structure share of an entity
    least_mentions: int = 3
    least_units: int = 2
    small_corpus: Natural = 60  # text units; up to it two mentions, or one unit, may do
    grown_corpus: int = 200  # text units; what a small corpus may do fades until here, so that no document decides it
    faded_promise: float = 1.5  # what fading asks for at most beside the rest
    many_mentions: int = 5  # in a small corpus: of a common word that is part of a heading; the fewer units the fewer
    sure_evidence: float = 0.9  # what two mentions in a small corpus need
    pages_per_root: float = 7.0  # page budget = this × √(text units)
    least_rid_of_common: float = 0.45
    everyday: float = 0.5  # damps an everyday word that is nevertheless a document's title
    damping: Damping = Damping()

    def __post_init__(self) -> None:
        if self.grown_corpus <= self.small_corpus:
            raise ValueError("grown_corpus must be larger than small_corpus")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the rules say of one name."""

    evidence: float
    structure: float
    rid: float
    score: float
    is_common: bool
    is_subject: bool  # the title of a document whose first lines name it, or whose front matter has aliases
    passes: bool
    refusal: str  # why it does not pass, "" if it does


def judge(record: Found, corpus: Corpus, weights: Weights, doubts: Doubts) -> Verdict:
    """Scores one name against its corpus."""
    proof = evidence(record, corpus)
    structure = structure_of(record, weights)
    n, n_units = record.n, min(record.n_units, corpus.n_units)
    rid = residual_idf(n, n_units, corpus.n_units)
    common = is_common(record)
    subject = _is_subject(record)
    damping = 0.3 + 0.5 * max(0.3, min(1.0, rid)) if common else 1.0
    damping *= weights.everyday if common and is_everyday(record.key) else 1.0
    damping *= doubts.factor(record)
    promise = proof + weights.structure_share * structure
    score = promise * log2_1p(n) * math.sqrt(log2_1p(n_units)) * damping
    refusal = "" if subject and record.kind != "han" else doubts.refusal(record)
    refusal = refusal or _refusal(record, proof, promise, rid, corpus, weights, is_subject=subject)
    return Verdict(proof, structure, rid, score, common, subject, not refusal, refusal)


def _is_subject(record: Found) -> bool:
    return "title" in record.marks and ("lead" in record.marks or "alias" in record.marks)


def is_too_rare(record: Found, corpus: Corpus, weights: Weights) -> bool:
    """Whether a name stands too rarely to pass in a corpus of this size, whatever else is known of it."""
    if _faded(corpus.n_units, weights) < 1.0 or _is_subject(record):
        return False
    if len(record.documents) >= max(weights.least_mentions, weights.least_units):
        return False  # each of them has one at least
    return record.n < weights.least_mentions or record.n_units < weights.least_units


def structure_of(record: Found, weights: Weights) -> float:
    """The recipe's st: marks, counted in documents, with diminishing returns."""
    marks = record.marks
    headings = (
        marks.get("title", 0)
        + weights.heading * log2_1p(marks.get("heading", 0))
        + weights.inside_heading * log2_1p(marks.get("inside", 0) + marks.get("inside-title", 0))
    )
    links = weights.link_and_code * (log2_1p(marks.get("code", 0)) + log2_1p(marks.get("link", 0)))
    emphasis = weights.strong_and_quote * (log2_1p(marks.get("strong", 0)) + log2_1p(marks.get("quote", 0)))
    rest = 1.5 * ("book" in marks) + 1.5 * ("gloss" in marks) + ("tag" in marks or "alias" in marks) + ("lead" in marks)
    return 2.0 * min(2.0, headings) + 1.5 * min(2.0, links) + min(2.0, emphasis) + rest


def _refusal(
    record: Found, proof: float, promise: float, rid: float, corpus: Corpus, weights: Weights, *, is_subject: bool
) -> str:
    if is_generic_heading(record, corpus):
        return "a heading of many documents"
    if any("_" in form for form in record.forms) and not record.is_exactly_marked and "code" not in record.marks:
        return "an underscore outside code: a file's name"
    if len(record.key) == 1 and not (record.is_exactly_marked or "code" in record.marks):
        return "a single letter"
    if proof <= 0.0:
        return "used as a verb or without articles"
    is_lower_latin = record.kind == "latin" and not record.properness
    if (is_common(record) or is_lower_latin) and not is_subject and is_everyday(record.key):
        return "an everyday word"
    if is_common(record) and not is_subject:
        is_often = record.n * max(0.0, 1.0 - corpus.n_units / weights.grown_corpus) >= weights.many_mentions
        is_code = record.marks.get("code", 0) > 2 and main_form(record) != main_form(record).lower()
        if not record.is_exactly_marked and not is_code and not (is_often and "inside" in record.marks):
            return "a common word that no structure singles out"
        if rid < weights.least_rid_of_common and corpus.n_units >= FEWEST_FOR_SPREAD:
            return "a common word spread evenly"
    if promise < weights.least_promise:
        return "too little evidence"
    if is_subject:
        return ""
    faded = _faded(corpus.n_units, weights)
    needed = weights.sure_evidence + weights.faded_promise * faded
    is_sure = faded < 1.0 and proof >= weights.sure_evidence and promise >= needed
    is_twice = record.n == 2 and (record.is_exactly_marked or "inside" in record.marks or len(record.documents) > 1)
    if record.n < weights.least_mentions and not (is_sure and is_twice):
        return "mentioned too rarely"
    is_plain = not record.is_exactly_marked and "inside" not in record.marks
    if record.kind == "acronym" and len(record.key) == 2 and is_plain and record.n < 2 * weights.least_mentions:
        return "two letters, mentioned too rarely"
    is_term = record.kind in ("term", "han", "kanji", "katakana")
    if record.n_units < weights.least_units and is_plain and is_term and record.n <= weights.least_mentions:
        return "mentioned in one text unit only"
    if record.n_units < weights.least_units and not (
        faded < 1.0 and promise >= weights.least_promise + weights.faded_promise * faded
    ):
        return "mentioned in one text unit only"
    return ""


def _faded(n_units: int, weights: Weights) -> float:
    """How far a corpus has grown out of what only a small one may do: 0 … 1. Between the two sizes the thresholds
    move a little with each document, so that none makes half of the entities come or go."""
    return min(1.0, max(0.0, (n_units - weights.small_corpus) / (weights.grown_corpus - weights.small_corpus)))


def is_generic_heading(record: Found, corpus: Corpus) -> bool:
    """A heading of every other document says nothing of its subject."""
    n_documents, n = corpus.headings.get(record.key, (0, 0))
    if "title" in record.marks or not n_documents:
        return False
    if n_documents >= max(4.0, 0.03 * len(corpus.documents)):
        return True
    return n >= 3 and n >= 1.5 * n_documents


def page_budget(n_units: int, weights: Weights) -> int:
    """How many pages a corpus of that size is worth: 7 √U. A floor of 100, measured on large vaults, would give five
    documents more pages than they have paragraphs."""
    return max(1, round(weights.pages_per_root * math.sqrt(max(1, n_units))))
