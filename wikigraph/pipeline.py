"""THE list of stages, in order, with what each takes and gives. Read this file first.

Per source: source → document → chunks → candidates; all candidates → lexicon; per source again, with only the
slice of the lexicon that it needs: mentions → claims, edges, digest; all edges → graph → hierarchy; per
community: report; then site (which pages exist, and where) → per page: page → rendered page.

Inputs that do not come from a stage: `source` (per path), `ontology` (schema/ontology.toml) and `known_pages`
(ids and paths of the pages that stand in wiki/, because a page's place is never moved by a compile).
"""

from __future__ import annotations

from wikigraph.config import Settings
from wikigraph.engine.plan import Step
from wikigraph.model.claim import CommunityReport, DocumentClaims, DocumentDigest
from wikigraph.model.extraction import Candidates
from wikigraph.model.graph import DocumentEdges, DocumentMentions, Graph, Hierarchy, Lexicon
from wikigraph.model.page import Page, RenderedPage, SiteMap
from wikigraph.model.text import Chunks, Document
from wikigraph.stages import (
    chunk,
    claims,
    cluster,
    compose,
    cooccur,
    digest,
    extract,
    mention,
    parse,
    place,
    relate,
    render,
    report,
    resolve,
)

INPUTS = ("source", "ontology", "known_pages")


def pipeline(settings: Settings) -> tuple[Step, ...]:
    """The steps of a compile under these settings."""
    return (
        # --- per source, from its text alone
        Step("parse", "document", Document, parse.run, parse.VERSION, settings.parse, ("source",)),
        Step("chunk", "chunks", Chunks, chunk.run, chunk.VERSION, settings.chunk, ("document",)),
        Step("extract", "candidates", Candidates, extract.run, extract.VERSION, settings.extract,
             ("document", "chunks")),
        # --- over everything: which names are entities
        Step("resolve", "lexicon", Lexicon, resolve.run, resolve.VERSION, settings.resolve,
             ("candidates", "ontology"), each=False),
        # --- per source, with its slice of the lexicon
        Step("mention", "mentions", DocumentMentions, mention.run, mention.VERSION, settings.mention,
             ("document", "chunks"), split=mention.split, split_takes=("lexicon", "candidates")),
        Step("claims", "claims", DocumentClaims, claims.run, claims.VERSION, settings.claims,
             ("document", "chunks", "mentions"), split=claims.split, split_takes=("lexicon", "mentions")),
        Step("cooccur", "edges", DocumentEdges, cooccur.run, cooccur.VERSION, settings.cooccur,
             ("document", "chunks", "mentions")),
        Step("digest", "digest", DocumentDigest, digest.run, digest.VERSION, settings.digest,
             ("document", "chunks", "claims")),
        # --- over everything: the graph
        Step("relate", "graph", Graph, relate.run, relate.VERSION, settings.relate, ("edges", "lexicon"), each=False),
        Step("cluster", "hierarchy", Hierarchy, cluster.run, cluster.VERSION, settings.cluster,
             ("graph", "lexicon"), each=False),
        # --- per community
        Step("report", "report", CommunityReport, report.run, report.VERSION, settings.report,
             split=report.split, split_takes=("hierarchy", "graph", "lexicon", "claims")),
        # --- over everything: which pages there are
        Step("place", "site", SiteMap, place.run, place.VERSION, settings.place,
             ("lexicon", "hierarchy", "report", "digest", "known_pages"), each=False),
        # --- per page
        Step("compose", "page", Page, compose.run, compose.VERSION, settings.compose,
             split=compose.split,
             split_takes=("site", "lexicon", "graph", "hierarchy", "report", "digest", "claims")),
        Step("render", "rendered", RenderedPage, render.run, render.VERSION, settings.render, ("page",)),
    )
