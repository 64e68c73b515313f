"""Vectors for the text units of an index: what is new is embedded, once per content.

A long run is cut into rounds of a minute. Each round ends in a published generation, so that an interrupted compile
loses a minute at most, and questions can be asked meanwhile.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from wikigraph.app.meaning import KEY, NAME
from wikigraph.app.schema import load_settings
from wikigraph.errors import IndexUnusableError, ModelUnreachableError
from wikigraph.events import Listener, StepAdvanced, StepFinished, StepStarted
from wikigraph.model.diagnostic import Diagnostic
from wikigraph.providers.embedders.choose import AUTO, E5, NONE, choose_embedder
from wikigraph.providers.embedders.e5 import is_here
from wikigraph.providers.embedders.onnx_model import OnnxEmbedder
from wikigraph.store.index import Index, open_index
from wikigraph.store.index_writer import IndexWriter, begin_index
from wikigraph.store.vault import Vault
from wikigraph.store.vectors import Missing, n_missing

VARIABLE = "WIKIGRAPH_EMBEDDER"
_ROUND_SECONDS = 60.0
_BATCH = 32  # texts between two looks at the clock
_FETCHED = 1024  # texts read from the index at once
_STEP = "embed"


@dataclass(slots=True)
class Embedding:
    """The embedder of one compile, and what it did."""

    name: str  # as asked for
    embedder: OnnxEmbedder | None
    on_event: Listener
    diagnostics: list[Diagnostic] = field(default_factory=list)
    n_new: int = 0
    n_held: int = 0  # by the index, in the end
    _n_total: int = 0
    _started: float = 0.0

    @property
    def key(self) -> str:
        return "" if self.embedder is None else self.embedder.key

    def make_ready(self) -> None:
        """Loads the embedder, so that what is wrong with it is told before anything is written. `auto` then does
        without and says why. Raises ModelUnreachableError."""
        try:
            if self.embedder is not None:
                self.embedder.load()
        except ModelUnreachableError as error:
            if self.name != AUTO:
                raise
            self.embedder = None
            self.diagnostics.append(_without(error.message, error.where))

    def is_complete(self, index: Index) -> bool:
        """Whether the index holds every vector that it should, of this embedder."""
        if index.meta(KEY) != self.key or index.meta(NAME) != self.name:
            return False
        return self.embedder is None or not n_missing(lambda sql, parameters: index.rows(sql, **parameters), self.key)

    def round(self, writer: IndexWriter) -> int:
        """Embeds for a minute; gives how many texts are left."""
        writer.set_meta(KEY, self.key)
        writer.set_meta(NAME, self.name)
        if self.embedder is None:
            return 0
        writer.drop_unused_vectors()
        left = writer.n_missing_vectors(self.key)
        if not left:
            return 0
        other = writer.make_room_for_vectors(self.key, self.embedder.dimension)
        if other is not None:
            self.diagnostics.append(Diagnostic(
                "embedder-changed", "info",
                f"the index held vectors of {other[0]} ({other[1]} numbers each): all texts are embedded again with"
                f" {self.key} ({self.embedder.dimension} numbers)",
            ))  # fmt: skip
        if not self._started:
            self._started, self._n_total = time.perf_counter(), left
            self.on_event(StepStarted(_STEP, left))
        return self._embed(writer, self.embedder, left)

    def _embed(self, writer: IndexWriter, embedder: OnnxEmbedder, left: int) -> int:
        until = time.perf_counter() + _ROUND_SECONDS
        waiting: list[Missing] = []
        while left:
            waiting = waiting or writer.missing_vectors(self.key, _FETCHED)
            batch, waiting = waiting[:_BATCH], waiting[_BATCH:]
            writer.add_vectors(self.key, [m.content for m in batch], embedder.embed_passages([m.text for m in batch]))
            left -= len(batch)
            self.n_new += len(batch)
            self.on_event(StepAdvanced(_STEP, self.n_new))
            if time.perf_counter() > until:
                break
        if not left:
            seconds = time.perf_counter() - self._started
            self.on_event(StepFinished(_STEP, self.n_new, 0, seconds))
        return left


def wanted_embedder(setting: str) -> str:
    """The embedder that the environment names, else that of the settings."""
    return os.environ.get(VARIABLE) or setting


def embedder_in_use(vault: Vault, name: str | None = None) -> str:
    """How the embedder of a compile is called ("none" for none), by `name` if it is given.

    Raises SettingsError, as the compile does.
    """
    wanted = name or wanted_embedder(load_settings(vault).embed.embedder)
    if wanted == AUTO:
        return E5 if is_here() else NONE
    return wanted


def begin_embedding(name: str, base: Path, index: Index | None, on_event: Listener) -> Embedding:
    """The embedder by its name; loaded, where it will be needed, before anything is written.

    Raises UsageError, ModelUnreachableError; not for `auto`, which then does without and tells why.
    """
    found = Embedding(name, choose_embedder(name, base, on_event), on_event)
    if found.embedder is not None and (index is None or index.meta(KEY) != found.key):
        found.make_ready()
    elif found.embedder is None and name == AUTO:
        found.diagnostics.append(_without("e5 is not installed (wikigraph model install e5)"))
    return found


def finish_embedding(folder: Path, embedding: Embedding, memo_format: str) -> None:
    """Further rounds, each a generation of its own, until every text has its vector."""
    while True:
        index = open_index(folder)
        if index is None:
            return
        with index:
            if not embedding.is_complete(index):
                embedding.make_ready()
            if embedding.is_complete(index):
                embedding.n_held = index.counts().vectors if embedding.key else 0
                return
            with begin_index(folder, index, memo_format) as writer:
                embedding.round(writer)
                writer.publish()


def carry_over(folder: Path, writer: IndexWriter) -> None:
    """Takes the vectors of an index that is not built upon (another version of the program made it): they hang on
    texts, and stay right."""
    with suppress(IndexUnusableError):
        before = open_index(folder)
        if before is not None:
            with before:
                writer.take_vectors(before)


def _without(why: str, where: str = "") -> Diagnostic:
    place = f" ({where})" if where else ""
    return Diagnostic("embedder-missing", "info", f"texts are found by words alone, not by meaning: {why}{place}")
