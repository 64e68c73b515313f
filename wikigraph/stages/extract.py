"""Document + Chunks → Candidates: the surface statistics in which names show (extraction_recipe: parse, marks)."""

from __future__ import annotations

from collections import Counter

from wikigraph.extraction import cased, lead, marks, spaceless
from wikigraph.extraction.boilerplate import sentence_spans
from wikigraph.extraction.patterns import WORD
from wikigraph.extraction.prose import Prose, gather
from wikigraph.model.base import Value
from wikigraph.model.extraction import Candidates, Counts
from wikigraph.model.text import Chunks, Document
from wikigraph.text.stopwords import language_of

VERSION = 3


class Params(Value, frozen=True):
    """Nothing to set: every threshold belongs to the global step."""


def run(document: Document, chunks: Chunks, params: Params) -> Candidates:
    """Counts every form that may be a name, and what stands around it."""
    prose = gather(document, chunks)
    whole = "".join(prose.units)
    language = spaceless.script_language(whole + " ".join(prose.headings))
    is_spaceless = language in ("zh", "ja")
    if not language:
        language = language_of(Counter(WORD.findall(whole[:20_000])).elements())
    counts = cased.count(Prose((), (), (), ()) if is_spaceless else prose, language)
    if is_spaceless:
        for text in prose.units:
            counts.forms.update(WORD.findall(text))
    opening = lead.lead_text(prose, document.title)
    return Candidates(
        path=document.path,
        title=document.title,
        language=language,
        n_units=len(chunks.units),
        n_characters=len(whole),
        n_words=sum(counts.forms.values()),
        words=counts.words(_heading_words(prose)),
        spans=counts.spans.counts(),
        initial_spans=counts.initial_spans.counts(),
        terms=counts.kept_terms(),
        latin=spaceless.latin_counts(prose) if is_spaceless else Counts(),
        runs=Counts() if language == "zh" else spaceless.japanese_runs(prose),
        han=spaceless.han_units(prose) if language == "zh" else (),
        marks=marks.marked_names(document, prose),
        acronyms=marks.acronyms(prose),
        glosses=marks.glosses(prose),
        lead=lead.lead_forms(document.title, opening),
        is_title_in_lead=lead.is_named_in(document.title, opening),
        title_head=lead.title_head(document.title, opening),
        sentences=sentence_spans(document, chunks),
        code_words=_code_words(prose),
    )


def _heading_words(prose: Prose) -> set[str]:
    return {word for text in (*prose.headings, *(line for _, line in prose.titled)) for word in WORD.findall(text)}


def _code_words(prose: Prose) -> tuple[str, ...]:
    return tuple(sorted({word.lower() for line in prose.code for word in WORD.findall(line) if len(word) > 1}))
