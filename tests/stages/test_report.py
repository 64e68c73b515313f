"""Reports: verbatim statements, bounded contexts that unrelated edits leave as they are."""

from __future__ import annotations

import itertools
import random

from tests.stages.small import lexicon, mention, read
from wikigraph.model.claim import CommunityContext, CommunityReport, DocumentClaims
from wikigraph.model.graph import Graph, Hierarchy, Lexicon
from wikigraph.stages import claims, cluster, cooccur, relate, report

ORCHARD = ["Apple", "Pear", "Quince", "Medlar", "Damson", "Sloe"]
HARBOUR = ["Lugger", "Ketch", "Sloop", "Brig", "Yawl", "Cutter"]
PLACES = (
    "in every old village of the north", "near mills", "wherever rivers bend", "since roads exist", "all winter long",
    "on islands with chalk cliffs",
)
FATES = (
    "brought over by monks", "painted often", "taxed under two kings", "loved for patience", "sold at fairs each May",
    "drawn on maps that nobody kept",
)


def texts(extra: str = "") -> dict[str, str]:
    """Two subjects that share nothing."""
    found = {}
    for folder, names in (("orchard", ORCHARD), ("harbour", HARBOUR)):
        for k in range(6):
            a, b, c = names[k], names[(k + 1) % 6], names[(k + 2) % 6]
            found[f"raw/{folder}{k}.md"] = (
                f"# {a}\n\n{a} is a kind of {folder} thing with property {k}.\n\n"
                f"{a} stands beside {b} {PLACES[k]}.\n\n{b} and {c} were {FATES[k]}.\n"
            )
    if extra:
        found["raw/harbour0.md"] += "\n" + extra
    return found


def build(sources: dict[str, str]) -> tuple[Hierarchy, Graph, Lexicon, dict[str, DocumentClaims]]:
    names = ORCHARD + HARBOUR
    known = lexicon(names)
    edges, mentions, read_documents = {}, {}, {}
    for path, text in sources.items():
        document, chunks = read(text, path)
        read_documents[path] = (document, chunks)
        mentions[path] = mention(chunks, names)
        edges[path] = cooccur.run(document, chunks, mentions[path], cooccur.Params())
    contexts = claims.split(known, mentions)
    made = {
        path: claims.run(document, chunks, mentions[path], contexts[path], claims.Params())
        for path, (document, chunks) in read_documents.items()
    }
    graph = relate.run(edges, known, relate.Params())
    return cluster.run(graph, known, cluster.Params()), graph, known, made


def reports(contexts: dict[str, CommunityContext]) -> dict[str, CommunityReport]:
    return {key: report.run(context, report.Params()) for key, context in contexts.items()}


def test_every_community_has_a_report_of_verbatim_statements() -> None:
    sources = texts()
    hierarchy, graph, known, made = build(sources)
    found = reports(report.split(hierarchy, graph, known, made))
    assert sorted(found) == sorted(community.id for community in hierarchy.communities)
    titles = {entity.title for entity in known.entities}
    for community in hierarchy.communities:
        one = found[community.id]
        assert set(one.title.split(", ")) <= titles
        assert 0 <= one.rating <= 10
        statements = [*one.summary, *(s for finding in one.findings for s in finding.statements)]
        assert len({statement.text for statement in statements}) == len(statements)
        for statement in statements:
            (citation,) = statement.citations
            lines = sources[citation.path].split("\n")[citation.start_line - 1 : citation.end_line]
            assert citation.quote in " ".join(lines)
            assert statement.text == citation.quote
        for finding in one.findings:
            assert set(finding.title.split(" · ")) <= titles
            assert finding.statements
    broad = [found[c.id] for c in hierarchy.communities if c.level == 0]
    assert all(one.summary and one.findings for one in broad)


def test_an_edit_elsewhere_renews_no_context() -> None:
    before = report.split(*build(texts()))
    edited = build(texts("Cutter is the fastest of all the boats in this harbour."))
    after = report.split(*edited)
    changed = {key for key in after if before.get(key) != after[key]}
    orchard = {
        community.id for community in edited[0].communities if report_titles(after[community.id]) <= set(ORCHARD)
    }
    assert changed
    assert not changed & orchard


def report_titles(context: CommunityContext) -> set[str]:
    return {entity.title for entity in context.entities}


def test_order_of_input_means_nothing() -> None:
    hierarchy, graph, known, made = build(texts())
    contexts = report.split(hierarchy, graph, known, made)
    paths = list(made)
    random.Random(5).shuffle(paths)
    assert report.split(hierarchy, graph, known, {path: made[path] for path in paths}) == contexts


def test_a_large_community_is_bounded() -> None:
    names = [f"Part{n:03d}" for n in range(120)]
    pairs = enumerate(itertools.pairwise(names))
    sentences = [f"{one} is joined to {other} by the wire number {k}." for k, (one, other) in pairs]
    sentences += [f"{names[0]} also feeds {name} with current." for name in names[5::7]]
    document, chunks = read("\n\n".join(sentences))
    mentions = mention(chunks, names)
    known = lexicon(names)
    context = claims.split(known, {document.path: mentions})[document.path]
    made = {document.path: claims.run(document, chunks, mentions, context, claims.Params())}
    edges = {document.path: cooccur.run(document, chunks, mentions, cooccur.Params())}
    graph = relate.run(edges, known, relate.Params())
    hierarchy = cluster.run(graph, known, cluster.Params())
    for context in report.split(hierarchy, graph, known, made).values():
        assert len(context.edges) <= report.MAX_EDGES
        assert len(context.claims) <= 8 * report.MAX_EDGES


def test_a_lone_entity_without_claims() -> None:
    known = lexicon(["Alone"])
    hierarchy = cluster.run(Graph((), 0), known, cluster.Params())
    (one,) = reports(report.split(hierarchy, Graph((), 0), known, {})).values()
    assert (one.title, one.summary, one.findings, one.rating) == ("Alone", (), (), 0.0)
