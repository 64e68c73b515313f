"""What a compile did."""

from __future__ import annotations

from wikigraph.model.base import Value
from wikigraph.model.diagnostic import Diagnostic
from wikigraph.model.touched import Touched


class StepStory(Value, frozen=True):
    """What became of one step."""

    step: str
    n_run: int
    n_reused: int
    n_changed: int  # outputs that differ from the last compile's
    n_removed: int
    seconds: float
    reasons: tuple[tuple[str, str], ...] = ()  # (key, why it ran)


class CompileReport(Value, frozen=True):
    """The whole of a compile, for the summary, `--json` and `--explain`."""

    documents: int = 0
    text_units: int = 0
    entities: int = 0
    relationships: int = 0
    relationships_extracted: int = 0  # before thresholds
    claims: int = 0
    communities: int = 0
    pages_written: tuple[str, ...] = ()
    pages_unchanged: int = 0
    pages_removed: tuple[str, ...] = ()
    pages_moved: tuple[tuple[str, str], ...] = ()  # (from, to), of those written
    pages_left_alone: tuple[str, ...] = ()
    pages_only_lines: int = 0  # of those written: nothing that they say differs
    pages_kept_away: tuple[str, ...] = ()  # paths of pages that a person deleted and that there would be otherwise
    n_to_review: int = 0  # things that wait for a person's decision
    sources_added: tuple[str, ...] = ()
    sources_changed: tuple[str, ...] = ()
    sources_removed: tuple[str, ...] = ()
    sources_renamed: tuple[tuple[str, str], ...] = ()  # (from, to): the same text under another name
    touched: Touched = Touched()
    steps: tuple[StepStory, ...] = ()
    seconds: tuple[tuple[str, float], ...] = ()  # by phase
    diagnostics: tuple[Diagnostic, ...] = ()
    standing: tuple[Diagnostic, ...] = ()  # those of `diagnostics` that hold until a source or page changes
    is_stale: bool = False  # --check: something would be written or removed
    llm_calls: int = 0
    embedder: str = ""  # key of the embedder, "" for none
    vectors: int = 0  # that the index holds
    vectors_new: int = 0  # of those, made by this compile

    @property
    def is_complete(self) -> bool:
        """Whether nothing was left undone."""
        return not self.pages_left_alone and not any(d.severity == "error" for d in self.diagnostics)
