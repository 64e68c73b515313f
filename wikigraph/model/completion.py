"""What is asked of a language model, and what it says."""

from __future__ import annotations

from typing import Literal, get_args

from wikigraph.model.base import Value
from wikigraph.model.ids import content_id

CallKind = Literal[
    "types", "extraction", "relationships", "gleanings", "claims", "descriptions", "reports", "answers"
]
CALL_KINDS: tuple[CallKind, ...] = get_args(CallKind)


class Message(Value, frozen=True):
    """A turn of a conversation with a model."""

    role: Literal["system", "user", "assistant"]
    content: str


class Request(Value, frozen=True):
    """One call of a model. Two requests of one content are one call."""

    kind: CallKind
    messages: tuple[Message, ...]
    schema: str = ""  # JSON schema of the reply, as JSON; "" for plain text
    max_tokens: int = 0  # of the reply, 0 for what the settings say

    @property
    def key(self) -> str:
        """Stands for the content: whoever asks this again, whatever for, gets the same completion."""
        turns = [part for message in self.messages for part in (message.role, message.content)]
        return content_id("q", self.schema, str(self.max_tokens), *turns, n_hex=32)


class Completion(Value, frozen=True):
    """A reply that can be used: of a request with a schema, JSON that fits it."""

    text: str
    prompt_tokens: int = 0
    output_tokens: int = 0


class Failure(Value, frozen=True):
    """Why there is no reply that can be used. It is never kept: whoever asks later asks anew."""

    code: str  # kebab-case, as in docs/FORMATS.md: "model-timeout", "model-reply", "model-budget", …
    message: str


Reply = Completion | Failure
