"""Reports as global search and DRIFT read them from the index, and what they did with them."""

from __future__ import annotations

from typing import Literal

from wikigraph.model.base import Value
from wikigraph.model.evidence import Evidence

AnswerStatus = Literal["ready", "budget_exhausted", "no_data"]


class ReportStatement(Value, frozen=True):
    """A sentence of a report, or a claim about one of the community's entities."""

    finding: int  # 0 of the summary, from 1 of the findings, -1 a claim below the report
    title: str  # of the finding, "" for the summary
    text: str
    evidence: tuple[Evidence, ...]


class Report(Value, frozen=True):
    """A community with its report. A community of which nothing is claimed has no statements."""

    community_id: str
    parent_id: str  # "" at level 0
    level: int
    number: int
    title: str
    rating: float  # 0 to 10
    page: str  # path of its page, "" if it has none
    n_entities: int
    n_tokens: int  # of the report as it is read
    statements: tuple[ReportStatement, ...]

    @property
    def label(self) -> str:
        return f"c_{self.level}_{self.number}"


class Theme(Value, frozen=True):
    """Sentences of an answer that belong together."""

    label: str  # of the community, "" for what no report says
    title: str
    page: str  # path of its page, "" if it has none
    n_sentences: int  # the next so many citations of the answer


class ScoredPoint(Value, frozen=True):
    """What a report says to the question."""

    label: str  # of the community
    score: int  # 0 to 100
    n_tokens: int
    is_selected: bool  # it went into the answer
    evidence: Evidence


class GlobalSearch(Value, frozen=True):
    """What global search read, and what it kept."""

    level: int  # whose reports were read; -1: from the root down, where they are relevant
    levels: tuple[int, ...]  # that there are
    n_reports: int  # that were chosen to be read
    n_read: int
    n_lost: int  # the others: their points could not be had
    n_empty: int  # communities without a report, because nothing is claimed of them
    n_pruned: int  # reports that were rated on the way down and say nothing to the question
    tokens_read: int
    n_batches: int
    map_calls: int  # that a model would make: one for each batch
    reduce_calls: int  # and one more where any point says something
    n_points: int
    n_positive: int
    n_remaining: int  # tokens of the answer's budget that are left
    points: tuple[ScoredPoint, ...]  # the positive ones, best first
