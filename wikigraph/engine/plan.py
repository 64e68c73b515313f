"""What a pipeline is made of."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wikigraph.model.base import Value


@dataclass(frozen=True, slots=True)
class Step:
    """One stage at its place in the pipeline.

    A step runs once over everything (`each` False), or once per key (`each` True). Its function takes the
    results named in `takes`, in order, then the slice (if there is a `split`), then `params`:
    - a step that runs once sees a per-key result whole, as a mapping key → value sorted by key;
    - a step that runs per key sees of a per-key result the value of its own key, and a once-result whole.
    `split` narrows results to what one key needs: it takes `split_takes` whole and gives key → slice, and
    its keys are the keys that the step runs over. Without `split` those are the keys of the first of `takes`.
    """

    name: str
    gives: str  # the name of its result
    type: type[Value]  # of (each of) its result
    run: Callable[..., Value]
    version: int  # raised when the function gives something else for the same input
    params: Value
    takes: tuple[str, ...] = ()
    each: bool = True
    split: Callable[..., Mapping[str, Any]] | None = None
    split_takes: tuple[str, ...] = ()
    asks: bool = False  # its function takes a Said after `params` (engine/dialogue.py)


def check_plan(steps: Sequence[Step], inputs: Collection[str]) -> None:
    """Raises ValueError where a step takes what no input or earlier step gives, or gives a taken name."""
    known = set(inputs)
    for step in steps:
        for name in (*step.takes, *step.split_takes):
            if name not in known:
                raise ValueError(f"step {step.name} takes {name!r}, which nothing before it gives")
        if step.gives in known:
            raise ValueError(f"step {step.name} gives {step.gives!r}, which is given already")
        if step.split is not None and not step.each:
            raise ValueError(f"step {step.name} splits but runs once")
        known.add(step.gives)
