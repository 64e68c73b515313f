"""Extractive answers and "no data" on question sets, through the product's own parse, chunk, index and ask.

    python benchmarks/answers.py ../shared/data/retrieval --questions 150
    python benchmarks/answers.py ../shared/data/retrieval --questions 150 --mode local basic
    python benchmarks/answers.py --vault raw benchmarks/questions/example.jsonl --show

A mode other than basic, or an embedder, needs a vault: then the corpus is compiled as one, and all modes are asked of
that one.

Every set is a folder with corpus.jsonl (id, title, text) and questions.jsonl (id, question, answer, gold).
Printed per set, in %: the answer string in at most four sentences; every gold passage among them; answerable
questions refused; questions of the other sets (same script) refused; recall of gold passages in the first 2
and 5 hits; how often the mode did run (auto and local fall back to basic); the median time of a question in ms.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import tempfile
import time
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from vault_answers import measure_vaults

from wikigraph.app.ask import ask
from wikigraph.app.compile import compile_vault
from wikigraph.app.meaning import Meaning, open_meaning
from wikigraph.model.answer import Answer
from wikigraph.model.claim import DocumentClaims
from wikigraph.model.graph import DocumentMentions
from wikigraph.model.record import DocumentInfo, DocumentRows
from wikigraph.model.text import Source
from wikigraph.stages import chunk, parse
from wikigraph.store.index import Index, open_index
from wikigraph.store.index_writer import begin_index
from wikigraph.store.vault import Vault

SETS = ("2wiki", "hotpotqa", "musique", "squad_it", "cmrc_zh")
_FOREIGN = {"2wiki": "musique", "hotpotqa": "2wiki", "musique": "hotpotqa", "squad_it": "", "cmrc_zh": "xquad_zh2en"}


@dataclass(frozen=True)
class Asked:
    """A question with what a right answer holds."""

    text: str
    answer: str
    gold: tuple[str, ...]


def rows_of(path: str, text: str) -> DocumentRows:
    """A source as the index keeps it, without entities."""
    document = parse.run(Source(path, "", "utf-8", "markdown", text), parse.Params())
    chunks = chunk.run(document, chunk.Params())
    return DocumentRows(DocumentInfo.of(document), chunks, DocumentMentions(path, ()), DocumentClaims(path, ()))


def sources(corpus: Iterable[dict[str, str]]) -> Iterator[tuple[str, str]]:
    """Corpus → (path, Markdown) of each passage."""
    for record in corpus:
        body = re.sub(r"([\\`*_{}\[\]<>#|~$])", r"\\\1", record["text"])
        title = re.sub(r"([\\`*_{}\[\]<>#|~$])", r"\\\1", record["title"])
        yield f"raw/{record['id']}.md", f"# {title}\n\n{body}\n"


def build(corpus: Iterable[dict[str, str]], folder: Path) -> None:
    """Corpus → index, without a graph."""
    documents = {path: rows_of(path, text) for path, text in sources(corpus)}
    with begin_index(folder, None, "benchmark") as writer:
        writer.replace_documents(documents)
        writer.publish()


def compile_corpus(corpus: Iterable[dict[str, str]], folder: Path, embedder: str) -> None:
    """Corpus → a compiled vault."""
    (folder / "raw").mkdir(parents=True)
    for path, text in sources(corpus):
        (folder / path).write_text(text, encoding="utf-8")
    compile_vault(Vault(folder), embedder=embedder)


def ready(data: Path, home: Path, embedder: str, *, has_graph: bool) -> Path:
    """The folder of the index of a set, built if it is not there."""
    index = home / "vault" / ".wikigraph" / "index" if has_graph else home
    if not (index / "current").exists():
        corpus = [json.loads(line) for line in (data / "corpus.jsonl").open(encoding="utf-8")]
        if has_graph:
            compile_corpus(corpus, home / "vault", embedder)
        else:
            build(corpus, home)
    return index


def questions(folder: Path, n: int) -> list[Asked]:
    """Every so many-th question, n in all."""
    held = [json.loads(line) for line in (folder / "questions.jsonl").open(encoding="utf-8")]
    step = max(1, len(held) // n)
    return [
        Asked(q["question"], q["answer"], tuple(f"raw/{g}.md" for g in q["gold"])) for q in held[::step][:n]
    ]


def plain(text: str) -> str:
    """Text without case, punctuation and spaces, as answers are compared."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(re.findall(r"\w+", folded))


