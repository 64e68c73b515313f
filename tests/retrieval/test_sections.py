"""A passage that has only code to show gives its place to its section."""

from __future__ import annotations

from tests.retrieval.test_pertinent import mixed, shown
from wikigraph.model.record import Passage
from wikigraph.retrieval.evidence import Candidate


def under(candidate: Candidate, path: str, heading: str) -> Candidate:
    p = candidate.passage
    passage = Passage(p.number, p.id, path, p.title, (heading,), p.text, p.n_tokens, p.start_line, p.end_line)
    return Candidate(passage, candidate.sentences, candidate.score)


def test_prose_of_the_same_section_instead_of_code() -> None:
    held = [
        under(mixed(1, "A", [("code", "def merge_ranks(ranks):\n    return ranks")], 9), "raw/a.md", "Merging"),
        *(under(mixed(n, "B", [("paragraph", f"To merge ranks comes up in case {n}.")], 9 - n), f"raw/{n}.md", "Other")
          for n in (2, 3, 4)),
        under(mixed(5, "A", [("paragraph", "To merge ranks, add their reciprocals.")], 3), "raw/a.md", "Merging"),
    ]  # fmt: skip
    assert "To merge ranks, add their reciprocals." in shown("How do I merge ranks?", held)
