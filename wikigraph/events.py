"""What happens during a run, told to whoever listens: a progress bar, a log, a test."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StepStarted:
    """A step of the pipeline (or of the store) begins."""

    step: str
    n_total: int  # how many nodes it may have to run; 0 where unknown


@dataclass(frozen=True, slots=True)
class StepAdvanced:
    """Some nodes of a step are done."""

    step: str
    n_done: int  # since the step began


@dataclass(frozen=True, slots=True)
class StepFinished:
    """A step is over."""

    step: str
    n_run: int  # nodes that ran
    n_reused: int  # nodes whose fingerprint was known
    seconds: float


Event = StepStarted | StepAdvanced | StepFinished
Listener = Callable[[Event], None]


def ignore(event: Event) -> None:
    """The listener that listens to nothing."""
