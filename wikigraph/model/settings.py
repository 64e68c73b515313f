"""Settings that need no stage."""

from __future__ import annotations

import codecs
from typing import Literal

from wikigraph.model.base import Natural, Value

SETTINGS_FILE = "schema/wikigraph.toml"
ONTOLOGY_FILE = "schema/ontology.toml"

Relation = Literal["supported_by", "requires", "related", "supersedes"]
RELATIONS: tuple[Relation, ...] = ("supported_by", "requires", "related", "supersedes")  # that a page can state


class SourceSettings(Value, frozen=True):
    """Which files of raw/ are sources. Globs are relative to raw/; `**` crosses folders."""

    include: tuple[str, ...] = ("**",)
    exclude: tuple[str, ...] = ()
    max_bytes: int = 8_000_000  # a larger file is listed as too costly
    encodings: tuple[tuple[str, str], ...] = ()  # (glob, encoding), for files that are not Unicode

    def __post_init__(self) -> None:
        for _, encoding in self.encodings:
            try:
                codecs.lookup(encoding)
            except (LookupError, ValueError) as error:
                raise ValueError(f"there is no encoding {encoding!r}") from error


class EmbedSettings(Value, frozen=True):
    """What finds texts by their meaning."""

    embedder: str = "auto"  # auto (e5 where it is installed), e5, none, or a folder relative to the vault


class ImpactSettings(Value, frozen=True):
    """What a change reaches."""

    relations: tuple[Relation, ...] = ("supported_by", "requires")


ExtractionMode = Literal["heuristic", "hybrid", "llm"]


class ModelSettings(Value, frozen=True):
    """Which language model words things, what it may do, and what it costs. Where it runs is no matter of the vault:
    that comes from the environment or the user's own settings."""

    name: str = ""  # ollama:NAME, openai:NAME, or "" for none
    extraction_mode: ExtractionMode = "heuristic"
    max_candidates: int = 30  # of a document, shown to the model in one call of the mode hybrid
    max_gleanings: Natural = 0  # times that it is asked whether anything is missing, in the mode llm
    context_tokens: int = 8192  # of the model's window: request and reply together
    reply_tokens: int = 2048  # of a reply, at most
    timeout_seconds: int = 300  # for a whole reply
    concurrency: int = 4  # calls at a time
    max_calls: Natural = 0  # of one command; 0: no limit
    max_tokens: Natural = 0  # of requests and replies of one command; 0: no limit
    prompt_price: float = 0.0  # of a million tokens of requests, in `currency`
    reply_price: float = 0.0  # of a million tokens of replies
    currency: str = "USD"

    @property
    def is_on(self) -> bool:
        """Whether there is a model."""
        return self.name not in ("", "none")
