"""On real sources: whatever is said stands in the lines it cites; nothing is said twice; order means nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from wikigraph.model.claim import Citation
from wikigraph.model.ontology import Ontology
from wikigraph.model.text import Source
from wikigraph.stages import chunk, claims, cluster, cooccur, digest, extract, mention, parse, relate, report, resolve

DATA = Path(__file__).resolve().parents[2] / ".." / "shared" / "data"
FOLDERS = ["docker5/raw", "multilingual/raw"]


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_quote_stands_in_its_lines(folder: str) -> None:
    if not (DATA / folder).exists():
        pytest.skip("the sample corpora stand beside the project, not in it")
    texts = {
        f"raw/{file.name}": file.read_text(encoding="utf-8").removeprefix("\ufeff")
        for file in sorted((DATA / folder).iterdir())
    }
    documents = {
        path: parse.run(
            Source(path, "", "utf-8", "plain" if path.endswith(".txt") else "markdown", text), parse.Params()
        )
        for path, text in texts.items()
    }
    chunks = {path: chunk.run(document, chunk.Params()) for path, document in documents.items()}
    candidates = {path: extract.run(documents[path], chunks[path], extract.Params()) for path in texts}
    lexicon = resolve.run(candidates, Ontology(), resolve.Params())
    slices = mention.split(lexicon, candidates)
    mentions = {path: mention.run(documents[path], chunks[path], slices[path], mention.Params()) for path in texts}
    made = {
        path: claims.run(documents[path], chunks[path], mentions[path], context, claims.Params())
        for path, context in claims.split(lexicon, mentions).items()
    }
    edges = {path: cooccur.run(documents[path], chunks[path], mentions[path], cooccur.Params()) for path in texts}
    graph = relate.run(edges, lexicon, relate.Params())
    hierarchy = cluster.run(graph, lexicon, cluster.Params())
    contexts = report.split(hierarchy, graph, lexicon, made)
    reports = [report.run(context, report.Params()) for context in contexts.values()]
    digests = [digest.run(documents[path], chunks[path], made[path], digest.Params()) for path in texts]

    cited = [
        Citation(claim.id, claim.path, claim.span.start_line, claim.span.end_line, claim.quote)
        for document_claims in made.values()
        for claim in document_claims.claims
    ]
    statements = [s for d in digests for s in d.summary]
    statements += [s for r in reports for s in (*r.summary, *(x for f in r.findings for x in f.statements))]
    cited += [citation for statement in statements for citation in statement.citations]
    assert len(cited) > 50
    for citation in cited:
        lines = texts[citation.path].replace("\r\n", "\n").split("\n")[citation.start_line - 1 : citation.end_line]
        assert citation.quote in " ".join(lines)
    ids = {c.claim_id: (c.path, c.start_line, c.quote) for c in cited}
    assert all(ids[c.claim_id] == (c.path, c.start_line, c.quote) for c in cited)  # one id, one place
    assert all(d.summary for d in digests)
    known = {(path, sentence.ordinal) for path in texts for sentence in chunks[path].sentences}
    units = {unit.id for path in texts for unit in chunks[path].units}
    for relationship in graph.relationships:
        assert relationship.unit_ids
        assert set(relationship.unit_ids) <= units
        assert set(relationship.evidence) <= known
    backwards = {path: edges[path] for path in reversed(edges)}
    assert relate.run(backwards, lexicon, relate.Params()) == graph
