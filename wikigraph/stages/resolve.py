"""Candidates of all documents + Ontology → Lexicon: which names are entities, which are one, which get a page.

extraction_recipe, points 3 to 8. Global, but over surface statistics only, and the same whatever the order of the
documents; it never reads its own earlier result.
"""

from __future__ import annotations

from collections.abc import Mapping

from wikigraph.extraction import casing, collect, entities, homonyms, lexicon, shortforms, tally
from wikigraph.extraction.evidence import classify
from wikigraph.extraction.merging import Merger
from wikigraph.extraction.proposing import Proposer
from wikigraph.extraction.scoring import Weights
from wikigraph.model.base import Value
from wikigraph.model.extraction import Candidates
from wikigraph.model.graph import Lexicon
from wikigraph.model.ontology import Ontology

VERSION = 10


class Params(Value, frozen=True):
    """One set of constants for all languages."""

    weights: Weights = Weights()
    short_forms: shortforms.ShortFormRule = shortforms.ShortFormRule()


def run(candidates: Mapping[str, Candidates], ontology: Ontology, params: Params) -> Lexicon:
    """Finds, separates, merges and judges names."""
    corpus = tally.tally(candidates)
    found = collect.Collector(corpus).collect()
    collect.apply_marks(corpus, found)
    for record in found.values():
        classify(record, corpus)
    scoping = homonyms.separate(corpus, found)
    casing.separate(corpus, found, scoping)
    casing.keep_identifiers(corpus, found, scoping)
    merger = Merger(corpus, found, scoping, ontology)
    merger.run()
    short_reasons = shortforms.attach(corpus, found, merger.classes, scoping, params.short_forms)
    judged = entities.judge_classes(corpus, found, merger.classes, scoping, params.weights)
    accepted = frozenset(root for root, item in judged.items() if item.verdict.passes)
    proposals = [*merger.proposals, *Proposer(corpus, found, merger.classes, accepted).proposals()]
    return lexicon.build(corpus, judged, merger.classes, scoping, proposals, short_reasons, ontology, params.weights)
