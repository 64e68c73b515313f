"""How many communities and reports does a small edit move?

    python benchmarks/communities.py FOLDER [--edits 20] [--seed 1]

FOLDER holds sources. Kinds of edit, each applied to the untouched vault: `document` takes one document away,
`paragraph` replaces one by a paragraph of another document, `sentence` drops one. Printed for
communities of three and more: the share (median, 90th percentile) of broad and fine ones that entities joined or left
(those that the edit made or unmade apart), and of reports whose input changed, so that they would be written again.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Collection
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec

from wikigraph.model.claim import CommunityContext
from wikigraph.model.graph import Graph, Hierarchy
from wikigraph.model.ontology import Ontology
from wikigraph.model.text import Source
from wikigraph.stages import chunk, claims, cluster, cooccur, extract, mention, parse, relate, report, resolve

MIN_MEMBERS = 3

T = TypeVar("T")


class State(NamedTuple):
    """What a build gave."""

    hierarchy: Hierarchy
    contexts: dict[str, bytes]
    graph: Graph


class Builder:
    """The stages up to the reports' inputs, with what did not change kept from build to build."""

    def __init__(self) -> None:
        self._kept: dict[tuple[object, ...], object] = {}

    def _once(self, stage: Callable[..., T], *inputs: object) -> T:
        key = (stage, *inputs)
        if key not in self._kept:
            self._kept[key] = stage(*inputs)
        return self._kept[key]  # type: ignore[return-value]

    def build(self, texts: dict[str, str]) -> State:
        """texts: path → text of every source."""
        once = self._once
        sources = {
            path: Source(path, "", "utf-8", "plain" if path.endswith(".txt") else "markdown", text)
            for path, text in texts.items()
        }
        documents = {path: once(parse.run, source, parse.Params()) for path, source in sources.items()}
        chunks = {path: once(chunk.run, document, chunk.Params()) for path, document in documents.items()}
        candidates = {path: once(extract.run, documents[path], chunks[path], extract.Params()) for path in texts}
        lexicon = resolve.run(candidates, Ontology(), resolve.Params())
        slices = mention.split(lexicon, candidates)
        mentions = {
            path: once(mention.run, documents[path], chunks[path], slices[path], mention.Params()) for path in texts
        }
        edges = {
            path: once(cooccur.run, documents[path], chunks[path], mentions[path], cooccur.Params()) for path in texts
        }
        made = {
            path: once(claims.run, documents[path], chunks[path], mentions[path], context, claims.Params())
            for path, context in claims.split(lexicon, mentions).items()
        }
        graph = relate.run(edges, lexicon, relate.Params())
        hierarchy = cluster.run(graph, lexicon, cluster.Params())
        contexts = report.split(hierarchy, graph, lexicon, made)
        return State(hierarchy, {key: without_lines(context) for key, context in contexts.items()}, graph)


def without_lines(context: CommunityContext) -> bytes:
    """What a report is written from; that its lines moved is no reason to write it again."""
    claims_said = tuple(
        msgspec.structs.replace(
            claim,
            statement=msgspec.structs.replace(
                claim.statement,
                citations=tuple(
                    msgspec.structs.replace(citation, start_line=0, end_line=0)
                    for citation in claim.statement.citations
                ),
            ),
        )
        for claim in context.claims
    )
    return msgspec.msgpack.encode(msgspec.structs.replace(context, claims=claims_said))


def read(folder: Path) -> dict[str, str]:
    """Path → text of the sources of a folder."""
    return {
        f"raw/{file.relative_to(folder).as_posix()}": file.read_text(encoding="utf-8", errors="replace")
        for file in sorted(folder.rglob("*"))
        if file.suffix in (".md", ".txt")
    }


def edit_document(texts: dict[str, str], rng: random.Random) -> dict[str, str]:
    """One document gone."""
    gone = rng.choice(sorted(texts))
    return {path: text for path, text in texts.items() if path != gone}


def edit_paragraph(texts: dict[str, str], rng: random.Random) -> dict[str, str]:
    """One paragraph of a document replaced by one of another document."""
    path, other = rng.sample(sorted(texts), 2)
    paragraphs, foreign = texts[path].split("\n\n"), texts[other].split("\n\n")
    paragraphs[rng.randrange(len(paragraphs))] = rng.choice(foreign)
    return {**texts, path: "\n\n".join(paragraphs)}


def edit_sentence(texts: dict[str, str], rng: random.Random) -> dict[str, str]:
    """One sentence of prose dropped, its line kept."""
    while True:
        path = rng.choice(sorted(texts))
        lines = texts[path].split("\n")
        at = rng.randrange(len(lines))
        parts = lines[at].split(". ") if ". " in lines[at] else lines[at].split("。")
        if len(parts) > 1 and len(parts[0]) > 20:
            lines[at] = lines[at][len(parts[0]) + (2 if ". " in lines[at] else 1) :]
            return {**texts, path: "\n".join(lines)}


def members(hierarchy: Hierarchy, level: int, among: Collection[str]) -> set[frozenset[str]]:
    """Member sets of the communities of one level, as far as they are `among` these; small ones left out."""
    found = (
        frozenset(entity_id for entity_id in community.entity_ids if entity_id in among)
        for community in hierarchy.communities
        if community.level == level
    )
    return {ids for ids in found if len(ids) >= MIN_MEMBERS}


def entities(hierarchy: Hierarchy) -> set[str]:
    """All entities."""
    return {entity_id for c in hierarchy.communities if c.level == 0 for entity_id in c.entity_ids}


def changed(before: State, after: State) -> tuple[float, float, float]:
    """Percent of broad and of fine communities into or out of which an entity moved that both states have, and of
    reports that would be written again."""
    both = entities(before.hierarchy) & entities(after.hierarchy)
    shares = []
    for level in (0, 1):
        new = members(after.hierarchy, level, both)
        shares.append(100 * len(new - members(before.hierarchy, level, both)) / max(1, len(new)))
    large = [c.id for c in after.hierarchy.communities if len(c.entity_ids) >= MIN_MEMBERS]
    renewed = sum(before.contexts.get(key) != after.contexts[key] for key in large)
    return shares[0], shares[1], 100 * renewed / max(1, len(large))


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--edits", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    texts = read(arguments.folder)
    builder = Builder()
    before = builder.build(texts)
    n_entities = len(entities(before.hierarchy))
    print(f"{len(texts)} documents, {n_entities} entities, {len(before.graph.relationships)} relationships")
    print("edit      broad med/p90   fine med/p90   reports med/p90   seconds")
    for name, edit in (("document", edit_document), ("paragraph", edit_paragraph), ("sentence", edit_sentence)):
        rng = random.Random(arguments.seed)
        start = time.perf_counter()
        rows = [changed(before, builder.build(edit(texts, rng))) for _ in range(arguments.edits)]
        cells = []
        for column in zip(*rows, strict=True):
            ordered = sorted(column)
            cells.append(f"{statistics.median(ordered):5.1f} /{ordered[int(0.9 * (len(ordered) - 1))]:5.1f}")
        seconds = (time.perf_counter() - start) / arguments.edits
        print(f"{name:9} {'   '.join(cells)}   {seconds:.2f}")


if __name__ == "__main__":
    main()
