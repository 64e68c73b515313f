"""Settings that need no stage."""

from __future__ import annotations

import codecs
from typing import Literal

from wikigraph.model.base import Value

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