def holds(answer: Answer, asked: Asked) -> bool:
    """Whether the answer's sentences hold the expected string (yes and no count as shown by both sides)."""
    wanted = plain(asked.answer)
    shown = plain(" ".join(citation.quote for citation in answer.citations))
    if re.search(r"[\u3040-\u9fff]", wanted):
        return wanted.replace(" ", "") in shown.replace(" ", "")
    return f" {wanted} " in f" {shown} "


def share(values: Sequence[bool | float]) -> float:
    return 100 * sum(values) / max(1, len(values))


def measure(
    index: Index, asked: Sequence[Asked], foreign: Sequence[Asked], mode: str, meaning: Meaning | None
) -> str:
    right, gold_shown, refused, recall = [], [], [], {2: [], 5: []}  # type: ignore[var-annotated]
    seconds, ran = [], []
    for question in asked:
        started = time.perf_counter()
        answer = ask(index, question.text, mode=mode, meaning=meaning)
        seconds.append(time.perf_counter() - started)
        ran.append(answer.mode == mode)
        cited = {citation.path for citation in answer.citations}
        refused.append(answer.status == "no_data")
        if plain(question.answer) not in ("yes", "no"):
            right.append(holds(answer, question))
        gold_shown.append(set(question.gold) <= cited)
        found = list(dict.fromkeys(hit.path for hit in answer.hits))
        for k, held in recall.items():
            held.append(sum(path in found[:k] for path in question.gold) / len(question.gold))
    caught = [ask(index, question.text, mode=mode, meaning=meaning).status == "no_data" for question in foreign]
    return (
        f"answer in 4: {share(right):5.1f}  all gold shown: {share(gold_shown):5.1f}  refused: {share(refused):4.1f}"
        f"  foreign caught: {share(caught):5.1f} ({len(caught)})"
        f"  R@2/R@5: {share(recall[2]):5.1f}/{share(recall[5]):5.1f}  ran: {share(ran):3.0f}"
        f"  {1000 * statistics.median(seconds):5.1f} ms"
    )


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("data", type=Path, nargs="?")
    arguments.add_argument("--questions", type=int, default=150)
    arguments.add_argument("--sets", nargs="*", default=SETS)
    arguments.add_argument("--keep", type=Path, help="folder where the indexes stay, to measure again quickly")
    arguments.add_argument("--embedder", default="none")
    arguments.add_argument("--mode", nargs="*", default=("basic",))
    arguments.add_argument("--vault", type=Path, nargs=2, action="append", default=[], metavar=("SOURCES", "QUESTIONS"),
                           help="a folder of sources and the questions asked of it; may be given again")
    arguments.add_argument("--show", action="store_true", help="print every answer of --vault")
    options = arguments.parse_args()
    if options.vault:
        measure_vaults(options.vault, options.keep, show=options.show)
    if options.data is None:
        return
    with tempfile.TemporaryDirectory() as temporary:
        home = options.keep or Path(temporary)
        for name in options.sets:
            started = time.perf_counter()
            has_graph = options.embedder != "none" or any(mode != "basic" for mode in options.mode)
            index_folder = ready(options.data / name, home / name, options.embedder, has_graph=has_graph)
            built = time.perf_counter() - started
            other = _FOREIGN.get(name, "")
            foreign = questions(options.data / other, options.questions) if other else []
            print(f"{name}: built in {built:.1f} s", flush=True)
            with open_index(index_folder) as index:  # type: ignore[union-attr]
                vault = Vault(home / name / "vault")
                meaning = open_meaning(index, vault)[0] if options.embedder != "none" else None
                asked = questions(options.data / name, options.questions)
                for mode in options.mode:
                    print(f"  {mode:6}  {measure(index, asked, foreign, mode, meaning)}", flush=True)


if __name__ == "__main__":
    main()
