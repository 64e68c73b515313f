"""Ranked entities of a folder of sources, with reasons, page counts and CPU seconds per stage.

    python benchmarks/entities.py RAW [--top N] [--reasons] [--all] [--proposals] [--read VAULT] [--verdicts FILE]

If aliases.jsonl and homonyms.jsonl stand beside RAW, how many aliases are attached or proposed, and how many homonyms
were merged. `--read` shows beside each name what its page in a compiled vault says, `--verdicts` how many of the pages
a reader wanted (docs/entities/*.tsv).
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from entity_verdicts import compare, page_texts, read_verdicts

from wikigraph.model.extraction import Candidates
from wikigraph.model.graph import Lexicon
from wikigraph.model.ontology import Ontology
from wikigraph.model.text import Chunks, Document, Source
from wikigraph.stages import chunk, extract, mention, parse, resolve
from wikigraph.text.encoding import Decoded, decode
from wikigraph.text.names import name_key


def load(raw: Path) -> list[Source]:
    """All Markdown and plain text under a folder."""
    sources = []
    for file in sorted(raw.rglob("*")):
        if file.suffix not in (".md", ".markdown", ".txt"):
            continue
        decoded = decode(file.read_bytes())
        markup = "plain" if file.suffix == ".txt" else "markdown"
        if isinstance(decoded, Decoded):
            path = f"raw/{file.relative_to(raw).as_posix()}"
            sources.append(Source(path, "", decoded.encoding, markup, decoded.text))  # type: ignore[arg-type]
    return sources


def main() -> None:
    """Runs the stages and prints. CPU seconds, since a busy machine changes the others."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("raw", type=Path)
    parser.add_argument("--top", type=int, default=100)
    parser.add_argument("--reasons", action="store_true")
    parser.add_argument("--all", action="store_true", help="also entities without a page")
    parser.add_argument("--proposals", action="store_true", help="merges that are only likely, and why")
    parser.add_argument("--read", type=Path, metavar="VAULT", help="what the pages of this compiled vault say")
    parser.add_argument("--verdicts", type=Path, metavar="FILE", help="a reader's verdicts to compare with")
    options = parser.parse_args()
    sources = load(options.raw)
    seconds: dict[str, float] = {}
    start = time.process_time()
    documents: dict[str, Document] = {source.path: parse.run(source, parse.Params()) for source in sources}
    chunks: dict[str, Chunks] = {path: chunk.run(document, chunk.Params()) for path, document in documents.items()}
    seconds["parse+chunk"] = time.process_time() - start
    start = time.process_time()
    candidates: dict[str, Candidates] = {
        path: extract.run(document, chunks[path], extract.Params()) for path, document in documents.items()
    }
    seconds["extract"] = time.process_time() - start
    start = time.process_time()
    lexicon = resolve.run(candidates, Ontology(), resolve.Params())
    seconds["resolve"] = time.process_time() - start
    start = time.process_time()
    slices = mention.split(lexicon, candidates)
    seconds["split"] = time.process_time() - start
    start = time.process_time()
    mentions = [mention.run(documents[p], chunks[p], slices[p], mention.Params()) for p in documents]
    seconds["mention"] = time.process_time() - start
    ranked = sorted(lexicon.entities, key=lambda entity: (-entity.score, entity.id))
    pages = [entity for entity in ranked if entity.is_page_worthy]
    texts = page_texts(options.read) if options.read else {}
    for rank, entity in enumerate((ranked if options.all else pages)[: options.top], start=1):
        aliases = f"  ~ {', '.join(entity.aliases[:4])}" if entity.aliases else ""
        print(
            f"{rank:4} {entity.score:7.2f} {entity.title}  [{entity.type} {entity.n_mentions}/{entity.n_units}/"
            f"{entity.n_documents}]{aliases}"
        )
        if entity.id in texts:
            print(f"         {texts[entity.id]}")
        if options.reasons:
            for reason in entity.reasons:
                print(f"         {reason.rule}: {reason.detail}")
    if options.proposals:
        print_proposals(lexicon)
    if options.verdicts:
        print(*compare(pages, read_verdicts(options.verdicts), options.top), sep="\n")
    n_units = sum(len(value.units) for value in chunks.values())
    n_mentions = sum(len(value.mentions) for value in mentions)
    print(
        f"{len(documents)} documents, {n_units} text units, {len(ranked)} entities, {len(pages)} pages, "
        f"{n_mentions} mentions, {len(lexicon.proposals)} proposals, {len(lexicon.subjects)} subjects"
    )
    print({stage: round(value, 2) for stage, value in seconds.items()})
    if (options.raw.parent / "aliases.jsonl").exists():
        score_entities(options.raw.parent, lexicon)


def print_proposals(lexicon: Lexicon) -> None:
    """Pairs of titles with the rule and what it saw."""
    titles = {entity.id: entity.title for entity in lexicon.entities}
    for proposal in lexicon.proposals:
        pair = f"{titles[proposal.entity_id]} = {titles[proposal.other_id]}?"
        print(f"{pair}  {proposal.reason.rule}: {proposal.reason.detail}")


def score_entities(folder: Path, lexicon: Lexicon) -> None:
    """Aliases attached or proposed, homonyms merged."""
    subjects = {Path(path).stem: entity_id for path, entity_id in lexicon.subjects}
    proposed = {frozenset((proposal.entity_id, proposal.other_id)) for proposal in lexicon.proposals}
    by_key: dict[str, set[str]] = {}
    for name in lexicon.names:
        by_key.setdefault(name_key(name.surface), set()).add(name.entity_id)
    attached = n_proposed = total = 0
    for line in (folder / "aliases.jsonl").read_text("utf-8").splitlines():
        pair = json.loads(line)
        total += 1
        owners = by_key.get(name_key(pair["title"]), set())
        others = by_key.get(name_key(pair["alias"]), set())
        if owners & others:
            attached += 1
        elif any(frozenset((one, other)) in proposed for one in owners for other in others):
            n_proposed += 1
        else:
            print("not attached:", pair["alias"], "->", pair["title"], len(owners), len(others))
    merged = n_pairs = missing = 0
    for line in (folder / "homonyms.jsonl").read_text("utf-8").splitlines():
        group = json.loads(line)
        ids = [subjects.get(source, "") for source in group["sources"]]
        missing += ids.count("")
        pairs = [(a, b) for i, a in enumerate(ids) for b in ids[i + 1 :]]
        n_pairs += len(pairs)
        clash = sum(1 for a, b in pairs if a and a == b)
        merged += clash
        if clash:
            print("merged:", group["titles"])
    print(f"aliases: {attached} attached + {n_proposed} proposed of {total}")
    print(f"homonyms: {merged} of {n_pairs} pairs merged, {missing} sources without a subject")


if __name__ == "__main__":
    main()
