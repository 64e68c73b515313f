"""How a pure step talks to somebody outside: it is run again and again over what has been said so far.

A step that asks takes a `Said` as its last argument. What it asks for and has not been answered yet is *open*, and
what it gave is thrown away; the answers are fetched, all open questions of all keys at once, and it runs again. A
question may depend on earlier answers (a follow-up, a summary of summaries), since the step always starts from the
beginning. So nothing of a conversation is kept but its answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from wikigraph.model.base import Value
from wikigraph.model.completion import Completion, Failure, Reply, Request

Asker = Callable[[Sequence[Request]], Mapping[str, Reply]]
"""Requests → what was said to each, by its key. It answers all of them, by a Failure if it must, and
gives the same reply to the same request as long as it lives."""


class Said:
    """What has been said to one key of a step so far."""

    def __init__(self, replies: Mapping[str, Reply], previous: Value | None = None) -> None:
        self._replies = replies
        self.previous = previous  # what this key gave in the last run, for a step whose model fails
        self.open: dict[str, Request] = {}
        self.failures: dict[str, Failure] = {}

    def to(self, request: Request) -> Completion | None:
        """What was said to this request; None if it is open or has failed."""
        key = request.key
        reply = self._replies.get(key)
        if isinstance(reply, Completion):
            return reply
        if reply is None:
            self.open[key] = request
        else:
            self.failures[key] = reply
        return None

    def has_failed(self, request: Request) -> bool:
        """Whether there will be no reply to this request."""
        return request.key in self.failures
