"""Answers on folders of real sources, against the lines that answer each question.

A question file holds one {"question", "answers"} a line; "answers" are "path:first-last" (or "path:line"), none for
a question that the sources do not answer. Paths begin with raw/, whatever the folder is called.
"""

from __future__ import annotations

import json
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

from wikigraph.app.ask import ask
from wikigraph.model.answer import Answer
from wikigraph.model.claim import DocumentClaims
from wikigraph.model.graph import DocumentMentions
from wikigraph.model.record import DocumentInfo, DocumentRows
from wikigraph.model.text import Markup, Source
from wikigraph.stages import chunk, parse
from wikigraph.store.index import Index, open_index
from wikigraph.store.index_writer import begin_index

_MARKUP: dict[str, Markup] = {".md": "markdown", ".markdown": "markdown", ".txt": "plain"}
_PLACE = re.compile(r"(.+):(\d+)(?:-(\d+))?")


@dataclass(frozen=True)
class Question:
    """A question with the places that answer it."""

    text: str
    places: tuple[tuple[str, int, int], ...]  # path, first and last line; () if nothing answers


@dataclass
class Tally:
    """Counts over the questions of one or more folders."""

    answerable: int = 0
    right: int = 0  # a right line is cited
    first: int = 0  # by the first sentence
    sentences: int = 0
    on_line: int = 0  # sentences that stand in the right lines
    refused: int = 0
    unanswerable: int = 0
    caught: int = 0

    def add(self, other: Tally) -> None:
        for name in self.__dataclass_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def line(self) -> str:
        n, m = max(1, self.answerable), max(1, self.sentences)
        return (
            f"right line: {100 * self.right / n:5.1f}  first: {100 * self.first / n:5.1f}"
            f"  sentences on right lines: {100 * self.on_line / m:5.1f} ({self.sentences})"
            f"  refused: {100 * self.refused / n:4.1f} ({self.answerable})"
            f"  caught: {100 * self.caught / max(1, self.unanswerable):5.1f} ({self.unanswerable})"
        )


def read_questions(path: Path) -> list[Question]:
    found = []
    for line in path.read_text("utf-8").splitlines():
        held = json.loads(line)
        matches = [_PLACE.fullmatch(place) for place in held["answers"]]
        places = tuple((m[1], int(m[2]), int(m[3] or m[2])) for m in matches if m)
        found.append(Question(held["question"], places))
    return found


def build_folder(folder: Path, index: Path) -> None:
    """The sources of a folder → an index, through parse and chunk, without entities."""
    documents: dict[str, DocumentRows] = {}
    for file in sorted(path for path in folder.rglob("*") if path.suffix in _MARKUP):
        path = f"raw/{file.relative_to(folder).as_posix()}"
        text = file.read_text("utf-8", errors="replace").removeprefix("\ufeff")
        document = parse.run(Source(path, "", "utf-8", _MARKUP[file.suffix], text), parse.Params())
        chunks = chunk.run(document, chunk.Params())
        documents[path] = DocumentRows(
            DocumentInfo.of(document), chunks, DocumentMentions(path, ()), DocumentClaims(path, ())
        )
    with begin_index(index, None, "benchmark") as writer:
        writer.replace_documents(documents)
        writer.publish()


def is_right(question: Question, path: str, start_line: int, end_line: int) -> bool:
    return any(p == path and first <= end_line and start_line <= last for p, first, last in question.places)


def measure_folder(index: Index, questions: list[Question], *, show: bool) -> Tally:
    tally = Tally()
    for question in questions:
        answer = ask(index, question.text)
        hits = [is_right(question, c.path, c.start_line, c.end_line) for c in answer.citations]
        if question.places:
            tally.answerable += 1
            tally.right += any(hits)
            tally.first += bool(hits and hits[0])
            tally.sentences += len(hits)
            tally.on_line += sum(hits)
            tally.refused += answer.status == "no_data"
        else:
            tally.unanswerable += 1
            tally.caught += answer.status == "no_data"
        if show:
            _show(question, answer, hits)
    return tally


def _show(question: Question, answer: Answer, hits: list[bool]) -> None:
    good = any(hits) if question.places else answer.status == "no_data"
    print(f"\n{'ok  ' if good else 'MISS'} {question.text}   [{answer.status}] {', '.join(answer.uncovered)}")
    for citation, hit in zip(answer.citations, hits, strict=True):
        mark = "+" if hit else " "
        print(f"   {mark} {citation.path}:{citation.start_line}-{citation.end_line}  {citation.quote[:150]}")


def measure_vaults(pairs: list[list[Path]], keep: Path | None, *, show: bool) -> None:
    """[folder of sources, question file] each → a line of figures each, and one for all."""
    total = Tally()
    with tempfile.TemporaryDirectory() as temporary:
        for folder, file in pairs:
            home = (keep or Path(temporary)) / f"vault-{file.stem}"
            if not (home / "current").exists():
                build_folder(folder, home)
            with open_index(home) as index:  # type: ignore[union-attr]
                tally = measure_folder(index, read_questions(file), show=show)
            print(f"{file.stem:13} {tally.line()}", flush=True)
            total.add(tally)
    print(f"{'all':13} {total.line()}")
